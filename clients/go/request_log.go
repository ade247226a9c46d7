package bundlewire

import (
	"context"
	"iter"
	"net/url"
	"time"
)

const requestsPath = "/v1/requests"

// LoggedRequest is a request to the API, as the log of requests lists it.
type LoggedRequest struct {
	// ID is the id of the request, req_…, as its answer had it.
	ID string `json:"id"`
	// Object is always "request".
	Object string `json:"object"`
	// CreatedAt is when it was answered.
	CreatedAt time.Time `json:"created_at"`
	// Method is the HTTP method.
	Method string `json:"method"`
	// Path is the path with its query, decoded.
	Path string `json:"path"`
	// Status is the HTTP status of the answer.
	Status int `json:"status"`
	// DurationMS is the time from the arrival of the request to the end of its answer, in milliseconds.
	DurationMS int `json:"duration_ms"`
	// Principal is who sent it.
	Principal RequestPrincipal `json:"principal"`
	// Address is the IP address of the client; nil if it is not known.
	Address *string `json:"address"`
}

// RequestPrincipal is who sent a request.
type RequestPrincipal struct {
	// Kind is "key" or "person".
	Kind string `json:"kind"`
	// ID is the id of the key or person.
	ID string `json:"id"`
	// Name is its name now; nil if it has none, or the person has left your organisation.
	Name *string `json:"name"`
}

// LoggedRequestDetails is a request with what was sent and answered.
type LoggedRequestDetails struct {
	LoggedRequest
	// RequestBody is the JSON that was sent; nil if there was none, or it is not kept.
	RequestBody *string `json:"request_body"`
	// RequestBodyTruncated is whether the end of RequestBody is cut off.
	RequestBodyTruncated bool `json:"request_body_truncated"`
	// ResponseBody is the JSON that was answered; nil if it was a file, or it is not kept.
	ResponseBody *string `json:"response_body"`
	// ResponseBodyTruncated is whether the end of ResponseBody is cut off.
	ResponseBodyTruncated bool `json:"response_body_truncated"`
}

// RequestQuery selects requests. Empty fields select all.
type RequestQuery struct {
	// RequestID is the id of the request.
	RequestID string
	// Method is the HTTP method.
	Method string
	// Path is how the path begins.
	Path string
	// Status is a status such as "404", or a class of them such as "4xx".
	Status string
	// Principal is the id of the key or person who sent it.
	Principal string
	// CreatedFrom is the earliest time, included.
	CreatedFrom time.Time
	// CreatedTo is the latest time, excluded.
	CreatedTo time.Time
	// PageSize is the number of requests that are read at a time, 1 to 100; 25 if it is 0.
	PageSize int
}

func (q RequestQuery) values() url.Values {
	values := url.Values{}
	set(values, "request_id", q.RequestID)
	set(values, "method", q.Method)
	set(values, "path", q.Path)
	set(values, "status", q.Status)
	set(values, "principal", q.Principal)
	setTime(values, "created_from", q.CreatedFrom)
	setTime(values, "created_to", q.CreatedTo)
	return values
}

// RequestLog reads what your programs and people sent to the API, and what was answered. A key needs the right
// "requests:read", which its scopes must name.
type RequestLog struct{ http *transport }

// List reads requests page by page, newest first, without bodies.
func (r *RequestLog) List(ctx context.Context, query RequestQuery) iter.Seq2[*LoggedRequest, error] {
	return list[LoggedRequest](ctx, r.http, requestsPath, query.values(), query.PageSize)
}

// Get reads one request with its body and answer. Each error has the id of its request.
func (r *RequestLog) Get(ctx context.Context, id string) (*LoggedRequestDetails, error) {
	return get[LoggedRequestDetails](ctx, r.http, "request", requestsPath, id)
}
