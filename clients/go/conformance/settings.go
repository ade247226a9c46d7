package main

import (
	"context"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

func addEndpoints(calls map[string]call, endpoints *bundlewire.WebhookEndpoints, events *bundlewire.Events) {
	type given struct {
		ID       string
		Overlap  int64 `json:"overlap_seconds"`
		Type     bundlewire.EventType
		Endpoint string `json:"endpoint_id"`
		Changes  bundlewire.WebhookEndpointChanges
		Query    query
	}
	calls["create_endpoint"] = typed(func(ctx context.Context, args bundlewire.NewWebhookEndpoint) (any, error) {
		return endpoints.Create(ctx, args)
	})
	calls["get_endpoint"] = byID(endpoints.Get)
	calls["list_endpoints"] = listed(query.page, endpoints.List)
	calls["update_endpoint"] = typed(func(ctx context.Context, args given) (any, error) {
		return endpoints.Update(ctx, args.ID, args.Changes)
	})
	calls["delete_endpoint"] = typed(func(ctx context.Context, args given) (any, error) {
		return nil, endpoints.Delete(ctx, args.ID)
	})
	calls["rotate_secret"] = typed(func(ctx context.Context, args given) (any, error) {
		return endpoints.RotateSecret(ctx, args.ID, time.Duration(args.Overlap)*time.Second)
	})
	calls["send_test"] = typed(func(ctx context.Context, args given) (any, error) {
		return endpoints.SendTest(ctx, args.ID, args.Type)
	})
	calls["list_attempts"] = typed(func(ctx context.Context, args given) (any, error) {
		return collect(endpoints.Attempts(ctx, args.ID, args.Query.page()), 0)
	})
	calls["get_event"] = byID(events.Get)
	calls["resend_event"] = typed(func(ctx context.Context, args given) (any, error) {
		if args.Endpoint != "" {
			return events.ResendTo(ctx, args.ID, args.Endpoint)
		}
		return events.Resend(ctx, args.ID)
	})
}

func addSettings(calls map[string]call, client *bundlewire.Client) {
	type alert struct {
		Threshold *bundlewire.Money
		Email     *string
	}
	calls["ip_allowlist"] = typed(func(ctx context.Context, _ struct{}) (any, error) {
		return client.Settings.IPAllowlist(ctx)
	})
	calls["replace_ip_allowlist"] = typed(func(ctx context.Context, args bundlewire.ReplaceIPAllowlist) (any, error) {
		return client.Settings.ReplaceIPAllowlist(ctx, args)
	})
	calls["low_balance_alert"] = typed(func(ctx context.Context, _ struct{}) (any, error) {
		return client.Settings.LowBalanceAlert(ctx)
	})
	calls["replace_low_balance_alert"] = typed(func(ctx context.Context, args alert) (any, error) {
		if args.Threshold == nil || args.Email == nil {
			return client.Settings.ReplaceLowBalanceAlert(ctx, nil)
		}
		wanted := bundlewire.NewLowBalanceAlert{Threshold: *args.Threshold, Email: *args.Email}
		return client.Settings.ReplaceLowBalanceAlert(ctx, &wanted)
	})
	addControls(calls, client.Settings)
	calls["spending_limits"] = typed(func(ctx context.Context, _ struct{}) (any, error) {
		return client.Settings.SpendingLimits(ctx)
	})
	calls["replace_spending_limits"] = typed(
		func(ctx context.Context, args bundlewire.ReplaceSpendingLimits) (any, error) {
			return client.Settings.ReplaceSpendingLimits(ctx, args)
		})
	calls["notices"] = typed(func(ctx context.Context, _ struct{}) (any, error) { return client.Settings.Notices(ctx) })
	calls["replace_notices"] = typed(func(ctx context.Context, args bundlewire.ReplaceNotices) (any, error) {
		return client.Settings.ReplaceNotices(ctx, args)
	})
	calls["set_sandbox_balance"] = typed(func(ctx context.Context, args struct{ Available int64 }) (any, error) {
		return client.Sandbox.SetBalance(ctx, args.Available)
	})
}

// addControls adds the calls for what an account does not buy.
func addControls(calls map[string]call, settings *bundlewire.Settings) {
	type controls struct {
		Bundles []string `json:"bundle_ids"`
		Numbers []string `json:"phone_numbers"`
		Number  string   `json:"phone_number"`
	}
	calls["allowed_bundles"] = typed(func(ctx context.Context, _ struct{}) (any, error) {
		return settings.AllowedBundles(ctx)
	})
	calls["replace_allowed_bundles"] = typed(func(ctx context.Context, args controls) (any, error) {
		return settings.ReplaceAllowedBundles(ctx, args.Bundles)
	})
	calls["blocklist"] = typed(func(ctx context.Context, _ struct{}) (any, error) { return settings.Blocklist(ctx) })
	calls["block_numbers"] = typed(func(ctx context.Context, args controls) (any, error) {
		return settings.AddBlockedNumbers(ctx, args.Numbers)
	})
	calls["unblock_numbers"] = typed(func(ctx context.Context, args controls) (any, error) {
		return settings.RemoveBlockedNumbers(ctx, args.Numbers)
	})
	calls["blocked_number"] = typed(func(ctx context.Context, args controls) (any, error) {
		return settings.LookupBlockedNumber(ctx, args.Number)
	})
}
