package bundlewire

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// EventType says what happened. New types may be added: ignore those that you do not know.
type EventType string

// The types of events.
const (
	// EventPurchaseSuccessful means that the network confirmed the bundle, and you were charged.
	EventPurchaseSuccessful EventType = "purchase.successful"
	// EventPurchaseFailed means that the purchase ended without a bundle, and nothing was charged.
	EventPurchaseFailed EventType = "purchase.failed"
	// EventPurchaseReversed means that the network reversed a confirmed delivery, and you were refunded.
	EventPurchaseReversed EventType = "purchase.reversed"
	// EventBatchCompleted means that a campaign has ended.
	EventBatchCompleted EventType = "batch.completed"
	// EventBatchReady means that a campaign was checked and can be started.
	EventBatchReady EventType = "batch.ready"
	// EventBatchPaused means that a campaign paused by itself.
	EventBatchPaused EventType = "batch.paused"
	// EventApprovalRequested means that a campaign waits for approvals.
	EventApprovalRequested EventType = "approval.requested"
	// EventApprovalDecided means that a request was rejected, or has all approvals that it needs.
	EventApprovalDecided EventType = "approval.decided"
	// EventApprovalExpired means that a request was not approved and used in time.
	EventApprovalExpired EventType = "approval.expired"
	// EventApprovalWithdrawn means that the one who made a request has ended it.
	EventApprovalWithdrawn EventType = "approval.withdrawn"
)

// WebhookEvent is the body of a webhook.
type WebhookEvent struct {
	// ID is the same on every attempt to deliver the event. Record ids, and ignore repeats.
	ID string `json:"id"`
	// Object is always "event".
	Object string `json:"object"`
	// Type says what happened.
	Type EventType `json:"type"`
	// CreatedAt is when it happened.
	CreatedAt time.Time `json:"created_at"`
	// Data has the purchase, batch or approval: see Purchase and Batch.
	Data EventData `json:"data"`
}

// EventData is the resource that an event is about.
type EventData struct {
	// Object is the purchase, batch or approval as it was at that moment.
	Object json.RawMessage `json:"object"`
}

// Purchase reads the purchase of an event whose type begins with "purchase.".
func (d EventData) Purchase() (*Purchase, error) { return readObject[Purchase](d, "purchase") }

// Batch reads the batch of an event whose type begins with "batch.".
func (d EventData) Batch() (*Batch, error) { return readObject[Batch](d, "batch") }

func readObject[T any](data EventData, object string) (*T, error) {
	var kind struct{ Object string }
	if err := json.Unmarshal(data.Object, &kind); err != nil {
		return nil, err
	}
	if kind.Object != object {
		return nil, &ArgumentError{Argument: "event", Message: "is about a " + kind.Object + ", not a " + object}
	}
	resource := new(T)
	if err := json.Unmarshal(data.Object, resource); err != nil {
		return nil, err
	}
	return resource, nil
}

// Event is an event, and whether it was delivered.
type Event struct {
	WebhookEvent
	// Test is whether this is a test event, which reports nothing real.
	Test bool `json:"test"`
	// Delivery is whether the event was delivered.
	Delivery EventDelivery `json:"delivery"`
}

// EventDelivery is whether an event was delivered.
type EventDelivery struct {
	// Status is "pending", "delivered", "failed" or "not_sent".
	Status string `json:"status"`
	// DeliveredAt is when an endpoint accepted the event; nil until then.
	DeliveredAt *time.Time `json:"delivered_at"`
	// NextAttemptAt is when the next attempt is made; nil if there is none, and in lists.
	NextAttemptAt *time.Time `json:"next_attempt_at,omitempty"`
	// Attempts has every attempt of the schedule, and the last 100 that were resent; nil in lists.
	Attempts []DeliveryAttempt `json:"attempts,omitempty"`
}

// DeliveryAttempt is one HTTP request that carried an event.
type DeliveryAttempt struct {
	// Kind is "scheduled" or "resent".
	Kind string `json:"kind"`
	// EndpointID is the webhook endpoint that was called; nil for the one that your technical contact set.
	EndpointID *string `json:"endpoint_id"`
	// Number is the number of the attempt in the schedule, 1 to 7; nil if it was resent.
	Number *int64 `json:"number"`
	// StartedAt is when the attempt started.
	StartedAt time.Time `json:"started_at"`
	// FinishedAt is when the attempt ended; nil while it is in progress.
	FinishedAt *time.Time `json:"finished_at"`
	// Outcome is "delivered" or "failed"; nil while it is in progress.
	Outcome *string `json:"outcome"`
	// HTTPStatus is the status of the answer; nil if there was none.
	HTTPStatus *int64 `json:"http_status"`
	// Error is why the attempt failed, such as "timeout" or "tls". More may be added.
	Error *string `json:"error"`
	// URL is the address that was called.
	URL *string `json:"url"`
	// Address is the IP address that was connected to.
	Address *string `json:"address"`
	// DurationMS is the time until the answer, in milliseconds; nil while in progress.
	DurationMS *int64 `json:"duration_ms"`
	// Answer has the first 4 KiB of the body of the answer.
	Answer *string `json:"answer"`
}

// Events reads webhook events and their deliveries.
type Events struct{ http *transport }

// EventQuery selects events. Empty fields select all.
type EventQuery struct {
	// Type says what happened.
	Type EventType
	// Delivery is the status of the delivery: "pending", "delivered", "failed" or "not_sent".
	Delivery string
	// PurchaseID selects the events of one purchase.
	PurchaseID string
	// CreatedFrom is the earliest time, included.
	CreatedFrom time.Time
	// CreatedTo is the latest time, excluded.
	CreatedTo time.Time
	// PageSize is the number of events per request, 1 to 100; 25 if it is 0.
	PageSize int
}

// List reads events page by page, newest first.
func (e *Events) List(ctx context.Context, query EventQuery) iter.Seq2[*Event, error] {
	values := url.Values{}
	set(values, "type", string(query.Type))
	set(values, "delivery", query.Delivery)
	set(values, "purchase_id", query.PurchaseID)
	setTime(values, "created_from", query.CreatedFrom)
	setTime(values, "created_to", query.CreatedTo)
	return list[Event](ctx, e.http, "/v1/events", values, query.PageSize)
}

// Get reads one event, with every attempt to deliver it.
func (e *Events) Get(ctx context.Context, id string) (*Event, error) {
	return get[Event](ctx, e.http, "event", "/v1/events", id)
}

// Resend asks for one more attempt, at most once per minute. The attempt appears in the event.
func (e *Events) Resend(ctx context.Context, id string) (*Event, error) {
	return post[Event](ctx, e.http, "event", "/v1/events", id, "resend")
}

// ResendTo asks for one more attempt at one webhook endpoint, at most once per minute.
func (e *Events) ResendTo(ctx context.Context, id, endpointID string) (*Event, error) {
	path, err := at("/v1/events", id)
	if err != nil {
		return nil, err
	}
	query := url.Values{"endpoint_id": {endpointID}}
	return exchanged[Event](ctx, e.http, request{method: http.MethodPost, path: path + "/resend", query: query}, "event")
}
