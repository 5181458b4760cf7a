package session

// Object mappers. Most of them have one static type for the pool and for a transaction.

const (
	gormRuns = "Exec Row Rows Scan First FirstOrInit FirstOrCreate Find FindInBatches Take Last Pluck Count " +
		"Create CreateInBatches Save Update Updates UpdateColumn UpdateColumns Delete AutoMigrate"
	gormOldRuns = "Exec Row Rows Scan First FirstOrInit FirstOrCreate Find Take Last Pluck Count " +
		"Create Save Update Updates UpdateColumn UpdateColumns Delete AutoMigrate"
	gormWhy = "can be the pool or a transaction"
)

var gorm = library{
	path: "gorm.io/gorm",
	types: []typeRow{
		{"DB", Unknown, None, gormWhy},
		{"PreparedStmtDB", Unknown, None, "prepares statements on the connections that it wraps"},
		{"PreparedStmtTX", Tx, EndsTransaction, "is a transaction"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
	},
	calls: []callRow{
		{"", "Open", opens},
		{"", "G", binds},
		{"DB", "Begin", begins},
		{"DB", "Transaction", inTx},
		{"DB", "Connection", inConn},
		{"DB", "Commit", commits},
		{"DB", "Rollback", rollsBack},
		{"DB", "DB", toPool}, // also of a transaction: the *sql.DB that it was begun on
		{"DB", "Session WithContext Debug Model Table Raw", handle},
		{"DB", gormRuns, runs},
		{"DB", "SavePoint RollbackTo", runs},
		{"PreparedStmtDB PreparedStmtTX", "GetDBConn", toPool},
		{"PreparedStmtTX", "Commit", commits},
		{"PreparedStmtTX", "Rollback", rollsBack},
		{"TxCommitter", "Commit", commits},
		{"TxCommitter", "Rollback", rollsBack},
	},
}

// gormOld is version 1 of gorm.
var gormOld = library{
	path: "github.com/jinzhu/gorm", old: true,
	types: []typeRow{
		{"DB", Unknown, None, gormWhy},
	},
	calls: []callRow{
		{"", "Open", opens},
		{"DB", "Begin BeginTx", begins},
		{"DB", "Transaction", inTx},
		{"DB", "Commit", commits},
		{"DB", "Rollback RollbackUnlessCommitted", rollsBack},
		{"DB", "Close", closes},
		{"DB", "DB", toPool},
		{"DB", gormOldRuns, runs},
	},
}

const bunWhy = "runs on what built it, or on what Conn was given"

var bun = library{
	path: "github.com/uptrace/bun",
	types: []typeRow{
		{"DB", Pool, EndsSession, "is a pool of connections"},
		{"Conn", Pinned, BackToPool, "is one connection, which Close gives back to its pool"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
		{"IDB", Unknown, None, "can be the pool, a connection or a transaction"},
		{"Stmt", Unknown, None, "runs where it was prepared: on a pool, a connection or a transaction"},
		{"RawQuery", Unknown, None, bunWhy},
		{"SelectQuery", Unknown, None, bunWhy},
		{"InsertQuery", Unknown, None, bunWhy},
		{"UpdateQuery", Unknown, None, bunWhy},
		{"DeleteQuery", Unknown, None, bunWhy},
		{"MergeQuery", Unknown, None, bunWhy},
	},
	calls: []callRow{
		{"", "NewDB", binds},
		{"", "NewRawQuery NewSelectQuery NewInsertQuery NewUpdateQuery NewDeleteQuery", binds},
		{"DB", "Conn", pins},
		{"DB Tx", "Begin", begins},
		{"DB Conn Tx IDB", "BeginTx", begins},
		{"DB Conn Tx IDB", "RunInTx", inTx},
		{"DB Conn Tx IDB", "NewRaw NewSelect NewInsert NewUpdate NewDelete NewMerge", handle},
		{"DB", "Close", closes},
		{"DB", "Prepare PrepareContext", handle},
		{"DB Tx", "Exec Query QueryRow", runs},
		{"DB Conn Tx IConn", "ExecContext QueryContext QueryRowContext", runs},
		{"Tx", "Commit", commits},
		{"Tx", "Rollback", rollsBack},
		{"RawQuery SelectQuery InsertQuery UpdateQuery DeleteQuery", "Conn", handleOf},
		{"RawQuery SelectQuery InsertQuery UpdateQuery DeleteQuery", "Exec Scan", runs},
		{"SelectQuery", "Count Exists Rows ScanAndCount", runs},
	},
}

var entDriver = library{
	path: "entgo.io/ent/dialect/sql",
	types: []typeRow{
		{"Driver", Pool, EndsSession, "is a driver on a pool of connections"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
		{"Conn", Unknown, None, "can be the pool or a transaction"},
	},
	calls: []callRow{
		{"", "Open", opens},
		{"", "OpenDB NewDriver", binds},
		{"Driver", "DB", toPool},
		{"Driver", "Tx BeginTx", begins},
		{"Driver", "Close", closes},
		{"Conn", "Exec Query", runs},
		{"ExecQuerier", "ExecContext QueryContext", runs},
	},
}

var entDialect = library{
	path: "entgo.io/ent/dialect",
	types: []typeRow{
		{"Driver", Unknown, None, "can be the pool or a transaction"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
	},
	calls: []callRow{
		{"", "Debug DebugWithContext NopTx", binds},
		{"Driver", "Tx", begins},
		{"Driver", "Close", closes},
		{"ExecQuerier", "Exec Query", runs},
	},
}

const goPgRuns = "Exec ExecContext ExecOne ExecOneContext Query QueryContext QueryOne QueryOneContext"

// goPg is go-pg, versions 8 to 10. Its DB and Conn inherit their methods from a type of no name outside.
var goPg = library{
	path: "github.com/go-pg/pg",
	types: []typeRow{
		{"DB", Pool, EndsSession, "is a pool of connections"},
		{"Conn", Pinned, BackToPool, "is one connection, which Close gives back to its pool"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
		{"Stmt", Unknown, None, "runs where it was prepared: on a pool, a connection or a transaction"},
		{"DBI", Unknown, None, "can be the pool, a connection or a transaction"},
	},
	calls: []callRow{
		{"", "Connect", opens},
		{"DB", "Conn", pins},
		{"baseDB", "Begin BeginContext", begins},
		{"baseDB Tx DBI", "RunInTransaction", inTx},
		{"baseDB", "Close", closes},
		{"baseDB Tx", "Prepare Model ModelContext", handle},
		{"baseDB Tx DBI", goPgRuns + " CopyFrom CopyTo", runs},
		{"baseDB", "Ping", runs},
		{"DBI Tx", "Begin", begins},
		{"Tx", "Commit CommitContext", commits},
		{"Tx", "Rollback RollbackContext Close CloseContext", rollsBack},
		{"Tx", "Stmt", handle},
		{"Stmt", goPgRuns, runs},
	},
}

var goPgOrm = library{
	path: "github.com/go-pg/pg/orm",
	types: []typeRow{
		{"DB", Unknown, None, "can be the pool, a connection or a transaction"},
		{"Query", Unknown, None, "runs on what built it, or on what DB was given"},
	},
	calls: []callRow{
		{"", "NewQuery NewQueryContext", binds},
		{"DB", goPgRuns, runs},
		{"Query", "DB", handleOf},
		{"Query", "Exec ExecOne Query QueryOne Select SelectAndCount First Last Count Exists Insert Update Delete", runs},
	},
}

var pop = library{
	path: "github.com/gobuffalo/pop",
	types: []typeRow{
		{"Connection", Unknown, None, "can be the pool or a transaction"},
		{"Query", Unknown, None, "runs on the connection that it was built from"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
	},
	calls: []callRow{
		{"", "Connect NewConnection", opens},
		{"", "Q", binds},
		{"Connection", "NewTransaction NewTransactionContext NewTransactionContextOptions", begins},
		{"Connection", "Transaction Rollback", inTx},
		{"Connection", "Close", closes},
		{"Connection", "Q RawQuery Where Order Limit Scope Select WithContext", handle},
		{"Connection", "All Count Create Destroy Find First Last Load Reload Save Update UpdateColumns TruncateAll", runs},
		{"Query", "Exec ExecWithCount First Last All Count CountByField Exists Find Delete UpdateQuery", runs},
	},
}

var upper = library{
	path: "github.com/upper/db",
	types: []typeRow{
		{"Session", Unknown, None, "can be the pool or a transaction"},
		{"SQL", Unknown, None, "runs on the session that it was taken from"},
	},
	calls: []callRow{
		{"Session", "Tx TxContext", inTx},
		{"Session", "SQL WithContext", handle},
		{"Session", "Driver", unwraps},
		{"Session", "Close", closes},
		{"SQL", "Prepare PrepareContext", handle},
		{"SQL", "Exec ExecContext Query QueryContext QueryRow QueryRowContext Iterator IteratorContext", runs},
	},
}

var upperPostgres = library{
	path: "github.com/upper/db/adapter/postgresql",
	calls: []callRow{
		{"", "Open", opens},
		{"", "New NewTx", binds},
	},
}
