package main

import (
	"hash/fnv"
	"maps"
	"strconv"

	"github.com/anishathalye/porcupine"
)

type purchase struct {
	id, body, status string
	price            int64
}

// state is an account. It is never changed, only replaced.
type state struct {
	available, held int64
	// turn is that of the last change.
	turn      int
	purchases map[string]purchase
	// hash changes with the purchases.
	hash uint64
}

// model is what an account is and does, one operation after the other.
func model() porcupine.Model {
	return porcupine.Model{
		Init: func() any { return &state{purchases: map[string]purchase{}} },
		Step: func(before, asked, answered any) (bool, any) {
			after := step(before.(*state), asked.(operation), *answered.(*output))
			return after != nil, after
		},
		Equal: func(a, b any) bool { return equal(a.(*state), b.(*state)) },
		Hash: func(s any) uint64 {
			one := s.(*state)
			return one.hash ^ uint64(one.available)*31 ^ uint64(one.held)*37 ^ uint64(one.turn)*41
		},
		DescribeOperation: func(asked, answered any) string {
			return describe(asked.(operation), answered.(*output))
		},
		DescribeState: func(s any) string { return describeState(s.(*state)) },
	}
}

// step is the state after an operation with this answer; nil if the account would not have answered so.
func step(s *state, one operation, answer output) *state {
	switch one.Op {
	case "buy":
		return buy(s, one, answer)
	case "change":
		return s.change(one)
	case "balance":
		return s.when(s.available == answer.Available && s.held == answer.Held)
	case "look":
		found, exists := s.purchases[one.Input.Reference]
		if answer.Kind == "missing" {
			return s.when(!exists)
		}
		return s.when(exists && found.id == answer.ID && found.status == answer.Status)
	case "list":
		return s.when(len(answer.Purchases) == len(s.purchases) && s.has(answer.Purchases))
	default:
		return nil
	}
}

// buy is a request to buy. A reference buys once; then it answers with its purchase, or with a conflict for another body.
func buy(s *state, one operation, answer output) *state {
	asked := one.Input
	known, exists := s.purchases[asked.Reference]
	covered := asked.Price <= s.available
	switch answer.Kind {
	case "accepted":
		if exists || !covered || !s.mayTake(one) || (answer.Status != "" && answer.Status != "pending") {
			return nil
		}
		return s.hold(asked.Reference, purchase{answer.ID, asked.Body, "pending", asked.Price}, one)
	case "unknown":
		if one.ordered {
			if exists || !covered || !s.mayTake(one) {
				return nil
			}
		} else if exists || !covered {
			return s
		}
		return s.hold(asked.Reference, purchase{answer.ID, asked.Body, "pending", asked.Price}, one)
	case "replayed":
		same := answer.Status == "" || answer.Status == known.status
		return s.when(exists && known.id == answer.ID && known.body == asked.Body && same)
	case "conflict":
		return s.when(exists && known.body != asked.Body)
	case "insufficient":
		return s.when(!exists && !covered)
	case "refused":
		return s.when(!exists)
	case "unavailable":
		// An overload or an outage: the server judged nothing.
		return s
	default:
		return nil
	}
}

// change is what the system did in one transaction: all of it, or it was impossible.
func (s *state) change(one operation) *state {
	if !s.mayTake(one) {
		return nil
	}
	after := s.next(one)
	for _, part := range one.Input.Changes {
		if !after.apply(part) {
			return nil
		}
	}
	return after
}

// apply changes a state that nobody has seen yet.
func (s *state) apply(part change) bool {
	known, exists := s.purchases[part.Reference]
	switch part.Kind {
	case "fund":
		s.available += part.Amount
		return s.available >= 0
	case "hold":
		if exists || part.Amount > s.available {
			return false
		}
		s.available -= part.Amount
		s.held += part.Amount
		s.put(part.Reference, purchase{part.ID, part.Body, "pending", part.Amount})
		return true
	case "capture":
		s.held -= known.price
		return s.move(part.Reference, "pending", "successful")
	case "release":
		s.held -= known.price
		s.available += known.price
		return s.move(part.Reference, "pending", "failed")
	case "refund":
		s.available += known.price
		return s.move(part.Reference, "successful", "reversed")
	default:
		return false
	}
}

func (s *state) move(reference, from, to string) bool {
	known, exists := s.purchases[reference]
	if !exists || known.status != from {
		return false
	}
	known.status = to
	s.put(reference, known)
	return true
}

func (s *state) put(reference string, one purchase) {
	if before, exists := s.purchases[reference]; exists {
		s.hash ^= hashOf(reference, before)
	}
	s.hash ^= hashOf(reference, one)
	s.purchases[reference] = one
}

func (s *state) hold(reference string, one purchase, by operation) *state {
	after := s.next(by)
	after.available -= one.price
	after.held += one.price
	after.put(reference, one)
	return after
}

// next is a copy that an operation may change.
func (s *state) next(one operation) *state {
	after := *s
	after.purchases = maps.Clone(s.purchases)
	if one.ordered {
		after.turn = one.Turn
	}
	return &after
}

// mayTake says whether it is the turn of this change.
func (s *state) mayTake(one operation) bool {
	return !one.ordered || one.Turn == s.turn+1
}

func (s *state) has(list map[string]shown) bool {
	for reference, one := range list {
		known, exists := s.purchases[reference]
		if !exists || known.id != one.ID || known.status != one.Status {
			return false
		}
	}
	return true
}

func (s *state) when(so bool) *state {
	if so {
		return s
	}
	return nil
}

func equal(a, b *state) bool {
	return a.available == b.available && a.held == b.held && a.turn == b.turn && a.hash == b.hash &&
		maps.Equal(a.purchases, b.purchases)
}

func hashOf(reference string, one purchase) uint64 {
	h := fnv.New64a()
	for _, text := range []string{reference, one.id, one.body, one.status, strconv.FormatInt(one.price, 10)} {
		_, _ = h.Write([]byte(text))
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}
