package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
)

// A report is what the analyzers said about the packages asked for.
type report struct {
	findings []Finding
	counters map[string]int
	maps     []lockmap.Inventory // one a package that has locks
	errors   []string            // of analyzers; the go command does not count them as failures
}

// A rawReport is the JSON that unitchecker prints: package ID, analyzer, diagnostics. A package ID is an import path,
// followed by " [path.test]" where the package was compiled for the test of another or of itself.
type rawReport map[string]map[string]json.RawMessage

func (r rawReport) read(in io.Reader) error {
	for dec := json.NewDecoder(in); ; {
		var units rawReport
		if err := dec.Decode(&units); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		for id, analyzers := range units {
			r[id] = analyzers
		}
	}
}

// of returns what was said about the packages asked for. The rest are dependencies, which report early (see reportAlways).
func (r rawReport) of(asked []string) report {
	rep := report{counters: map[string]int{}}
	want := map[string]string{}
	for _, path := range asked {
		want[path] = path
		if _, ok := r[path+" ["+path+".test]"]; ok {
			// The variant has all files of the package, and shows them all in use.
			delete(want, path)
			want[path+" ["+path+".test]"] = path
		}
		want[path+"_test ["+path+".test]"] = path
	}
	for id, path := range want {
		told := map[string]bool{}
		for analyzer, raw := range r[id] {
			rep.add(path, analyzer, raw, told)
		}
	}
	rep.findings = tidy(rep.findings)
	shorten(rep.findings)
	return rep
}

// add reads the output of one analyzer on one package: diagnostics, or an error. What is said of the package as a whole may
// come from more than one analyzer, since each of them may be switched off; told holds what came already.
func (rep *report) add(path, analyzer string, raw json.RawMessage, told map[string]bool) {
	var failed struct{ Error string }
	if json.Unmarshal(raw, &failed) == nil {
		rep.errors = append(rep.errors, fmt.Sprintf("%s: %s", path, failed.Error))
		return
	}
	var diags []jsonDiagnostic
	if err := json.Unmarshal(raw, &diags); err != nil {
		rep.errors = append(rep.errors, fmt.Sprintf("%s: %s: %v", path, analyzer, err))
		return
	}
	for _, d := range diags {
		if aside := strings.HasPrefix(d.Category, "advlockcheck/"); aside {
			if told[d.Message] {
				continue
			}
			told[d.Message] = true
		}
		switch d.Category {
		case lockop.StatsCategory:
			rep.count(d.Message)
		case lockmap.Category:
			rep.inventory(d.Message)
		case lockop.InternalCategory: // the go command counts it as a finding
			rep.errors = append(rep.errors, d.Message)
		default:
			rep.findings = append(rep.findings, d.finding(path, analyzer))
		}
	}
}

// count adds the counters of a package, a JSON object.
func (rep *report) count(message string) {
	var counters map[string]int
	if err := json.Unmarshal([]byte(message), &counters); err != nil {
		return
	}
	for name, n := range counters {
		rep.counters[name] += n
	}
}

// inventory adds the inventory of a package.
func (rep *report) inventory(message string) {
	var inv lockmap.Inventory
	if err := json.Unmarshal([]byte(message), &inv); err == nil {
		rep.maps = append(rep.maps, inv)
	}
}

// A jsonDiagnostic is one diagnostic as unitchecker prints it.
type jsonDiagnostic struct {
	Category string
	jsonPlace
	SuggestedFixes []Fix `json:"suggested_fixes"` // spelled as ours are
	Related        []jsonPlace
}

type jsonPlace struct{ Posn, End, Message string }

func (d jsonDiagnostic) finding(path, analyzer string) Finding {
	rule := cmp.Or(d.Category, analyzer) // passes write analyzer/category
	f := Finding{
		Rule:    rule,
		URL:     ruledoc.URL(rule),
		Message: d.Message,
		Package: path,
		Start:   parsePosition(d.Posn),
		End:     parsePosition(cmp.Or(d.End, d.Posn)),
		Fixes:   d.SuggestedFixes,
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{r.Message, parsePosition(r.Posn), parsePosition(cmp.Or(r.End, r.Posn))})
	}
	return f
}
