package bundlewire

import "time"

// BatchStatus is the state of a batch.
type BatchStatus string

// The states of a batch. The last three do not change.
const (
	// BatchValidating means that the rows are being checked.
	BatchValidating BatchStatus = "validating"
	// BatchReady means that the batch waits for Start.
	BatchReady BatchStatus = "ready"
	// BatchRunning means that rows are being bought.
	BatchRunning BatchStatus = "running"
	// BatchPaused means that no further rows are bought; Batch.Pause has the reason.
	BatchPaused BatchStatus = "paused"
	// BatchCompleted means that every row was processed, and all purchases are final.
	BatchCompleted BatchStatus = "completed"
	// BatchCanceled means that no further rows are bought. Purchases that were made continue.
	BatchCanceled BatchStatus = "canceled"
	// BatchRejected means that the file cannot be used; Batch.Rejection has the reason.
	BatchRejected BatchStatus = "rejected"
)

// Batch is a campaign: one file whose rows are bought as purchases.
type Batch struct {
	// ID is the id of the batch, bat_….
	ID string `json:"id"`
	// Object is always "batch".
	Object string `json:"object"`
	// Reference is your own id for the batch. A row without its own reference gets "<reference>.<line>".
	Reference string `json:"reference"`
	// Status is the state of the batch.
	Status BatchStatus `json:"status"`
	// Stage is what the batch does now: "scheduled" if it waits for NotBefore, otherwise the same as Status. More stages
	// may be added.
	Stage string `json:"stage"`
	// WaitsFor is why nothing is bought now, and until when; nil if the batch waits for no time.
	WaitsFor *BatchWaitsFor `json:"waits_for"`
	// Start is "auto" or "manual".
	Start string `json:"start"`
	// OnInvalid is "skip" or "reject".
	OnInvalid string `json:"on_invalid"`
	// OnInsufficientBalance is "pause" or "fail".
	OnInsufficientBalance string `json:"on_insufficient_balance"`
	// NotBefore is when buying may start; nil if you sent no time.
	NotBefore *time.Time `json:"not_before"`
	// SendBetween has the hours in which rows are bought, in the local time of the recipient; nil for any hour.
	SendBetween *string `json:"send_between"`
	// DuplicateWindowHours is how far back purchases of your account are compared with the rows; 0 for not at all.
	DuplicateWindowHours int64 `json:"duplicate_window_hours"`
	// OnDuplicate is "skip" if duplicates are held back, or "buy" if they are bought with a warning.
	OnDuplicate string `json:"on_duplicate"`
	// Counts has the rows by outcome.
	Counts BatchCounts `json:"counts"`
	// Cost is the price of all valid rows, at the prices at validation.
	Cost Money `json:"cost"`
	// Charged is what you were charged for its purchases. Refunds are not taken off.
	Charged Money `json:"charged"`
	// Refunded is what you got back for reversed purchases.
	Refunded Money `json:"refunded"`
	// Held is the price of its purchases that are pending.
	Held Money `json:"held"`
	// NotSpent is what of Cost is not spent: Cost = Charged - Refunded + Held + NotSpent. It is negative if prices rose
	// after validation.
	NotSpent Money `json:"not_spent"`
	// ApprovedCost is the cost that was approved at the start: Charged and Held together never exceed it. It is nil if
	// none was sent.
	ApprovedCost *Money `json:"approved_cost"`
	// PricesLockedUntil is until when rows are bought at the prices of the check; nil if the prices of the day apply.
	PricesLockedUntil *time.Time `json:"prices_locked_until"`
	// FileSHA256 is the hash of the file, in hex; nil until the whole file was received.
	FileSHA256 *string `json:"file_sha256"`
	// Available is what your account can spend now.
	Available Money `json:"available"`
	// Shortfall is what your balance lacks for the rows that wait; 0 if it covers them.
	Shortfall Money `json:"shortfall"`
	// Revision counts the changes of its rows after the upload.
	Revision int64 `json:"revision"`
	// RecurringBatchID is the recurring batch that made it; nil if you uploaded it.
	RecurringBatchID *string `json:"recurring_batch_id"`
	// Owner is who uploaded it; nil if that is not known, and for runs of a recurring batch.
	Owner *BatchOwner `json:"owner"`
	// Note is what people wrote about it; nil for nothing.
	Note *string `json:"note"`
	// CostCentre is the cost centre of yours to which it is charged; nil for none.
	CostCentre *string `json:"cost_centre"`
	// ArchivedAt is when it was archived; nil if it is not. An archived batch is like any other.
	ArchivedAt *time.Time `json:"archived_at"`
	// RetryOf is the batch whose rows this one tries again; nil for an upload.
	RetryOf *string `json:"retry_of"`
	// Sheet is the sheet of the workbook that was read; nil for other files.
	Sheet *string `json:"sheet"`
	// Sheets has the sheets of the workbook that have rows; empty for other files.
	Sheets []string `json:"sheets"`
	// Notices say what was unusual about the file.
	Notices []BatchNotice `json:"notices"`
	// Errors has the first 20 errors of rows. Rows has all of them.
	Errors []RowIssue `json:"errors"`
	// Warned is the number of rows with warnings.
	Warned int64 `json:"warned"`
	// Warnings has the first 20 warnings about rows that can be bought.
	Warnings []RowIssue `json:"warnings"`
	// Duplicates has the first 20 duplicates that the check of the file found. Rows has all of them.
	Duplicates []RowIssue `json:"duplicates"`
	// Corrections has the phone numbers that were corrected, if you chose a Repair.
	Corrections BatchCorrections `json:"corrections"`
	// Pause is set while the batch is paused.
	Pause *BatchNotice `json:"pause"`
	// Rejection is set if the file was rejected.
	Rejection *BatchRejection `json:"rejection"`
	// CreatedAt is when the upload started.
	CreatedAt time.Time `json:"created_at"`
	// ValidatedAt is when every row had been checked; nil until then.
	ValidatedAt *time.Time `json:"validated_at"`
	// StartedAt is when the batch started; nil until then.
	StartedAt *time.Time `json:"started_at"`
	// EstimatedCompletionAt is computed from the rates of the networks; nil if NoEstimate says why.
	EstimatedCompletionAt *time.Time `json:"estimated_completion_at"`
	// NoEstimate says why EstimatedCompletionAt is nil; nil if there is an estimate, and after the end.
	NoEstimate *BatchNotice `json:"no_estimate"`
	// CompletedAt is when the batch was completed, cancelled or rejected; nil until then.
	CompletedAt *time.Time `json:"completed_at"`
}

// BatchOwner is who uploaded a batch.
type BatchOwner struct {
	// Kind is "key", "person" or "operator", your technical contact. More may be added.
	Kind string `json:"kind"`
	// ID is the id of the key or person; otherwise a name.
	ID string `json:"id"`
}

// BatchCounts has the rows by outcome. Rows is the sum of Invalid, Waiting, Refused, Pending, Successful, Failed
// and Reversed.
type BatchCounts struct {
	// Rows counts all rows of the file.
	Rows int64 `json:"rows"`
	// Valid counts rows that can be bought.
	Valid int64 `json:"valid"`
	// Invalid counts rows with errors; they are never bought.
	Invalid int64 `json:"invalid"`
	// Waiting counts rows that are not bought yet; in a cancelled batch they never will be.
	Waiting int64 `json:"waiting"`
	// Refused counts valid rows that could not be bought when their turn came.
	Refused int64 `json:"refused"`
	// Pending counts purchases that are not final yet.
	Pending int64 `json:"pending"`
	// Successful counts purchases that were delivered and charged.
	Successful int64 `json:"successful"`
	// Failed counts purchases that failed; they were not charged.
	Failed int64 `json:"failed"`
	// Reversed counts purchases that the network reversed; they were refunded.
	Reversed int64 `json:"reversed"`
	// Duplicates counts rows that repeat an earlier purchase or row. If OnDuplicate is "skip", Refused has them too.
	Duplicates int64 `json:"duplicates"`
}

// BatchBreakdown has the rows of a batch by network, bundle, state and reason.
type BatchBreakdown struct {
	// Object is always "batch_breakdown".
	Object string `json:"object"`
	// BatchID is the id of the batch.
	BatchID string `json:"batch_id"`
	// Outcomes has one item for each network, bundle, state and reason. Each row is in exactly one item.
	Outcomes []BatchOutcome `json:"outcomes"`
}

// BatchOutcome counts rows of a batch with the same network, bundle, state and reason.
type BatchOutcome struct {
	// NetworkID is the network of the rows; nil if it is not known.
	NetworkID *string `json:"network_id"`
	// BundleID is the bundle of the rows; nil if they have none that can be bought.
	BundleID *string `json:"bundle_id"`
	// State is the state of the rows, as in BatchRow.
	State string `json:"state"`
	// Reason is why they were not bought; nil if they were bought, or wait. More may be added.
	Reason *string `json:"reason"`
	// Retry says whether a retry may buy the rows as they are: may_work, with_care or never; nil if they were bought, or wait.
	Retry *string `json:"retry"`
	// Rows is the number of rows.
	Rows int64 `json:"rows"`
	// Amount is the sum of their prices: charged, held or, for rows that were not bought, neither.
	Amount Money `json:"amount"`
}

// BatchNotice is something unusual about a file, or the reason of a pause or of a missing estimate.
type BatchNotice struct {
	// Code is stable, for programs. New codes may be added.
	Code string `json:"code"`
	// Message is for people.
	Message string `json:"message"`
}

// BatchWaitsFor is what a batch waits for that is not paused.
type BatchWaitsFor struct {
	// Code is "start_time" or "quiet_hours". More may be added.
	Code string `json:"code"`
	// Message is for people.
	Message string `json:"message"`
	// Until is when the batch continues by itself; nil if it never does.
	Until *time.Time `json:"until"`
}

// BatchRejection is the reason why a file was rejected.
type BatchRejection struct {
	// Code is stable, for programs. New codes may be added.
	Code string `json:"code"`
	// Message says what is wrong and what to do, for people.
	Message string `json:"message"`
	// Line is the line of the file, or the row of the sheet; nil if the whole file is meant.
	Line *int64 `json:"line"`
	// Sheet is the sheet of the workbook; empty if the file is not a workbook.
	Sheet string `json:"sheet,omitempty"`
}

// StartBatch is what you agree to when you start a batch. Empty fields agree to nothing.
type StartBatch struct {
	// ApprovedCost is the Cost of the batch as you were shown it. The batch never spends more.
	ApprovedCost *Money `json:"approved_cost,omitempty"`
	// FileSHA256 is the FileSHA256 of the batch as you were shown it.
	FileSHA256 string `json:"file_sha256,omitempty"`
	// Revision is the Revision of the batch as you were shown it; nil to start it with any changes of rows.
	Revision *int64 `json:"revision,omitempty"`
	// First buys only this many of the rows that can be bought, 1 to 10,000, and then pauses; 0 buys all.
	First int `json:"first,omitempty"`
	// SendBetween has the hours in which rows are bought, in the local time of the recipient: Set("09:00-20:00"), or
	// Null[string]() for any hour. If it is left out, the hours of the upload stay.
	SendBetween Field[string] `json:"send_between,omitempty"`
}

// ScheduleBatch is when a batch starts, and what you agree to.
type ScheduleBatch struct {
	// StartAt is in the future, at most 366 days ahead.
	StartAt time.Time `json:"start_at"`
	StartBatch
}

// ResumeBatch is what you agree to when you resume a batch.
type ResumeBatch struct {
	// ApprovedCost is a new limit, after a pause with "price_changed".
	ApprovedCost *Money `json:"approved_cost,omitempty"`
}
