// Vetcost measures what a vettool adds to go vet.
//
//	vetcost -tool bin/advlockcheck [-pairs 5] [-dir module] packages...
//
// It runs go vet with the tool, and with one that does nothing, in turns, and prints the ratio of their CPU time: that
// of the go command and all processes below it. What does nothing is an empty analyzer in the same driver; like any
// vettool it parses and type-checks every package.
//
// The go command keeps the results of vet, by the content of the tool. So each run uses a copy of the tool with a few
// bytes added: results are computed anew, while compiled packages stay in the cache.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// standIn is set in the environment of runs in which this program is itself the vettool.
const standIn = "VETCOST_NOTHING"

func main() {
	if os.Getenv(standIn) != "" {
		unitchecker.Main(&analysis.Analyzer{
			Name: "nothing",
			Doc:  "do nothing",
			Run:  func(*analysis.Pass) (any, error) { return nil, nil },
		})
	}
	log.SetFlags(0)
	log.SetPrefix("vetcost: ")
	tool := flag.String("tool", "", "the vettool to measure")
	pairs := flag.Int("pairs", 5, "how many pairs of runs")
	dir := flag.String("dir", ".", "the directory to run go vet in")
	flag.Parse()
	if *tool == "" || *pairs < 1 || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(*tool, *dir, flag.Args(), *pairs); err != nil {
		log.Fatal(err)
	}
}

// measure runs the pairs and prints their ratios.
func measure(tool, dir string, patterns []string, pairs int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "vetcost")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	r := runner{dir: dir, patterns: patterns, scratch: scratch}
	if _, err := r.vet(self); err != nil { // compiles what is not compiled yet
		return err
	}
	var ratios []float64
	for i := range pairs {
		first, second := self, tool
		if i%2 == 1 {
			first, second = second, first
		}
		cpu := map[string]time.Duration{}
		for _, t := range []string{first, second} {
			if cpu[t], err = r.vet(t); err != nil {
				return err
			}
		}
		ratio := float64(cpu[tool]) / float64(cpu[self])
		ratios = append(ratios, ratio)
		fmt.Printf("pair %d: %.2fs / %.2fs = %.3f\n", i+1, cpu[tool].Seconds(), cpu[self].Seconds(), ratio)
	}
	slices.Sort(ratios)
	fmt.Printf("median %.3f, from %.3f to %.3f\n", median(ratios), ratios[0], ratios[len(ratios)-1])
	return nil
}

// median returns the median of a sorted list.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// A runner runs go vet on the same packages, each time with a tool that the go command has not seen.
type runner struct {
	dir      string
	patterns []string
	scratch  string
	runs     int
}

// vet runs go vet with a fresh copy of a tool and returns the CPU time of all its processes. That it finds something is
// no failure.
func (r *runner) vet(tool string) (time.Duration, error) {
	r.runs++
	copied := filepath.Join(r.scratch, fmt.Sprintf("tool%d", r.runs))
	content, err := os.ReadFile(tool)
	if err != nil {
		return 0, err
	}
	content = fmt.Appendf(content, "\n%d.%d", time.Now().UnixNano(), r.runs)
	if err := os.WriteFile(copied, content, 0o755); err != nil {
		return 0, err
	}
	defer os.Remove(copied)
	cmd := exec.CommandContext(context.Background(), "go", append([]string{"vet", "-vettool=" + copied}, r.patterns...)...)
	cmd.Dir = r.dir
	if self, err := os.Executable(); err == nil && tool == self {
		cmd.Env = append(os.Environ(), standIn+"=1")
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	if err != nil && r.runs == 1 {
		return 0, fmt.Errorf("go vet, with nothing to report: %w\n%s", err, out)
	}
	// What a process waited for counts with it, so this is the go command, the tool in each of its runs, and compilers.
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}
