package bundlewire

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const (
	approvalsPath     = "/v1/approvals"
	approvalRulesPath = "/v1/settings/approval-rules"
)

// Approval is a request that others approve before a batch may buy.
type Approval struct {
	// ID is the id of the approval, apr_….
	ID string `json:"id"`
	// Object is always "approval".
	Object string `json:"object"`
	// Kind is "campaign_start". More may be added.
	Kind string `json:"kind"`
	// Status is "requested" while it waits, "approved" if the batch can be started, and "used" if it was. Other ends are
	// "rejected", "withdrawn", "expired" and "voided".
	Status string `json:"status"`
	// BatchID is the batch that it is about.
	BatchID string `json:"batch_id"`
	// BatchReference is the reference of that batch; nil if it is not known.
	BatchReference *string `json:"batch_reference"`
	// Amount is the most that the batch may spend, by which the rule was judged.
	Amount Money `json:"amount"`
	// StepsRequired is how many different persons or keys must approve.
	StepsRequired int64 `json:"steps_required"`
	// StepsGiven is how many have approved.
	StepsGiven int64 `json:"steps_given"`
	// Terms are all that is approved.
	Terms ApprovalTerms `json:"terms"`
	// RequestedBy is who requested it.
	RequestedBy ApprovalActor `json:"requested_by"`
	// RequesterMayApprove is whether who requested it may approve it: not if they prepared the batch, or set a start time,
	// hours or a higher cost.
	RequesterMayApprove bool `json:"requester_may_approve"`
	// PreparedBy is who uploaded or changed the batch, and so cannot approve it.
	PreparedBy []ApprovalActor `json:"prepared_by"`
	// Decisions are in the order in which they were made.
	Decisions []ApprovalDecision `json:"decisions"`
	// Note is what who requested it wrote to those who approve; nil for nothing.
	Note *string `json:"note"`
	// EndReason is why it was rejected or withdrawn; nil for none.
	EndReason *string `json:"end_reason"`
	// VoidCode is why it ended as voided, such as "changed" or "replaced"; nil if it did not. More may be added.
	VoidCode *string `json:"void_code"`
	// RequestedAt is when it was requested.
	RequestedAt time.Time `json:"requested_at"`
	// ExpiresAt is before when it must be approved and used.
	ExpiresAt time.Time `json:"expires_at"`
	// EndedAt is when it was used, rejected, withdrawn, voided or expired; nil until then.
	EndedAt *time.Time `json:"ended_at"`
}

// ApprovalTerms are all that is approved. If one of them changes, the approval is voided.
type ApprovalTerms struct {
	// FileSHA256 is the SHA-256 of the file, in hexadecimal; nil if there is none.
	FileSHA256 *string `json:"file_sha256"`
	// Revision is the revision of the rows.
	Revision int64 `json:"revision"`
	// ApprovedCost is the most that the batch may spend.
	ApprovedCost Money `json:"approved_cost"`
	// NotBefore is before when nothing is bought; nil for none.
	NotBefore *time.Time `json:"not_before"`
	// SendBetween has the hours in which rows are bought; nil for any hour.
	SendBetween *string `json:"send_between"`
	// OnInvalid is as in the batch.
	OnInvalid string `json:"on_invalid"`
	// OnInsufficientBalance is as in the batch.
	OnInsufficientBalance string `json:"on_insufficient_balance"`
	// OnDuplicate is as in the batch.
	OnDuplicate string `json:"on_duplicate"`
	// DuplicateWindowHours is as in the batch.
	DuplicateWindowHours int64 `json:"duplicate_window_hours"`
}

// ApprovalActor is who acted.
type ApprovalActor struct {
	// Kind is "key", "person", "operator" or "process".
	Kind string `json:"kind"`
	// ID is the id of the key or person; otherwise a name.
	ID string `json:"id"`
	// Name is the name of the key or person; nil if it is not known, and in events.
	Name *string `json:"name"`
}

// ApprovalDecision is what one person or key decided.
type ApprovalDecision struct {
	// By is who decided.
	By ApprovalActor `json:"by"`
	// Decision is "approved" or "rejected".
	Decision string `json:"decision"`
	// Reason is as that person wrote it; nil for none.
	Reason *string `json:"reason"`
	// DecidedAt is when.
	DecidedAt time.Time `json:"decided_at"`
}

// ApprovalQuery selects approvals. Empty fields select all.
type ApprovalQuery struct {
	// Status is as in Approval. "requested" selects what waits.
	Status string
	// BatchID selects the approvals of one batch.
	BatchID string
	// PageSize is the number of approvals per request, 1 to 100; 25 if it is 0.
	PageSize int
}

// Approvals reads and decides what others approve before a batch may buy. The start of such a batch is *APIError with the
// code "approval_required" and the id in Details["approval_id"].
type Approvals struct{ http *transport }

// List reads approvals page by page, newest first.
func (a *Approvals) List(ctx context.Context, query ApprovalQuery) iter.Seq2[*Approval, error] {
	values := url.Values{}
	set(values, "status", query.Status)
	set(values, "batch_id", query.BatchID)
	return list[Approval](ctx, a.http, approvalsPath, values, query.PageSize)
}

// Get reads one approval.
func (a *Approvals) Get(ctx context.Context, id string) (*Approval, error) {
	return get[Approval](ctx, a.http, "approval", approvalsPath, id)
}

// RequestStart asks others to approve that the batch starts as you say, and for how much. Nothing is started. After the
// approval, someone who may start it sends Start, or Schedule if you sent StartAt, with the Terms of the approval.
func (b *Batches) RequestStart(ctx context.Context, id string, wanted RequestBatchStart) (*Approval, error) {
	path, err := at("/v1/batches", id)
	if err != nil {
		return nil, err
	}
	return send[Approval](ctx, b.http, http.MethodPost, path+"/request-start", "approval", wanted)
}

// Approve approves exactly the terms. The reason can be empty. The same approval twice counts once. If you prepared the
// batch, or lack the right "approvals:decide", the error is *APIError with the code "permission_denied".
func (a *Approvals) Approve(ctx context.Context, id, reason string) (*Approval, error) {
	return a.decide(ctx, id, "approve", reason)
}

// Reject ends the request, permanently. If it has ended, the error is *APIError with status 409 and Details["status"]. This
// also happens if the answer to an earlier attempt was lost.
func (a *Approvals) Reject(ctx context.Context, id, reason string) (*Approval, error) {
	return a.decide(ctx, id, "reject", reason)
}

// Withdraw ends a request that you made. It fails as Reject does.
func (a *Approvals) Withdraw(ctx context.Context, id, reason string) (*Approval, error) {
	return a.decide(ctx, id, "withdraw", reason)
}

func (a *Approvals) decide(ctx context.Context, id, command, reason string) (*Approval, error) {
	path, err := at(approvalsPath, id)
	if err != nil {
		return nil, err
	}
	body := map[string]string{}
	if reason != "" {
		body["reason"] = reason
	}
	return send[Approval](ctx, a.http, http.MethodPost, path+"/"+command, "approval", body)
}

// ApprovalRules says from which amounts your account needs approvals.
type ApprovalRules struct {
	// Object is always "approval_rules".
	Object string `json:"object"`
	ReplaceApprovalRules
}

// ReplaceApprovalRules are all rules from now on.
type ReplaceApprovalRules struct {
	// CampaignStart is for starting, scheduling and resuming campaigns.
	CampaignStart CampaignApprovalRule `json:"campaign_start"`
}

// CampaignApprovalRule says when campaigns need approval.
type CampaignApprovalRule struct {
	// OneApprovalFrom is the amount from which a campaign needs one approval; nil for never.
	OneApprovalFrom *Money `json:"one_approval_from"`
	// TwoApprovalsFrom is the amount from which a campaign needs two; nil for never.
	TwoApprovalsFrom *Money `json:"two_approvals_from"`
	// ValidHours is how long an approval can be given and used, 1 to 720. If you send 0, it is 72.
	ValidHours int64 `json:"valid_hours,omitempty"`
}

// ApprovalRules reads from which amounts campaigns need approval.
func (s *Settings) ApprovalRules(ctx context.Context) (*ApprovalRules, error) {
	return send[ApprovalRules](ctx, s.http, http.MethodGet, approvalRulesPath, "approval_rules", nil)
}

// ReplaceApprovalRules replaces all rules. It needs the right "approvals:rules", which keys have only if it is named.
func (s *Settings) ReplaceApprovalRules(ctx context.Context, rules ReplaceApprovalRules) (*ApprovalRules, error) {
	return send[ApprovalRules](ctx, s.http, http.MethodPut, approvalRulesPath, "approval_rules", rules)
}

// RequestBatchStart is when a batch is to start, and what it may cost.
type RequestBatchStart struct {
	// StartAt is in the future, at most 366 days ahead; nil to start it when someone starts it.
	StartAt *time.Time `json:"start_at,omitempty"`
	// SendBetween is as in StartBatch.
	SendBetween Field[string] `json:"send_between,omitempty"`
	// ApprovedCost is the Cost of the batch as you were shown it. The batch never spends more.
	ApprovedCost Money `json:"approved_cost"`
	// FileSHA256 is the FileSHA256 of the batch as you were shown it.
	FileSHA256 string `json:"file_sha256,omitempty"`
	// Revision is the Revision of the batch as you were shown it; nil for any changes of rows.
	Revision *int64 `json:"revision,omitempty"`
	// Note is for those who approve, up to 200 characters.
	Note string `json:"note,omitempty"`
}
