// Package generated is what sqlc writes, and a caller: the report stands once, where the constant is run.
package generated

import "context"

func use(ctx context.Context, q *Queries) {
	q.ClaimJobs(ctx, 3)
	q.ClaimJobs(ctx, 5)
}
