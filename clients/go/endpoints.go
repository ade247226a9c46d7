package bundlewire

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const endpointsPath = "/v1/webhook-endpoints"

// WebhookEndpoint is where your events are sent.
type WebhookEndpoint struct {
	// ID is the id of the endpoint, wep_….
	ID string `json:"id"`
	// Object is always "webhook_endpoint".
	Object string `json:"object"`
	// URL is where events are sent.
	URL string `json:"url"`
	// Description is your own note.
	Description string `json:"description"`
	// EventTypes are the types of event that are sent to this endpoint.
	EventTypes []EventType `json:"event_types"`
	// Enabled is whether events are sent.
	Enabled bool `json:"enabled"`
	// Status is "new" before the first delivery, "working", or "failing" if the last attempts failed.
	Status string `json:"status"`
	// FormerSecretUntil is until when the former secret signs as well; nil if only one secret signs.
	FormerSecretUntil *time.Time `json:"former_secret_until"`
	// CreatedAt is when the endpoint was created.
	CreatedAt time.Time `json:"created_at"`
	// UpdatedAt is when the endpoint last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// WebhookEndpointWithSecret is an endpoint with a new signing secret, which is never shown again.
type WebhookEndpointWithSecret struct {
	WebhookEndpoint
	// Secret signs the webhooks. Store it now.
	Secret string `json:"secret"`
}

// NewWebhookEndpoint is an endpoint to create. Only URL is required.
type NewWebhookEndpoint struct {
	// URL is where events are sent: HTTPS on port 443, with a public name or address.
	URL string `json:"url"`
	// Description is your own note, of up to 200 characters.
	Description string `json:"description,omitempty"`
	// EventTypes are the types to send; if it is empty, the three types of purchases.
	EventTypes []EventType `json:"event_types,omitempty"`
}

// WebhookEndpointChanges are the fields to change. Those that are nil or empty stay as they are.
type WebhookEndpointChanges struct {
	// URL is where events are sent.
	URL string `json:"url,omitempty"`
	// Description is your own note. A pointer to "" removes it.
	Description *string `json:"description,omitempty"`
	// EventTypes are the types to send.
	EventTypes []EventType `json:"event_types,omitempty"`
	// Enabled stops all sending if it points to false, and starts it again if it points to true.
	Enabled *bool `json:"enabled,omitempty"`
}

// WebhookEndpointAttempt is one HTTP request that carried an event to an endpoint.
type WebhookEndpointAttempt struct {
	// EventID is the id of the event, evt_….
	EventID string `json:"event_id"`
	// EventType is the type of the event.
	EventType EventType `json:"event_type"`
	DeliveryAttempt
}

// PageQuery is for lists without filters.
type PageQuery struct {
	// PageSize is the number of items per request, 1 to 100; 25 if it is 0.
	PageSize int
}

// WebhookEndpoints sets where your events are sent: up to ten endpoints, each with a different URL.
type WebhookEndpoints struct{ http *transport }

// Create creates an endpoint, and returns it with its signing secret. If the URL has an endpoint, the error is
// *APIError with the code "webhook_endpoint_exists" and the id in Details["endpoint_id"]. This also happens if the
// answer to an earlier attempt was lost: RotateSecret then returns a new secret.
func (w *WebhookEndpoints) Create(ctx context.Context, endpoint NewWebhookEndpoint) (*WebhookEndpointWithSecret, error) {
	return send[WebhookEndpointWithSecret](ctx, w.http, http.MethodPost, endpointsPath, "webhook_endpoint", endpoint)
}

// Get reads one endpoint, without its secret.
func (w *WebhookEndpoints) Get(ctx context.Context, id string) (*WebhookEndpoint, error) {
	return get[WebhookEndpoint](ctx, w.http, "webhook_endpoint", endpointsPath, id)
}

// List reads endpoints page by page, oldest first.
func (w *WebhookEndpoints) List(ctx context.Context, query PageQuery) iter.Seq2[*WebhookEndpoint, error] {
	return list[WebhookEndpoint](ctx, w.http, endpointsPath, url.Values{}, query.PageSize)
}

// Update changes an endpoint.
func (w *WebhookEndpoints) Update(
	ctx context.Context, id string, changes WebhookEndpointChanges,
) (*WebhookEndpoint, error) {
	path, err := at(endpointsPath, id)
	if err != nil {
		return nil, err
	}
	return send[WebhookEndpoint](ctx, w.http, http.MethodPatch, path, "webhook_endpoint", changes)
}

// Delete deletes an endpoint with its secrets.
func (w *WebhookEndpoints) Delete(ctx context.Context, id string) error {
	path, err := at(endpointsPath, id)
	if err != nil {
		return err
	}
	_, err = send[WebhookEndpoint](ctx, w.http, http.MethodDelete, path, "webhook_endpoint", nil)
	return err
}

// RotateSecret replaces the secret, and returns the endpoint with the new one. The former secret signs as well for the
// overlap, up to 30 days; 0 ends it now. While it signs, another rotation with an overlap is *APIError with the code
// "secret_rotation_under_way".
func (w *WebhookEndpoints) RotateSecret(
	ctx context.Context, id string, overlap time.Duration,
) (*WebhookEndpointWithSecret, error) {
	body, err := overlapBody(overlap)
	if err != nil {
		return nil, err
	}
	path, err := at(endpointsPath, id)
	if err != nil {
		return nil, err
	}
	return send[WebhookEndpointWithSecret](
		ctx, w.http, http.MethodPost, path+"/rotate-secret", "webhook_endpoint", body)
}

// SendTest sends a signed test event to this endpoint only, at most once per 10 s. Read the event to see the attempt. An
// empty type means EventPurchaseSuccessful.
func (w *WebhookEndpoints) SendTest(ctx context.Context, id string, kind EventType) (*Event, error) {
	path, err := at(endpointsPath, id)
	if err != nil {
		return nil, err
	}
	body := map[string]EventType{}
	if kind != "" {
		body["type"] = kind
	}
	return send[Event](ctx, w.http, http.MethodPost, path+"/test", "event", body)
}

// Attempts reads what was sent to an endpoint page by page, newest first.
func (w *WebhookEndpoints) Attempts(
	ctx context.Context, id string, query PageQuery,
) iter.Seq2[*WebhookEndpointAttempt, error] {
	path, err := at(endpointsPath, id)
	if err != nil {
		return func(yield func(*WebhookEndpointAttempt, error) bool) { yield(nil, err) }
	}
	return list[WebhookEndpointAttempt](ctx, w.http, path+"/attempts", url.Values{}, query.PageSize)
}

func overlapBody(overlap time.Duration) (map[string]int64, error) {
	if overlap < 0 || overlap%time.Second != 0 {
		return nil, &ArgumentError{Argument: "overlap", Message: "is negative, or not in whole seconds"}
	}
	return map[string]int64{"overlap_seconds": int64(overlap / time.Second)}, nil
}
