package session_test

import (
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

func TestOf(t *testing.T) {
	p := check(t, `
type (
	// Handles under other names.
	aliasDB   = sql.DB
	definedDB sql.DB
	definedTx pgx.Tx
	pointer   *sql.DB

	// Structs around one handle, and around more.
	embedded    struct { *sqlx.DB; mu sync.Mutex }
	deeper      struct { embedded; name string }
	closes      struct { *sql.Conn }
	eitherOr    struct { *sql.DB; tx *sql.Tx }
	storeField  struct { db *pgxpool.Pool }
	embedsDBTX  struct { sqlc.DBTX }
	loop        struct { *loop }
	generic[T any] struct { *sql.Conn; v T }

	// Interfaces.
	querier  interface { ExecContext(context.Context, string, ...any) (sql.Result, error) }
	txLike   interface { querier; Commit() error; Rollback() error }
	mapper   interface { querier; Begin() error; Commit() error; Rollback() error }
	pgxTx    interface { pgx.Tx; Extra() }
	acquirer interface { Acquire(context.Context) (*pgxpool.Conn, error) }
	connGet  interface { querier; Conn() *sql.Conn }

	// A transaction of the program's own, and one that is more.
	unit   struct { db querier }
	worker struct { db querier }
)

func (closes) Close() error        { return nil }
func (*unit) Commit() error        { return nil }
func (*unit) Rollback() error      { return nil }
func (*worker) Begin() error       { return nil }
func (*worker) Commit() error      { return nil }
func (*worker) Rollback() error    { return nil }

func pools[T *sql.DB | *sqlx.DB](db T) {}
func mixed[T *sql.DB | *sql.Tx](db T)  {}
func bound[T querier](db T)            {}

var (
	sqlDB *sql.DB; sqlConn *sql.Conn; sqlTx *sql.Tx; sqlStmt *sql.Stmt; valueDB sql.DB; rows *sql.Rows
	pgxConn *pgx.Conn; pgConn *pgconn.PgConn; pgTx pgx.Tx; batch *pgx.Batch
	pool *pgxpool.Pool; poolConn *pgxpool.Conn; poolTx *pgxpool.Tx; oldPool *pool4.Pool; config pgxpool.Config
	xDB *sqlx.DB; xConn *sqlx.Conn; xTx *sqlx.Tx; xStmt *sqlx.Stmt; ext sqlx.Ext
	gormDB *gorm.DB; bunDB *bun.DB; bunConn bun.Conn; bunTx bun.Tx; bunIDB bun.IDB; bunRaw *bun.RawQuery
	pgDB *pg.DB; pgxgConn *pg.Conn; builder squirrel.SelectBuilder; driver *entsql.Driver; driverConn entsql.Conn
	queries *sqlc.Queries; dbtx sqlc.DBTX; client *ent.Client; entTx *ent.Tx

	vAlias *aliasDB; vDefinedDB *definedDB; vDefinedTx definedTx; vPointer pointer
	vEmbedded *embedded; vDeeper deeper; vCloses *closes; vEitherOr *eitherOr; vStore *storeField
	vDBTX embedsDBTX; vLoop *loop; vGeneric *generic[int]
	vQuerier querier; vTxLike txLike; vMapper mapper; vPgxTx pgxTx; vAcquirer acquirer; vConnGet connGet
	vUnit *unit; vWorker *worker
	vText string; vSlice []*sql.DB; vAny any
)
`)
	const (
		none    = session.None
		ends    = session.EndsSession
		back    = session.BackToPool
		endsTx  = session.EndsTransaction
		unknown = session.Unknown
		pool    = session.Pool
		pinned  = session.Pinned
		tx      = session.Tx
	)
	tests := []struct {
		name  string
		class session.Class
		end   session.End
		why   string // "" is any
	}{
		{"sqlDB", pool, ends, "*sql.DB is a pool of connections"},
		{"valueDB", pool, ends, "sql.DB is a pool of connections"},
		{"sqlConn", pinned, back, "*sql.Conn is one connection, which Close gives back to its pool"},
		{"sqlTx", tx, endsTx, "*sql.Tx is a transaction"},
		{"sqlStmt", unknown, none, "*sql.Stmt runs where it was prepared: on a pool, a connection or a transaction"},
		{"rows", unknown, none, ""},

		{"pgxConn", pinned, ends, "*pgx.Conn is one connection, and Close ends its session"},
		{"pgConn", pinned, ends, ""},
		{"pgTx", tx, endsTx, "pgx.Tx is a transaction"},
		{"batch", unknown, none, ""},
		{"pool", pool, ends, "*pgxpool.Pool is a pool of connections"},
		{"oldPool", pool, ends, ""},
		{"poolConn", pinned, back, "*pgxpool.Conn is one connection, which Release gives back to its pool"},
		{"poolTx", tx, endsTx, ""},
		{"config", unknown, none, "pgxpool.Config is not a known handle"},

		{"xDB", pool, ends, ""},
		{"xConn", pinned, back, ""},
		{"xTx", tx, endsTx, ""},
		{"xStmt", unknown, none, ""},
		{"ext", unknown, none, "sqlx.Ext is an interface: pool, connection or transaction"},
		{"gormDB", unknown, none, "*gorm.DB can be the pool or a transaction"},
		{"bunDB", pool, ends, ""},
		{"bunConn", pinned, back, ""},
		{"bunTx", tx, endsTx, ""},
		{"bunIDB", unknown, none, "bun.IDB can be the pool, a connection or a transaction"},
		{"bunRaw", unknown, none, ""},
		{"pgDB", pool, ends, ""},
		{"pgxgConn", pinned, back, ""},
		{"builder", unknown, none, "squirrel.SelectBuilder runs on what RunWith was given"},
		{"driver", pool, ends, ""},
		{"driverConn", unknown, none, ""},

		{"queries", unknown, none, "*sqlc.Queries runs on what New or WithTx was given"},
		{"dbtx", unknown, none, "sqlc.DBTX is an interface: pool, connection or transaction"},
		{"client", unknown, none, "*ent.Client is an ent client, which can be the pool or a transaction"},
		{"entTx", tx, endsTx, "*ent.Tx has Commit and Rollback and begins nothing: a transaction"},

		{"vAlias", pool, ends, ""},
		{"vDefinedDB", pool, none, "*p.definedDB is defined on sql.DB, which is a pool of connections"},
		{"vDefinedTx", tx, endsTx, "p.definedTx is defined on pgx.Tx, which is a transaction"},
		{"vPointer", pool, ends, ""},

		{"vEmbedded", pool, ends, "*p.embedded embeds *sqlx.DB, which is a pool of connections"},
		{"vDeeper", pool, ends, ""},
		{"vCloses", pinned, none, ""}, // has a Close of its own
		{"vGeneric", pinned, back, ""},
		{"vEitherOr", unknown, none, "*p.eitherOr holds *sql.DB and *sql.Tx: which one a method uses is its own affair"},
		{"vStore", unknown, none, "*p.storeField holds a *pgxpool.Pool, and its methods are its own"},
		{"vDBTX", unknown, none, "p.embedsDBTX holds a sqlc.DBTX, and its methods are its own"},
		{"vLoop", unknown, none, ""},

		{"vQuerier", unknown, none, "p.querier is an interface: pool, connection or transaction"},
		{"vTxLike", tx, endsTx, ""},
		{"vMapper", unknown, none, ""},
		{"vPgxTx", tx, endsTx, "p.pgxTx embeds pgx.Tx, which is a transaction"},
		{"vAcquirer", pool, none, "p.acquirer has Acquire, which only a pool can have"},
		{"vConnGet", unknown, none, ""}, // a getter cannot fail: it checks nothing out
		{"vUnit", tx, endsTx, ""},
		{"vWorker", unknown, none, ""},

		{"pools", pool, ends, ""},
		{"mixed", unknown, none, "T is a type parameter: pool, connection or transaction"},
		{"bound", unknown, none, ""},

		{"vText", unknown, none, "string is not a known handle"},
		{"vSlice", unknown, none, ""},
		{"vAny", unknown, none, ""},
	}
	table := session.New()
	for _, test := range tests {
		got := table.Of(p.typ(t, test.name))
		if got.Class != test.class || got.End != test.end {
			t.Errorf("%s: %s, close %s; want %s, %s (%s)", test.name, got.Class, got.End, test.class, test.end, got.Why)
		}
		if test.why != "" && got.Why != test.why {
			t.Errorf("%s: reason %q, want %q", test.name, got.Why, test.why)
		}
	}
	if got := table.Of(nil); got.Class != session.Unknown || got.Why == "" {
		t.Errorf("nil: %+v", got)
	}
}

func TestAdd(t *testing.T) {
	p := check(t, `
type Handle interface { Exec(string) error }
type Mapper struct{}
var h Handle
var m *Mapper
var g *gorm.DB
`)
	table := session.New()
	for _, spec := range []string{"example.com/p.Handle=pinned", "*example.com/p/v3.Mapper=tx", "gorm.io/gorm.DB=pool", "gorm.io/gorm.DB=pool"} {
		if err := table.Add(spec); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]session.Info{
		"h": {Class: session.Pinned, End: session.None, Name: "p.Handle", Why: "p.Handle is one connection, as configured"},
		"m": {Class: session.Tx, End: session.EndsTransaction, Name: "*p.Mapper", Why: "*p.Mapper is a transaction, as configured"},
		"g": {Class: session.Pool, End: session.EndsSession, Name: "*gorm.DB", Why: "*gorm.DB is a pool, as configured"},
	} {
		if got := table.Of(p.typ(t, name)); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	if got := session.New().Of(p.typ(t, "g")); got.Class != session.Unknown {
		t.Errorf("a type added to one table is %s in another", got.Class)
	}

	for spec, want := range map[string]string{
		"example.com/p.Handle":      `session type "example.com/p.Handle": want PACKAGE.TYPE=CLASS, such as example.com/store.DB=pool`,
		"Handle=pool":               `session type "Handle=pool": "Handle" names no type in a package; write it as example.com/store.DB`,
		"example.com/p=pool":        `session type "example.com/p=pool": "example.com/p" names no type in a package; write it as example.com/store.DB`,
		"example.com/p.=pool":       `session type "example.com/p.=pool": "" is not the name of a type`,
		"example.com/p.A-B=pool":    `session type "example.com/p.A-B=pool": "A-B" is not the name of a type`,
		"example.com/p.C=conn":      `session type "example.com/p.C=conn": "conn" is not a class; use pool, pinned or tx`,
		"example.com/p.Handle=pool": `session type "example.com/p.Handle=pool": example.com/p.Handle is configured as pinned already`,
		"":                          `session type "": want PACKAGE.TYPE=CLASS, such as example.com/store.DB=pool`,
	} {
		if err := table.Add(spec); err == nil || err.Error() != want {
			t.Errorf("Add(%q): %v, want %s", spec, err, want)
		}
	}

	var zero session.Table
	if err := zero.Add("example.com/p.Handle=pool"); err != nil || zero.Of(p.typ(t, "h")).Class != session.Pool {
		t.Errorf("zero table: %v, %s", err, zero.Of(p.typ(t, "h")).Class)
	}
	if got := zero.Of(p.typ(t, "g")).Class; got != session.Unknown {
		t.Errorf("zero table knows *gorm.DB as %s", got)
	}
}

func TestUnversioned(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/jackc/pgx/v5/pgxpool":            "github.com/jackc/pgx/pgxpool",
		"github.com/jackc/pgx/v5":                    "github.com/jackc/pgx",
		"github.com/jackc/pgx":                       "github.com/jackc/pgx",
		"example.com/api/v1":                         "example.com/api/v1",
		"example.com/vm/v2x":                         "example.com/vm/v2x",
		"a.com/b/vendor/github.com/go-pg/pg/v10/orm": "github.com/go-pg/pg/orm",
		"example.com/store [example.com/store.test]": "example.com/store",
		"": "",
	} {
		if got := session.Unversioned(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
