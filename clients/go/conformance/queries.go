package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

// query has parameters by the names of the API.
type query map[string]any

func (q query) text(name string) string {
	if value, given := q[name]; given && value != nil {
		return fmt.Sprint(value)
	}
	return ""
}

func (q query) number(name string) int {
	number, _ := strconv.Atoi(q.text(name))
	return number
}

func (q query) size() int { return q.number("limit") }

func (q query) time(name string) time.Time {
	at, _ := time.Parse(time.RFC3339Nano, q.text(name))
	return at
}

func (q query) purchases() bundlewire.PurchaseQuery {
	return bundlewire.PurchaseQuery{
		Reference: q.text("reference"), Status: bundlewire.PurchaseStatus(q.text("status")),
		PhoneNumber: q.text("phone_number"), SameNumberAs: q.text("same_number_as"),
		CreatedFrom: q.time("created_from"), CreatedTo: q.time("created_to"),
		PageSize: q.size(),
	}
}

func (q query) batches() bundlewire.BatchQuery {
	read := bundlewire.BatchQuery{
		Reference: q.text("reference"), Status: bundlewire.BatchStatus(q.text("status")),
		Stage: q.text("stage"), Search: q.text("search"), Owner: q.text("owner"),
		CreatedFrom: q.time("created_from"), CreatedTo: q.time("created_to"), PageSize: q.size(),
	}
	if archived, err := strconv.ParseBool(q.text("archived")); err == nil {
		read.Archived = &archived
	}
	return read
}

func (q query) bundles() bundlewire.BundleQuery {
	read := bundlewire.BundleQuery{NetworkID: q.text("network_id"), PageSize: q.size()}
	if available, err := strconv.ParseBool(q.text("available")); err == nil {
		read.Available = &available
	}
	return read
}

func (q query) networks() bundlewire.NetworkQuery {
	return bundlewire.NetworkQuery{Country: q.text("country"), PageSize: q.size()}
}

func (q query) events() bundlewire.EventQuery {
	return bundlewire.EventQuery{
		Type: bundlewire.EventType(q.text("type")), Delivery: q.text("delivery"),
		PurchaseID:  q.text("purchase_id"),
		CreatedFrom: q.time("created_from"), CreatedTo: q.time("created_to"), PageSize: q.size(),
	}
}

func (q query) page() bundlewire.PageQuery { return bundlewire.PageQuery{PageSize: q.size()} }

func (q query) rows(format bundlewire.FileFormat) bundlewire.RowQuery {
	return bundlewire.RowQuery{
		State: q.text("state"), Reason: q.text("reason"), NetworkID: q.text("network_id"),
		BundleID: q.text("bundle_id"), PhoneNumber: q.text("phone_number"), Unbought: q.text("only") == "unbought",
		IncludeNetworkTimeout: q.text("include") == "network_timeout", PageSize: q.size(), File: q.file(format),
	}
}

func (q query) file(format bundlewire.FileFormat) bundlewire.FileOptions {
	return bundlewire.FileOptions{
		Format: format, Amounts: q.text("amounts"), ByteOrderMark: q.text("bom") == "true",
	}
}

func (q query) upload(reference string) bundlewire.BatchUpload {
	read := bundlewire.BatchUpload{
		Reference: reference, Manual: q.text("start") == "manual", RejectInvalid: q.text("on_invalid") == "reject",
		FailOnInsufficientBalance: q.text("on_insufficient_balance") == "fail", NotBefore: q.time("not_before"),
		SendBetween: q.text("send_between"),
		Columns:     map[string]string{}, Sheet: q.text("sheet"),
		KeepUnknownColumns:   q.text("on_unknown_columns") == "keep",
		DuplicateWindowHours: q.number("duplicate_window_hours"), OnDuplicate: q.text("on_duplicate"),
		Repair: q.text("repair"), DefaultCountry: q.text("default_country"),
		DataMB: q.number("data_mb"), ValidityHours: q.number("validity_hours"),
	}
	for name := range q {
		if column, found := strings.CutPrefix(name, "column."); found {
			read.Columns[column] = q.text(name)
		}
	}
	return read
}

func verifyWebhook(_ context.Context, args struct {
	Body      string
	Headers   map[string]any
	Secrets   []string
	Tolerance float64  `json:"tolerance_seconds"`
	Now       *float64 `json:"now"`
}) (any, error) {
	header := http.Header{}
	for name, value := range args.Headers {
		values, several := value.([]any)
		if !several {
			values = []any{value}
		}
		for _, each := range values {
			header[name] = append(header[name], fmt.Sprint(each))
		}
	}
	verifier := bundlewire.Verifier{
		Secrets: args.Secrets, Tolerance: time.Duration(args.Tolerance * float64(time.Second)),
	}
	if args.Now != nil {
		now := time.UnixMilli(int64(*args.Now * 1_000))
		verifier.Now = func() time.Time { return now }
	}
	return verifier.Verify([]byte(args.Body), header)
}
