package bundlewire

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const recurringPath = "/v1/recurring-batches"

// RecurringBatch is a batch that is bought repeatedly, on a schedule.
type RecurringBatch struct {
	// ID is the id of the recurring batch, rec_….
	ID string `json:"id"`
	// Object is always "recurring_batch".
	Object string `json:"object"`
	// Reference is your own name for it.
	Reference string `json:"reference"`
	// BatchID is the batch whose rows each run buys.
	BatchID string `json:"batch_id"`
	// Status is "active", "paused" or "deleted". More may be added.
	Status string `json:"status"`
	// TimeZone is the IANA name of the time zone.
	TimeZone string `json:"time_zone"`
	// At is the time of the day on the clocks of TimeZone, such as "08:00".
	At string `json:"at"`
	// Weekdays are days of the week, 1 for Monday; empty for every day.
	Weekdays []int `json:"weekdays"`
	// MonthDays are days of the month; empty for every day.
	MonthDays []int `json:"month_days"`
	// EndsAt is after when no run begins; nil for no end.
	EndsAt *time.Time `json:"ends_at"`
	// ApprovedCost is the most that one run may cost.
	ApprovedCost Money `json:"approved_cost"`
	// DuplicateWindowHours holds back rows that your account bought within this many hours; 0 for none.
	DuplicateWindowHours int64 `json:"duplicate_window_hours"`
	// NextRuns has up to 10 next runs; empty unless it is active.
	NextRuns []time.Time `json:"next_runs"`
	// LastRuns has up to 10 last runs, newest first.
	LastRuns []RecurringBatchRun `json:"last_runs"`
	// CreatedAt is when it was created.
	CreatedAt time.Time `json:"created_at"`
}

// RecurringBatchRun is one time of the calendar.
type RecurringBatchRun struct {
	// ScheduledAt is the time of the calendar.
	ScheduledAt time.Time `json:"scheduled_at"`
	// Outcome is "starting", "started" or "skipped". More may be added.
	Outcome string `json:"outcome"`
	// BatchID is the batch of the run; nil if none was made.
	BatchID *string `json:"batch_id"`
	// Skip is why the run was skipped; otherwise nil.
	Skip *RecurringBatchSkip `json:"skip"`
}

// RecurringBatchSkip is why a run was skipped.
type RecurringBatchSkip struct {
	// Code is stable, for programs, such as "previous_running". More may be added.
	Code string `json:"code"`
	// Message is for people.
	Message string `json:"message"`
}

// NewRecurringBatch says which batch is bought again, and when.
type NewRecurringBatch struct {
	// Reference is your own unique name, up to 35 characters. The same reference with the same fields returns the first
	// recurring batch.
	Reference string `json:"reference"`
	// BatchID is the batch whose rows each run buys. It has been checked; it need not have been started.
	BatchID string `json:"batch_id"`
	// TimeZone is the IANA name of the time zone, such as "Africa/Lagos".
	TimeZone string `json:"time_zone"`
	// At is the time of the day on the clocks of TimeZone, such as "08:00".
	At string `json:"at"`
	// Weekdays are days of the week, 1 for Monday to 7 for Sunday; empty for every day.
	Weekdays []int `json:"weekdays,omitempty"`
	// MonthDays are days of the month; empty for every day. A month without the day has no run.
	MonthDays []int `json:"month_days,omitempty"`
	// EndsAt is after when no run begins; nil for no end.
	EndsAt *time.Time `json:"ends_at,omitempty"`
	// ApprovedCost is the most that one run may cost. A run that would cost more is skipped.
	ApprovedCost Money `json:"approved_cost"`
	// DuplicateWindowHours holds back rows that your account bought within this many hours; 0 for none.
	DuplicateWindowHours int64 `json:"duplicate_window_hours,omitempty"`
}

// RecurringBatches buys batches repeatedly, on a schedule. Each run makes a new batch.
type RecurringBatches struct{ http *transport }

// Create buys the rows of a checked batch again at each time of a calendar. If it is unknown whether the recurring batch
// was created, the error is *NoAnswerError: call Create again with the same fields.
func (r *RecurringBatches) Create(ctx context.Context, recurring NewRecurringBatch) (*RecurringBatch, error) {
	if recurring.Reference == "" {
		return nil, &ArgumentError{Argument: "Reference", Message: "is empty: nothing was sent"}
	}
	return create[RecurringBatch](ctx, r.http, recurringPath, "recurring_batch", recurring.Reference, recurring)
}

// Get reads one recurring batch, with its last and next runs.
func (r *RecurringBatches) Get(ctx context.Context, id string) (*RecurringBatch, error) {
	return get[RecurringBatch](ctx, r.http, "recurring_batch", recurringPath, id)
}

// List reads recurring batches page by page, newest first, without deleted ones.
func (r *RecurringBatches) List(ctx context.Context, query PageQuery) iter.Seq2[*RecurringBatch, error] {
	return list[RecurringBatch](ctx, r.http, recurringPath, url.Values{}, query.PageSize)
}

// Pause begins no run until Resume.
func (r *RecurringBatches) Pause(ctx context.Context, id string) (*RecurringBatch, error) {
	return post[RecurringBatch](ctx, r.http, "recurring_batch", recurringPath, id, "pause")
}

// Resume continues with the next time of the calendar. Times that passed meanwhile are left out.
func (r *RecurringBatches) Resume(ctx context.Context, id string) (*RecurringBatch, error) {
	return post[RecurringBatch](ctx, r.http, "recurring_batch", recurringPath, id, "resume")
}

// Delete begins no run any more. A batch that a run has started continues.
func (r *RecurringBatches) Delete(ctx context.Context, id string) (*RecurringBatch, error) {
	path, err := at(recurringPath, id)
	if err != nil {
		return nil, err
	}
	return send[RecurringBatch](ctx, r.http, http.MethodDelete, path, "recurring_batch", nil)
}
