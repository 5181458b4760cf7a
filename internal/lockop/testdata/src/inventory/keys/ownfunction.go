package keys

import (
	"database/sql"
	"hash/fnv"
)

func keyOf(name string) int64 {
	h := fnv.New64()
	h.Write([]byte(name))
	return int64(h.Sum64())
}

type hasher struct{}

func (hasher) key(name string) int64 { return keyOf(name) }

func OwnFunction(tx *sql.Tx, name string) {
	tx.Exec("SELECT pg_advisory_xact_lock($1)", keyOf(name)) // want `pg_advisory_xact_lock: transaction tx; keyOf name is result of keyOf, hash fnv.New64; end of the transaction$`
	key := hasher{}.key(name)
	tx.Exec("SELECT pg_advisory_xact_lock($1)", key) // want `pg_advisory_xact_lock: transaction tx; key is result of key, result of keyOf, hash fnv.New64; end of the transaction$`
}
