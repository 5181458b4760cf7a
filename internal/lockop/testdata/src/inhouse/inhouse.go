// Package inhouse is a library of a company: helpers in another package, whose bodies are out of sight.
package inhouse

import "context"

type Rows struct{}

type Client struct{}

func (Client) QueryRows(ctx context.Context, query string, args ...any) (*Rows, error) {
	return nil, nil
}
func (Client) Describe(query string) string { return "" }

func ExecQuery(ctx context.Context, db any, query string, args ...any) error { return nil }
func GetOne(ctx context.Context, query string, args ...any) (int, error)     { return 0, nil }
func QueryEscape(s string) string                                            { return s }
func GetSetting(key string) (string, error)                                  { return "", nil }
func Execute(query string, args ...any) (*Rows, error)                       { return nil, nil }
