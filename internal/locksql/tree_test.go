package locksql

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

var update = flag.Bool("update", false, "write testdata/trees.golden anew")

// TestTrees shows that both parsers, the one compiled from C and the one compiled to WebAssembly, read the measured
// statements alike: a build with cgo and one without compare against the same digests. Locations are left out, for the
// two know different ones; the grammar's version is part of the digest, so that a new one is noticed.
func TestTrees(t *testing.T) {
	const golden = "testdata/trees.golden"
	data, err := os.ReadFile("testdata/shapes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(line, "\t")
		id, sql := f[0], strings.NewReplacer("{L}", "pg_advisory_xact_lock", "{T}", "pg_try_advisory_xact_lock").Replace(f[2])
		tree, err := parseTree(sql)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		fmt.Fprintf(&got, "%s %s\n", id, digest(t, tree))
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() == string(want) {
		return
	}
	known := map[string]bool{}
	for _, line := range strings.Split(string(want), "\n") {
		known[line] = true
	}
	for _, line := range strings.Split(got.String(), "\n") {
		if !known[line] {
			t.Errorf("%s: another tree than in %s", line, golden)
		}
	}
	t.Errorf("%s is stale, or this parser differs from the one that wrote it (-update writes it anew)", golden)
}

func digest(t *testing.T, tree *pg.ParseResult) string {
	withoutLocations(tree.ProtoReflect())
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))[:16]
}

// withoutLocations clears every field of a tree that tells where in the text something stands.
func withoutLocations(m protoreflect.Message) {
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch name := string(f.Name()); {
		case f.IsList() && f.Message() != nil:
			for i := range v.List().Len() {
				withoutLocations(v.List().Get(i).Message())
			}
		case f.Message() != nil:
			withoutLocations(v.Message())
		case f.Kind() == protoreflect.Int32Kind && (strings.HasSuffix(name, "location") || name == "stmt_len"):
			m.Clear(f)
		}
		return true
	})
}
