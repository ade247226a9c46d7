package main

import (
	"flag"
	"fmt"
	"net"
	"strconv"
	"strings"

	"go.temporal.io/api/enums/v1"
	"go.temporal.io/server/common/dynamicconfig"
)

// options are the flags of the command line.
type options struct {
	ip               string
	port, uiPort     int
	database         string
	logLevel         string
	pragmas          pairs
	dynamic          pairs
	searchAttributes pairs
}

// pairs are the values of a flag that is given once per NAME=VALUE.
type pairs map[string]string

func (p pairs) String() string { return "" }

func (p pairs) Set(pair string) error {
	name, value, found := strings.Cut(pair, "=")
	if !found || name == "" {
		return fmt.Errorf("%q is not NAME=VALUE", pair)
	}
	p[name] = value
	return nil
}

// parse reads `server start-dev` and its flags.
func parse(arguments []string) (options, error) {
	o := options{pragmas: pairs{}, dynamic: pairs{}, searchAttributes: pairs{}}
	if len(arguments) < 2 || arguments[0] != "server" || arguments[1] != "start-dev" {
		return o, fmt.Errorf("the only command is: server start-dev")
	}
	flags := flag.NewFlagSet("server start-dev", flag.ContinueOnError)
	flags.StringVar(&o.ip, "ip", "127.0.0.1", "the address of the frontend and the UI")
	flags.IntVar(&o.port, "port", 7233, "the port of the frontend")
	flags.IntVar(&o.uiPort, "ui-port", 8233, "the port of the UI")
	flags.StringVar(&o.database, "db-filename", "", "the file of SQLite, created if it is missing")
	flags.StringVar(&o.logLevel, "log-level", "warn", "the lowest level that is logged")
	flags.Var(o.pragmas, "sqlite-pragma", "a setting of SQLite")
	flags.Var(o.dynamic, "dynamic-config-value", "a setting of the server")
	flags.Var(o.searchAttributes, "search-attribute", "a search attribute of a new database, with its type")
	if err := flags.Parse(arguments[2:]); err != nil {
		return o, err
	}
	if flags.NArg() > 0 || o.database == "" {
		return o, fmt.Errorf("--db-filename is required, and only flags are accepted")
	}
	return o, nil
}

func (o options) address() string { return net.JoinHostPort(o.ip, strconv.Itoa(o.port)) }

// dynamicConfig has numbers and switches with their types, as the server reads them.
func dynamicConfig(o options) dynamicconfig.StaticClient {
	values := dynamicconfig.StaticClient{}
	for name, text := range o.dynamic {
		var value any = text
		if number, err := strconv.Atoi(text); err == nil {
			value = number
		} else if on, err := strconv.ParseBool(text); err == nil {
			value = on
		}
		values[dynamicconfig.MakeKey(name)] = value
	}
	return values
}

// attributeTypes reads the types of the search attributes, such as `Keyword`.
func attributeTypes(o options) (map[string]enums.IndexedValueType, error) {
	types := map[string]enums.IndexedValueType{}
	for name, word := range o.searchAttributes {
		kind, err := enums.IndexedValueTypeFromString(word)
		if err != nil {
			return nil, fmt.Errorf("the search attribute %s: %w", name, err)
		}
		types[name] = kind
	}
	return types, nil
}
