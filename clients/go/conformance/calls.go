package main

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"reflect"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

type call func(ctx context.Context, args json.RawMessage) (any, error)

// typed reads the arguments of a call.
func typed[A any](do func(ctx context.Context, args A) (any, error)) call {
	return func(ctx context.Context, text json.RawMessage) (any, error) {
		var args A
		if len(text) > 0 {
			if err := json.Unmarshal(text, &args); err != nil {
				return nil, &bundlewire.ArgumentError{Argument: "args", Message: err.Error()}
			}
		}
		return do(ctx, args)
	}
}

// byID makes a call that takes an id.
func byID[T any](do func(ctx context.Context, id string) (T, error)) call {
	return typed(func(ctx context.Context, args struct{ ID string }) (any, error) { return do(ctx, args.ID) })
}

// listed makes a call that lists with a query.
func listed[Q, T any](read func(query) Q, do func(ctx context.Context, q Q) iter.Seq2[*T, error]) call {
	return typed(func(ctx context.Context, args struct {
		Query query
		Limit int `json:"limit_total"`
	}) (any, error) {
		return collect(do(ctx, read(args.Query)), args.Limit)
	})
}

// collect reads a list, but no further than the limit; 0 means no limit.
func collect[T any](items iter.Seq2[*T, error], limit int) ([]*T, error) {
	all := []*T{}
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		all = append(all, item)
		if limit > 0 && len(all) == limit {
			break
		}
	}
	return all, nil
}

type order struct {
	Reference   string            `json:"reference"`
	PhoneNumber string            `json:"phone_number"`
	BundleID    string            `json:"bundle_id"`
	NetworkID   string            `json:"network_id"`
	Metadata    map[string]string `json:"metadata"`
}

func callsOf(client *bundlewire.Client) map[string]call {
	if client == nil {
		return nil
	}
	calls := map[string]call{
		"buy": typed(func(ctx context.Context, args order) (any, error) {
			bought, err := client.Purchases.Buy(ctx, bundlewire.Order(args))
			if err != nil {
				return nil, err
			}
			return map[string]any{"purchase": bought.Purchase, "created": bought.Created}, nil
		}),
		"get_purchase":  byID(client.Purchases.Get),
		"wait_purchase": byID(client.Purchases.Wait),
		"find_purchase": typed(func(ctx context.Context, args order) (any, error) {
			purchase, _, err := client.Purchases.Find(ctx, args.Reference)
			return purchase, err
		}),
		"list_purchases": listed(query.purchases, client.Purchases.List),
		"get_bundle":     byID(client.Bundles.Get),
		"get_network":    byID(client.Networks.Get),
		"get_batch":      byID(client.Batches.Get),
		"list_batches":   listed(query.batches, client.Batches.List),
		"list_bundles":   listed(query.bundles, client.Bundles.List),
		"list_networks":  listed(query.networks, client.Networks.List),
		"list_events":    listed(query.events, client.Events.List),
		"balance":        typed(func(ctx context.Context, _ struct{}) (any, error) { return client.Balance(ctx) }),
		"status":         typed(func(ctx context.Context, _ struct{}) (any, error) { return client.Status(ctx) }),
		"lookup": typed(func(ctx context.Context, args order) (any, error) {
			return client.Lookup(ctx, args.PhoneNumber)
		}),
		"user_agent":     typed(func(context.Context, struct{}) (any, error) { return client.UserAgent(), nil }),
		"verify_webhook": typed(verifyWebhook),
	}
	addBatches(calls, client.Batches)
	addRows(calls, client.Batches)
	addRecurring(calls, client.RecurringBatches)
	addRequest(calls, client)
	addStatements(calls, client.Statements)
	addEndpoints(calls, client.WebhookEndpoints, client.Events)
	addSettings(calls, client)
	addAccess(calls, client)
	addPeople(calls, client)
	addRoles(calls, client)
	addPrivacy(calls, client)
	return calls
}

func addBatches(calls map[string]call, batches *bundlewire.Batches) {
	type file struct {
		Reference, Path string
		Query           query
	}
	calls["upload_batch"] = typed(func(ctx context.Context, args file) (any, error) {
		content, err := os.Open(args.Path)
		if err != nil {
			return nil, err
		}
		defer content.Close()
		return batches.Upload(ctx, args.Query.upload(args.Reference), content)
	})
	calls["wait_batch_checked"] = byID(batches.WaitChecked)
	calls["wait_batch"] = byID(batches.Wait)
	calls["accept_corrections"] = byID(batches.AcceptCorrections)
	calls["reject_corrections"] = byID(batches.RejectCorrections)
	calls["start_batch"] = typed(func(ctx context.Context, args struct {
		ID string
		bundlewire.StartBatch
	}) (any, error) {
		if reflect.ValueOf(args.StartBatch).IsZero() {
			return batches.Start(ctx, args.ID)
		}
		return batches.StartWith(ctx, args.ID, args.StartBatch)
	})
	calls["schedule_batch"] = typed(func(ctx context.Context, args struct {
		ID string
		bundlewire.ScheduleBatch
	}) (any, error) {
		return batches.Schedule(ctx, args.ID, args.ScheduleBatch)
	})
	calls["request_batch_start"] = typed(func(ctx context.Context, args struct {
		ID string
		bundlewire.RequestBatchStart
	}) (any, error) {
		return batches.RequestStart(ctx, args.ID, args.RequestBatchStart)
	})
	calls["start_batch_now"] = byID(batches.StartNow)
	calls["unschedule_batch"] = byID(batches.Unschedule)
	calls["pause_batch"] = byID(batches.Pause)
	calls["resume_batch"] = typed(func(ctx context.Context, args struct {
		ID string
		bundlewire.ResumeBatch
	}) (any, error) {
		if args.ApprovedCost == nil {
			return batches.Resume(ctx, args.ID)
		}
		return batches.ResumeWith(ctx, args.ID, args.ResumeBatch)
	})
	calls["cancel_batch"] = byID(batches.Cancel)
}

func addStatements(calls map[string]call, statements *bundlewire.Statements) {
	type day struct {
		Date, Path string
		Wait       bool
		Records    []bundlewire.Record
		Query      query
		Format     bundlewire.FileFormat
	}
	calls["statement"] = typed(func(ctx context.Context, args day) (any, error) {
		return statements.Get(ctx, args.Date)
	})
	calls["download_statement"] = typed(func(ctx context.Context, args day) (any, error) {
		size, err := statements.SaveDays(ctx, args.Date, args.Query.text("to"), args.Query.file(args.Format), args.Path)
		return map[string]int64{"bytes": size}, err
	})
	calls["statement_lines"] = typed(func(ctx context.Context, args day) (any, error) {
		read := statements.Lines(ctx, args.Date)
		if args.Wait {
			statement, err := statements.WaitClosed(ctx, args.Date)
			if err != nil {
				return nil, err
			}
			read = statements.LinesOf(ctx, statement)
		}
		lines, err := collect(read, 0)
		sum := int64(0)
		for _, line := range lines {
			sum += line.Amount
		}
		return map[string]any{"lines": lines, "sum": sum}, err
	})
	calls["reconcile"] = typed(func(ctx context.Context, args day) (any, error) {
		if args.Wait {
			statement, err := statements.WaitClosed(ctx, args.Date)
			if err != nil {
				return nil, err
			}
			return statements.ReconcileOf(ctx, statement, args.Records)
		}
		return statements.Reconcile(ctx, args.Date, args.Records)
	})
}
