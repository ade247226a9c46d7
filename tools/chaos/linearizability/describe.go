package main

import (
	"fmt"
	"strings"
)

// describe is an operation with its answer, for people.
func describe(one operation, answer *output) string {
	asked := one.Input
	switch one.Op {
	case "buy":
		text := fmt.Sprintf("buy %s for %d", asked.Reference, asked.Price)
		if asked.Body != "" {
			text += " with body " + asked.Body
		}
		if answer == nil || answer.Kind == "unknown" {
			return text + ": no answer"
		}
		return strings.TrimSpace(fmt.Sprintf("%s: %s %s %s", text, answer.Kind, answer.ID, answer.Status))
	case "change":
		parts := make([]string, 0, len(asked.Changes))
		for _, part := range asked.Changes {
			text := part.Kind
			if part.Reference != "" {
				text += " " + part.Reference
			}
			if part.Amount != 0 {
				text += fmt.Sprintf(" %d", part.Amount)
			}
			parts = append(parts, text)
		}
		return "the system: " + strings.Join(parts, ", ")
	case "balance":
		return fmt.Sprintf("balance: available %d, held %d", answer.Available, answer.Held)
	case "look":
		if answer.Kind == "missing" {
			return fmt.Sprintf("look up %s: not found", asked.Reference)
		}
		return fmt.Sprintf("look up %s: %s %s", asked.Reference, answer.ID, answer.Status)
	default:
		return fmt.Sprintf("list: %d purchases", len(answer.Purchases))
	}
}

func describeState(s *state) string {
	counts := map[string]int{}
	for _, one := range s.purchases {
		counts[one.status]++
	}
	return fmt.Sprintf(
		"available %d, held %d, %d purchases (%d pending, %d successful, %d failed, %d reversed)",
		s.available, s.held, len(s.purchases),
		counts["pending"], counts["successful"], counts["failed"], counts["reversed"],
	)
}
