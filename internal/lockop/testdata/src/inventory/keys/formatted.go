package keys

import (
	"database/sql"
	"fmt"
	"strconv"
)

func Formatted(tx *sql.Tx, id int64, n int) {
	tx.Exec(fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", id))               // want `pg_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
	tx.Exec(fmt.Sprintf("SELECT pg_advisory_xact_lock(%d, %d)", 4, n))         // want `pg_advisory_xact_lock: transaction tx; 4 is constant; n is parameter; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock(" + strconv.FormatInt(id, 10) + ")") // want `pg_advisory_xact_lock: transaction tx; strconv.FormatInt id, 10 is parameter; end of the transaction$`
}
