package bundlewire

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"
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
