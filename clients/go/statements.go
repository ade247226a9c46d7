package bundlewire

import (
	"context"
	"io"
	"iter"
	"net/url"
	"time"
)

// Statement has all movements of the balance on one UTC day.
type Statement struct {
	// Object is always "statement".
	Object string `json:"object"`
	// Date is the UTC day, YYYY-MM-DD.
	Date string `json:"date"`
	// Status is "open" while the day is in progress. It is "closed" when every movement is recorded.
	Status string `json:"status"`
	// Currency is an ISO 4217 code.
	Currency string `json:"currency"`
	// OpeningBalance is the balance at 00:00 UTC (available plus held), in minor units.
	OpeningBalance int64 `json:"opening_balance"`
	// ClosingBalance is the balance at 24:00 UTC (available plus held), in minor units; nil while the day is open.
	ClosingBalance *int64 `json:"closing_balance"`
	// Totals are the day's totals by outcome.
	Totals StatementTotals `json:"totals"`
}

// StatementTotals are the totals of a day by outcome.
type StatementTotals struct {
	// PurchasesSuccessful are the purchases that were charged on this day.
	PurchasesSuccessful StatementTotal `json:"purchases_successful"`
	// PurchasesFailed are the purchases that failed on this day. Nothing was charged.
	PurchasesFailed StatementTotal `json:"purchases_failed"`
	// Reversals are the purchases that were refunded on this day.
	Reversals StatementTotal `json:"reversals"`
	// Funding are the funds that were added.
	Funding StatementTotal `json:"funding"`
	// Adjustments are corrections that were agreed with you.
	Adjustments StatementTotal `json:"adjustments"`
}

// StatementTotal is the count and sum of one kind of outcome.
type StatementTotal struct {
	// Count is the number of purchases or movements.
	Count int64 `json:"count"`
	// Amount is in minor units: charges are negative, refunds and funding are positive.
	Amount int64 `json:"amount"`
}

// LineType is the kind of a statement line.
type LineType string

// The kinds of statement lines.
const (
	// LinePurchase means that a successful purchase was charged.
	LinePurchase LineType = "purchase"
	// LineReversal means that a reversed purchase was refunded.
	LineReversal LineType = "reversal"
	// LineFunding means that funds were added.
	LineFunding LineType = "funding"
	// LineAdjustment means that a correction was agreed with you.
	LineAdjustment LineType = "adjustment"
)

// StatementLine is one movement of the balance.
type StatementLine struct {
	// ID is the id of the line, stl_….
	ID string `json:"id"`
	// Object is always "statement_line".
	Object string `json:"object"`
	// Type is the kind of the movement.
	Type LineType `json:"type"`
	// OccurredAt is when the balance changed.
	OccurredAt time.Time `json:"occurred_at"`
	// Amount is in minor units: charges are negative, refunds and funding are positive.
	Amount int64 `json:"amount"`
	// Currency is an ISO 4217 code.
	Currency string `json:"currency"`
	// BalanceAfter is the balance after this line (available plus held), in minor units.
	BalanceAfter int64 `json:"balance_after"`
	// PurchaseID is the purchase, for a purchase or reversal; otherwise nil.
	PurchaseID *string `json:"purchase_id"`
	// Reference is your reference of that purchase; otherwise nil.
	Reference *string `json:"reference"`
	// PhoneNumber is the number of that purchase; otherwise nil.
	PhoneNumber *string `json:"phone_number"`
	// BundleID is the bundle of that purchase; otherwise nil.
	BundleID *string `json:"bundle_id"`
}

// Statements reads and reconciles the days of the account. A date is a UTC day, YYYY-MM-DD.
type Statements struct{ http *transport }

// Get reads the statement of a day.
func (s *Statements) Get(ctx context.Context, date string) (*Statement, error) {
	return get[Statement](ctx, s.http, "statement", "/v1/statements", date)
}

// WaitClosed reads the statement of a day until it is closed, which happens shortly after midnight UTC. The pauses
// grow to 30 s.
func (s *Statements) WaitClosed(ctx context.Context, date string) (*Statement, error) {
	return poll(ctx, s.http, statementPauseMax, func() (*Statement, bool, error) {
		statement, err := s.Get(ctx, date)
		if err != nil {
			return nil, false, err
		}
		return statement, statement.Status == "closed", nil
	})
}

// Lines reads the lines of a day, in the order of the movements. They are streamed. If the download breaks off,
// the error is *NoAnswerError: read the day again. If the day is closed and its lines do not add up, the last error
// is *StatementMismatchError.
func (s *Statements) Lines(ctx context.Context, date string) iter.Seq2[*StatementLine, error] {
	return func(yield func(*StatementLine, error) bool) {
		statement, err := s.Get(ctx, date)
		if err != nil {
			yield(nil, err)
			return
		}
		s.LinesOf(ctx, statement)(yield)
	}
}

// LinesOf reads the lines of a statement that you have, for example from WaitClosed. It checks them as Lines does.
func (s *Statements) LinesOf(ctx context.Context, statement *Statement) iter.Seq2[*StatementLine, error] {
	return func(yield func(*StatementLine, error) bool) {
		sum := int64(0)
		for line, err := range s.lines(ctx, statement.Date) {
			if err == nil {
				sum += line.Amount
			}
			if !yield(line, err) || err != nil {
				return
			}
		}
		if closing := statement.ClosingBalance; closing != nil && statement.OpeningBalance+sum != *closing {
			yield(nil, &StatementMismatchError{
				Date: statement.Date, Opening: statement.OpeningBalance, Sum: sum, Closing: *closing,
			})
		}
	}
}

// CSV opens the lines of a day as a CSV file with a header row. Close the reader. If it fails, open the file again.
func (s *Statements) CSV(ctx context.Context, date string) (io.ReadCloser, error) {
	return s.File(ctx, date, FileOptions{})
}

// File opens the lines of a day as a file: as CSV, or as a workbook with FormatXLSX. Close the reader. If it fails, open
// the file again.
func (s *Statements) File(ctx context.Context, date string, options FileOptions) (io.ReadCloser, error) {
	return s.FileOfDays(ctx, date, "", options)
}

// FileOfDays opens the lines of several days as File does: from date to the day to, which is up to 91 days later. If to
// is empty, it is the file of one day.
func (s *Statements) FileOfDays(ctx context.Context, date, to string, options FileOptions) (io.ReadCloser, error) {
	path, err := at("/v1/statements", date)
	if err != nil {
		return nil, err
	}
	accept, err := options.accept()
	if err != nil {
		return nil, err
	}
	values := options.addTo(url.Values{})
	set(values, "to", to)
	return s.http.download(ctx, path+"/lines", values, accept)
}

// Save downloads the lines of a day to a file, and returns its size in bytes. A path that ends in .xlsx gets a workbook,
// and any other path gets CSV, unless the options have a Format. A download that breaks off is repeated. The file
// appears at its path only when it is complete.
func (s *Statements) Save(ctx context.Context, date string, options FileOptions, path string) (int64, error) {
	return s.SaveDays(ctx, date, "", options, path)
}

// SaveDays downloads the lines of several days as Save does: from date to the day to, which is up to 91 days later.
func (s *Statements) SaveDays(ctx context.Context, date, to string, options FileOptions, path string) (int64, error) {
	options, err := options.to(path)
	if err != nil {
		return 0, err
	}
	return s.http.save(ctx, path, func() (io.ReadCloser, error) { return s.FileOfDays(ctx, date, to, options) })
}
