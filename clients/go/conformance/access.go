package main

import (
	"context"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

// addAccess adds the calls for keys, the audit log and approvals.
func addAccess(calls map[string]call, client *bundlewire.Client) {
	type given struct {
		ID, Path, Reason string
		Overlap          int64 `json:"overlap_seconds"`
		Changes          bundlewire.APIKeyChanges
		Query            query
		Format           bundlewire.FileFormat
	}
	calls["list_keys"] = listed(query.page, client.APIKeys.List)
	calls["create_key"] = typed(func(ctx context.Context, args bundlewire.NewAPIKey) (any, error) {
		return client.APIKeys.Create(ctx, args)
	})
	calls["get_key"] = byID(client.APIKeys.Get)
	calls["update_key"] = typed(func(ctx context.Context, args given) (any, error) {
		return client.APIKeys.Update(ctx, args.ID, args.Changes)
	})
	calls["rotate_key"] = typed(func(ctx context.Context, args given) (any, error) {
		return client.APIKeys.Rotate(ctx, args.ID, time.Duration(args.Overlap)*time.Second)
	})
	calls["revoke_key"] = byID(client.APIKeys.Revoke)
	calls["list_requests"] = listed(query.requests, client.RequestLog.List)
	calls["get_request"] = byID(client.RequestLog.Get)
	calls["list_audit_log"] = listed(query.audit, client.AuditLog.List)
	calls["download_audit_log"] = typed(func(ctx context.Context, args given) (any, error) {
		read := args.Query.audit()
		read.File = args.Query.file(args.Format)
		size, err := client.AuditLog.Save(ctx, read, args.Path)
		return map[string]int64{"bytes": size}, err
	})
	calls["list_approvals"] = listed(query.approvals, client.Approvals.List)
	calls["get_approval"] = byID(client.Approvals.Get)
	calls["approve"] = typed(func(ctx context.Context, args given) (any, error) {
		return client.Approvals.Approve(ctx, args.ID, args.Reason)
	})
	calls["reject_approval"] = typed(func(ctx context.Context, args given) (any, error) {
		return client.Approvals.Reject(ctx, args.ID, args.Reason)
	})
	calls["withdraw_approval"] = typed(func(ctx context.Context, args given) (any, error) {
		return client.Approvals.Withdraw(ctx, args.ID, args.Reason)
	})
	calls["approval_rules"] = typed(func(ctx context.Context, _ struct{}) (any, error) {
		return client.Settings.ApprovalRules(ctx)
	})
	calls["replace_approval_rules"] = typed(func(ctx context.Context, args bundlewire.ReplaceApprovalRules) (any, error) {
		return client.Settings.ReplaceApprovalRules(ctx, args)
	})
}

func (q query) audit() bundlewire.AuditQuery {
	return bundlewire.AuditQuery{
		Action: q.text("action"), Principal: q.text("principal"), Subject: q.text("subject"),
		CreatedFrom: q.time("created_from"), CreatedTo: q.time("created_to"), PageSize: q.size(),
	}
}

func (q query) requests() bundlewire.RequestQuery {
	return bundlewire.RequestQuery{
		RequestID: q.text("request_id"), Method: q.text("method"), Path: q.text("path"), Status: q.text("status"),
		Principal: q.text("principal"), CreatedFrom: q.time("created_from"), CreatedTo: q.time("created_to"), PageSize: q.size(),
	}
}

func (q query) approvals() bundlewire.ApprovalQuery {
	return bundlewire.ApprovalQuery{Status: q.text("status"), BatchID: q.text("batch_id"), PageSize: q.size()}
}
