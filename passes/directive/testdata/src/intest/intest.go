package intest
