package bundlewire

import (
	"io"
	"path/filepath"
	"strings"
)

// spreadsheets has content types by the ending of the file's name.
var spreadsheets = map[string]string{
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
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
	return "text/csv"
}
