package lockmap_test

import (
	"fmt"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
)

// The parts that sample inventories are made of.

func constant(expr string, value int64) []lockmap.Key {
	return []lockmap.Key{{Expr: expr, How: "constant", Const: &value}}
}

func key(expr, how string) []lockmap.Key { return []lockmap.Key{{Expr: expr, How: how}} }

func place(pos, fn string) lockmap.Place { return lockmap.Place{Pos: pos, Func: fn} }

func acquire(pos, fn string, keys []lockmap.Key) lockmap.Operation {
	return lockmap.Operation{
		Pos: pos, Package: "shop.example/jobs", Func: fn, Function: "pg_advisory_lock", Action: "acquire",
		Scope: "session", Mode: "exclusive", Keys: keys,
		Session: lockmap.Session{Class: "pinned", Expr: "conn", Type: "*sql.Conn"},
		Context: "ctx", Success: "err == nil",
	}
}

func release(pos, fn string, keys []lockmap.Key) lockmap.Operation {
	op := acquire(pos, fn, keys)
	op.Function, op.Action, op.Success = "pg_advisory_unlock", "release", ""
	return op
}

// shop is a small program that has one of everything.
func shop() lockmap.Inventory {
	const dir = "/src/shop/"
	run := acquire(dir+"jobs/run.go:21:12", "Run", constant("migrationLock", 42))
	run.Releases = []lockmap.Release{{Place: place(dir+"jobs/run.go:25:8", "Run"), How: "deferred unlock"}}

	lock := acquire(dir+"store/lock.go:30:15", "(*Locker).Lock", key("key", "parameter"))
	lock.Package, lock.Function, lock.Try, lock.Success = "shop.example/store", "pg_try_advisory_lock", true, "ok"
	lock.Callers = []lockmap.Caller{
		{Place: place(dir+"jobs/claim.go:14:9", "Claim"), Package: "shop.example/jobs", Keys: constant("claimLock", 7)},
		{Place: place(dir+"jobs/sweep.go:40:9", "Sweep.func1"), Package: "shop.example/jobs", Keys: key("job.ID", "field")},
	}
	lock.Releases = []lockmap.Release{
		{Place: place(dir+"store/lock.go:44:12", "(*Locker).Unlock"), How: "method"},
		{Place: place(dir+"store/lock.go:52:9", "(*Locker).Close"), How: "end of the session"},
	}
	unlock := release(dir+"store/lock.go:44:12", "(*Locker).Unlock", key("key", "parameter"))
	unlock.Package = "shop.example/store"

	leader := acquire(dir+"leader/leader.go:18:3", "Elect", constant("migrationLock", 42))
	leader.Package, leader.Session = "shop.example/leader", lockmap.Session{Class: "pool", Expr: "db", Type: "*sql.DB"}

	pay := acquire(dir+"pay/pay.go:77:11", "(*Service).Charge", []lockmap.Key{
		constant("nsPay", 3)[0], {Expr: "hashtext($1)", How: "column"},
	})
	pay.Package, pay.Function, pay.Scope = "shop.example/pay", "pg_advisory_xact_lock", "transaction"
	pay.Session = lockmap.Session{Class: "unknown", Expr: "q.db", Type: "store.DBTX", Why: "an interface that pools and transactions implement"}

	reset := release(dir+"store/reset.go:9:2", "Reset", nil)
	reset.Package, reset.Function, reset.Action = "shop.example/store", "pg_advisory_unlock_all", "release all"

	return lockmap.Merge(lockmap.Inventory{
		Operations: []lockmap.Operation{run, lock, unlock, leader, pay, reset},
		Edges:      []lockmap.Edge{lockmap.NewEdge(run, lock, place(dir+"jobs/claim.go:14:9", "Claim"))},
	}).Relative("/src/shop")
}

// orders is a program with cycles, parallel arrows and arrows that span columns.
func orders() lockmap.Inventory {
	var inv lockmap.Inventory
	ops := map[string]lockmap.Operation{}
	for i, name := range []string{"accounts", "ledger", "users", "audit", "mail", "reports"} {
		op := acquire(fmt.Sprintf("/src/o/%s.go:%d:2", name, 10+i), "lock"+name, constant(name, int64(100+i)))
		op.Releases = []lockmap.Release{{How: "returned closure"}}
		ops[name] = op
		inv.Operations = append(inv.Operations, op)
	}
	row := acquire("/src/o/rows.go:5:5", "lockRows", key("row.ID", "field"))
	row.Releases = []lockmap.Release{{How: "unlock"}}
	ops["row"] = row
	inv.Operations = append(inv.Operations, row)
	for i, pair := range [][2]string{
		{"accounts", "ledger"}, {"ledger", "accounts"}, {"accounts", "ledger"}, {"ledger", "audit"}, {"accounts", "audit"},
		{"users", "mail"}, {"mail", "audit"}, {"users", "audit"}, {"users", "reports"}, {"row", "row"}, {"users", "row"},
	} {
		at := place(fmt.Sprintf("/src/o/use%d.go:%d:3", i, 20+i), "use")
		inv.Edges = append(inv.Edges, lockmap.NewEdge(ops[pair[0]], ops[pair[1]], at))
	}
	try := ops["users"]
	try.Try = true
	inv.Edges = append(inv.Edges, lockmap.NewEdge(ops["reports"], try, place("/src/o/try.go:3:3", "use")))
	return lockmap.Merge(inv)
}

// large is a program with n keys in a tangle.
func large(n int) lockmap.Inventory {
	var inv lockmap.Inventory
	for i := range n {
		op := acquire(fmt.Sprintf("/src/l/f%d.go:%d:2", i%9, i), fmt.Sprintf("lock%d", i), constant(fmt.Sprintf("key%d", i), int64(i)))
		inv.Operations = append(inv.Operations, op)
		for _, j := range []int{(i*7 + 3) % n, i / 2, (i + 1) % n} {
			inv.Edges = append(inv.Edges, lockmap.Edge{
				From: fmt.Sprint(i), To: fmt.Sprint(j), Pos: fmt.Sprintf("/src/l/g.go:%d:2", i), Func: "use",
			})
		}
	}
	return lockmap.Merge(inv)
}
