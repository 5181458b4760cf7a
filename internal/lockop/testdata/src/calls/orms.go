package calls

import (
	"context"

	"github.com/go-pg/pg/v10"
	"github.com/gobuffalo/pop/v6"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"xorm.io/xorm"
)

func gormCalls(ctx context.Context, db *gorm.DB) {
	var ok bool
	db.Exec("SELECT pg_advisory_lock(?)", 1)                               // want "runs"
	db.Raw("SELECT pg_try_advisory_lock(?)", 1).Scan(&ok)                  // want "runs"
	db.WithContext(ctx).Raw("SELECT pg_try_advisory_lock(?)", 1).Find(&ok) // want "runs"
	db.Raw("SELECT pg_try_advisory_lock(?)", 1).WithContext(ctx).Scan(&ok) // want "runs"
	later := db.Raw("SELECT pg_try_advisory_lock(?)", 1)
	later.Scan(&ok) // want "runs"

	db.Raw("SELECT pg_try_advisory_lock(?)", 1) // never executed
	db.Where("id IN (?)", db.Raw("SELECT pg_try_advisory_lock(?)", 1))
}

func bunCalls(ctx context.Context, db *bun.DB, idb bun.IDB) {
	var ok bool
	db.NewRaw("SELECT pg_try_advisory_lock(?)", 1).Scan(ctx, &ok) // want "runs"
	idb.NewRaw("SELECT pg_advisory_lock(?)", 1).Exec(ctx)         // want "runs"
	db.ExecContext(ctx, "SELECT pg_advisory_lock(1)")             // want "runs"
	idb.ExecContext(ctx, "SELECT pg_advisory_lock(1)")            // want "runs"
	db.NewRaw("SELECT pg_try_advisory_lock(?)", 1)
}

func goPg(db *pg.DB) {
	var ok bool
	db.Exec("SELECT pg_advisory_lock(?)", 1)                       // want "runs"
	db.QueryOne(pg.Scan(&ok), "SELECT pg_try_advisory_lock(?)", 1) // want "runs"
}

func sqlxCalls(ctx context.Context, db *sqlx.DB) {
	var ok bool
	db.Get(&ok, "SELECT pg_try_advisory_lock($1)", 1)                // want "runs"
	db.SelectContext(ctx, &ok, "SELECT pg_try_advisory_lock($1)", 1) // want "runs"
	db.MustExec("SELECT pg_advisory_lock($1)", 1)                    // want "runs"
	db.NamedExec("SELECT pg_advisory_lock(:id)", nil)                // want "runs"
	db.Exec(db.Rebind("SELECT pg_advisory_lock(?)"), 1)              // want "runs"
	sqlx.Get(db, &ok, "SELECT pg_try_advisory_lock($1)", 1)          // want "runs"
	query, args, _ := sqlx.In("SELECT pg_advisory_lock(id) FROM t WHERE id IN (?)", []int{1})
	db.Exec(sqlx.Rebind(2, query), args...) // want "runs"
}

func popCalls(c *pop.Connection) {
	c.RawQuery("SELECT pg_advisory_lock(?)", 1).Exec() // want "runs"
	c.RawQuery("SELECT pg_advisory_lock(?)", 1)
}

func xormCalls(e *xorm.Engine, s *xorm.Session) {
	var ok bool
	e.Exec("SELECT pg_advisory_lock(?)", 1)             // want "runs"
	e.SQL("SELECT pg_try_advisory_lock(?)", 1).Get(&ok) // want "runs"
	s.Query("SELECT pg_advisory_lock(1)")               // want "runs"
}
