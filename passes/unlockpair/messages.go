package unlockpair

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/lockflow"
)

// rules names the rule of each kind of finding.
var rules = map[lockflow.Kind]string{
	lockflow.Leak:     "unlockpair/leak",
	lockflow.Never:    "unlockpair/never",
	lockflow.Pool:     "unlockpair/pool",
	lockflow.Gives:    "unlockpair/giveback",
	lockflow.Mismatch: "unlockpair/mismatch",
	lockflow.Context:  "unlockpair/ctx",
	lockflow.Reentry:  "unlockpair/reentry",
	lockflow.Panic:    "unlockpair/panic",
	lockflow.Pooled:   "unlockpair/pooler",
}

// node is a position as an ast.Node.
type node struct{ pos token.Pos }

func (n node) Pos() token.Pos { return n.pos }
func (n node) End() token.Pos { return n.pos }

// subject names a lock: "session lock on conn", "session lock of Acquire".
func subject(l *lockflow.Lock) string {
	switch {
	case l == nil:
		return "session lock"
	case l.Callee != "":
		return "session lock of " + l.Callee
	case l.Handle != "":
		return "session lock on " + l.Handle
	}
	return "session lock"
}

func message(f lockflow.Finding) string {
	switch f.Kind {
	case lockflow.Leak:
		switch {
		case f.Fails:
			return subject(f.Lock) + " is still held when " + f.In + " returns an error; unlock it before, or use advlock.With"
		case f.Lock.Callee != "":
			return subject(f.Lock) + " is still held when " + f.In + " returns; defer its release, or use advlock.With"
		}
		return subject(f.Lock) + " is still held when " + f.In + " returns; defer the unlock, or use advlock.With"
	case lockflow.Never:
		return subject(f.Lock) + " is never released; defer the unlock, or use advlock.With"
	case lockflow.Pool:
		if f.Lock != nil {
			return subject(f.Lock) + ", which is a pool: the unlock can run on another session; take one connection for both, or use advlock.With"
		}
		return "unlock through " + name(f.Release.Handle, "a pool") + ", which is a pool, can run on another session than the lock; use the connection that holds it, or advlock.With"
	case lockflow.Gives:
		return "the connection goes back to its pool with the " + subject(f.Lock) + " still held; unlock it before, or use advlock.With"
	case lockflow.Mismatch:
		return mismatch(f)
	case lockflow.Context:
		return "the unlock runs with a context that may be done: then the lock stays on the connection; use context.WithoutCancel with a timeout, or advlock.With"
	case lockflow.Reentry:
		return subject(f.Lock) + " is acquired again while it is held: each acquisition needs its own unlock; acquire it once, or use advlock.With"
	case lockflow.Panic:
		return subject(f.Lock) + " stays held if what runs before the unlock panics; defer the unlock, or use advlock.With"
	case lockflow.Pooled:
		return subject(f.Lock) + " does not survive a pooler in transaction mode: the next statement can run on another session; use a transaction lock, or advlock.WithTx"
	}
	return ""
}

func mismatch(f lockflow.Finding) string {
	unlock := f.Release.Func.Name
	if f.Release.Key != "" {
		unlock += " of " + f.Release.Key
	}
	switch f.Why {
	case "transaction":
		return unlock + " cannot release a transaction lock: it returns false, and the lock stays until the transaction ends; remove the unlock"
	case "space":
		return unlock + " cannot release the lock taken with " + f.Lock.Key + ": one bigint and two integers are different key spaces; use the same form"
	case "mode":
		return unlock + " cannot release what " + f.Lock.Func.Name + " took: shared and exclusive locks have an unlock function each; use the matching one"
	}
	if f.Lock.Key == f.Release.Key || f.Lock.Key == "" {
		return unlock + " does not release the lock that was taken, whose key has another value; unlock the key that was locked, or use advlock.With"
	}
	return unlock + " does not release the lock on " + f.Lock.Key + ", which stays held; unlock the key that was locked, or use advlock.With"
}

func name(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// related points to the second place of a finding.
func related(f lockflow.Finding) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	add := func(pos token.Pos, message string) {
		if pos.IsValid() && pos != f.Pos {
			out = append(out, analysis.RelatedInformation{Pos: pos, Message: message})
		}
	}
	switch f.Kind {
	case lockflow.Leak, lockflow.Never:
		add(f.Exit, "returns here with the lock held")
	case lockflow.Gives, lockflow.Mismatch, lockflow.Context, lockflow.Reentry:
		add(f.Lock.Pos, "acquired here")
	}
	if f.Kind == lockflow.Context && f.Back != nil {
		add(f.Back.Pos, "the connection goes back here")
	}
	return out
}
