package lockop

import (
	"encoding/json"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
)

// MapCategory marks the diagnostic that carries the inventory of a package, a lockmap.Inventory as JSON.
const MapCategory = lockmap.Category

// reportMap reports the inventory of the package, if it is asked for and there is any.
func (res *Result) reportMap(pass *analysis.Pass) {
	if !flags.lockMap || res.inventory == nil || len(pass.Files) == 0 {
		return
	}
	inv := res.inventory()
	if len(inv.Operations) == 0 {
		return
	}
	if message, err := json.Marshal(inv); err == nil {
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Category: MapCategory, Message: string(message)})
	}
}
