package pair

import "database/sql"

type OnPool struct{ db *sql.DB }

func (l OnPool) TryLock(key int64) (ok bool, err error) {
	err = l.db.QueryRow("SELECT pg_try_advisory_lock($1)", key).Scan(&ok) // want `pg_try_advisory_lock: pool l.db; key is parameter; method in OnPool.Unlock$`
	return ok, err
}

func (l OnPool) Unlock(key int64) error {
	_, err := l.db.Exec("SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pool l.db; key is parameter$`
	return err
}
