package directive

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/directive"
	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// surroundings is what stands on the line that a directive speaks of.
type surroundings struct {
	function  bool // the name of a function, a method or a method of an interface
	call      bool
	operation bool // a call that runs SQL with a lock function
	acquires  bool // one that takes a lock
}

// mayAcquire reports whether a lock may be taken. A call that runs no SQL itself may be that of a helper which does.
func (s surroundings) mayAcquire() bool { return s.acquires || s.call && !s.operation }

// survey looks around the directives of a package.
func survey(pass *analysis.Pass, res *lockop.Result) map[*directive.Directive]surroundings {
	near := map[*directive.Directive]surroundings{}
	note := func(n ast.Node, see func(*surroundings)) {
		for _, d := range res.Directives.At(n.Pos()) {
			s := near[d]
			see(&s)
			near[d] = s
		}
	}
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				note(n.Name, func(s *surroundings) { s.function = true })
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					note(m, func(s *surroundings) { s.function = s.function || len(m.Names) > 0 })
				}
			case *ast.CallExpr:
				note(n, func(s *surroundings) { s.call = true })
			}
			return true
		})
	}
	for _, op := range res.Ops {
		note(op.Call, func(s *surroundings) {
			s.operation = true
			s.acquires = s.acquires || acquires(op)
		})
	}
	return near
}

// acquires reports whether one of the texts that an operation can run takes a lock.
func acquires(op lockop.Op) bool {
	for _, sql := range op.SQL {
		for _, st := range sql.Parsed.Statements {
			for _, c := range st.Calls {
				if c.Func.Action == locksql.Acquire {
					return true
				}
			}
		}
	}
	return false
}
