package session

import "go/types"

// A pool of one connection is as good as a pinned session between processes [T a7], so programs limit pools on
// purpose. Where a limit is set is a matter of names; which value it has is for the reader of the program.

// PoolMaxConns is the setting in a connection string that limits a pgxpool.
const PoolMaxConns = "pool_max_conns"

// limitMethods lists the methods that limit the pool they are called on, with the parameter that is the limit.
var limitMethods = map[callKey]int{
	{"database/sql", "DB", "SetMaxOpenConns"}: 0, // also promoted: *sqlx.DB, *bun.DB
}

// limitFields lists the fields of settings that limit a pool.
var limitFields = map[[2]string]bool{
	{"github.com/jackc/pgx/pgxpool", "MaxConns"}: true, // of Config
	{"github.com/jackc/pgx", "MaxConnections"}:   true, // of ConnPoolConfig, version 3
	{"github.com/go-pg/pg", "PoolSize"}:          true, // of Options
	{"github.com/gobuffalo/pop", "Pool"}:         true, // of ConnectionDetails
}

// LimitMethod reports whether a method limits the number of connections of its receiver, and the index of the parameter
// that holds the limit.
func LimitMethod(fn *types.Func) (param int, ok bool) {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return -1, false
	}
	n := named(fn.Signature().Recv().Type())
	if n == nil {
		return -1, false
	}
	param, ok = limitMethods[callKey{Unversioned(fn.Pkg().Path()), n.Obj().Name(), fn.Name()}]
	if !ok {
		return -1, false
	}
	return param, true
}

// LimitField reports whether a field of a pool's settings limits the number of its connections.
func LimitField(v *types.Var) bool {
	return v != nil && v.IsField() && v.Pkg() != nil && limitFields[[2]string{Unversioned(v.Pkg().Path()), v.Name()}]
}

// LimitName reports whether the settings of any pool have a field of that name that limits the number of connections.
func LimitName(name string) bool {
	for key := range limitFields {
		if key[1] == name {
			return true
		}
	}
	return false
}
