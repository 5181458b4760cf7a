package lockop

import (
	"go/types"
	"strings"
	"sync"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A role says what a function does with SQL text.
type role int

const (
	none     role = iota
	runs          // runs its text
	carries       // returns a value that carries its text: a statement, a query
	executes      // runs the text that its receiver carries
	names         // gives its text a name, by which it can be run
)

// A library lists functions of one package, or methods of some of its types. Their text is the first parameter of
// type string (the second of names), or else the one that is called query or sql.
//
// Import paths are written without major versions: pgx stands for pgx/v4 and pgx/v5.
type library struct {
	path    string
	types   string // "" for functions
	role    role
	methods string
}

const (
	sqlRun  = "Exec ExecContext Query QueryContext QueryRow QueryRowContext "
	sqlxRun = "Get GetContext Select SelectContext Queryx QueryxContext QueryRowx QueryRowxContext MustExec MustExecContext " +
		"NamedExec NamedExecContext NamedQuery NamedQueryContext "
	prepare = "Prepare PrepareContext "
	goPgRun = "Exec ExecContext ExecOne ExecOneContext Query QueryContext QueryOne QueryOneContext "
	gormEnd = "Scan Find First Last Take Row Rows Pluck Count "
	xormEnd = "Get Find FindAndCount Exist Count Rows Iterate Query QueryString QueryInterface Exec "
	gorpRun = "Exec Select SelectOne SelectInt SelectNullInt SelectFloat SelectNullFloat SelectStr SelectNullStr Query QueryRow "
)

var libraries = []library{
	{"database/sql", "DB Conn Tx", runs, sqlRun},
	{"database/sql", "DB Conn Tx", carries, prepare},
	{"database/sql", "Stmt", executes, sqlRun},
	{"database/sql/driver", "Execer ExecerContext Queryer QueryerContext", runs, sqlRun},
	{"database/sql/driver", "Conn ConnPrepareContext", carries, prepare},
	{"database/sql/driver", "Stmt StmtExecContext StmtQueryContext", executes, sqlRun},

	{"github.com/jackc/pgx", "Conn Tx", runs, "Exec Query QueryRow QueryFunc"},
	{"github.com/jackc/pgx", "Conn Tx", names, "Prepare"},
	{"github.com/jackc/pgx", "Batch", runs, "Queue"},
	{"github.com/jackc/pgx/pgxpool", "Pool Conn Tx", runs, "Exec Query QueryRow QueryFunc"},
	{"github.com/jackc/pgx/pgconn", "PgConn", runs, "Exec ExecParams"},
	{"github.com/jackc/pgx/pgconn", "Batch", runs, "ExecParams"},
	{"github.com/jackc/pgx/pgconn", "Pipeline", runs, "SendQueryParams"},
	{"github.com/jackc/pgconn", "PgConn Batch", runs, "Exec ExecParams"},
	{"github.com/georgysavva/scany/pgxscan", "", runs, "Get Select"},
	{"github.com/georgysavva/scany/pgxscan", "API", runs, "Get Select"},
	{"github.com/georgysavva/scany/sqlscan", "", runs, "Get Select"},
	{"github.com/georgysavva/scany/sqlscan", "API", runs, "Get Select"},

	{"github.com/jmoiron/sqlx", "", runs, sqlxRun},
	{"github.com/jmoiron/sqlx", "", carries, "Preparex PreparexContext"},
	{"github.com/jmoiron/sqlx", "DB Conn Tx Ext ExtContext Execer ExecerContext Queryer QueryerContext", runs, sqlRun + sqlxRun},
	{"github.com/jmoiron/sqlx", "DB Conn Tx Preparer PreparerContext", carries,
		prepare + "Preparex PreparexContext PrepareNamed PrepareNamedContext"},
	{"github.com/jmoiron/sqlx", "Stmt NamedStmt", executes, sqlRun + sqlxRun},

	{"gorm.io/gorm", "DB Interface", runs, "Exec"},
	{"gorm.io/gorm", "DB Interface", carries, "Raw"},
	{"gorm.io/gorm", "DB ExecInterface", executes, gormEnd},
	{"github.com/jinzhu/gorm", "DB", runs, "Exec"},
	{"github.com/jinzhu/gorm", "DB", carries, "Raw"},
	{"github.com/jinzhu/gorm", "DB", executes, gormEnd},

	{"github.com/uptrace/bun", "DB Conn Tx IConn IDB", runs, sqlRun},
	{"github.com/uptrace/bun", "DB Conn Tx", carries, prepare},
	{"github.com/uptrace/bun", "DB Conn Tx IDB", carries, "NewRaw"},
	{"github.com/uptrace/bun", "RawQuery", executes, "Exec Scan"},

	{"github.com/go-pg/pg", "DB Conn Tx baseDB DBI", runs, goPgRun},
	{"github.com/go-pg/pg", "DB Conn Tx baseDB", carries, "Prepare"},
	{"github.com/go-pg/pg", "Stmt", executes, goPgRun},
	{"github.com/go-pg/pg/orm", "DB", runs, goPgRun},

	{"github.com/gobuffalo/pop", "Connection", carries, "RawQuery"},
	{"github.com/gobuffalo/pop", "Query", executes, "Exec ExecWithCount First Last All Count Exists"},

	{"entgo.io/ent/dialect", "Driver Tx ExecQuerier", runs, "Exec Query"},
	{"entgo.io/ent/dialect/sql", "Conn Driver Tx ExecQuerier", runs, sqlRun},

	{"xorm.io/xorm", "Engine Session Interface EngineInterface", runs, "Exec Query QueryString QueryInterface"},
	{"xorm.io/xorm", "Engine Session Interface EngineInterface", carries, "SQL"},
	{"xorm.io/xorm", "Session", executes, xormEnd},

	{"github.com/upper/db", "SQL", runs, "Exec ExecContext Query QueryContext QueryRow QueryRowContext Iterator IteratorContext"},
	{"github.com/upper/db", "SQL", carries, prepare},

	{"github.com/go-gorp/gorp", "DbMap Transaction SqlExecutor", runs, gorpRun},
	{"github.com/volatiletech/sqlboiler/queries", "", carries, "Raw RawG"},
	{"github.com/volatiletech/sqlboiler/queries", "Query", executes, sqlRun + "Bind BindG"},
	{"github.com/beego/beego/client/orm", "Ormer TxOrmer QueryExecutor RawQueryExecutor DQL", carries, "Raw RawWithCtx"},
	{"github.com/beego/beego/client/orm", "RawSeter", executes, "Exec QueryRow QueryRows Values ValuesList ValuesFlat RowsToMap"},
}

// silent lists packages whose functions run no SQL, whatever they are called.
var silent = map[string]bool{
	"github.com/DATA-DOG/go-sqlmock":          true,
	"github.com/data-dog/go-sqlmock":          true,
	"github.com/pashagolub/pgxmock":           true,
	"github.com/golang/mock/gomock":           true,
	"go.uber.org/mock/gomock":                 true,
	"github.com/stretchr/testify/assert":      true,
	"github.com/stretchr/testify/mock":        true,
	"github.com/stretchr/testify/require":     true,
	"github.com/onsi/gomega":                  true,
	"github.com/tidwall/gjson":                true,
	"github.com/spf13/viper":                  true,
	"github.com/prometheus/client_golang/api": true,
	"net/http":      true,
	"net/url":       true,
	"os/exec":       true,
	"testing":       true,
	"log":           true,
	"log/slog":      true,
	"fmt":           true,
	"errors":        true,
	"regexp":        true,
	"strings":       true,
	"text/template": true,
}

// roles holds the table by package, type and method. A method of one name can have two roles: xorm's Session runs
// what it is given, and what it carries.
var roles = sync.OnceValue(func() map[[3]string][]role {
	m := map[[3]string][]role{}
	for _, lib := range libraries {
		for _, t := range strings.Split(lib.types, " ") {
			for _, method := range strings.Fields(lib.methods) {
				key := [3]string{lib.path, t, method}
				m[key] = append(m[key], lib.role)
			}
		}
	}
	return m
})

// rolesOf returns what the table says of a function.
func rolesOf(fn *types.Func) []role {
	if fn.Pkg() == nil {
		return nil
	}
	recv := ""
	if r := fn.Signature().Recv(); r != nil {
		recv = typeName(r.Type())
	}
	return roles()[[3]string{session.Unversioned(fn.Pkg().Path()), recv, fn.Name()}]
}

// typeName returns the name of a type or of what it points to, "" if it has none.
func typeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
