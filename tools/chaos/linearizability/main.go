// Program linearizability reads a history of what clients asked an account, and what they were answered, as JSON lines. It says
// whether one order of all operations explains every answer, in which each operation happens between its call and its return.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run prints one verdict per account, as JSON lines.
func run() error {
	timeout := flag.Duration("timeout", 30*time.Second, "how long the search may take for one account")
	html := flag.String("html", "", "a file for the picture of a history that is not linearizable")
	flag.Parse()
	if flag.NArg() != 1 {
		return fmt.Errorf("usage: linearizability [-timeout 30s] [-html file] history.jsonl")
	}
	file, err := os.Open(flag.Arg(0))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	accounts, err := readHistory(file)
	if err != nil {
		return err
	}
	printer := json.NewEncoder(os.Stdout)
	printer.SetEscapeHTML(false)
	for _, account := range slices.Sorted(maps.Keys(accounts)) {
		found, err := check(account, accounts[account], *timeout, *html)
		if err != nil {
			return err
		}
		if err := printer.Encode(found); err != nil {
			return err
		}
	}
	return nil
}
