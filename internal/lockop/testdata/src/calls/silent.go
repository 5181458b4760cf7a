package calls

import (
	"errors"
	"fmt"
	"log"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"github.com/DATA-DOG/go-sqlmock"
	sq "github.com/Masterminds/squirrel"
)

const waitQuery = "SELECT pg_advisory_lock(1)"

var (
	forbidden = []string{"pg_advisory_lock(", "pg_sleep(", "SELECT pg_advisory_lock(1)"}
	catalogue = map[string]string{"pg_advisory_lock(key)": "obtain an exclusive session-level lock"}
	errLock   = errors.New("SELECT pg_advisory_lock(1) failed")
	lockRE    = regexp.MustCompile(`SELECT pg_advisory_lock\(1\)`)
)

func nothingRuns(t *testing.T, mock sqlmock.Sqlmock, q string) error {
	mock.ExpectExec("SELECT pg_advisory_lock(1)")
	mock.ExpectQuery(regexp.QuoteMeta("SELECT pg_advisory_lock(1)"))
	sqlmock.QueryRow("SELECT pg_advisory_lock(1)")
	log.Printf("running %s", waitQuery)
	slog.Info("SELECT pg_advisory_lock(1)")
	t.Run("SELECT pg_advisory_lock(1)", func(*testing.T) {})
	if strings.Contains(q, "pg_advisory_lock(1)") || q == waitQuery {
		return fmt.Errorf("SELECT pg_advisory_lock(1): %w", errLock)
	}
	text := fmt.Sprintf("SELECT pg_advisory_lock(%d)", 1)
	_ = text
	sq.Select("pg_advisory_lock(1)").From("jobs").Limit(1).QueryRow() // a builder's parts are no statement
	return nil
}
