package main

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestShop runs the first command of README.md, and the one for SQL files, on the example program. What it does wrong is
// reported, what it does right is not.
func TestShop(t *testing.T) {
	for _, test := range []struct {
		args []string
		want []string
	}{
		{
			args: []string{"./..."},
			want: []string{
				"invoices/invoices.go sqlorder/invalid",
				"jobs/claim.go sqlorder/overlock",
				"jobs/claim.go sqlorder/overlock",
				"leader/leader.go sqlorder/skipped",
				"schema/schema.go sqlorder/skipped",
				"schema/schema.go sqlorder/gated",
				"store/queries.sql.go sqlorder/documented",
			},
		},
		{
			args: []string{"sql", "schema/migrations/0001_init.sql", "schema/migrations/0002_priority.sql", "store/queries.sql"},
			want: []string{
				"schema/migrations/0002_priority.sql sqlorder/skipped",
				"store/queries.sql sqlorder/documented",
			},
		},
	} {
		cmd := exec.Command("advlockcheck", append([]string{"-C", "../../testdata/shop", "-json"}, test.args...)...)
		out, err := cmd.Output()
		exit := (*exec.ExitError)(nil)
		if !errors.As(err, &exit) || exit.ExitCode() != exitFound {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
		var doc document
		if err := json.Unmarshal(out, &doc); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range doc.Findings {
			got = append(got, filepath.ToSlash(f.Start.File)+" "+f.Rule)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", cmd, diff)
		}
	}
}
