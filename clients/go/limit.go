package bundlewire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

const (
	waitPauseMax      = 15 * time.Second
	statementPauseMax = 30 * time.Second
)

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
