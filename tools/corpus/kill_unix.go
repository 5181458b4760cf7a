//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// killGroup makes the end of a command's context the end of all processes that it started: the go command does not take
// its vettool with it.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
