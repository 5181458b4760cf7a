package keys

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"hash/crc32"
	"hash/fnv"
)

func Hashes(tx *sql.Tx, name string) {
	tx.Exec("SELECT pg_advisory_xact_lock($1)", int64(crc32.ChecksumIEEE([]byte(name)))) // want `pg_advisory_xact_lock: transaction tx; int64 crc32.ChecksumIEEE \[\]byte name is hash crc32.ChecksumIEEE; end of the transaction$`
	sum := sha256.Sum256([]byte(name))
	tx.Exec("SELECT pg_advisory_xact_lock($1)", int64(binary.BigEndian.Uint64(sum[:8]))) // want `pg_advisory_xact_lock: transaction tx; int64 binary.BigEndian.Uint64 sum\[:8\] is part of hash crypto/sha256.Sum256; end of the transaction$`
	h := fnv.New32a()
	h.Write([]byte(name))
	key := h.Sum32()
	tx.Exec("SELECT pg_advisory_xact_lock($1)", key) // want `pg_advisory_xact_lock: transaction tx; key is hash fnv.New32a; end of the transaction$`
}
