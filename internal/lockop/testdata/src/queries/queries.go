// Package queries holds SQL for other packages.
package queries

const Lock = "SELECT pg_advisory_lock(3)"

var Unlock = "SELECT pg_advisory_unlock(3)"
