// Package sqlorder defines an Analyzer that reports lock calls in SQL that lock other rows than the statement returns.
//
// # Analyzer sqlorder
//
// sqlorder: report advisory-lock calls in SQL that lock more, fewer or other rows than the statement returns
package sqlorder
