// Shop runs the background jobs of a small shop, and is what advlockcheck is shown on. Its advisory locks are done wrong
// and done right, side by side; each wrong one says what happens. It works all the same, most of the time, and that is
// the trouble with these bugs.
//
//	shop -dsn postgres://localhost/shop
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"log"
	"os"
	"os/signal"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"shop.example/invoices"
	"shop.example/jobs"
	"shop.example/leader"
	"shop.example/schema"
)

func main() {
	dsn := flag.String("dsn", os.Getenv("DATABASE_URL"), "the database")
	batch := flag.Int("batch", 10, "how many jobs to claim at a time")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	db, err := sql.Open("pgx", *dsn)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	if err := run(ctx, db, *batch); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, db *sql.DB, batch int) error {
	if err := schema.Migrate(ctx, db); err != nil {
		return err
	}
	// Locks belong to a session, and a pool hands out whichever it likes: every user of locks has a connection of its own.
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()

	for ctx.Err() == nil {
		claimed, err := jobs.Claim(ctx, conn, batch)
		if err != nil {
			return err
		}
		for _, id := range claimed {
			log.Printf("job %d", id)
			if err := jobs.Finish(ctx, conn, id); err != nil {
				return err
			}
		}
		lead, err := leader.Campaign(ctx, conn)
		if err != nil {
			return err
		}
		if lead {
			// A session lock survives an error: whatever Send returns, the next leader is let in.
			if err := errors.Join(invoices.Send(ctx, db), leader.Resign(ctx, conn)); err != nil {
				return err
			}
		}
		if len(claimed) == 0 {
			time.Sleep(time.Second)
		}
	}
	return ctx.Err()
}
