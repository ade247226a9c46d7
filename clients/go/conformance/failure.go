package main

import (
	"errors"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

type failure struct {
	Type      string `json:"type"`
	Message   string `json:"message"`
	Status    int    `json:"status,omitempty"`
	Code      string `json:"code,omitempty"`
	Param     string `json:"param,omitempty"`
	RequestID string `json:"request_id,omitempty"`
	Retryable *bool  `json:"retryable,omitempty"`
	Reference string `json:"reference,omitempty"`
	Details   any    `json:"details,omitempty"`
}

// describe names an error. An unknown outcome comes first, because it can wrap an answer of the API.
func describe(err error) *failure {
	var (
		unknown  *bundlewire.NoAnswerError
		pending  *bundlewire.StillPendingError
		refused  *bundlewire.APIError
		webhook  *bundlewire.WebhookError
		mismatch *bundlewire.StatementMismatchError
		open     *bundlewire.StatementOpenError
		rejected *bundlewire.BatchRejectedError
	)
	described := &failure{Type: "invalid", Message: err.Error()}
	switch {
	case errors.As(err, &unknown):
		described.Type, described.Reference = "no_answer", unknown.Reference
	case errors.As(err, &pending):
		described.Type, described.Reference = "no_answer", pending.Purchase.Reference
	case errors.As(err, &refused):
		described.Type, described.Status, described.Code = "api", refused.Status, refused.Code
		described.Param, described.RequestID = refused.Param, refused.RequestID
		described.Retryable, described.Details = &refused.Retryable, refused.Details
	case errors.As(err, &webhook):
		described.Type, described.Code = "webhook", string(webhook.Reason)
	case errors.As(err, &mismatch):
		described.Type = "statement_mismatch"
	case errors.As(err, &open):
		described.Type = "statement_open"
	case errors.As(err, &rejected):
		described.Type = "batch_rejected"
		if rejected.Batch.Rejection != nil {
			described.Code = rejected.Batch.Rejection.Code
		}
	}
	return described
}
