// Package declared has facts by directives only.
package declared

import "context"

type Locker interface {
	//advlock:acquires key
	Lock(ctx context.Context, key int64) error // want Lock:`^acquires advlock:acquires\(key \(parameter\)\)$` Lock:`^flow `
	//advlock:releases
	Unlock(ctx context.Context) error // want Unlock:`^releases$` Unlock:`^flow `
	Name() string
}

//advlock:acquires 1 leader
func Elect() {} // want Elect:`^acquires advlock:acquires\(1\), acquires advlock:acquires\(leader \(declared\)\)$` Elect:`^flow `

//advlock:acquires
func Handle() func() { return nil } // want Handle:`^acquires advlock:acquires\(unknown key\), returns the release$` Handle:`^flow `

//advlock:acquires
//advlock:releases
func Next() {} // want Next:`^acquires advlock:acquires\(unknown key\), releases$` Next:`^flow `

// advlock:acquires spaced
func Spaced() {}

//advlock:hold nothing is taken
func Hold() {}

func Undeclared() {}
