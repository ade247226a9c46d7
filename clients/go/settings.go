package bundlewire

import (
	"context"
	"net/http"
)

const (
	allowlistPath = "/v1/settings/ip-allowlist"
	alertPath     = "/v1/settings/low-balance"
)

// IPAllowlist is from which IP addresses the keys of your account work.
type IPAllowlist struct {
	// Object is always "ip_allowlist".
	Object string `json:"object"`
	// Ranges are where your keys work. If it is empty, they work from anywhere.
	Ranges []string `json:"ranges"`
	// YourAddress is the IP address that the request came from.
	YourAddress string `json:"your_address"`
}

// ReplaceIPAllowlist is a new allowlist.
type ReplaceIPAllowlist struct {
	// Ranges are all addresses and CIDR ranges that are allowed from now on. If it is empty, every address is.
	Ranges []string `json:"ranges"`
	// AllowLockout accepts a list without the address that this request comes from.
	AllowLockout bool `json:"allow_lockout,omitempty"`
}

// LowBalanceAlert is an e-mail when the available balance falls below an amount.
type LowBalanceAlert struct {
	// Object is always "low_balance_alert".
	Object string `json:"object"`
	// Threshold is the amount; nil if there are no alerts.
	Threshold *Money `json:"threshold"`
	// Email is where alerts are sent; nil if there are none.
	Email *string `json:"email"`
}

// NewLowBalanceAlert is an alert to set.
type NewLowBalanceAlert struct {
	// Threshold is the amount, in the currency of your account.
	Threshold Money `json:"threshold"`
	// Email is where alerts are sent.
	Email string `json:"email"`
}

// Settings reads and changes the settings of your account.
type Settings struct{ http *transport }

// IPAllowlist reads the allowlist, and the address that your requests come from.
func (s *Settings) IPAllowlist(ctx context.Context) (*IPAllowlist, error) {
	return send[IPAllowlist](ctx, s.http, http.MethodGet, allowlistPath, "ip_allowlist", nil)
}

// ReplaceIPAllowlist replaces the whole list. A list without the address of this request is *APIError with the code
// "address_locked_out", unless AllowLockout is true.
func (s *Settings) ReplaceIPAllowlist(ctx context.Context, allowlist ReplaceIPAllowlist) (*IPAllowlist, error) {
	allowlist.Ranges = append([]string{}, allowlist.Ranges...) // Not null in JSON.
	return send[IPAllowlist](ctx, s.http, http.MethodPut, allowlistPath, "ip_allowlist", allowlist)
}

// LowBalanceAlert reads when an e-mail reports that the available balance is low.
func (s *Settings) LowBalanceAlert(ctx context.Context) (*LowBalanceAlert, error) {
	return send[LowBalanceAlert](ctx, s.http, http.MethodGet, alertPath, "low_balance_alert", nil)
}

// ReplaceLowBalanceAlert sets the alert; nil ends it.
func (s *Settings) ReplaceLowBalanceAlert(ctx context.Context, alert *NewLowBalanceAlert) (*LowBalanceAlert, error) {
	var body any = alert
	if alert == nil {
		body = map[string]any{"threshold": nil, "email": nil}
	}
	return send[LowBalanceAlert](ctx, s.http, http.MethodPut, alertPath, "low_balance_alert", body)
}

// Sandbox has what only test mode has.
type Sandbox struct{ http *transport }

// SetBalance sets what the account can spend, in minor units: 50000 is ₦500.00.
func (s *Sandbox) SetBalance(ctx context.Context, available int64) (*Balance, error) {
	body := map[string]int64{"available": available}
	return send[Balance](ctx, s.http, http.MethodPut, "/v1/sandbox/balance", "balance", body)
}
