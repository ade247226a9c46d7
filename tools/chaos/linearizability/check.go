package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"
)

// verdict is the answer about one account.
type verdict struct {
	Account    string `json:"account"`
	Operations int    `json:"operations"`
	// Result is linearizable, not_linearizable, or unknown if the time was not enough.
	Result string `json:"result"`
	// Finding is what nothing explains; empty if the history is linearizable.
	Finding string `json:"finding"`
	// Seconds is how long the search took.
	Seconds float64 `json:"seconds"`
}

// check searches an order of the operations in which each answer is right.
func check(account string, history []operation, timeout time.Duration, html string) (verdict, error) {
	began := time.Now()
	v := verdict{Account: account, Operations: len(history)}
	searched := reduce(history)
	tight, contradiction := tighten(searched)
	found := porcupine.Unknown
	if contradiction != nil {
		// Fewer operations than there are: what has no order in a part of a history has none in the whole of it.
		found = search(contradiction, timeout)
	}
	if found == porcupine.Illegal {
		searched = contradiction
	} else {
		if tight != nil {
			searched = tight
		}
		found = search(searched, timeout)
	}
	switch found {
	case porcupine.Ok:
		v.Result = "linearizable"
	case porcupine.Unknown:
		v.Result = "unknown"
		v.Finding = fmt.Sprintf("no answer after %s", timeout)
	default:
		v.Result = "not_linearizable"
		operations := toPorcupine(searched)
		// The search again, which now keeps how far it came.
		_, info := porcupine.CheckOperationsVerbose(model(), operations, timeout)
		v.Finding = explain(operations, info)
		if html != "" {
			if err := porcupine.VisualizePath(model(), info, html); err != nil {
				return v, err
			}
		}
	}
	v.Seconds = time.Since(began).Seconds()
	return v, nil
}

// search gives Porcupine the calls and returns in their order. It tries what was called first first, so of calls at the same time,
// those come first that may not wait for the others.
func search(history []operation, timeout time.Duration) porcupine.CheckResult {
	type moment struct {
		time  int64
		event porcupine.Event
	}
	var moments []moment
	for at, one := range history {
		moments = append(moments,
			moment{one.Call, porcupine.Event{Id: at, Kind: porcupine.CallEvent, Value: one}},
			moment{one.returned(), porcupine.Event{Id: at, Kind: porcupine.ReturnEvent, Value: one.Output}})
	}
	slices.SortStableFunc(moments, func(a, b moment) int {
		return cmp.Or(
			cmp.Compare(a.time, b.time),
			// Two that only touch overlap.
			compareKinds(a.event.Kind, b.event.Kind),
			cmp.Compare(history[a.event.Id].rank, history[b.event.Id].rank),
		)
	})
	events := make([]porcupine.Event, 0, len(moments))
	for _, one := range moments {
		events = append(events, one.event)
	}
	return porcupine.CheckEventsTimeout(model(), events, timeout)
}

func compareKinds(a, b porcupine.EventKind) int {
	switch {
	case a == b:
		return 0
	case a == porcupine.CallEvent:
		return -1
	default:
		return 1
	}
}

func toPorcupine(history []operation) []porcupine.Operation {
	operations := make([]porcupine.Operation, 0, len(history))
	slices.SortStableFunc(history, func(a, b operation) int { return cmp.Compare(a.Call, b.Call) })
	// The picture has a row for each client. Who asked does not matter, so operations that do not overlap share a row.
	var rows []int64
	for _, one := range history {
		row := slices.IndexFunc(rows, func(until int64) bool { return until < one.Call })
		if row < 0 {
			row = len(rows)
			rows = append(rows, 0)
		}
		rows[row] = one.returned()
		operations = append(operations, porcupine.Operation{
			ClientId: row,
			Input:    one,
			Call:     one.Call,
			Output:   one.Output,
			Return:   one.returned(),
		})
	}
	return operations
}

// explain is the first operation that the longest explanation could not place, and the account as it was there.
func explain(operations []porcupine.Operation, info porcupine.LinearizationInfo) string {
	var longest []int
	for _, partition := range info.PartialLinearizations() {
		for _, sequence := range partition {
			if len(sequence) > len(longest) {
				longest = sequence
			}
		}
	}
	m := model()
	now := m.Init()
	placed := make([]bool, len(operations))
	for _, at := range longest {
		placed[at] = true
		_, now = m.Step(now, operations[at].Input, operations[at].Output)
	}
	stuck := -1
	for at, one := range operations {
		if !placed[at] && (stuck < 0 || one.Return < operations[stuck].Return) {
			stuck = at
		}
	}
	if stuck < 0 {
		return "no order of the operations explains all answers"
	}
	one := operations[stuck].Input.(operation)
	when := time.UnixMicro(one.Call).UTC().Format("2006-01-02T15:04:05.000Z")
	return fmt.Sprintf(
		"no order of the operations explains \"%s\", called at %s. The longest explanation has %d of %d operations, and ends with %s",
		describe(one, one.Output), when, len(longest), len(operations), m.DescribeState(now),
	)
}
