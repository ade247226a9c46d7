package bundlewire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Pages are about 128 KiB, and no other answer in JSON is larger.
const jsonLimit = 16 << 20

// answer is what the API sends when it accepts a request: JSON with this value of "object", or with any if it is empty.
type answer struct {
	object string
	into   any
}

// trace is what a log shows of an answer.
type trace struct {
	status    int
	requestID string
}

// sourceError is a failure on this side, which no repetition changes.
type sourceError struct{ err error }

func (e *sourceError) Error() string { return e.err.Error() }

// attempt sends a request once, and reads its answer within the time limit.
func (t *transport) attempt(ctx context.Context, r request, want answer) (trace, error) {
	ctx, limit := withLimit(ctx, t.timeout)
	defer limit.end()
	file, err := r.upload.body(limit.extend)
	if err != nil {
		return trace{}, &sourceError{err}
	}
	// An answer can come before the whole file was sent, so the file stays open until the answer is read.
	defer file.settle()
	response, err := t.send(ctx, r, "application/json", file)
	if err != nil {
		return trace{}, limit.explain(file.explain(err))
	}
	defer response.Body.Close()
	return traceOf(response), limit.explain(readJSON(response, want))
}

// open sends a request for a file once. The caller closes the file.
func (t *transport) open(ctx context.Context, r request) (io.ReadCloser, trace, error) {
	ctx, limit := withLimit(ctx, t.timeout)
	response, err := t.send(ctx, r, r.accept, nil)
	if err != nil {
		limit.end()
		return nil, trace{}, limit.explain(err)
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if response.StatusCode == http.StatusOK && kind == r.accept {
		limit.stop()
		return &download{body: response.Body, limit: limit}, traceOf(response), nil
	}
	defer limit.end()
	defer response.Body.Close()
	return nil, traceOf(response), limit.explain(readJSON(response, answer{}))
}

// send sends a request once. Its errors do not have the address, because a query can have a phone number.
func (t *transport) send(ctx context.Context, r request, accept string, file *uploadBody) (*http.Response, error) {
	target := t.base + r.path
	if len(r.query) > 0 {
		target += "?" + r.query.Encode()
	}
	var body io.Reader
	if r.json != nil {
		body = bytes.NewReader(r.json)
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, target, body)
	if err != nil {
		return nil, &sourceError{withoutURL(err)}
	}
	t.authorize(sent.Header)
	sent.Header.Set("Accept", accept)
	if r.json != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	if file != nil {
		sent.Header.Set("Content-Type", r.upload.kind)
		sent.Body, sent.ContentLength = file, r.upload.size
	}
	response, err := t.client.Do(sent)
	return response, withoutURL(err)
}

// readJSON reads an answer: what was wanted, or an error of the API. Anything else comes from a proxy.
func readJSON(response *http.Response, want answer) error {
	body, err := io.ReadAll(io.LimitReader(response.Body, jsonLimit))
	if err != nil {
		return fmt.Errorf("the answer broke off: %w", err)
	}
	accepted := response.StatusCode >= 200 && response.StatusCode < 300
	if accepted && want.isIn(body) {
		return nil
	}
	if refused := readRefusal(response, body); !accepted && refused != nil {
		return refused
	}
	return fmt.Errorf("HTTP %d with content type %q is not an answer of the API",
		response.StatusCode, response.Header.Get("Content-Type"))
}

// hasID has the objects that requests create.
var hasID = map[string]bool{
	"purchase": true, "batch": true, "recurring_batch": true, "webhook_endpoint": true,
	"api_key": true,
}

// isIn reads what was wanted, if the body has it. What a request creates must have an id: without one, it cannot be known
// whether the API received the request.
func (a answer) isIn(body []byte) bool {
	var kind struct{ ID, Object string }
	return a.into != nil && json.Unmarshal(body, &kind) == nil &&
		(kind.Object == a.object || kind.Object == "" || a.object == "") &&
		(kind.ID != "" || !hasID[a.object]) && json.Unmarshal(body, a.into) == nil
}

// readRefusal reads an error of the API; nil if it is not one.
func readRefusal(response *http.Response, body []byte) *APIError {
	var read struct {
		Error struct {
			Code, Message, Param string
			Retryable            *bool
			RequestID            string `json:"request_id"`
			Details              map[string]any
		}
	}
	if json.Unmarshal(body, &read) != nil || read.Error.Code == "" {
		return nil
	}
	refused := &APIError{
		Status: response.StatusCode, Code: read.Error.Code, Message: read.Error.Message, Param: read.Error.Param,
		Details: read.Error.Details, RequestID: read.Error.RequestID,
		Retryable: response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= 500,
	}
	if read.Error.Retryable != nil {
		refused.Retryable = *read.Error.Retryable
	}
	if refused.RequestID == "" {
		refused.RequestID = traceOf(response).requestID
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 && seconds < 1e6 {
		refused.RetryAfter = time.Duration(seconds) * time.Second
	}
	return refused
}

func traceOf(response *http.Response) trace {
	return trace{status: response.StatusCode, requestID: response.Header.Get("Svc-Request-Id")}
}

func withoutURL(err error) error {
	var withURL *url.Error
	if errors.As(err, &withURL) {
		return withURL.Err
	}
	return err
}

// limit ends an attempt that takes too long.
type limit struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	after  time.Duration
}

// withLimit returns a context that ends after this time, unless the limit is extended.
func withLimit(parent context.Context, after time.Duration) (context.Context, *limit) {
	ctx, cancel := context.WithCancelCause(parent)
	timer := time.AfterFunc(after, func() { cancel(&timeoutError{after}) })
	return ctx, &limit{ctx: ctx, cancel: cancel, timer: timer, after: after}
}

// extend starts the time again.
func (l *limit) extend() { l.timer.Reset(l.after) }

// stop stops the time.
func (l *limit) stop() { l.timer.Stop() }

// end releases the context. Nothing can be read after that.
func (l *limit) end() {
	l.timer.Stop()
	l.cancel(nil)
}

// explain replaces the error that a cancelled context causes by its reason.
func (l *limit) explain(err error) error {
	var timeout *timeoutError
	if err != nil && errors.As(context.Cause(l.ctx), &timeout) {
		return timeout
	}
	return err
}

// timeoutError is the failure of an attempt that took too long.
type timeoutError struct{ after time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("no answer within %s", e.after) }

// Timeout makes it a timeout for callers that look for a net.Error.
func (e *timeoutError) Timeout() bool { return true }

// Temporary completes the interface net.Error.
func (e *timeoutError) Temporary() bool { return true }
