package session

// The standard library's handles, and the libraries that run on top of them.

var databaseSQL = library{
	path: "database/sql",
	types: []typeRow{
		{"DB", Pool, EndsSession, "is a pool of connections"},
		{"Conn", Pinned, BackToPool, "is one connection, which Close gives back to its pool"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
		{"Stmt", Unknown, None, "runs where it was prepared: on a pool, a connection or a transaction"}, // measured for a pool [T a4]
	},
	calls: []callRow{
		{"", "Open OpenDB", opens},
		{"DB", "Conn", pins},
		{"DB", "Begin BeginTx", begins},
		{"DB", "Close", closes},
		{"DB", "Prepare PrepareContext", handle},
		{"DB", "Exec ExecContext Query QueryContext QueryRow QueryRowContext", runs},
		{"Conn", "BeginTx", begins},
		{"Conn", "Close", releases},
		{"Conn", "Raw", mayDiscard},
		{"Conn", "PrepareContext", handle},
		{"Conn", "ExecContext QueryContext QueryRowContext", runs},
		{"Tx", "Commit", commits},
		{"Tx", "Rollback", rollsBack},
		{"Tx", "Prepare PrepareContext Stmt StmtContext", handle},
		{"Tx", "Exec ExecContext Query QueryContext QueryRow QueryRowContext", runs},
		{"Stmt", "Exec ExecContext Query QueryContext QueryRow QueryRowContext", runs},
	},
}

var databaseSQLDriver = library{
	path: "database/sql/driver",
	types: []typeRow{
		{"Conn", Pinned, EndsSession, "is a driver's connection"},
		{"Tx", Tx, EndsTransaction, "is a driver's transaction"},
		{"Stmt", Unknown, None, "runs where it was prepared"},
	},
	calls: []callRow{
		{"Conn", "Begin", begins},
		{"Conn", "Close", closes},
		{"Conn", "Prepare", handle},
		{"ConnBeginTx", "BeginTx", begins},
		{"ConnPrepareContext", "PrepareContext", handle},
		{"Tx", "Commit", commits},
		{"Tx", "Rollback", rollsBack},
		{"Stmt", "Exec Query", runs},
		{"ExecerContext", "ExecContext", runs},
		{"QueryerContext", "QueryContext", runs},
		{"StmtExecContext", "ExecContext", runs},
		{"StmtQueryContext", "QueryContext", runs},
	},
}

var sqlx = library{
	path: "github.com/jmoiron/sqlx",
	types: []typeRow{
		{"DB", Pool, EndsSession, "is a pool of connections"},
		{"Conn", Pinned, BackToPool, "is one connection, which Close gives back to its pool"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
		{"Stmt", Unknown, None, "runs where it was prepared: on a pool, a connection or a transaction"},
		{"NamedStmt", Unknown, None, "runs where it was prepared: on a pool, a connection or a transaction"},
	},
	calls: []callRow{
		{"", "Open Connect ConnectContext MustOpen MustConnect", opens},
		{"", "NewDb", binds},
		{"", "Preparex PreparexContext", binds},
		{"", "Get GetContext Select SelectContext MustExec MustExecContext LoadFile LoadFileContext", runsOn},
		{"", "NamedExec NamedExecContext NamedQuery NamedQueryContext", runsOn},
		{"DB", "Connx", pins},
		{"DB", "Beginx BeginTxx MustBegin MustBeginTx", begins},
		{"DB Tx", "Unsafe Preparex PreparexContext PrepareNamed PrepareNamedContext", handle},
		{"DB Tx", "Get GetContext Select SelectContext MustExec MustExecContext", runs},
		{"DB Tx", "Queryx QueryxContext QueryRowx QueryRowxContext", runs},
		{"DB Tx", "NamedExec NamedExecContext NamedQuery", runs},
		{"DB", "NamedQueryContext", runs},
		{"Conn", "BeginTxx", begins},
		{"Conn", "PreparexContext", handle},
		{"Conn", "GetContext SelectContext QueryxContext QueryRowxContext", runs},
		{"Tx", "NamedStmt NamedStmtContext Stmtx StmtxContext", handle},
		{"Stmt NamedStmt", "Get GetContext Select SelectContext MustExec MustExecContext", runs},
		{"Stmt NamedStmt", "Queryx QueryxContext QueryRowx QueryRowxContext", runs},
		{"NamedStmt", "Exec ExecContext Query QueryContext QueryRow QueryRowContext", runs},
	},
}

// scany reads rows through whatever handle it is given.
var (
	scanyPgx = library{path: "github.com/georgysavva/scany/pgxscan", calls: scanyCalls}
	scanySQL = library{path: "github.com/georgysavva/scany/sqlscan", calls: scanyCalls}

	scanyCalls = []callRow{
		{"", "Get Select", runsOn},
		{"API", "Get Select", runsOn},
	}
)

const squirrelWhy = "runs on what RunWith was given"

var squirrel = library{
	path: "github.com/Masterminds/squirrel",
	types: []typeRow{
		{"StatementBuilderType", Unknown, None, squirrelWhy},
		{"SelectBuilder", Unknown, None, squirrelWhy},
		{"InsertBuilder", Unknown, None, squirrelWhy},
		{"UpdateBuilder", Unknown, None, squirrelWhy},
		{"DeleteBuilder", Unknown, None, squirrelWhy},
		{"StmtCache", Unknown, None, "runs on what it was made for"},
	},
	calls: []callRow{
		{"", "NewStmtCache NewStmtCacher NewStmtCacheProxy WrapStdSql WrapStdSqlCtx", binds},
		{"", "ExecWith ExecContextWith QueryWith QueryContextWith QueryRowWith QueryRowContextWith", runsOn},
		{"StatementBuilderType SelectBuilder InsertBuilder UpdateBuilder DeleteBuilder", "RunWith", handleOf},
		{"SelectBuilder InsertBuilder UpdateBuilder DeleteBuilder", "Exec ExecContext QueryContext", runs},
		{"SelectBuilder InsertBuilder UpdateBuilder", "Query QueryRow QueryRowContext Scan ScanContext", runs},
		{"StmtCache", "Exec ExecContext Query QueryContext QueryRow QueryRowContext", runs},
	},
}

const goquWhy = "runs on the database that it was built from"

var goqu = library{
	path: "github.com/doug-martin/goqu",
	types: []typeRow{
		{"Database", Pool, None, "is a query builder on a pool: it needs one for Begin"},
		{"TxDatabase", Tx, EndsTransaction, "is a query builder on a transaction"},
		{"SelectDataset", Unknown, None, goquWhy},
		{"InsertDataset", Unknown, None, goquWhy},
		{"UpdateDataset", Unknown, None, goquWhy},
		{"DeleteDataset", Unknown, None, goquWhy},
	},
	calls: []callRow{
		{"", "New NewTx", binds},
		{"DialectWrapper", "DB", handleOf},
		{"Database", "Begin BeginTx", begins},
		{"Database", "WithTx", inTx},
		{"TxDatabase", "Commit", commits},
		{"TxDatabase", "Rollback", rollsBack},
		{"TxDatabase", "Wrap", inTx},
		{"Database TxDatabase", "Prepare PrepareContext From Select Insert Update Delete", handle},
		{"Database TxDatabase", "Exec ExecContext Query QueryContext QueryRow QueryRowContext", runs},
		{"Database TxDatabase", "ScanStruct ScanStructContext ScanStructs ScanStructsContext", runs},
		{"Database TxDatabase", "ScanVal ScanValContext ScanVals ScanValsContext", runs},
		{"SelectDataset", "ScanStruct ScanStructContext ScanStructs ScanStructsContext", runs},
		{"SelectDataset", "ScanVal ScanValContext ScanVals ScanValsContext Count CountContext Pluck PluckContext", runs},
	},
}
