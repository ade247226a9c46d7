package bundlewire

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"
)

// Lines are much shorter: references, ids and amounts have limits.
const lineLimit = 64 << 10

var lineColumns = []string{"line_id", "type", "occurred_at", "purchase_id", "reference", "phone_number", "bundle_id",
	"amount", "currency", "balance_after"}

// lines reads the lines of a day without checking their sum. The error ends it.
func (s *Statements) lines(ctx context.Context, date string) iter.Seq2[*StatementLine, error] {
	return func(yield func(*StatementLine, error) bool) {
		file, err := s.CSV(ctx, date)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		if err := readLines(file, func(line *StatementLine) bool { return yield(line, nil) }); err != nil {
			yield(nil, &NoAnswerError{Attempts: 1, Err: err})
		}
	}
}

// readLines reads a statement's file until use returns false. No value contains a comma or a quote.
func readLines(file io.Reader, use func(*StatementLine) bool) error {
	reader := bufio.NewReaderSize(file, lineLimit)
	var columns map[string]int
	for {
		text, err := reader.ReadSlice('\n')
		if err == io.EOF && len(text) == 0 && columns != nil {
			return nil
		}
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		cells := strings.Split(strings.TrimSuffix(string(text), "\n"), ",")
		if columns == nil {
			if columns, err = readHeader(cells); err != nil {
				return err
			}
			continue
		}
		line, err := readLine(cells, columns)
		if err != nil {
			return err
		}
		if !use(line) {
			return nil
		}
	}
}

// readHeader finds the columns by name, because columns may be added.
func readHeader(cells []string) (map[string]int, error) {
	columns := map[string]int{}
	for index, name := range cells {
		columns[name] = index
	}
	for _, name := range lineColumns {
		if _, ok := columns[name]; !ok {
			return nil, fmt.Errorf("the statement's file has no column %s", name)
		}
	}
	return columns, nil
}

func readLine(cells []string, columns map[string]int) (*StatementLine, error) {
	if len(cells) != len(columns) {
		return nil, invalidLine(fmt.Errorf("%d cells, not %d", len(cells), len(columns)))
	}
	cell := func(name string) string { return cells[columns[name]] }
	amount, err := strconv.ParseInt(cell("amount"), 10, 64)
	if err != nil {
		return nil, invalidLine(err)
	}
	balance, err := strconv.ParseInt(cell("balance_after"), 10, 64)
	if err != nil {
		return nil, invalidLine(err)
	}
	occurred, err := time.Parse(time.RFC3339Nano, cell("occurred_at"))
	if err != nil {
		return nil, invalidLine(err)
	}
	return &StatementLine{
		ID: cell("line_id"), Object: "statement_line", Type: LineType(cell("type")), OccurredAt: occurred,
		Amount: amount, Currency: cell("currency"), BalanceAfter: balance,
		PurchaseID: orNil(cell("purchase_id")), Reference: orNil(cell("reference")),
		PhoneNumber: orNil(cell("phone_number")), BundleID: orNil(cell("bundle_id")),
	}, nil
}

func invalidLine(err error) error {
	return fmt.Errorf("a line of the statement cannot be read: %w", err)
}

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
