package sqlorder

import (
	"strings"
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// Every reason has its own words, for every function, and they keep to the house's style.
func TestMessages(t *testing.T) {
	three, four := int64(3), int64(4)
	for reason := locksql.Reason(0); reason <= locksql.LoopLeft; reason++ {
		if wordings[reason].happens == "" {
			t.Errorf("reason %d has no words", reason)
			continue
		}
		for _, fn := range locksql.Funcs {
			for _, h := range []locksql.Hazard{
				{Reason: reason},
				{Reason: reason, Limit: &three, Offset: &four},
				{Reason: reason, Subject: "status =\n\t'ready'"},
			} {
				switch m := message(fn, h); {
				case strings.ContainsAny(m, "{}|\n\t"), strings.HasSuffix(m, "."), !strings.Contains(m, "; "):
					t.Errorf("reason %d, %s: %q", reason, fn.Name, m)
				case !strings.HasPrefix(m, fn.Name+" "):
					t.Errorf("reason %d: %q does not begin with the function", reason, m)
				case fn.Action != locksql.Acquire && strings.Contains(m, " locks "):
					t.Errorf("reason %d: %q says that %s locks", reason, m, fn.Name)
				}
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	one, three, four := int64(1), int64(3), int64(4)
	for _, test := range []struct {
		h    locksql.Hazard
		want string
	}{
		{locksql.Hazard{Reason: locksql.OffsetRows}, "locks OFFSET + LIMIT rows to return LIMIT"},
		{locksql.Hazard{Reason: locksql.OffsetRows, Limit: &three, Offset: &four}, "locks 7 rows to return 3"},
		{locksql.Hazard{Reason: locksql.OffsetRows, Offset: &four}, "locks 4 rows more than are returned"},
		{locksql.Hazard{Reason: locksql.OffsetRows, Limit: &three}, "locks OFFSET + 3 rows to return 3"},
		{locksql.Hazard{Reason: locksql.BeforeLimit, Limit: &one}, "locks every candidate row to return 1, since"},
		{locksql.Hazard{Reason: locksql.BeforeLimit}, "locks every candidate row, since"},
	} {
		if m := message(locksql.Funcs[0], test.h); !strings.Contains(m, test.want) {
			t.Errorf("%q does not say %q", m, test.want)
		}
	}
}

func TestSubjects(t *testing.T) {
	for subject, want := range map[string]string{
		"":                        "locks rows that another condition rejects",
		"...":                     "locks rows that another condition rejects",
		"status = \n 'ready'":     "locks rows that status = 'ready' rejects",
		"owner = \x00":            "locks rows that owner = … rejects",
		strings.Repeat("x ", 100): "x x … rejects",
	} {
		m := message(locksql.Funcs[2], locksql.Hazard{Reason: locksql.BesideCondition, Subject: subject})
		if !strings.Contains(m, want) || len(m) > 250 {
			t.Errorf("subject %q: %q", subject, m)
		}
	}
}
