package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A module is a line of the list.
type module struct {
	dir      string
	patterns []string
}

// readList reads the list of modules.
func readList(name string) ([]module, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	base, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	var modules []module
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		dir, patterns, _ := strings.Cut(strings.TrimSpace(text), "\t")
		if dir = strings.TrimSpace(dir); dir == "" || strings.HasPrefix(dir, "#") {
			continue
		}
		m := module{dir, strings.Fields(patterns)}
		if !filepath.IsAbs(dir) {
			m.dir = filepath.Join(base, dir)
		}
		if info, err := os.Stat(m.dir); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("%s:%d: %s is no directory", name, line, dir)
		}
		if len(m.patterns) == 0 {
			m.patterns = []string{"./..."}
		}
		modules = append(modules, m)
	}
	return modules, nil
}
