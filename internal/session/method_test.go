package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// words writes an effect as short as its doc: kind, whose session, where the handle is, and of which class.
func words(e session.Effect) string {
	if e.Kind == session.Nothing {
		return "nothing"
	}
	parts := []string{e.Kind.String()}
	if e.From >= 0 {
		parts = append(parts, fmt.Sprintf("of %d", e.From))
	}
	if e.Result >= 0 {
		parts = append(parts, fmt.Sprintf("-> %d", e.Result))
	}
	if e.Callback >= 0 {
		parts = append(parts, fmt.Sprintf("callback %d.%d", e.Callback, e.Param))
	}
	if e.Class != session.Unknown {
		parts = append(parts, e.Class.String())
	}
	if e.Owned {
		parts = append(parts, "owned")
	}
	if e.Shape {
		parts = append(parts, "(shape)")
	}
	return strings.Join(parts, " ")
}

func TestMethod(t *testing.T) {
	const decls = `
type (
	querier interface { ExecContext(context.Context, string, ...any) (sql.Result, error) }
	store   interface {
		querier
		BeginTx(context.Context, *sql.TxOptions) (*sql.Tx, error)
		Prepare(string) (*sql.Stmt, error)
		WithTransaction(context.Context, func(context.Context, querier) error) error
		Each(context.Context, func(querier) error) error
		InsideTx(func(n int) error) error
		Work(func(tx pgx.Tx) error) error
		Raw(func(*sql.Conn) error) error
		Acquire(context.Context) (*pgxpool.Conn, error)
		Current() (*sql.Tx, error)
		Tx() *sql.Tx
	}
	txCopy interface { Commit(context.Context) error; Rollback(context.Context) error; Conn() *pgx.Conn }
	home   struct { conn *sql.Conn }
)

func (*home) Conn() *sql.Conn { return nil }
func (*home) Commit() error   { return nil }
`
	tests := []struct{ params, call, want string }{
		// Standard library.
		{"", `sql.Open("", "")`, "opens -> 0 pool"},
		{"db *sql.DB", "db.Conn(nil)", "pins -> 0 pinned"},
		{"db *sql.DB", "db.BeginTx(nil, nil)", "begins -> 0 transaction"},
		{"db *sql.DB", `db.Prepare("")`, "with session -> 0"},
		{"db *sql.DB", `db.Exec("")`, "runs"},
		{"db *sql.DB", "db.Close()", "closes"},
		{"db *sql.DB", "db.Stats()", "nothing"},
		{"db *sql.DB", "db.SetMaxOpenConns(1)", "nothing"},
		{"c *sql.Conn", "c.Close()", "releases"},
		{"c *sql.Conn", "c.Raw(nil)", "may discard callback 0.0 pinned"},
		{"tx *sql.Tx", "tx.Commit()", "commits"},
		{"tx *sql.Tx", "tx.Rollback()", "rolls back"},
		{"tx *sql.Tx", "tx.Stmt(nil)", "with session -> 0"},
		{"s *sql.Stmt", "s.Exec()", "runs"},
		{"s *sql.Stmt", "s.Close()", "nothing"},
		{"r *sql.Rows", "r.Close()", "nothing"},

		// pgx.
		{"", `pgx.Connect(nil, "")`, "opens -> 0 pinned owned"},
		{"c *pgx.Conn", "c.Close(nil)", "closes"},
		{"c *pgx.Conn", "c.PgConn()", "unwraps -> 0 pinned"},
		{"p *pgxpool.Pool", "pgx.BeginTxFunc(nil, p, pgx.TxOptions{}, nil)", "in transaction of 1 callback 3.0 transaction"},
		{"tx pgx.Tx", "tx.Begin(nil)", "begins -> 0 transaction"},
		{"tx pgx.Tx", "tx.Conn()", "unwraps -> 0 pinned"},
		{"", `pgxpool.New(nil, "")`, "opens -> 0 pool"},
		{"p *pgxpool.Pool", "p.Acquire(nil)", "pins -> 0 pinned"},
		{"p *pgxpool.Pool", "p.AcquireFunc(nil, nil)", "in connection callback 1.0 pinned"},
		{"c *pgxpool.Conn", "c.Release()", "releases"},
		{"c *pgxpool.Conn", "c.Hijack()", "hijacks -> 0 pinned owned"},
		{"c *pgxpool.Conn", "c.Conn()", "unwraps -> 0 pinned"},
		{"", `pool4.Connect(nil, "")`, "opens -> 0 pool"},
		{"db *sql.DB", "std4.AcquireConn(db)", "pins of 0 -> 0 pinned"},
		{"db *sql.DB, c *pgx.Conn", "std4.ReleaseConn(db, c)", "releases of 1"},

		// On top of database/sql.
		{"", `sqlx.Connect("", "")`, "opens -> 0 pool"},
		{"db *sql.DB", `sqlx.NewDb(db, "")`, "binds of 0 -> 0"},
		{"db *sqlx.DB", `sqlx.GetContext(nil, db, nil, "")`, "runs of 1"},
		{"db *sqlx.DB", "db.Connx(nil)", "pins -> 0 pinned"},
		{"db *sqlx.DB", "db.BeginTxx(nil, nil)", "begins -> 0 transaction"},
		{"db *sqlx.DB", "db.Begin()", "begins -> 0 transaction"},
		{"db *sqlx.DB", "db.Unsafe()", "with session -> 0"},
		{"db *sqlx.DB", `db.Preparex("")`, "with session -> 0"},
		{"c *sqlx.Conn", "c.Close()", "releases"},
		{"b squirrel.SelectBuilder, tx squirrel.BaseRunner", "b.RunWith(tx)", "with session of 0 -> 0"},
		{"b squirrel.SelectBuilder", "b.Where(1)", "with session -> 0 (shape)"},
		{"b squirrel.SelectBuilder", "b.Scan()", "runs"},

		// Object mappers.
		{"", "gorm.Open(nil)", "opens -> 0 pool"},
		{"db *gorm.DB", "db.Begin()", "begins -> 0 transaction"},
		{"db *gorm.DB", "db.Transaction(nil)", "in transaction callback 0.0 transaction"},
		{"db *gorm.DB", "db.Connection(nil)", "in connection callback 0.0 pinned"},
		{"db *gorm.DB", "db.Commit()", "commits -> 0"},
		{"db *gorm.DB", "db.DB()", "unwraps -> 0 pool"},
		{"db *gorm.DB", "db.Where(1)", "with session -> 0 (shape)"},
		{"db *gorm.DB", `db.Exec("")`, "runs -> 0"},
		{"db *gorm.DB", "db.AddError(nil)", "nothing"},
		{"db *sql.DB", "bun.NewDB(db, nil)", "binds of 0 -> 0"},
		{"db *bun.DB", "db.Conn(nil)", "pins -> 0 pinned"},
		{"db *bun.DB", "db.RunInTx(nil, nil, nil)", "in transaction callback 2.1 transaction"},
		{"db bun.IDB", "db.RunInTx(nil, nil, nil)", "in transaction callback 2.1 transaction"},
		{"db bun.IDB", `db.NewRaw("")`, "with session -> 0"},
		{"q *bun.RawQuery, db bun.IDB", "q.Conn(db)", "with session of 0 -> 0"},
		{"q *bun.RawQuery", `q.Comment("")`, "with session -> 0 (shape)"},
		{"q *bun.RawQuery", "q.Exec(nil)", "runs"},
		{"db *pg.DB", "db.Conn()", "pins -> 0 pinned"},
		{"db *pg.DB", "db.RunInTransaction(nil)", "in transaction callback 0.0 transaction"},
		{"db *sql.DB", `entsql.OpenDB("", db)`, "binds of 1 -> 0"},

		// Generated code.
		{"db *sql.DB", "sqlc.New(db)", "binds of 0 -> 0 (shape)"},
		{"db *sql.DB", "sqlc.Prepare(nil, db)", "binds of 1 -> 0 (shape)"},
		{"q *sqlc.Queries, tx *sql.Tx", "q.WithTx(tx)", "with session of 0 -> 0 (shape)"},
		{"q *sqlc.Queries", "q.Lock(nil, 1)", "nothing"},
		{"", `ent.Open("", "")`, "opens -> 0 pool (shape)"},
		{"", "ent.NewClient()", "nothing"},
		{"c *ent.Client", "c.Tx(nil)", "begins -> 0 transaction (shape)"},
		{"c *ent.Client", "c.Debug()", "with session -> 0 (shape)"},
		{"tx *ent.Tx", "tx.Client()", "with session -> 0 (shape)"},
		{"tx *ent.Tx", "tx.Rollback()", "rolls back (shape)"},

		// The program's own.
		{"s store", "s.BeginTx(nil, nil)", "begins -> 0 transaction (shape)"},
		{"s store", `s.Prepare("")`, "with session -> 0 (shape)"},
		{"s store", "s.WithTransaction(nil, nil)", "in transaction callback 1.1 transaction (shape)"},
		{"s store", "s.Each(nil, nil)", "nothing"},
		{"s store", "s.InsideTx(nil)", "nothing"},
		{"s store", "s.Work(nil)", "in transaction callback 0.0 transaction (shape)"},
		{"s store", "s.Raw(nil)", "in connection callback 0.0 pinned (shape)"},
		{"s store", "s.Acquire(nil)", "pins -> 0 pinned (shape)"},
		{"s store", "s.Current()", "nothing"},
		{"s store", "s.Tx()", "nothing"},
		{"tx txCopy", "tx.Commit(nil)", "commits (shape)"},
		{"tx txCopy", "tx.Conn()", "unwraps -> 0 pinned (shape)"},
		{"h *home", "h.Conn()", "nothing"},
		{"h *home", "h.Commit()", "nothing"},
		{"ctx context.Context", "ctx.Err()", "nothing"},
		{"err error", "err.Error()", "nothing"},
	}

	var src strings.Builder
	src.WriteString(decls)
	for i, test := range tests {
		fmt.Fprintf(&src, "func f%d(%s) { %s }\n", i, test.params, test.call)
	}
	calls := check(t, src.String()).calls()
	if len(calls) != len(tests) {
		t.Fatalf("%d calls in %d tests", len(calls), len(tests))
	}
	table := session.New()
	for i, test := range tests {
		if got := words(table.Method(calls[i].fn)); got != test.want {
			t.Errorf("%s: %s\n\tgot  %s\n\twant %s", test.params, test.call, got, test.want)
		}
	}
	if got := words(table.Method(nil)); got != "nothing" {
		t.Errorf("nil: %s", got)
	}
}

func TestReceiver(t *testing.T) {
	const decls = `
type (
	// The lock is held on conn, the promoted methods run on the pool.
	lock     struct { *sqlx.DB; conn *sqlx.Conn }
	nested   struct { lock }
	anyone   struct { sqlc.DBTX }
	handle   struct { *pg.DB }
)
`
	tests := []struct{ params, call, want string }{
		{"l *lock", `l.Exec("")`, "*database/sql.DB"},
		{"l *lock", `l.Get(nil, "")`, "*github.com/jmoiron/sqlx.DB"},
		{"l *nested", `l.Exec("")`, "*database/sql.DB"},
		{"l *lock", `l.conn.ExecContext(nil, "")`, "*database/sql.Conn"},
		{"db *sql.DB", `db.Exec("")`, "*database/sql.DB"},
		{"tx pgx.Tx", `tx.Exec(nil, "")`, "github.com/jackc/pgx/v5.Tx"},
		{"a *anyone", `a.ExecContext(nil, "")`, "example.com/sqlc.DBTX"},
		{"db *pg.DB", `db.Exec("")`, "*github.com/go-pg/pg/v10.DB"}, // declared at a type of no class
		{"h handle", `h.Exec("")`, "*github.com/go-pg/pg/v10.DB"},
		{"d *entsql.Driver", `d.ExecContext(nil, "")`, "*entgo.io/ent/dialect/sql.Driver"},
		{"tx *ent.Tx", `tx.ExecContext(nil, "")`, "*example.com/ent.Tx"},
		{"c *ent.Client", `c.ExecContext(nil, "")`, "example.com/ent.config"},
	}
	var src strings.Builder
	src.WriteString(decls)
	for i, test := range tests {
		fmt.Fprintf(&src, "func f%d(%s) { %s }\n", i, test.params, test.call)
	}
	calls := check(t, src.String()).calls()
	table := session.New()
	for i, test := range tests {
		typ, ok := table.Receiver(calls[i].sel)
		if !ok || typ.String() != test.want {
			t.Errorf("%s: %s: %v, want %s", test.params, test.call, typ, test.want)
		}
	}
	if _, ok := table.Receiver(nil); ok {
		t.Error("nil is a method")
	}
}

func TestFields(t *testing.T) {
	p := check(t, `
type store struct { *sqlx.Tx; db *sql.DB; sqlc.DBTX }
func f(x *sqlx.DB, g *gorm.DB, s store, c *pgxpool.Config) {
	_, _, _, _, _, _, _ = x.DB, g.ConnPool, s.Tx, s.db, s.DBTX, c.MaxConns, c.MinConns
}
`)
	want := map[string]string{
		"x.DB":       "unwraps pool",
		"g.ConnPool": "unwraps",
		"s.Tx":       "unwraps transaction",
		"s.db":       "nothing",
		"s.DBTX":     "nothing",
		"c.MaxConns": "nothing, a limit",
		"c.MinConns": "nothing",
	}
	table := session.New()
	for expr, sel := range p.fields() {
		got := words(table.Field(sel))
		if session.LimitField(sel) {
			got += ", a limit"
		}
		if got != want[expr] {
			t.Errorf("%s: %s, want %s", expr, got, want[expr])
		}
		delete(want, expr)
	}
	if len(want) > 0 || table.Field(nil).Kind != session.Nothing || session.LimitField(nil) {
		t.Errorf("left: %v", want)
	}
}

func TestLimitMethod(t *testing.T) {
	calls := check(t, `
type own struct{}
func (own) SetMaxOpenConns(int) {}
func f(db *sqlx.DB, o own) { db.SetMaxOpenConns(1); db.SetMaxIdleConns(1); o.SetMaxOpenConns(1) }
`).calls()
	for i, want := range []int{0, -1, -1} {
		if got, ok := session.LimitMethod(calls[i].fn); got != want || ok != (want >= 0) {
			t.Errorf("%s: %d, %t", calls[i].expr, got, ok)
		}
	}
}
