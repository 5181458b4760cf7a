// Package intest has a finding in a test file, which is reported only when asked for.
package intest
