//go:build !unix

package pgtest

import "errors"

func start() (string, error) { return "", errors.New("no throw-away server on this system") }

func startPooler(string) (string, func(), error) {
	return "", nil, errors.New("no throw-away pooler on this system")
}
