package bundlewire

import (
	"context"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

const keysPath, auditPath = "/v1/api-keys", "/v1/audit-log"

// APIKey is a key of the API, and what it may do.
type APIKey struct {
	// ID is the id of the key, key_…. It is not secret.
	ID string `json:"id"`
	// Object is always "api_key".
	Object string `json:"object"`
	// Name is your own name for the key.
	Name string `json:"name"`
	// LastFour has the last four characters of the key.
	LastFour string `json:"last_four"`
	// Status is "active", "expired" or "revoked".
	Status string `json:"status"`
	// Scopes say what the key may do: rights such as "batches:read", or "all", or "read_only".
	Scopes []string `json:"scopes"`
	// SpendCaps are the most that the key may spend.
	SpendCaps SpendCaps `json:"spend_caps"`
	// SpentToday is the price of its purchases of this UTC day that are pending or successful; nil if it has no cap.
	SpentToday *Money `json:"spent_today"`
	// Current is whether the request was sent with this key.
	Current bool `json:"current"`
	// CreatedAt is when the key was created.
	CreatedAt time.Time `json:"created_at"`
	// ExpiresAt is from when the key does not work; nil if it does not expire.
	ExpiresAt *time.Time `json:"expires_at"`
	// LastUsedAt is when the key was last used, a minute or two late; nil if it was not used.
	LastUsedAt *time.Time `json:"last_used_at"`
	// FormerKeyUntil is until when the key from before the last rotation works too; nil if only one works.
	FormerKeyUntil *time.Time `json:"former_key_until"`
	// RevokedAt is when the key was revoked; nil if it was not.
	RevokedAt *time.Time `json:"revoked_at"`
}

// APIKeyWithSecret is a new key. Logs and fmt show it without the key itself.
type APIKeyWithSecret struct {
	APIKey
	// Key is the key itself, which is never shown again. Store it now.
	Key string `json:"key"`
}

// String shows the key without its secret.
func (k APIKeyWithSecret) String() string { return "API key " + k.ID + " …" + k.LastFour }

// GoString shows the key without its secret.
func (k APIKeyWithSecret) GoString() string { return k.String() }

// LogValue shows the key without its secret.
func (k APIKeyWithSecret) LogValue() slog.Value { return slog.StringValue(k.String()) }

// SpendCaps are the most that a key may spend. Caps that are nil do not exist.
type SpendCaps struct {
	// PerPurchase is the most that one purchase may cost.
	PerPurchase *Money `json:"per_purchase"`
	// PerDay is the most that the key may spend in one UTC day.
	PerDay *Money `json:"per_day"`
}

// ReplaceSpendCaps are caps to set. Those that are left out stay as they are; Null removes a cap.
type ReplaceSpendCaps struct {
	// PerPurchase is the most that one purchase may cost.
	PerPurchase Field[Money] `json:"per_purchase,omitempty"`
	// PerDay is the most that the key may spend in one UTC day.
	PerDay Field[Money] `json:"per_day,omitempty"`
}

// NewAPIKey is a key to create. Name and Scopes are required.
type NewAPIKey struct {
	// Name is your own name for the key, of up to 100 characters.
	Name string `json:"name"`
	// Scopes say what the key may do. You can give only rights that you have.
	Scopes []string `json:"scopes"`
	// ExpiresAt is from when the key does not work. If it is left out or Null, it does not expire.
	ExpiresAt Field[time.Time] `json:"expires_at,omitempty"`
	// SpendCaps are the most that the key may spend; nil for no caps.
	SpendCaps *ReplaceSpendCaps `json:"spend_caps,omitempty"`
}

// APIKeyChanges are the fields to change. Those that are empty stay as they are.
type APIKeyChanges struct {
	// Name is your own name for the key.
	Name string `json:"name,omitempty"`
	// Scopes say what the key may do.
	Scopes []string `json:"scopes,omitempty"`
	// ExpiresAt is from when the key does not work. Null removes the end.
	ExpiresAt Field[time.Time] `json:"expires_at,omitempty"`
	// SpendCaps are the caps to change.
	SpendCaps *ReplaceSpendCaps `json:"spend_caps,omitempty"`
}

// APIKeys manages the keys of your account. It needs the rights "keys:read" and "keys:write".
type APIKeys struct{ http *transport }

// Create creates a key, which works immediately. Rights that you do not have are *APIError with the code
// "permission_denied". After a lost answer, the request is not sent again, and the error is *NoAnswerError: list the keys,
// and revoke the one that you do not have.
func (k *APIKeys) Create(ctx context.Context, key NewAPIKey) (*APIKeyWithSecret, error) {
	return sendOnce[APIKeyWithSecret](ctx, k.http, keysPath, "api_key", key, "the key may have been created: list the "+
		"keys, and revoke the one that you do not have")
}

// Get reads one key, without the key itself.
func (k *APIKeys) Get(ctx context.Context, id string) (*APIKey, error) {
	return get[APIKey](ctx, k.http, "api_key", keysPath, id)
}

// List reads keys page by page, newest first, including those that expired or were revoked.
func (k *APIKeys) List(ctx context.Context, query PageQuery) iter.Seq2[*APIKey, error] {
	return list[APIKey](ctx, k.http, keysPath, url.Values{}, query.PageSize)
}

// Update changes a key within a second.
func (k *APIKeys) Update(ctx context.Context, id string, changes APIKeyChanges) (*APIKey, error) {
	path, err := at(keysPath, id)
	if err != nil {
		return nil, err
	}
	return send[APIKey](ctx, k.http, http.MethodPatch, path, "api_key", changes)
}

// Rotate replaces a key, and returns the new one. The former key works too for the overlap, up to 30 days; 0 ends it now.
// If you rotate the key of this client, keep an overlap. While a former key works, another rotation with an overlap is
// *APIError with the code "secret_rotation_under_way". After a lost answer, the request is not sent again, and the error is
// *NoAnswerError: if the key then has FormerKeyUntil, rotate it again with the overlap 0.
func (k *APIKeys) Rotate(ctx context.Context, id string, overlap time.Duration) (*APIKeyWithSecret, error) {
	body, err := overlapBody(overlap)
	if err != nil {
		return nil, err
	}
	path, err := at(keysPath, id)
	if err != nil {
		return nil, err
	}
	return sendOnce[APIKeyWithSecret](ctx, k.http, path+"/rotate", "api_key", body, "the key may have been replaced: "+
		"read it, and if it has former_key_until, rotate it again with the overlap 0")
}

// Revoke ends a key forever, within a second. To revoke it again changes nothing.
func (k *APIKeys) Revoke(ctx context.Context, id string) (*APIKey, error) {
	return post[APIKey](ctx, k.http, "api_key", keysPath, id, "revoke")
}

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

// File opens all entries as CSV, or as a workbook with FormatXLSX. Close the reader. If it fails, open the file again.
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
