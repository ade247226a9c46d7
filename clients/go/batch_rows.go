package bundlewire

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// RowIssue is what is wrong with a row, or what to check in a row that can be bought.
type RowIssue struct {
	// Line is the line of the file, where the header is line 1. It is 0 in the issues of a BatchRow, which has its line.
	Line int64 `json:"line,omitempty"`
	// Column is the column's name in your file; nil for the whole row.
	Column *string `json:"column"`
	// Code is stable, for programs. New codes may be added.
	Code string `json:"code"`
	// Message says what is wrong and what to do, for people.
	Message string `json:"message"`
	// Damage is what a spreadsheet did to the cell, such as "lost_plus"; empty if nothing is known.
	Damage string `json:"damage,omitempty"`
	// Sheet is the sheet of the workbook; empty if the file is not a workbook.
	Sheet string `json:"sheet,omitempty"`
	// BundleIDs are up to six bundles that fit what the cell says, the cheapest first; nil unless Code is "bundle_unclear".
	BundleIDs []string `json:"bundle_ids,omitempty"`
	// DuplicateOf is set if the row is a duplicate.
	DuplicateOf *DuplicateOf `json:"duplicate_of,omitempty"`
}

// DuplicateOf is what a row is a duplicate of.
type DuplicateOf struct {
	// Kind is "row" for an earlier row of the file, "purchase" for a purchase of your account, or "result" for the
	// result.state of this row in your file. More may be added.
	Kind string `json:"kind"`
	// Line is the earlier line of the file, for "row"; otherwise nil.
	Line *int64 `json:"line"`
	// PurchaseID is the earlier purchase, for "purchase"; otherwise nil.
	PurchaseID *string `json:"purchase_id"`
	// Reference is the reference of the earlier purchase, for "purchase"; otherwise nil.
	Reference *string `json:"reference"`
	// BoughtAt is when the earlier purchase was accepted, for "purchase"; otherwise nil.
	BoughtAt *time.Time `json:"bought_at"`
}

// RowChanges is what you changed in a row after the upload. Fields that are nil are as in the file.
type RowChanges struct {
	// PhoneNumber replaces the number in the file.
	PhoneNumber *string `json:"phone_number"`
	// BundleID replaces the bundle in the file.
	BundleID *string `json:"bundle_id"`
	// DataMB replaces the data in the file.
	DataMB *int64 `json:"data_mb"`
	// ValidityHours replaces the validity in the file.
	ValidityHours *int64 `json:"validity_hours"`
	// Dropped is whether nothing is bought for the row.
	Dropped bool `json:"dropped"`
}

// BatchCorrections has the phone numbers that were corrected.
type BatchCorrections struct {
	// State is "none", "proposed", "accepted" or "rejected". If it is "proposed", call AcceptCorrections or
	// RejectCorrections before you start the batch.
	State string `json:"state"`
	// Count is the number of rows with a corrected phone number.
	Count int64 `json:"count"`
	// First has the first 20 corrections. Rows has all of them.
	First []BatchCorrection `json:"first"`
}

// BatchCorrection is a phone number that was corrected.
type BatchCorrection struct {
	// Line is the line of the file, or the row of the sheet, counted from 1.
	Line int64 `json:"line"`
	// Column is the column's name in your file.
	Column *string `json:"column"`
	// From is the cell, as in the file.
	From string `json:"from"`
	// To is the corrected number.
	To string `json:"to"`
	// Damage is what was wrong with the number, such as "lost_plus".
	Damage string `json:"damage"`
}

// BatchRow is a row of the file, with its result.
type BatchRow struct {
	// Object is always "batch_row".
	Object string `json:"object"`
	// Line is the line of the file; the header is line 1.
	Line int64 `json:"line"`
	// State is "waiting", "invalid", "refused", or the status of the row's purchase.
	State string `json:"state"`
	// Reference is the reference of the purchase; nil if the one in the file cannot be used.
	Reference *string `json:"reference"`
	// PhoneNumber is as in the file.
	PhoneNumber string `json:"phone_number"`
	// CorrectedNumber is the number that is bought for, if PhoneNumber was corrected; otherwise nil.
	CorrectedNumber *string `json:"corrected_number"`
	// BundleID is as in the file, or as chosen by the data and validity of the row.
	BundleID string `json:"bundle_id"`
	// NetworkID is the network of the number; nil if it is not known.
	NetworkID *string `json:"network_id"`
	// Price is the price at validation; nil for an invalid row.
	Price *Money `json:"price"`
	// Metadata has the metadata columns of the row.
	Metadata map[string]string `json:"metadata"`
	// OwnColumns has your own columns, in the order of the file, if the upload had KeepUnknownColumns.
	OwnColumns []OwnColumn `json:"own_columns,omitempty"`
	// PurchaseID is the purchase of the row; for a refused row, the earlier purchase that it would repeat. It is nil if
	// there is none.
	PurchaseID *string `json:"purchase_id"`
	// CompletedAt is when the purchase became final; nil until then.
	CompletedAt *time.Time `json:"completed_at"`
	// Failure is set if the purchase failed.
	Failure *Failure `json:"failure"`
	// Changes are what you changed in the row after the upload; nil if nothing.
	Changes *RowChanges `json:"changes"`
	// Errors say why the row is not bought; empty if it can be.
	Errors []RowIssue `json:"errors"`
	// Warnings say what to check in a row that can be bought.
	Warnings []RowIssue `json:"warnings"`
}

// OwnColumn is a cell of one of your own columns.
type OwnColumn struct {
	// Name is the name of the column in your file.
	Name string `json:"name"`
	// Value is the cell, as in the file.
	Value string `json:"value"`
}

// Field is a field of a request that can be null. Its zero value leaves the field out. Use Set or Null to send it.
type Field[T any] []*T

// Set sends a value.
func Set[T any](value T) Field[T] { return Field[T]{&value} }

// Null sends null.
func Null[T any]() Field[T] { return Field[T]{nil} }

// MarshalJSON writes the value or null.
func (f Field[T]) MarshalJSON() ([]byte, error) {
	if len(f) == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(f[0])
}

// UnmarshalJSON reads a value or null.
func (f *Field[T]) UnmarshalJSON(text []byte) error {
	var value *T
	err := json.Unmarshal(text, &value)
	*f = Field[T]{value}
	return err
}

// ChangeBatchRow is what to change in a row. Fields that are left out stay as they are; Null means as in the file.
type ChangeBatchRow struct {
	// PhoneNumber is the number to buy for, in E.164 format.
	PhoneNumber Field[string] `json:"phone_number,omitempty"`
	// BundleID is the bundle to buy, in place of data and validity.
	BundleID Field[string] `json:"bundle_id,omitempty"`
	// DataMB is the data to choose the bundle by.
	DataMB Field[int64] `json:"data_mb,omitempty"`
	// ValidityHours is the least validity to choose the bundle by.
	ValidityHours Field[int64] `json:"validity_hours,omitempty"`
	// Dropped buys nothing for the row if it points to true, and restores the row if it points to false.
	Dropped *bool `json:"dropped,omitempty"`
	// Revision is the Revision of the batch that you have seen. If someone changed a row since, the error is *APIError
	// with status 409. With nil, your change is made anyway.
	Revision *int64 `json:"revision,omitempty"`
}

// BatchRowEdit is a change of one of several rows. Its fields are as in ChangeBatchRow.
type BatchRowEdit struct {
	// Line is the line of the row in the file.
	Line int64 `json:"line"`
	// PhoneNumber is the number to buy for, in E.164 format.
	PhoneNumber Field[string] `json:"phone_number,omitempty"`
	// BundleID is the bundle to buy, in place of data and validity.
	BundleID Field[string] `json:"bundle_id,omitempty"`
	// DataMB is the data to choose the bundle by.
	DataMB Field[int64] `json:"data_mb,omitempty"`
	// ValidityHours is the least validity to choose the bundle by.
	ValidityHours Field[int64] `json:"validity_hours,omitempty"`
	// Dropped buys nothing for the row if it points to true, and restores the row if it points to false.
	Dropped *bool `json:"dropped,omitempty"`
}

// ChangeBatchRows are changes of several rows. All of them are made, or none.
type ChangeBatchRows struct {
	// Edits are 1 to 1,000 changes, each of a different line.
	Edits []BatchRowEdit `json:"edits"`
	// Revision is the Revision of the batch that you have seen; nil to change the rows anyway.
	Revision *int64 `json:"revision,omitempty"`
}

// RetryBatch says which rows to try again.
type RetryBatch struct {
	// Reference is your own id for the new batch. If it is empty, it is made from the reference of the first batch.
	Reference string `json:"reference,omitempty"`
	// Reasons selects rows by the reason of their failure. If it is empty, all reasons that may pass are selected, except
	// "network_timeout": after a timeout, the bundle may still arrive.
	Reasons []string `json:"reasons,omitempty"`
}

// ChangeRow corrects, drops or restores a row of a batch that is ready. Read the batch again before you start it: its
// cost and its Revision have changed.
func (b *Batches) ChangeRow(ctx context.Context, id string, line int64, change ChangeBatchRow) (*BatchRow, error) {
	path, err := at("/v1/batches", id)
	if err != nil {
		return nil, err
	}
	path += "/rows/" + strconv.FormatInt(line, 10)
	return send[BatchRow](ctx, b.http, http.MethodPatch, path, "batch_row", change)
}

// ChangeRows changes up to 1,000 rows of a batch that is ready, all or none.
func (b *Batches) ChangeRows(ctx context.Context, id string, changes ChangeBatchRows) (*Batch, error) {
	path, err := at("/v1/batches", id)
	if err != nil {
		return nil, err
	}
	return send[Batch](ctx, b.http, http.MethodPatch, path+"/rows", "batch", changes)
}

// Recheck checks all rows of a batch that is ready again: prices, bundles and duplicates.
func (b *Batches) Recheck(ctx context.Context, id string) (*Batch, error) {
	return post[Batch](ctx, b.http, "batch", "/v1/batches", id, "recheck")
}

// Retry makes a batch of the rows that failed for reasons that may pass. It waits for Start. If such a batch is open, the
// error is *APIError with status 409 and the id in Details["batch_id"]. Without a Reference, this also happens if the
// answer to an earlier attempt was lost.
func (b *Batches) Retry(ctx context.Context, id string, wanted RetryBatch) (*Batch, error) {
	path, err := at("/v1/batches", id)
	if err != nil {
		return nil, err
	}
	return create[Batch](ctx, b.http, path+"/retry", "batch", wanted.Reference, wanted)
}
