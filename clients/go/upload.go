package bundlewire

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// BatchUpload says how a file is bought. Only Reference is required.
type BatchUpload struct {
	// Reference is your own id for the batch: 1 to 55 letters, digits, "-", "_", "." or ":". The same file under
	// the same reference is the same batch, and buys nothing twice.
	Reference string
	// Manual makes the batch wait for Start after its check.
	Manual bool
	// RejectInvalid rejects the whole file if any row has an error. Otherwise such rows are left out.
	RejectInvalid bool
	// FailOnInsufficientBalance leaves out rows that the balance does not cover. Otherwise the batch waits for funds.
	FailOnInsufficientBalance bool
	// NotBefore is when buying starts, up to 366 days ahead; the zero time means now.
	NotBefore time.Time
	// SendBetween has the hours in which rows are bought, such as "09:00-20:00", in the local time of the recipient.
	SendBetween string
	// Columns maps our names to the columns of your file, such as "phone_number" to "MSISDN".
	Columns map[string]string
	// Sheet is the sheet of the workbook to read; empty if only one has phone numbers.
	Sheet string
	// KeepUnknownColumns keeps the columns that Bundlewire does not know, and returns them in the results. Otherwise
	// such a column rejects the file.
	KeepUnknownColumns bool
	// DuplicateWindowHours compares the rows with what your account bought in this many hours before. 0: not compared.
	DuplicateWindowHours int
	// OnDuplicate is "skip" to hold back rows that repeat a number and bundle, or "buy". If it is empty, it is "skip"
	// with DuplicateWindowHours, and "buy" without.
	OnDuplicate string
	// Repair is what happens to phone numbers that a spreadsheet damaged: "never", "propose" or "accept". "propose"
	// waits for AcceptCorrections or RejectCorrections. If it is empty, it is "never".
	Repair string
	// DefaultCountry is the country of numbers in local form, such as "NG". It needs Repair.
	DefaultCountry string
	// DataMB and ValidityHours choose the bundle of rows without a bundle, data or validity of their own. A row needs both.
	DataMB, ValidityHours int
	// FileName says by its ending what kind of file it is, such as "december.xlsx". If it is empty, it is the name of an
	// *os.File, and CSV for other readers.
	FileName string
	// GetBody opens the file again, so that a broken upload can be repeated. It is needed only for readers that
	// cannot seek: files, strings.Reader and bytes.Reader can.
	GetBody func() (io.ReadCloser, error)
}

// Upload sends a file as a stream, from where the reader is. If a connection breaks, the file is sent again,
// provided that the reader can seek or GetBody opens it again. The batch can already be rejected: see WaitChecked.
func (b *Batches) Upload(ctx context.Context, upload BatchUpload, content io.Reader) (*Batch, error) {
	if upload.Reference == "" {
		return nil, &ArgumentError{Argument: "Reference", Message: "is empty: the file was not sent"}
	}
	file, err := newUpload(content, upload.GetBody)
	if err != nil {
		return nil, err
	}
	file.kind = contentType(upload.FileName, content)
	batch := new(Batch)
	_, err = b.http.exchange(ctx, request{
		method: http.MethodPost, path: "/v1/batches", query: upload.query(), reference: upload.Reference, upload: file,
	}, answer{object: "batch", into: batch})
	if err != nil {
		return nil, err
	}
	return batch, nil
}

func (u BatchUpload) query() url.Values {
	values := url.Values{}
	values.Set("reference", u.Reference)
	if u.Manual {
		values.Set("start", "manual")
	}
	if u.RejectInvalid {
		values.Set("on_invalid", "reject")
	}
	if u.FailOnInsufficientBalance {
		values.Set("on_insufficient_balance", "fail")
	}
	setTime(values, "not_before", u.NotBefore)
	set(values, "send_between", u.SendBetween)
	set(values, "sheet", u.Sheet)
	if u.KeepUnknownColumns {
		values.Set("on_unknown_columns", "keep")
	}
	setInt(values, "duplicate_window_hours", u.DuplicateWindowHours)
	set(values, "on_duplicate", u.OnDuplicate)
	set(values, "repair", u.Repair)
	set(values, "default_country", u.DefaultCountry)
	setInt(values, "data_mb", u.DataMB)
	setInt(values, "validity_hours", u.ValidityHours)
	for name, column := range u.Columns {
		values.Set("column."+name, column)
	}
	return values
}

// upload is a file to send. It can be sent again if its reader can seek, or if it can be opened again.
type upload struct {
	content io.Reader
	seeker  io.Seeker
	start   int64
	reopen  func() (io.ReadCloser, error)
	// size is -1 if it is not known.
	size int64
	// kind is its content type.
	kind string
}

// newUpload finds out how large the file is, and whether it can be sent again.
func newUpload(content io.Reader, reopen func() (io.ReadCloser, error)) (*upload, error) {
	if content == nil && reopen == nil {
		return nil, &ArgumentError{Argument: "content", Message: "is nil"}
	}
	u := &upload{content: content, reopen: reopen, size: -1}
	seeker, ok := content.(io.Seeker)
	if !ok || reopen != nil {
		return u, nil
	}
	// A pipe is a file that cannot seek.
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return u, nil
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if err != nil {
		return u, nil
	}
	u.seeker, u.start, u.size = seeker, start, end-start
	return u, nil
}

// repeatable reports whether the request can be sent again. A request without a file can.
func (u *upload) repeatable() bool { return u == nil || u.seeker != nil || u.reopen != nil }

// body opens the file from its beginning; nil for a request without a file. progress is called when bytes have been
// read.
func (u *upload) body(progress func()) (*uploadBody, error) {
	if u == nil {
		return nil, nil
	}
	body := &uploadBody{content: u.content, progress: progress, waits: u.repeatable()}
	if u.seeker != nil {
		_, err := u.seeker.Seek(u.start, io.SeekStart)
		return body, err
	}
	if u.reopen != nil {
		opened, err := u.reopen()
		body.content, body.closer = opened, opened
		return body, err
	}
	return body, nil
}

// uploadBody is the file within one attempt. HTTP may still read it when the attempt has ended, so settle keeps it
// from reading on.
type uploadBody struct {
	content  io.Reader
	closer   io.Closer
	progress func()
	waits    bool
	ended    atomic.Bool
	reading  sync.Mutex
	failure  atomic.Pointer[sourceError]
}

func (b *uploadBody) Read(into []byte) (int, error) {
	b.reading.Lock()
	defer b.reading.Unlock()
	if b.ended.Load() {
		return 0, io.ErrClosedPipe
	}
	read, err := b.content.Read(into)
	if err != nil && err != io.EOF {
		b.failure.Store(&sourceError{err})
	}
	b.progress()
	return read, err
}

func (b *uploadBody) Close() error {
	b.ended.Store(true)
	return nil
}

// settle waits until nothing reads the file, and closes it if this attempt opened it. A file that is sent only once
// needs no wait: its reader can block.
func (b *uploadBody) settle() {
	if b == nil {
		return
	}
	b.ended.Store(true)
	if !b.waits {
		return
	}
	b.reading.Lock()
	defer b.reading.Unlock()
	if b.closer != nil {
		b.closer.Close()
	}
}

// explain returns the failure to read the file, if there is one, in place of the failure that it caused.
func (b *uploadBody) explain(err error) error {
	if b == nil {
		return err
	}
	if failure := b.failure.Load(); err != nil && failure != nil {
		return failure
	}
	return err
}
