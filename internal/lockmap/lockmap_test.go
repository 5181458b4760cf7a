package lockmap_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
)

var update = flag.Bool("update", false, "write the golden files")

// TestFormats compares what is written with the files of testdata.
func TestFormats(t *testing.T) {
	for name, m := range map[string]lockmap.Map{
		"shop":   {Inventory: shop(), Title: "shop.example"},
		"orders": {Inventory: orders(), Title: "orders.example", Incomplete: true},
		"empty":  {Title: "empty.example"},
	} {
		for _, f := range lockmap.Formats {
			t.Run(name+"."+f.Name, func(t *testing.T) {
				got := write(t, f, m)
				file := filepath.Join("testdata", name+"."+f.Name)
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", file, diff)
				}
			})
		}
	}
}

// TestDeterminism merges the same inventories in several orders.
func TestDeterminism(t *testing.T) {
	parts := []lockmap.Inventory{shop(), orders(), large(60)}
	want := map[string]string{}
	for range 20 {
		first := parts[0]
		parts = append(parts[1:], first)
		slices.Reverse(parts[:2])
		m := lockmap.Map{Inventory: lockmap.Merge(append(parts, parts[1])...), Title: "all"}
		for _, f := range lockmap.Formats {
			got := write(t, f, m)
			if want[f.Name] == "" {
				want[f.Name] = got
			}
			if got != want[f.Name] {
				t.Fatalf("%s differs from run to run", f.Name)
			}
		}
	}
}

// TestMissing finds a missing release in every format.
func TestMissing(t *testing.T) {
	op := acquire("/p/a.go:3:4", "Run", constant("", 7))
	for _, f := range lockmap.Formats {
		missing := write(t, f, lockmap.Map{Inventory: lockmap.Inventory{Operations: []lockmap.Operation{op}}})
		op := op
		op.Releases = []lockmap.Release{{Place: place("/p/a.go:9:1", "Run"), How: "unlock"}}
		released := write(t, f, lockmap.Map{Inventory: lockmap.Inventory{Operations: []lockmap.Operation{op}}})
		sign := "none found"
		if f.Name == "json" {
			sign = `"noRelease": true`
		}
		if !strings.Contains(missing, sign) {
			t.Errorf("%s: a missing release does not show:\n%s", f.Name, missing)
		}
		if strings.Contains(released, sign) {
			t.Errorf("%s: a release is shown as missing:\n%s", f.Name, released)
		}
	}
}

func write(t *testing.T, f lockmap.Format, m lockmap.Map) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(m, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
