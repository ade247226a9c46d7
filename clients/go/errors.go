package bundlewire

import (
	"errors"
	"fmt"
	"time"
)

// APIError is the answer of the API to a request that it rejected. Nothing was bought. Nothing was changed either, unless
// an earlier attempt to change a setting or a webhook endpoint had no answer.
type APIError struct {
	// Status is the HTTP status.
	Status int
	// Code is stable, for programs. New codes may be added: handle an unknown one by Status and Retryable.
	Code string
	// Message says what is wrong and what to do, for people.
	Message string
	// Param is the field of the request that is wrong; empty if there is none.
	Param string
	// Details has more facts, depending on the code.
	Details map[string]any
	// Retryable reports whether the same request can succeed later.
	Retryable bool
	// RequestID identifies the request. Quote it when you contact support.
	RequestID string
	// RetryAfter is how long the API asks you to wait; 0 if it does not ask.
	RetryAfter time.Duration
}

// Error has the code, the status, the request id and the message.
func (e *APIError) Error() string {
	return fmt.Sprintf("bundlewire: %s (HTTP %d, request %s): %s", e.Code, e.Status, e.RequestID, e.Message)
}

// NoAnswerError means that the outcome of a request is unknown: the API did not answer, or its answer was lost. If
// the request had a reference, send it again with the same reference, or look the reference up. If it created or rotated
// an API key, the message says what to do.
type NoAnswerError struct {
	// Reference is the reference of the request; empty if it had none.
	Reference string
	// Attempts is how often the request was sent.
	Attempts int
	// Err is the failure of the last attempt.
	Err error
}

// Error says what failed and what to do.
func (e *NoAnswerError) Error() string {
	if e.Reference == "" {
		return fmt.Sprintf("bundlewire: no answer after %d attempts: %v", e.Attempts, e.Err)
	}
	return fmt.Sprintf("bundlewire: the outcome of reference %q is unknown after %d attempts, because an attempt had "+
		"no answer and may have been accepted; the last attempt: %s; "+
		"send it again with the same reference, or look the reference up", e.Reference, e.Attempts, lastOf(e.Err))
}

// lastOf is the failure of the last attempt. The message of a rejection is left out: that nothing was bought is true of
// that attempt only.
func lastOf(err error) string {
	var refused *APIError
	if !errors.As(err, &refused) {
		return err.Error()
	}
	return fmt.Sprintf("rejected with %s (HTTP %d, request %s)", refused.Code, refused.Status, refused.RequestID)
}

// Unwrap returns the failure of the last attempt.
func (e *NoAnswerError) Unwrap() error { return e.Err }

// ArgumentError means that an argument is wrong. No request was sent.
type ArgumentError struct {
	// Argument is the name of the argument or field.
	Argument string
	// Message says what is wrong with it.
	Message string
}

// Error has the argument and what is wrong with it.
func (e *ArgumentError) Error() string { return "bundlewire: " + e.Argument + " " + e.Message }

// StillPendingError means that a purchase was not final 30 s after its resolve_by. Contact support.
type StillPendingError struct {
	// Purchase is the purchase as it was read last.
	Purchase *Purchase
}

// Error has the id and the reference of the purchase.
func (e *StillPendingError) Error() string {
	return fmt.Sprintf("bundlewire: purchase %s (reference %q) is still %s after its resolve_by; contact support",
		e.Purchase.ID, e.Purchase.Reference, e.Purchase.Status)
}

// BatchRejectedError means that the file of a batch cannot be used. Nothing was bought.
type BatchRejectedError struct {
	// Batch has the reason in Rejection, and the first 20 errors of rows in Errors.
	Batch *Batch
}

// Error has the reason and the first error of a row.
func (e *BatchRejectedError) Error() string {
	text := fmt.Sprintf("bundlewire: the file of batch %s was rejected", e.Batch.ID)
	if e.Batch.Rejection != nil {
		text += ": " + e.Batch.Rejection.Message
	}
	if len(e.Batch.Errors) > 0 {
		text += fmt.Sprintf(" (line %d: %s)", e.Batch.Errors[0].Line, e.Batch.Errors[0].Message)
	}
	return text
}

// StatementMismatchError means that a closed statement does not add up: its opening balance and the amounts of its
// lines do not make its closing balance. Contact support.
type StatementMismatchError struct {
	// Date is the UTC day, YYYY-MM-DD.
	Date string
	// Opening, Sum and Closing are in minor units.
	Opening, Sum, Closing int64
}

// Error has the three amounts.
func (e *StatementMismatchError) Error() string {
	return fmt.Sprintf("bundlewire: the statement of %s does not add up: opening balance %d and lines %d make %d, "+
		"but the closing balance is %d", e.Date, e.Opening, e.Sum, e.Opening+e.Sum, e.Closing)
}

// StatementOpenError means that a day is not closed, so its lines can still change. Nothing was compared.
type StatementOpenError struct {
	// Date is the UTC day, YYYY-MM-DD.
	Date string
}

// Error has the day and what to do.
func (e *StatementOpenError) Error() string {
	return fmt.Sprintf("bundlewire: the statement of %s is open, so its lines can still change; reconcile it after "+
		"its midnight in UTC, or wait with Statements.WaitClosed", e.Date)
}

// WebhookReason is why a webhook was refused.
type WebhookReason string

// The reasons for refusing a webhook.
const (
	// WebhookSecretMissing means that every secret is empty. Anyone could sign with an empty secret.
	WebhookSecretMissing WebhookReason = "secret_missing"
	// WebhookHeaderMissing means that Svc-Timestamp or Svc-Signature is missing or malformed.
	WebhookHeaderMissing WebhookReason = "header_missing"
	// WebhookTimestampTooFar means that Svc-Timestamp is too far from the clock.
	WebhookTimestampTooFar WebhookReason = "timestamp_too_far"
	// WebhookSignatureWrong means that no signature was made with one of the secrets.
	WebhookSignatureWrong WebhookReason = "signature_wrong"
	// WebhookNotAnEvent means that the signature is genuine, but the body is not an event.
	WebhookNotAnEvent WebhookReason = "not_an_event"
)

// WebhookError means that a webhook must not be used.
type WebhookError struct {
	// Reason is why it was refused.
	Reason WebhookReason
	// Message is the reason in words.
	Message string
}

// Error has the reason in words.
func (e *WebhookError) Error() string { return "bundlewire: " + e.Message }
