package lockmap_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
)

// TestHostileNames puts into every field what would break out of a format that does not quote it.
func TestHostileNames(t *testing.T) {
	const evil = "</script></style></title><script>alert(1)</script>\" ' onload=x`\n\x1b[31m\\\u202e{{.}}\";} evil"
	op := lockmap.Operation{
		Pos: evil, Package: evil, Func: evil, Function: evil, Action: "acquire", Scope: evil, Mode: evil,
		Keys:    key(evil, evil),
		Session: lockmap.Session{Class: evil, Expr: evil, Type: evil, Why: evil},
		Context: evil, Success: evil,
		Callers: []lockmap.Caller{{Place: place(evil, evil), Package: evil, Keys: key(evil+"2", evil)}},
	}
	released := op
	released.Pos, released.Releases = evil+"2", []lockmap.Release{{Place: place(evil, evil), How: evil}}
	m := lockmap.Map{
		Title: evil,
		Inventory: lockmap.Merge(lockmap.Inventory{
			Operations: []lockmap.Operation{op, released},
			Edges:      []lockmap.Edge{lockmap.NewEdge(op, released, place(evil, evil)), {From: evil, To: evil}},
		}),
	}
	out := map[string]string{}
	for _, f := range lockmap.Formats {
		out[f.Name] = write(t, f, m)
	}
	if html := out["html"]; strings.Count(html, "<script") != 1 || strings.Count(html, "</style") != 1 || strings.Contains(html, "alert(1)<") {
		t.Errorf("html is not escaped:\n%s", html)
	}
	for _, name := range []string{"html", "text", "dot"} {
		if i := strings.IndexAny(out[name], "\x1b\u202e"); i >= 0 {
			t.Errorf("%s passes on control characters: %q", name, out[name][max(0, i-40):i+10])
		}
	}
	for line := range strings.Lines(out["text"]) {
		if !strings.Contains(line, "<script>") && line != "\n" && line != "taken while another is held\n" {
			t.Errorf("text: a name is broken over lines: %q", line)
		}
	}
	for line := range strings.Lines(out["dot"]) {
		bare := strings.NewReplacer(`\\`, "", `\"`, "").Replace(line)
		if strings.Count(bare, `"`)%2 != 0 {
			t.Errorf("dot: unbalanced quotes: %s", line)
		}
	}
	var doc struct {
		Operations []struct{ Func string }
	}
	if err := json.Unmarshal([]byte(out["json"]), &doc); err != nil || doc.Operations[0].Func != evil {
		t.Errorf("json does not give back what went in: %v", err)
	}
}
