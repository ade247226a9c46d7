module github.com/bundlewire/bundlewire-go

go 1.23
