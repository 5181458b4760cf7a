package locksql

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// Analyze reads text. It never fails and never panics: what it does not understand is in [Statement.Err]. Results are
// cached by text and shared: callers must not change them. It is safe for concurrent use.
func Analyze(text string) *Result {
	if !mentions(text) {
		return &empty
	}
	cache.Lock()
	r := cache.results[text]
	cache.Unlock()
	if r != nil {
		return r
	}
	r = analyze(text)
	cache.Lock()
	defer cache.Unlock()
	if len(cache.results) >= maxCached { // an editor session sees many versions of a text
		clear(cache.results)
	}
	cache.results[text] = r
	return r
}

var empty Result

const maxCached = 4096

var cache = struct {
	sync.Mutex
	results map[string]*Result
}{results: map[string]*Result{}}

// mentions is the cheap test that keeps all other text from being read.
func mentions(text string) bool {
	return strings.Contains(text, "advisory") || strings.Contains(strings.ToLower(text), "advisory")
}

func analyze(text string) *Result {
	r := &Result{}
	for _, src := range split(text, lex(text)) {
		if !mentions(text[src.pos:src.end]) {
			continue
		}
		if st := statement(src); len(st.Calls) > 0 {
			r.Statements = append(r.Statements, st)
		}
	}
	return r
}

// statement reads one statement. A fault of this package is an error of the statement.
func statement(src source) (st Statement) {
	defer func() {
		if r := recover(); r != nil {
			st = Statement{Pos: src.pos, End: src.end, Err: fmt.Errorf("internal error: %v", r), Calls: newIndex(src).tokenCalls()}
		}
	}()
	st = Statement{Pos: src.pos, End: src.end}
	b, ok := findBody(src)
	if ok {
		st.Defines = b.defines
		st.Calls, st.Err = b.calls()
		return st
	}
	st.Calls, st.Defines, st.Err = fragment{source: src}.read(b.vars)
	return st
}

// read finds the calls of a fragment and runs the hazard procedure for each.
func (f fragment) read(vars map[string]string) (calls []Call, defines bool, err error) {
	if !mentions(f.text[f.pos:f.end]) {
		return nil, false, nil
	}
	tokens := newIndex(f.source)
	m, tree, err := parseStatement(f.source)
	if err != nil {
		return tokens.tokenCalls(), false, err
	}
	for _, s := range tree.Stmts {
		defines = defines || onlyDefines(s.Stmt)
	}
	a := newAnalysis(m, tree, vars)
	for _, s := range a.sites {
		c, ok := tokens.call(s.fn, m.origin(int(s.call.Location)))
		if !ok {
			continue
		}
		a.judge(&c, s, f)
		calls = append(calls, c)
	}
	sort.SliceStable(calls, func(i, j int) bool { return calls[i].Pos < calls[j].Pos })
	return calls, defines, nil
}

// judge fills in what the parse tree says of a call.
func (a *analysis) judge(c *Call, s site, f fragment) {
	for i := range c.Keys {
		if i < len(s.call.Args) {
			c.Keys[i].Columns = a.varies(s.call.Args[i], s.lv)
		}
	}
	c.Hazards = a.hazards(s)
	if h := f.inBody(a, s); h != nil && (len(c.Hazards) == 0 || h.Category == Invalid || c.Hazards[0].Category == Documented) {
		c.Hazards = append([]Hazard{*h}, c.Hazards...)
	}
	if !runsNever(c.Hazards) {
		c.Unordered = a.unordered(s)
	}
}

// runsNever reports whether the call never takes a lock, so that there is no order to speak of.
func runsNever(hazards []Hazard) bool {
	for _, h := range hazards {
		switch h.Reason {
		case UnderExists, Unreferenced, NullKey:
			return true
		}
		if h.Category == Invalid {
			return true
		}
	}
	return false
}

// onlyDefines reports whether the statement stores a query for later and runs none.
func onlyDefines(n *pg.Node) bool {
	switch n.GetNode().(type) {
	case *pg.Node_CreateFunctionStmt, *pg.Node_ViewStmt, *pg.Node_PrepareStmt, *pg.Node_RuleStmt, *pg.Node_CreateTrigStmt,
		*pg.Node_CreatePolicyStmt:
		return true
	}
	return false
}
