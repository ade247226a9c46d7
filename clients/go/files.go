package bundlewire

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
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
