package bundlewire

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Batches runs campaigns: one file with up to a million purchases.
type Batches struct{ http *transport }

// BatchQuery selects batches. Empty fields select all.
type BatchQuery struct {
	// Reference is your own id of one batch.
	Reference string
	// Status is the state of the batches.
	Status BatchStatus
	// Stage selects batches that wait for their start, if it is "scheduled".
	Stage string
	// Search selects batches with this text in their reference or note.
	Search string
	// Owner is the id of the person or key that uploaded the batches.
	Owner string
	// Archived selects archived batches if it is true, and the others if it is false; nil for both.
	Archived *bool
	// CreatedFrom is the first time of creation; the zero time for no limit.
	CreatedFrom time.Time
	// CreatedTo is the time before which the batches were created; the zero time for no limit.
	CreatedTo time.Time
	// PageSize is the number of batches per request, 1 to 100; 25 if it is 0.
	PageSize int
}

// RowQuery selects rows of a batch. Empty fields select all.
type RowQuery struct {
	// State is the state of the rows.
	State string
	// Reason is the code of an error, a warning or a failure of the rows.
	Reason string
	// NetworkID is the network of the numbers.
	NetworkID string
	// BundleID is the bundle of the rows.
	BundleID string
	// PhoneNumber is the number that is bought for.
	PhoneNumber string
	// Unbought selects the rows that bought nothing and never will.
	Unbought bool
	// IncludeNetworkTimeout adds rows that ended in network_timeout to the unbought rows.
	IncludeNetworkTimeout bool
	// File says how Results and SaveResults write the file. Rows ignores it.
	File FileOptions
	// PageSize is the number of rows per request, 1 to 100; 25 if it is 0.
	PageSize int
}

// Get reads one batch.
func (b *Batches) Get(ctx context.Context, id string) (*Batch, error) {
	return get[Batch](ctx, b.http, "batch", "/v1/batches", id)
}

// List reads batches page by page, newest first.
func (b *Batches) List(ctx context.Context, query BatchQuery) iter.Seq2[*Batch, error] {
	values := url.Values{}
	set(values, "reference", query.Reference)
	set(values, "status", string(query.Status))
	set(values, "stage", query.Stage)
	set(values, "search", query.Search)
	set(values, "owner", query.Owner)
	if query.Archived != nil {
		values.Set("archived", strconv.FormatBool(*query.Archived))
	}
	setTime(values, "created_from", query.CreatedFrom)
	setTime(values, "created_to", query.CreatedTo)
	return list[Batch](ctx, b.http, "/v1/batches", values, query.PageSize)
}

// Start starts a batch that is ready.
func (b *Batches) Start(ctx context.Context, id string) (*Batch, error) {
	return post[Batch](ctx, b.http, "batch", "/v1/batches", id, "start")
}

// StartWith starts a batch that is ready, if it is as you agreed to.
func (b *Batches) StartWith(ctx context.Context, id string, agreed StartBatch) (*Batch, error) {
	return b.agree(ctx, id, "start", agreed)
}

// Schedule starts a batch at a time instead of now, or moves its start.
func (b *Batches) Schedule(ctx context.Context, id string, schedule ScheduleBatch) (*Batch, error) {
	return b.agree(ctx, id, "schedule", schedule)
}

// StartNow starts a scheduled batch before its time.
func (b *Batches) StartNow(ctx context.Context, id string) (*Batch, error) {
	return post[Batch](ctx, b.http, "batch", "/v1/batches", id, "start-now")
}

// Unschedule makes a scheduled batch wait for Start again.
func (b *Batches) Unschedule(ctx context.Context, id string) (*Batch, error) {
	return post[Batch](ctx, b.http, "batch", "/v1/batches", id, "unschedule")
}

// AcceptCorrections agrees to the phone numbers that the check corrected. Nothing is bought before Start.
func (b *Batches) AcceptCorrections(ctx context.Context, id string) (*Batch, error) {
	return post[Batch](ctx, b.http, "batch", "/v1/batches", id, "corrections/accept")
}

// RejectCorrections declines the corrected phone numbers: their rows get errors.
func (b *Batches) RejectCorrections(ctx context.Context, id string) (*Batch, error) {
	return post[Batch](ctx, b.http, "batch", "/v1/batches", id, "corrections/reject")
}

// Pause stops buying rows until Resume.
func (b *Batches) Pause(ctx context.Context, id string) (*Batch, error) {
	return post[Batch](ctx, b.http, "batch", "/v1/batches", id, "pause")
}

// Resume continues a batch that is paused.
func (b *Batches) Resume(ctx context.Context, id string) (*Batch, error) {
	return post[Batch](ctx, b.http, "batch", "/v1/batches", id, "resume")
}

// ResumeWith continues a batch that is paused, with a new limit of its cost.
func (b *Batches) ResumeWith(ctx context.Context, id string, agreed ResumeBatch) (*Batch, error) {
	return b.agree(ctx, id, "resume", agreed)
}

func (b *Batches) agree(ctx context.Context, id, command string, agreed any) (*Batch, error) {
	body, err := json.Marshal(agreed)
	if err != nil {
		return nil, err
	}
	return postBody[Batch](ctx, b.http, "batch", "/v1/batches", id, command, body)
}

// Cancel stops buying rows for good. Purchases that were made continue.
func (b *Batches) Cancel(ctx context.Context, id string) (*Batch, error) {
	return post[Batch](ctx, b.http, "batch", "/v1/batches", id, "cancel")
}

// WaitChecked reads a batch until its file has been checked. If the file cannot be used, the error is
// *BatchRejectedError.
func (b *Batches) WaitChecked(ctx context.Context, id string) (*Batch, error) {
	return b.wait(ctx, id, func(batch *Batch) bool { return batch.Status != BatchValidating })
}

// Wait reads a batch until it has ended: completed, or cancelled with no purchase pending. If the file cannot be
// used, the error is *BatchRejectedError. A batch that is paused or that waits for Start has not ended, so give ctx
// a time limit.
func (b *Batches) Wait(ctx context.Context, id string) (*Batch, error) {
	return b.wait(ctx, id, func(batch *Batch) bool {
		return batch.Status == BatchCompleted || batch.Status == BatchCanceled && batch.Counts.Pending == 0
	})
}

func (b *Batches) wait(ctx context.Context, id string, done func(*Batch) bool) (*Batch, error) {
	return poll(ctx, b.http, waitPauseMax, func() (*Batch, bool, error) {
		batch, err := b.Get(ctx, id)
		if err != nil {
			return nil, false, err
		}
		if batch.Status == BatchRejected {
			return nil, false, &BatchRejectedError{Batch: batch}
		}
		return batch, done(batch), nil
	})
}

// Rows reads the rows of a batch page by page, in the order of the file.
func (b *Batches) Rows(ctx context.Context, id string, query RowQuery) iter.Seq2[*BatchRow, error] {
	path, err := at("/v1/batches", id)
	if err != nil {
		return func(yield func(*BatchRow, error) bool) { yield(nil, err) }
	}
	return list[BatchRow](ctx, b.http, path+"/rows", query.values(), query.PageSize)
}

// Breakdown counts all rows of a batch by network, bundle, state and reason, with their amounts.
func (b *Batches) Breakdown(ctx context.Context, id string) (*BatchBreakdown, error) {
	path, err := at("/v1/batches", id)
	if err != nil {
		return nil, err
	}
	return send[BatchBreakdown](ctx, b.http, http.MethodGet, path+"/breakdown", "batch_breakdown", nil)
}

// Results opens the uploaded file with the outcome of each row: as CSV, or as a workbook if query.File has
// FormatXLSX. Unbought selects the rows to correct and upload as a new batch. Close the reader. If it fails, open the
// file again.
func (b *Batches) Results(ctx context.Context, id string, query RowQuery) (io.ReadCloser, error) {
	path, err := at("/v1/batches", id)
	if err != nil {
		return nil, err
	}
	accept, err := query.File.accept()
	if err != nil {
		return nil, err
	}
	return b.http.download(ctx, path+"/rows", query.File.addTo(query.values()), accept)
}

// SaveResults downloads the results to a file, and returns its size in bytes. A path that ends in .xlsx gets a
// workbook, and any other path gets CSV, unless query.File has a Format. A download that breaks off is repeated. The
// file appears at its path only when it is complete.
func (b *Batches) SaveResults(ctx context.Context, id string, query RowQuery, path string) (int64, error) {
	file, err := query.File.to(path)
	if err != nil {
		return 0, err
	}
	query.File = file
	return b.http.save(ctx, path, func() (io.ReadCloser, error) { return b.Results(ctx, id, query) })
}

// Template opens a workbook (.xlsx) to fill in and upload, with your bundles and their prices. Close the reader.
func (b *Batches) Template(ctx context.Context) (io.ReadCloser, error) {
	return b.http.download(ctx, "/v1/batches/template", nil, xlsxType)
}

// SaveTemplate downloads the template to a file (.xlsx), and returns its size in bytes.
func (b *Batches) SaveTemplate(ctx context.Context, path string) (int64, error) {
	return b.http.save(ctx, path, func() (io.ReadCloser, error) { return b.Template(ctx) })
}

func (q RowQuery) values() url.Values {
	values := url.Values{}
	set(values, "state", q.State)
	set(values, "reason", q.Reason)
	set(values, "network_id", q.NetworkID)
	set(values, "bundle_id", q.BundleID)
	set(values, "phone_number", q.PhoneNumber)
	if q.Unbought {
		values.Set("only", "unbought")
	}
	if q.IncludeNetworkTimeout {
		values.Set("include", "network_timeout")
	}
	return values
}
