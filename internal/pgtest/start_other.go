//go:build !unix

package pgtest

import "errors"

func start() (string, error) { return "", errors.New("no throw-away server on this system") }
