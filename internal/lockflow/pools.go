package lockflow

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// poolSettings is what the package does to its pools that makes them harmless.
type poolSettings struct {
	one  bool // a pool is limited to one connection
	hook bool // a connection that goes back is unlocked, or destroyed
}

// findSettings looks for pools that are limited to one connection, and for hooks that clean up.
func (e *engine) findSettings() poolSettings {
	var s poolSettings
	for _, fn := range e.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch in := instr.(type) {
				case ssa.CallInstruction:
					if param, ok := session.LimitMethod(calledFunc(in.Common())); ok {
						args := in.Common().Args
						if !in.Common().IsInvoke() {
							param++
						}
						s.one = s.one || param < len(args) && isOne(args[param])
					}
				case *ssa.Store:
					f, ok := in.Addr.(*ssa.FieldAddr)
					if !ok {
						continue
					}
					v := fieldOf(f.X.Type(), f.Field)
					s.one = s.one || session.LimitField(v) && isOne(in.Val)
					s.hook = s.hook || v.Name() == "AfterRelease" && e.cleans(in.Val)
				}
				for _, op := range instr.Operands(nil) {
					if c, ok := (*op).(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
						s.one = s.one || limitsToOne(constant.StringVal(c.Value))
					}
				}
			}
		}
	}
	return s
}

func isOne(v ssa.Value) bool {
	if c, ok := v.(*ssa.Convert); ok {
		v = c.X
	}
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && c.Int64() == 1
}

// limitsToOne reports whether a connection string limits its pool to one connection.
func limitsToOne(text string) bool {
	i := strings.Index(text, session.PoolMaxConns+"=1")
	if i < 0 {
		return false
	}
	rest := text[i+len(session.PoolMaxConns)+2:]
	return rest == "" || rest[0] < '0' || rest[0] > '9'
}

// cleans reports whether a hook unlocks everything, or has the connection destroyed by returning false.
func (e *engine) cleans(v ssa.Value) bool {
	var fn *ssa.Function
	switch v := v.(type) {
	case *ssa.Function:
		fn = v
	case *ssa.MakeClosure:
		fn = v.Fn.(*ssa.Function)
		if m, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil { // a method value
			fn = e.Package.Prog.FuncValue(m)
		}
	}
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch in := instr.(type) {
			case ssa.CallInstruction:
				if st := e.Statement(in); st != nil {
					for _, a := range st.Alternatives {
						for _, l := range a.Locks {
							if l.Func.Action == locksql.ReleaseAll {
								return true
							}
						}
					}
				}
			case *ssa.Return:
				if c, ok := in.Results[0].(*ssa.Const); len(in.Results) == 1 && ok && c.Value != nil && !constant.BoolVal(c.Value) {
					return true
				}
			}
		}
	}
	return false
}
