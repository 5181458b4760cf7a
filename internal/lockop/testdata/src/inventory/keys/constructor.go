package keys

import (
	"database/sql"
	"hash/fnv"
)

type Named struct {
	tx   *sql.Tx
	key  int64
	kind int32
}

func NewNamed(tx *sql.Tx, name string) *Named {
	h := fnv.New64a()
	h.Write([]byte(name))
	return &Named{tx: tx, key: int64(h.Sum64()), kind: 9}
}

func (n *Named) Lock() { n.tx.Exec("SELECT pg_advisory_xact_lock($1)", n.key) }     // want `pg_advisory_xact_lock: transaction n.tx; n.key is field, hash fnv.New64a; end of the transaction$`
func (n *Named) Kind() { n.tx.Exec("SELECT pg_advisory_xact_lock($1, 0)", n.kind) } // want `pg_advisory_xact_lock: transaction n.tx; n.kind is field, constant; 0 is constant; end of the transaction$`
