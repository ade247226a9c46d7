package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
)

// operation is one line of a history.
type operation struct {
	Account string `json:"account"`
	// Call and Return are microseconds since 1970.
	Call int64 `json:"call"`
	// Return is null if the client got no answer: the operation may have happened at any time after the call, or never.
	Return *int64 `json:"return"`
	Op     string `json:"op"`
	// Turn is the place of this change among all changes of the account, from 1, as the server took its lock. Without one, a
	// change may have any place. If one operation of an account has a turn, every change has one.
	Turn   int     `json:"turn,omitempty"`
	Input  input   `json:"input"`
	Output *output `json:"output"`

	// ordered says that the account's changes have turns.
	ordered bool
	// rank is where it belongs among operations that were called at the same time.
	rank int
}

type input struct {
	Reference string `json:"reference,omitempty"`
	// Body tells the bodies of requests with the same reference apart.
	Body    string   `json:"body,omitempty"`
	Price   int64    `json:"price,omitempty"`
	Changes []change `json:"changes,omitempty"`
}

// change is a part of what the system did in one transaction.
type change struct {
	Kind      string `json:"kind"`
	Reference string `json:"reference,omitempty"`
	ID        string `json:"id,omitempty"`
	Body      string `json:"body,omitempty"`
	Amount    int64  `json:"amount,omitempty"`
}

type output struct {
	Kind      string `json:"kind,omitempty"`
	ID        string `json:"id,omitempty"`
	Status    string `json:"status,omitempty"`
	Available int64  `json:"available,omitempty"`
	Held      int64  `json:"held,omitempty"`
	// Purchases is what a list showed, by reference.
	Purchases map[string]shown `json:"purchases,omitempty"`
}

type shown struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

// readHistory reads JSON lines, and sorts them by account.
func readHistory(source io.Reader) (map[string][]operation, error) {
	accounts := map[string][]operation{}
	lines := bufio.NewScanner(source)
	lines.Buffer(nil, 64<<20)
	for number := 1; lines.Scan(); number++ {
		var one operation
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if !slices.Contains([]string{"buy", "change", "balance", "look", "list"}, one.Op) {
			return nil, fmt.Errorf("line %d: there is no operation %q", number, one.Op)
		}
		accounts[one.Account] = append(accounts[one.Account], one)
	}
	return accounts, lines.Err()
}

// reduce leaves out what cannot change the verdict, so that operations without an answer cost no search.
func reduce(history []operation) []operation {
	ordered := slices.ContainsFunc(history, func(one operation) bool { return one.Turn > 0 })
	accepted := map[string]bool{}
	ids := map[string]string{}
	for _, one := range history {
		if one.Output == nil || one.Input.Reference == "" {
			continue
		}
		if one.Op == "buy" && one.Output.Kind == "accepted" {
			accepted[one.Input.Reference] = true
		}
		if ids[one.Input.Reference] == "" {
			ids[one.Input.Reference] = one.Output.ID
		}
	}
	type attempt struct{ reference, body string }
	first := map[attempt]int{}
	var kept []operation
	for _, one := range history {
		one.ordered = ordered
		if one.Output != nil {
			kept = append(kept, one)
			continue
		}
		// A read without an answer says nothing.
		if one.Op != "buy" {
			continue
		}
		// Another request bought: this one changed nothing, which is possible after everything else.
		if accepted[one.Input.Reference] {
			continue
		}
		// The server has no such change.
		if ordered && one.Turn == 0 {
			continue
		}
		// Of several requests without an answer, at most one bought. They may happen at any time after the first was sent.
		key := attempt{one.Input.Reference, one.Input.Body}
		if at, known := first[key]; known {
			kept[at].Call = min(kept[at].Call, one.Call)
			continue
		}
		first[key] = len(kept)
		one.Output = &output{Kind: "unknown", ID: ids[one.Input.Reference]}
		one.Return = nil
		kept = append(kept, one)
	}
	return kept
}

// returned is when an operation had happened at the latest.
func (o operation) returned() int64 {
	if o.Return == nil {
		return math.MaxInt64
	}
	return *o.Return
}
