package main

import (
	"cmp"
	"math"
	"slices"
)

// bounds is when the changes of an account may have happened, if their order is known: the change of turn t happened between
// earliest[t] and latest[t]. Index 0 is the account before all changes, index n+1 is after all of them.
type bounds struct {
	earliest, latest []int64
	// late and early are the reads that set a bound; -1 for the changes themselves.
	late, early []int
}

// read is an operation that changes nothing, and the turns after which the account would have answered so.
type read struct {
	at    int
	turns []int
	// because has the reads that excluded other turns.
	because map[int]bool
}

// tighten narrows the times of a history to what its answers imply, if the order of its changes is known. A read that only fits
// before a change says that the change was later than its call, and so on, until nothing more follows. The search would find
// all of this out by trying, which takes too long if many operations overlap. If there is no order, it returns the operations
// that contradict each other, with all changes, and the search has to confirm it.
func tighten(history []operation) (tight, contradiction []operation) {
	changes, reads := split(history)
	states := replay(history, changes)
	if states == nil {
		return history, nil
	}
	if len(states) <= len(changes) {
		return nil, pick(history, changes, nil)
	}
	all := map[int]*read{}
	for _, at := range reads {
		all[at] = &read{at: at, turns: fitting(states, history[at]), because: map[int]bool{}}
	}
	b := boundsOf(history, changes)
	for again := true; again; {
		again = false
		for _, at := range reads {
			one := all[at]
			narrowed := b.exclude(one, history[at])
			if len(one.turns) == 0 {
				return nil, pick(history, changes, closure(all, at))
			}
			again = b.imply(one, history[at]) || narrowed || again
		}
	}
	for turn := 1; turn <= len(changes); turn++ {
		if b.earliest[turn] > b.latest[turn] {
			return nil, pick(history, changes, closure(all, b.late[turn], b.early[turn]))
		}
	}
	return b.apply(history, changes, all), nil
}

// split is the changes in their order, and everything else. Without an order, or with a turn that is missing, there are no changes.
func split(history []operation) (changes, reads []int) {
	for at, one := range history {
		if one.Turn > 0 {
			changes = append(changes, at)
		} else {
			reads = append(reads, at)
		}
	}
	slices.SortStableFunc(changes, func(a, b int) int { return cmp.Compare(history[a].Turn, history[b].Turn) })
	for index, at := range changes {
		if history[at].Turn != index+1 {
			return nil, nil
		}
	}
	return changes, reads
}

// replay is the account before all changes and after each of them, up to the first that is impossible; nil without changes.
func replay(history []operation, changes []int) []*state {
	if len(changes) == 0 {
		return nil
	}
	states := []*state{{purchases: map[string]purchase{}}}
	for _, at := range changes {
		after := step(states[len(states)-1], history[at], *history[at].Output)
		if after == nil {
			break
		}
		states = append(states, after)
	}
	return states
}

func fitting(states []*state, one operation) []int {
	var turns []int
	for turn, s := range states {
		if step(s, one, *one.Output) != nil {
			turns = append(turns, turn)
		}
	}
	return turns
}

func boundsOf(history []operation, changes []int) *bounds {
	n := len(changes)
	b := &bounds{
		earliest: make([]int64, n+2), latest: make([]int64, n+2),
		late: make([]int, n+2), early: make([]int, n+2),
	}
	for turn := range b.earliest {
		b.earliest[turn], b.latest[turn] = math.MinInt64, math.MaxInt64
		b.late[turn], b.early[turn] = -1, -1
	}
	for index, at := range changes {
		b.notBefore(index+1, history[at].Call, -1)
		b.notAfter(index+1, history[at].returned(), -1)
	}
	return b
}

// notBefore says that a change, and so every later one, did not happen before a time.
func (b *bounds) notBefore(turn int, time int64, because int) bool {
	changed := false
	for ; turn < len(b.earliest)-1 && b.earliest[turn] < time; turn++ {
		b.earliest[turn], b.late[turn], changed = time, because, true
	}
	return changed
}

// notAfter says that a change, and so every earlier one, did not happen after a time.
func (b *bounds) notAfter(turn int, time int64, because int) bool {
	changed := false
	for ; turn > 0 && b.latest[turn] > time; turn-- {
		b.latest[turn], b.early[turn], changed = time, because, true
	}
	return changed
}

// exclude leaves out the turns that were not there yet when a read ended, or not any more when it began.
func (b *bounds) exclude(r *read, one operation) bool {
	before := len(r.turns)
	r.turns = slices.DeleteFunc(r.turns, func(turn int) bool {
		if b.earliest[turn] > one.returned() {
			r.because[b.late[turn]] = true
			return true
		}
		if b.latest[turn+1] < one.Call {
			r.because[b.early[turn+1]] = true
			return true
		}
		return false
	})
	return len(r.turns) < before
}

// imply narrows the changes around a read: its first turn had come when it ended, its last was not over when it began.
func (b *bounds) imply(r *read, one operation) bool {
	first, last := r.turns[0], r.turns[len(r.turns)-1]
	came := b.notAfter(first, one.returned(), r.at)
	went := b.notBefore(last+1, one.Call, r.at)
	return came || went
}

func (b *bounds) apply(history []operation, changes []int, reads map[int]*read) []operation {
	tight := slices.Clone(history)
	narrow := func(at int, earliest, latest int64) {
		one := &tight[at]
		one.Call = max(one.Call, earliest)
		if latest < one.returned() {
			one.Return = &latest
		}
	}
	for index, at := range changes {
		narrow(at, b.earliest[index+1], b.latest[index+1])
		tight[at].rank = 2*(index+1) - 1
	}
	for at, r := range reads {
		first, last := r.turns[0], r.turns[len(r.turns)-1]
		narrow(at, b.earliest[first], b.latest[last+1])
		tight[at].rank = 2 * first
	}
	return tight
}

// closure is these reads, and those that led to them.
func closure(reads map[int]*read, from ...int) []int {
	seen := map[int]bool{}
	for len(from) > 0 {
		at := from[0]
		from = from[1:]
		if at < 0 || seen[at] {
			continue
		}
		seen[at] = true
		for because := range reads[at].because {
			from = append(from, because)
		}
	}
	var found []int
	for at := range seen {
		found = append(found, at)
	}
	slices.Sort(found)
	return found
}

func pick(history []operation, changes, reads []int) []operation {
	var picked []operation
	for _, at := range slices.Concat(changes, reads) {
		picked = append(picked, history[at])
	}
	return picked
}
