package lockop

import (
	"strings"
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/lockflow"
)

// TestFlowFails: an internal error of the path engine is kept to be told, and the other passes go on.
func TestFlowFails(t *testing.T) {
	res := &Result{flow: func() *lockflow.Result { panic("lost the path") }}
	(&graph{}).exportFlow(res)
	if !strings.HasPrefix(res.failure, "lost the path\n") {
		t.Errorf("failure is %q", res.failure)
	}
	if found := res.Flow().Findings; len(found) > 0 {
		t.Errorf("found %v", found)
	}
}
