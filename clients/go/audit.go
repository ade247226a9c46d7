package bundlewire

import (
	"context"
	"io"
	"iter"
	"net/url"
	"time"
)

const auditPath = "/v1/audit-log"

// AuditEntry is one entry of the audit log. Entries are never changed or removed.
type AuditEntry struct {
	// ID is the id of the entry, aud_….
	ID string `json:"id"`
	// Object is always "audit_entry".
	Object string `json:"object"`
	// Number is the number in the log of your account: 1, 2, 3 and so on without gaps.
	Number int64 `json:"number"`
	// CreatedAt is when it was recorded.
	CreatedAt time.Time `json:"created_at"`
	// Principal is who acted.
	Principal AuditPrincipal `json:"principal"`
	// SessionID is the session of the person; nil for keys.
	SessionID *string `json:"session_id"`
	// Address is the IP address of the request; nil for the platform.
	Address *string `json:"address"`
	// UserAgent is the User-Agent header of the request.
	UserAgent *string `json:"user_agent"`
	// Action is what was done, for example "batch_start". More may be added.
	Action string `json:"action"`
	// Subject is what it was done to: the id of a resource, or a word such as "account".
	Subject string `json:"subject"`
	// Reason is why, if a person of your organisation gave a reason.
	Reason *string `json:"reason"`
	// Before is how it was before, if it was changed. Its fields depend on the action.
	Before map[string]any `json:"before"`
	// After is what it was changed to, or other facts. Its fields depend on the action.
	After map[string]any `json:"after"`
	// PreviousHash is the hash of the entry before it, in hexadecimal.
	PreviousHash string `json:"previous_hash"`
	// Hash is SHA-256 over the entry and the hash of the entry before it, in hexadecimal.
	Hash string `json:"hash"`
}

// AuditPrincipal is who acted.
type AuditPrincipal struct {
	// Kind is "key", "person" or "platform".
	Kind string `json:"kind"`
	// ID is the id of the key or person; nil for the platform.
	ID *string `json:"id"`
}

// AuditQuery selects entries. Empty fields select all.
type AuditQuery struct {
	// Action is what was done.
	Action string
	// Principal is the id of the key or person who acted.
	Principal string
	// Subject is what it was done to.
	Subject string
	// CreatedFrom is the earliest time, included.
	CreatedFrom time.Time
	// CreatedTo is the latest time, excluded.
	CreatedTo time.Time
	// PageSize is the number of entries per request, 1 to 100; 25 if it is 0. Files have all entries.
	PageSize int
	// File says how a file is written. It has no Amounts.
	File FileOptions
}

func (q AuditQuery) values() url.Values {
	values := url.Values{}
	set(values, "action", q.Action)
	set(values, "principal", q.Principal)
	set(values, "subject", q.Subject)
	setTime(values, "created_from", q.CreatedFrom)
	setTime(values, "created_to", q.CreatedTo)
	return values
}

// AuditLog reads who did what, when and from where in your account. It needs the right "audit:read".
type AuditLog struct{ http *transport }

// List reads entries page by page, newest first.
func (a *AuditLog) List(ctx context.Context, query AuditQuery) iter.Seq2[*AuditEntry, error] {
	return list[AuditEntry](ctx, a.http, auditPath, query.values(), query.PageSize)
}

// File opens all entries as a file: as CSV, or as a workbook with FormatXLSX. Close the reader. If it fails, open the file
// again.
func (a *AuditLog) File(ctx context.Context, query AuditQuery) (io.ReadCloser, error) {
	accept, err := query.File.accept()
	if err != nil {
		return nil, err
	}
	return a.http.download(ctx, auditPath, query.File.addTo(query.values()), accept)
}

// Save downloads all entries to a file, and returns its size in bytes. A path that ends in .xlsx gets a workbook, and any
// other path gets CSV, unless the query has a Format. A download that breaks off is repeated. The file appears at its path
// only when it is complete.
func (a *AuditLog) Save(ctx context.Context, query AuditQuery, path string) (size int64, err error) {
	if query.File, err = query.File.to(path); err != nil {
		return 0, err
	}
	return a.http.save(ctx, path, func() (io.ReadCloser, error) { return a.File(ctx, query) })
}
