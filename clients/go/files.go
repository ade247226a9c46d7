package bundlewire

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	csvType  = "text/csv"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// spreadsheets has content types by the ending of the file's name.
var spreadsheets = map[string]string{
	".xlsx": xlsxType,
	".xlsm": "application/vnd.ms-excel.sheet.macroenabled.12",
	".xls":  "application/vnd.ms-excel",
	".ods":  "application/vnd.oasis.opendocument.spreadsheet",
}

// contentType is that of a spreadsheet by its name, or CSV for any other name. Without a name, it is that of an *os.File.
func contentType(name string, content io.Reader) string {
	if named, ok := content.(interface{ Name() string }); ok && name == "" {
		name = named.Name()
	}
	if kind, ok := spreadsheets[strings.ToLower(filepath.Ext(name))]; ok {
		return kind
	}
	return csvType
}

// FileFormat is what kind of file the API writes.
type FileFormat string

// The kinds of files that the API writes.
const (
	// FormatCSV is CSV in UTF-8.
	FormatCSV FileFormat = "csv"
	// FormatXLSX is an Excel workbook whose cells are text.
	FormatXLSX FileFormat = "xlsx"
)

// FileOptions says how a file is written.
type FileOptions struct {
	// Format is the kind of file. If it is empty, a file that is saved has the kind of its name: a workbook if it ends in
	// .xlsx, and otherwise CSV. A file that is opened is then CSV.
	Format FileFormat
	// Amounts is "minor" for whole minor units, or "major" for amounts as people write them, such as 500.00. If it is
	// empty, a CSV file has minor and a workbook has major units.
	Amounts string
	// ByteOrderMark begins a CSV file with a byte order mark, by which Excel recognises UTF-8.
	ByteOrderMark bool
}

// to returns the options for a file of this name. A spreadsheet that the API does not write is refused.
func (o FileOptions) to(path string) (FileOptions, error) {
	ending := strings.ToLower(filepath.Ext(path))
	switch {
	case o.Format != "":
		return o, nil
	case ending == ".xlsx":
		o.Format = FormatXLSX
	case spreadsheets[ending] != "":
		return o, &ArgumentError{Argument: "path", Message: "ends in " + ending + "; use .csv or .xlsx, or set Format"}
	}
	return o, nil
}

// accept is the content type to ask for.
func (o FileOptions) accept() (string, error) {
	switch o.Format {
	case FormatCSV, "":
		return csvType, nil
	case FormatXLSX:
		return xlsxType, nil
	}
	return "", &ArgumentError{Argument: "Format", Message: "is not FormatCSV or FormatXLSX"}
}

func (o FileOptions) addTo(values url.Values) url.Values {
	set(values, "amounts", o.Amounts)
	if o.ByteOrderMark {
		values.Set("bom", "true")
	}
	return values
}

// save downloads a file to a path, and returns its size in bytes. A download that breaks off is repeated. The file
// appears at its path only when it is complete.
func (t *transport) save(ctx context.Context, path string, open func() (io.ReadCloser, error)) (int64, error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	var size int64
	err = t.whole(ctx, func() error {
		content, err := open()
		if err != nil {
			return err
		}
		defer content.Close()
		if err := errors.Join(file.Truncate(0), rewind(file)); err != nil {
			return err
		}
		size, err = io.Copy(file, content)
		return err
	})
	if err != nil {
		return 0, err
	}
	if err := file.Close(); err != nil {
		return 0, err
	}
	return size, os.Rename(file.Name(), path)
}

func rewind(file io.Seeker) error {
	_, err := file.Seek(0, io.SeekStart)
	return err
}

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
