package lockop

import (
	"flag"
	"fmt"
	"strings"
	"sync"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// The flags that all passes share.
var flags struct{ tests, stats, lockMap bool }

// sessions knows which types are pools, pinned sessions and transactions. The flag -session adds to it.
var sessions = sync.OnceValue(session.New)

// RegisterFlags defines the flags that all passes share. They are the driver's: an analyzer that is only required by
// others has no flags of its own.
func RegisterFlags(fs *flag.FlagSet) {
	fs.BoolVar(&flags.tests, "tests", false, "also report findings in _test.go files")
	fs.BoolVar(&flags.stats, "stats", false, "report counters")
	fs.BoolVar(&flags.lockMap, "map", false, "report the inventory of locks")
	fs.Var(&typeList{}, "session", "comma-separated types of your own, as `pkg/path.Type=pool|pinned|tx`")
}

// typeList is the value of -session.
type typeList struct{ written []string }

// String returns the flag as written.
func (t *typeList) String() string { return strings.Join(t.written, ",") }

// Set adds the types to the table.
func (t *typeList) Set(list string) error {
	for _, spec := range strings.Split(list, ",") {
		if spec = strings.TrimSpace(spec); spec == "" {
			continue
		}
		if err := sessions().Add(spec); err != nil {
			return fmt.Errorf("%s: %w", spec, err)
		}
		t.written = append(t.written, spec)
	}
	return nil
}
