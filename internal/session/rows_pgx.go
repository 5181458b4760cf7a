package session

// pgx, its pool and its bridge to database/sql. Versions 4 and 5 share their rows; what only earlier versions have is
// listed apart.

var pgxRoot = library{
	path: "github.com/jackc/pgx",
	types: []typeRow{
		{"Conn", Pinned, EndsSession, "is one connection, and Close ends its session"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
		{"Batch", Unknown, None, "has no session of its own: SendBatch runs it, on its receiver"},
	},
	calls: []callRow{
		{"", "Connect ConnectConfig ConnectWithOptions", opensOwned},
		{"", "BeginFunc BeginTxFunc", of(inTx)},
		{"Conn", "Begin BeginTx", begins},
		{"Conn", "Close", closes},
		{"Conn", "PgConn", toConn},
		{"Conn Tx", "Exec Query QueryRow SendBatch Prepare CopyFrom", runs},
		{"Conn", "Ping Deallocate", runs},
		{"Tx", "Begin", begins},
		{"Tx", "Commit", commits},
		{"Tx", "Rollback", rollsBack},
		{"Tx", "Conn", toConn},
	},
}

var pgxOld = library{
	path: "github.com/jackc/pgx", old: true,
	types: []typeRow{
		{"ConnPool", Pool, EndsSession, "is a pool of connections"},
	},
	calls: []callRow{
		{"", "NewConnPool", opens},
		{"ConnPool", "Acquire AcquireEx", pins},
		{"ConnPool", "Release", of(releases)},
		{"ConnPool", "Begin BeginEx", begins},
		{"ConnPool", "Close", closes},
		{"Conn", "BeginEx", begins},
		{"Conn Tx", "BeginFunc", inTx},
		{"Conn", "BeginTxFunc", inTx},
		{"Conn Tx", "QueryFunc", runs},
		{"Conn ConnPool Tx", "ExecEx QueryEx QueryRowEx PrepareEx", runs},
		{"ConnPool", "Exec Query QueryRow Prepare CopyFrom", runs},
		{"Tx", "CommitEx", commits},
		{"Tx", "RollbackEx", rollsBack},
	},
}

var pgxpool = library{
	path: "github.com/jackc/pgx/pgxpool",
	types: []typeRow{
		{"Pool", Pool, EndsSession, "is a pool of connections"},
		{"Conn", Pinned, BackToPool, "is one connection, which Release gives back to its pool"},
		{"Tx", Tx, EndsTransaction, "is a transaction"},
	},
	calls: []callRow{
		{"", "New NewWithConfig", opens},
		{"Pool", "Acquire", pins},
		{"Pool", "AcquireFunc", inConn},
		{"Pool", "Close", closes},
		{"Pool Conn", "Begin BeginTx", begins},
		{"Pool Conn Tx", "Exec Query QueryRow SendBatch CopyFrom", runs},
		{"Pool Conn", "Ping", runs},
		{"Conn", "Release", releases},
		{"Conn", "Hijack", hijacks},
		{"Conn Tx", "Conn", toConn},
		{"Tx", "Begin", begins},
		{"Tx", "Prepare", runs},
		{"Tx", "Commit", commits},
		{"Tx", "Rollback", rollsBack},
	},
}

var pgxpoolOld = library{
	path: "github.com/jackc/pgx/pgxpool", old: true,
	calls: []callRow{
		{"", "Connect ConnectConfig", opens},
		{"Pool Conn Tx", "BeginFunc", inTx},
		{"Pool Conn", "BeginTxFunc", inTx},
		{"Pool Conn Tx", "QueryFunc", runs},
	},
}

var pgconnTypes = []typeRow{
	{"PgConn", Pinned, EndsSession, "is one connection, and Close ends its session"},
	{"Pipeline", Unknown, None, "runs on the connection that started it"},
}

var pgconnCalls = []callRow{
	{"", "Connect ConnectConfig", opensOwned},
	{"", "Construct", binds},
	{"PgConn", "Close", closes},
	{"PgConn", "Hijack", hijacks},
	{"PgConn", "Exec ExecBatch ExecParams ExecPrepared Prepare CopyFrom CopyTo", runs},
}

var pgconn = library{
	path:  "github.com/jackc/pgx/pgconn",
	types: pgconnTypes,
	calls: append([]callRow{
		{"", "ConnectWithOptions", opensOwned},
		{"PgConn", "Ping Deallocate ExecStatement", runs},
		{"PgConn", "StartPipeline", handle},
		{"Pipeline", "SendQueryParams SendQueryPrepared SendPrepare", runs},
	}, pgconnCalls...),
}

// pgconnOld was a module of its own beside pgx v4.
var pgconnOld = library{path: "github.com/jackc/pgconn", old: true, types: pgconnTypes[:1], calls: pgconnCalls}

var pgxStdlib = library{
	path: "github.com/jackc/pgx/stdlib",
	types: []typeRow{
		{"Conn", Pinned, EndsSession, "is the driver's connection below a *sql.Conn"},
	},
	calls: []callRow{
		{"", "OpenDB", opens},
		{"", "OpenDBFromPool GetPoolConnector", binds},
		{"Conn", "Conn", toConn},
		{"Conn", "Begin BeginTx", begins},
		{"Conn", "Close", closes},
		{"Conn", "Prepare PrepareContext", handle},
		{"Conn", "ExecContext QueryContext", runs},
	},
}

var pgxStdlibOld = library{
	path: "github.com/jackc/pgx/stdlib", old: true,
	calls: []callRow{
		{"", "AcquireConn", of(pins)},
		{"", "ReleaseConn", ofParam(1, releases)},
	},
}
