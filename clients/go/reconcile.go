package bundlewire

import (
	"context"
	"fmt"
)

// Record is an entry in your books: a purchase that was charged on the day, or a reversal that was refunded on it.
type Record struct {
	// Type is LinePurchase or LineReversal.
	Type LineType `json:"type"`
	// Reference is your reference of the purchase.
	Reference string `json:"reference"`
	// Price is in minor units, positive.
	Price int64 `json:"price"`
}

// MissingReason is why a record has no line on the statement.
type MissingReason string

// The reasons for a record without a line.
const (
	// MissingAnotherDay means that the line is on another day.
	MissingAnotherDay MissingReason = "another_day"
	// MissingFailed means that the purchase failed, and nothing was charged.
	MissingFailed MissingReason = "failed"
	// MissingPending means that the purchase is not final.
	MissingPending MissingReason = "pending"
	// MissingNotReversed means that the purchase was not reversed.
	MissingNotReversed MissingReason = "not_reversed"
	// MissingNeverReceived means that the API has no purchase with the reference.
	MissingNeverReceived MissingReason = "never_received"
)

// MissingRecord is a record without a line.
type MissingRecord struct {
	// Record is the entry in your books.
	Record Record `json:"record"`
	// Purchase is the purchase with its reference; nil if the API never received one.
	Purchase *Purchase `json:"purchase"`
	// Why is the reason.
	Why MissingReason `json:"why"`
}

// DifferingRecord is a record whose line has a different amount.
type DifferingRecord struct {
	// Record is the entry in your books.
	Record Record `json:"record"`
	// Line is the line of the statement.
	Line *StatementLine `json:"line"`
}

// Reconciliation is a statement compared with your books.
type Reconciliation struct {
	// Statement is closed, so it never changes again.
	Statement *Statement `json:"statement"`
	// AddsUp is whether the opening balance plus all amounts equals the closing balance.
	AddsUp bool `json:"adds_up"`
	// Matched is the number of records with a line of the same amount.
	Matched int `json:"matched"`
	// Differing are records whose line has a different amount.
	Differing []DifferingRecord `json:"differing"`
	// Missing are records without a line.
	Missing []MissingRecord `json:"missing"`
	// Unexpected are lines of purchases and reversals without a record.
	Unexpected []*StatementLine `json:"unexpected"`
	// Others are funding and adjustments, for review by a person.
	Others []*StatementLine `json:"others"`
}

type recordKey struct {
	kind      LineType
	reference string
}

// Reconcile compares a closed day with your records. It matches purchases and reversals by reference, adds up all
// amounts, and looks up records without a line. The lines are streamed: only your records and the lines that did not
// match are kept in memory.
//
// The error is *ArgumentError for a record that cannot be compared, before anything is sent, and
// *StatementOpenError for an open day: call WaitClosed, then ReconcileOf.
func (s *Statements) Reconcile(ctx context.Context, date string, records []Record) (*Reconciliation, error) {
	if _, err := checkRecords(records); err != nil {
		return nil, err
	}
	statement, err := s.Get(ctx, date)
	if err != nil {
		return nil, err
	}
	return s.ReconcileOf(ctx, statement, records)
}

// ReconcileOf compares a statement that you have, for example from WaitClosed, as Reconcile does.
func (s *Statements) ReconcileOf(ctx context.Context, statement *Statement, records []Record) (*Reconciliation, error) {
	open, err := checkRecords(records)
	if err != nil {
		return nil, err
	}
	if statement.Status != "closed" {
		return nil, &StatementOpenError{Date: statement.Date}
	}
	result := &Reconciliation{
		Statement: statement, Differing: []DifferingRecord{}, Missing: []MissingRecord{},
		Unexpected: []*StatementLine{}, Others: []*StatementLine{},
	}
	sum := int64(0)
	for line, err := range s.lines(ctx, statement.Date) {
		if err != nil {
			return nil, err
		}
		sum += line.Amount
		result.compare(line, open)
	}
	result.AddsUp = statement.ClosingBalance != nil && statement.OpeningBalance+sum == *statement.ClosingBalance
	for _, record := range records {
		key := recordKey{record.Type, record.Reference}
		if _, missing := open[key]; !missing {
			continue
		}
		delete(open, key)
		purchase, found, err := (&Purchases{s.http}).Find(ctx, record.Reference)
		if err != nil {
			return nil, err
		}
		result.Missing = append(result.Missing, MissingRecord{record, purchase, whyMissing(record, purchase, found)})
	}
	return result, nil
}

// checkRecords returns your records by type and reference. A record that comes twice would hide a missing line.
func checkRecords(records []Record) (map[recordKey]Record, error) {
	open := make(map[recordKey]Record, len(records))
	for index, record := range records {
		key := recordKey{record.Type, record.Reference}
		problem := ""
		switch _, twice := open[key]; {
		case record.Type != LinePurchase && record.Type != LineReversal:
			problem = fmt.Sprintf("has the type %q; use LinePurchase or LineReversal", record.Type)
		case record.Reference == "":
			problem = "has no reference; use the one that you bought with"
		case record.Price <= 0:
			problem = fmt.Sprintf("has the price %d; use a positive amount in minor units, for reversals too", record.Price)
		case twice:
			problem = "has the type and reference of an earlier record; give each record once"
		}
		if problem != "" {
			argument := fmt.Sprintf("records[%d] (reference %q)", index, record.Reference)
			return nil, &ArgumentError{Argument: argument, Message: problem}
		}
		open[key] = record
	}
	return open, nil
}

// compare finds the record of a line, and removes it from those that are open.
func (r *Reconciliation) compare(line *StatementLine, open map[recordKey]Record) {
	if line.Type != LinePurchase && line.Type != LineReversal || line.Reference == nil {
		r.Others = append(r.Others, line)
		return
	}
	key := recordKey{line.Type, *line.Reference}
	record, known := open[key]
	delete(open, key)
	switch {
	case !known:
		r.Unexpected = append(r.Unexpected, line)
	case record.Price == max(line.Amount, -line.Amount):
		r.Matched++
	default:
		r.Differing = append(r.Differing, DifferingRecord{record, line})
	}
}

func whyMissing(record Record, purchase *Purchase, found bool) MissingReason {
	switch {
	case !found:
		return MissingNeverReceived
	case purchase.Status == PurchaseFailed:
		return MissingFailed
	case purchase.Status == PurchasePending:
		return MissingPending
	case record.Type == LineReversal && purchase.Status != PurchaseReversed:
		return MissingNotReversed
	default:
		return MissingAnotherDay
	}
}
