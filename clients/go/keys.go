package bundlewire

import (
	"context"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

const keysPath = "/v1/api-keys"

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

func overlapBody(overlap time.Duration) (map[string]int64, error) {
	if overlap < 0 || overlap%time.Second != 0 {
		return nil, &ArgumentError{Argument: "overlap", Message: "is negative, or not in whole seconds"}
	}
	return map[string]int64{"overlap_seconds": int64(overlap / time.Second)}, nil
}
