package bundlewire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	retryPause    = 250 * time.Millisecond
	retryPauseMax = 8 * time.Second
)

// transport sends requests, and repeats those that failed temporarily. Requests are safe to repeat: purchases
// and uploads have a reference, and nothing is done twice under one reference. Settings are replaced by the same values,
// and a second endpoint with one URL is rejected. Those with ifLost are repeated only after an answer.
type transport struct {
	base      string
	agent     string
	sandbox   string
	client    http.Client
	authorize func(http.Header)
	timeout   time.Duration
	attempts  int
	within    time.Duration
	// pauses between two reads while a method waits, from the first to the longest.
	firstPause, longestPause time.Duration
	log                      *slog.Logger
}

type request struct {
	method    string
	path      string
	query     url.Values
	reference string
	json      []byte
	upload    *upload
	// ifLost is what to do after a lost answer, for a request whose answer shows a secret once. It is not sent again then.
	ifLost string
	// accept is the content type of a file to download.
	accept string
}

// get reads a resource or a page.
func (t *transport) get(ctx context.Context, path string, query url.Values, want answer) error {
	_, err := t.exchange(ctx, request{method: http.MethodGet, path: path, query: query}, want)
	return err
}

// exchange sends a request until an answer of the API in JSON arrives, and returns its HTTP status.
func (t *transport) exchange(ctx context.Context, r request, want answer) (status int, err error) {
	err = t.repeat(ctx, r, func() (trace, error) {
		seen, err := t.attempt(ctx, r, want)
		status = seen.status
		return seen, err
	})
	return status, err
}

// download opens a file. Its reader fails after the time limit without a byte.
func (t *transport) download(
	ctx context.Context, path string, query url.Values, accept string,
) (file io.ReadCloser, err error) {
	r := request{method: http.MethodGet, path: path, query: query, accept: accept}
	err = t.repeat(ctx, r, func() (seen trace, err error) {
		file, seen, err = t.open(ctx, r)
		return seen, err
	})
	return file, err
}

// repeat calls once until it succeeds, or fails for good, or no attempt or time is left.
func (t *transport) repeat(ctx context.Context, r request, once func() (trace, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	began := time.Now()
	unknown := false
	for attempt := 1; ; attempt++ {
		sent := time.Now()
		seen, err := once()
		t.record(ctx, r, attempt, seen, time.Since(sent), err)
		if err == nil {
			return nil
		}
		var source *sourceError
		if errors.As(err, &source) {
			if unknown && r.reference != "" {
				err = fmt.Errorf("the file cannot be read again: %w", source.err)
				return &NoAnswerError{Reference: r.reference, Attempts: attempt - 1, Err: err}
			}
			return source.err
		}
		var refused *APIError
		final := errors.As(err, &refused) && !refused.Retryable && refused.Status != http.StatusTooManyRequests
		// A rejection says nothing about an earlier attempt without an answer: that one may have bought, or may
		// still arrive.
		if final && !(unknown && r.reference != "") {
			return refused
		}
		unknown = unknown || refused == nil
		pause := pauseAfter(refused, attempt)
		over := final || attempt >= t.attempts || time.Since(began)+pause > t.within || !r.upload.repeatable() ||
			unknown && r.ifLost != ""
		if !over {
			over = sleep(ctx, pause) != nil
		}
		if cancelled := ctx.Err(); over && cancelled != nil && !errors.Is(err, cancelled) {
			err = fmt.Errorf("%w after: %w", cancelled, err)
		}
		if over && unknown && !r.upload.repeatable() {
			err = fmt.Errorf("%w; the file was sent once, because its reader cannot seek and GetBody is not set", err)
		}
		if over && unknown && r.ifLost != "" {
			err = fmt.Errorf("%w; %s", err, r.ifLost)
		}
		if over && unknown {
			return &NoAnswerError{Reference: r.reference, Attempts: attempt, Err: err}
		}
		if over {
			return err
		}
	}
}

// record logs an attempt. The query is left out, because it can have a phone number.
func (t *transport) record(
	ctx context.Context, r request, attempt int, seen trace, took time.Duration, err error,
) {
	level := slog.LevelDebug
	fields := []slog.Attr{
		slog.String("method", r.method), slog.String("path", r.path), slog.Int("status", seen.status),
		slog.String("request_id", seen.requestID), slog.Int("attempt", attempt),
		slog.Int64("ms", took.Milliseconds()),
	}
	if err != nil {
		level = slog.LevelWarn
		fields = append(fields, slog.String("error", kindOf(err)))
	}
	t.log.LogAttrs(ctx, level, "bundlewire request", fields...)
}

// kindOf is the error for a log. A message of the API is left out, because it can quote the request.
func kindOf(err error) string {
	var refused *APIError
	if errors.As(err, &refused) {
		return refused.Code
	}
	return err.Error()
}

// pauseAfter is the pause that the API asks for; else one that doubles each time. Jitter keeps clients from
// returning together.
func pauseAfter(refused *APIError, attempt int) time.Duration {
	grown := min(retryPauseMax, retryPause<<min(attempt-1, 10))
	grown = grown/2 + rand.N(grown/2)
	if refused != nil && refused.RetryAfter > 0 {
		return refused.RetryAfter + grown/4
	}
	return grown
}

// download is the body of a file. The time limit counts only while it waits for bytes.
type download struct {
	body  io.ReadCloser
	limit *limit
}

func (d *download) Read(into []byte) (int, error) {
	d.limit.extend()
	read, err := d.body.Read(into)
	d.limit.stop()
	if err == nil || err == io.EOF {
		return read, err
	}
	return read, &brokenError{d.limit.explain(err)}
}

func (d *download) Close() error {
	err := d.body.Close()
	d.limit.end()
	return err
}

// brokenError is the failure of a download that broke off.
type brokenError struct{ err error }

func (e *brokenError) Error() string { return "the download broke off: " + e.err.Error() }

func (e *brokenError) Unwrap() error { return e.err }

// whole repeats a download that breaks off. It is read from its beginning each time.
func (t *transport) whole(ctx context.Context, read func() error) error {
	for attempt := 1; ; attempt++ {
		err := read()
		var broken *brokenError
		if !errors.As(err, &broken) {
			return err
		}
		if attempt >= t.attempts || sleep(ctx, pauseAfter(nil, attempt)) != nil {
			return &NoAnswerError{Attempts: attempt, Err: err}
		}
	}
}
