package bundlewire

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"
)

const (
	waitPauseMax      = 15 * time.Second
	statementPauseMax = 30 * time.Second
)

// page is one page of a list.
type page[T any] struct {
	Data       []*T   `json:"data"`
	HasMore    bool   `json:"has_more"`
	NextCursor string `json:"next_cursor"`
}

// list reads a list page by page. The error ends it.
func list[T any](ctx context.Context, t *transport, path string, query url.Values, size int) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		query := clone(query)
		if size != 0 {
			query.Set("limit", strconv.Itoa(size))
		}
		for {
			var next page[T]
			if err := t.get(ctx, path, query, answer{object: "list", into: &next}); err != nil {
				yield(nil, err)
				return
			}
			for _, item := range next.Data {
				if !yield(item, nil) {
					return
				}
			}
			if !next.HasMore || next.NextCursor == "" {
				return
			}
			query.Set("cursor", next.NextCursor)
		}
	}
}

// get reads one resource by its id.
func get[T any](ctx context.Context, t *transport, object, path, id string) (*T, error) {
	path, err := at(path, id)
	if err != nil {
		return nil, err
	}
	resource := new(T)
	if err := t.get(ctx, path, nil, answer{object: object, into: resource}); err != nil {
		return nil, err
	}
	return resource, nil
}

// post sends a command without a body to a resource.
func post[T any](ctx context.Context, t *transport, object, path, id, command string) (*T, error) {
	return postBody[T](ctx, t, object, path, id, command, nil)
}

// postBody sends a command to a resource, with a body in JSON if it is not nil.
func postBody[T any](
	ctx context.Context, t *transport, object, path, id, command string, body []byte,
) (*T, error) {
	path, err := at(path, id)
	if err != nil {
		return nil, err
	}
	r := request{method: http.MethodPost, path: path + "/" + command, json: body}
	return exchanged[T](ctx, t, r, object)
}

// send sends a request to a path, with a body in JSON if it is not nil.
func send[T any](ctx context.Context, t *transport, method, path, object string, body any) (*T, error) {
	r := request{method: method, path: path}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		r.json = text
	}
	return exchanged[T](ctx, t, r, object)
}

// sendOnce sends a request whose answer shows a secret, and only once. After a lost answer, it is not sent again, and the
// error says what to do.
func sendOnce[T any](ctx context.Context, t *transport, path, object string, body any, ifLost string) (*T, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return exchanged[T](ctx, t, request{method: http.MethodPost, path: path, json: text, ifLost: ifLost}, object)
}

// create sends what is created under a reference. After an attempt without an answer, its outcome stays unknown.
func create[T any](ctx context.Context, t *transport, path, object, reference string, body any) (*T, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r := request{method: http.MethodPost, path: path, reference: reference, json: text}
	return exchanged[T](ctx, t, r, object)
}

func exchanged[T any](ctx context.Context, t *transport, r request, object string) (*T, error) {
	resource := new(T)
	if _, err := t.exchange(ctx, r, answer{object: object, into: resource}); err != nil {
		return nil, err
	}
	return resource, nil
}

// at is the path of a resource. An id that would lead to another path is refused.
func at(path, id string) (string, error) {
	if id == "" || id == "." || id == ".." {
		return "", &ArgumentError{Argument: "id", Message: "is empty or not an id"}
	}
	return path + "/" + url.PathEscape(id), nil
}

func setInt(values url.Values, name string, value int) {
	if value != 0 {
		values.Set(name, strconv.Itoa(value))
	}
}

func set(values url.Values, name, value string) {
	if value != "" {
		values.Set(name, value)
	}
}

func setTime(values url.Values, name string, at time.Time) {
	if !at.IsZero() {
		values.Set(name, at.UTC().Format(time.RFC3339Nano))
	}
}

func clone(values url.Values) url.Values {
	copied := url.Values{}
	for name, each := range values {
		copied[name] = each
	}
	return copied
}

var (
	methods = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	// anyPath is a path without a query, and without characters that would lead to another address.
	anyPath = regexp.MustCompile(`^/v[0-9]+(/[A-Za-z0-9_.~:%@!$&'()*+,;=-]+)+$`)
	dotsIn  = regexp.MustCompile(`/\.\.?(/|$)`)
)

// Request sends a request to an operation that this version of the module does not know. It is authenticated, and has the
// same retries, time limits and errors as the other methods. The body is sent as JSON; nil sends none. The answer is
// read into into, unless that is nil. If the body or the query has a "reference", an unknown outcome is *NoAnswerError
// with it. The path begins with /v1/, and is logged: give phone numbers in the query or the body.
func (c *Client) Request(
	ctx context.Context, method, path string, query url.Values, body, into any,
) (status int, err error) {
	if !slices.Contains(methods, method) {
		return 0, &ArgumentError{Argument: "method", Message: "is not a method of the API, such as GET or POST"}
	}
	if !anyPath.MatchString(path) || dotsIn.MatchString(path) {
		return 0, &ArgumentError{Argument: "path", Message: "is not a path such as /v1/balance; give parameters as query"}
	}
	r := request{method: method, path: path, query: query}
	if body != nil {
		if r.json, err = json.Marshal(body); err != nil {
			return 0, &ArgumentError{Argument: "body", Message: err.Error()}
		}
	}
	if method != http.MethodGet {
		r.reference = referenceIn(r.json, query)
	}
	var read json.RawMessage
	status, err = c.http.exchange(ctx, r, answer{into: &read})
	if err != nil || into == nil {
		return status, err
	}
	if err := json.Unmarshal(read, into); err != nil {
		return status, fmt.Errorf("the request succeeded with HTTP %d, but its answer cannot be read: %w", status, err)
	}
	return status, nil
}

// referenceIn is what makes an unknown outcome stay unknown; empty if there is none.
func referenceIn(body []byte, query url.Values) string {
	var named struct{ Reference string }
	if json.Unmarshal(body, &named) == nil && named.Reference != "" {
		return named.Reference
	}
	return query.Get("reference")
}

// sleep waits, unless the context ends first.
func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// poll reads until it is done, with pauses that double up to the longest.
func poll[T any](
	ctx context.Context, t *transport, longest time.Duration, read func() (value T, done bool, err error),
) (T, error) {
	longest = min(longest, t.longestPause)
	for pause := t.firstPause; ; pause = min(2*pause, longest) {
		value, done, err := read()
		if err == nil && !done {
			err = sleep(ctx, pause)
		}
		if err != nil {
			var none T
			return none, err
		}
		if done {
			return value, nil
		}
	}
}
