module github.com/bundlewire/bundlewire-go/conformance

go 1.23

require github.com/bundlewire/bundlewire-go v0.2.0

replace github.com/bundlewire/bundlewire-go => ../
