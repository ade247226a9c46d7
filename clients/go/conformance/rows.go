package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

// addRows adds the calls for the rows of a batch, and for its files.
func addRows(calls map[string]call, batches *bundlewire.Batches) {
	type rows struct {
		ID, Path string
		Line     int64
		Query    query
		Format   bundlewire.FileFormat
		Changes  bundlewire.ChangeBatchRow
	}
	calls["list_rows"] = typed(func(ctx context.Context, args rows) (any, error) {
		return collect(batches.Rows(ctx, args.ID, args.Query.rows("")), 0)
	})
	calls["download_rows"] = typed(func(ctx context.Context, args rows) (any, error) {
		size, err := batches.SaveResults(ctx, args.ID, args.Query.rows(args.Format), args.Path)
		return map[string]int64{"bytes": size}, err
	})
	calls["download_template"] = typed(func(ctx context.Context, args rows) (any, error) {
		size, err := batches.SaveTemplate(ctx, args.Path)
		return map[string]int64{"bytes": size}, err
	})
	calls["change_row"] = typed(func(ctx context.Context, args rows) (any, error) {
		return batches.ChangeRow(ctx, args.ID, args.Line, args.Changes)
	})
	calls["change_rows"] = typed(func(ctx context.Context, args struct {
		ID string
		bundlewire.ChangeBatchRows
	}) (any, error) {
		return batches.ChangeRows(ctx, args.ID, args.ChangeBatchRows)
	})
	calls["batch_breakdown"] = byID(batches.Breakdown)
	calls["recheck_batch"] = byID(batches.Recheck)
	calls["retry_batch"] = typed(func(ctx context.Context, args struct {
		ID string
		bundlewire.RetryBatch
	}) (any, error) {
		return batches.Retry(ctx, args.ID, args.RetryBatch)
	})
}

func addRecurring(calls map[string]call, recurring *bundlewire.RecurringBatches) {
	calls["create_recurring_batch"] = typed(func(ctx context.Context, args bundlewire.NewRecurringBatch) (any, error) {
		return recurring.Create(ctx, args)
	})
	calls["get_recurring_batch"] = byID(recurring.Get)
	calls["list_recurring_batches"] = listed(query.page, recurring.List)
	calls["pause_recurring_batch"] = byID(recurring.Pause)
	calls["resume_recurring_batch"] = byID(recurring.Resume)
	calls["delete_recurring_batch"] = byID(recurring.Delete)
}

func addRequest(calls map[string]call, client *bundlewire.Client) {
	calls["request"] = typed(func(ctx context.Context, args struct {
		Method, Path string
		Query        map[string]any
		Body         any
	}) (any, error) {
		values := url.Values{}
		for name, value := range args.Query {
			values.Set(name, fmt.Sprint(value))
		}
		var body json.RawMessage
		status, err := client.Request(ctx, args.Method, args.Path, values, args.Body, &body)
		return map[string]any{"status": status, "body": body}, err
	})
}
