package bundlewire

import (
	"context"
	"net/http"
	"time"
)

const (
	allowlistPath = "/v1/settings/ip-allowlist"
	alertPath     = "/v1/settings/low-balance"
	bundlesPath   = "/v1/settings/allowed-bundles"
	limitsPath    = "/v1/settings/spending-limits"
	noticesPath   = "/v1/settings/notices"
	blocklistPath = "/v1/settings/blocklist"
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

// AllowedBundles is which of the bundles that are sold to your account it buys.
type AllowedBundles struct {
	// Object is always "allowed_bundles".
	Object string `json:"object"`
	// BundleIDs are the only bundles that your account buys; nil if it buys every bundle that is sold to it.
	BundleIDs []string `json:"bundle_ids"`
}

// SpendingLimits is what your account may spend. Limits that are nil do not exist.
type SpendingLimits struct {
	// Object is always "spending_limits".
	Object string `json:"object"`
	// PerCampaign is the most that one campaign may spend.
	PerCampaign *Money `json:"per_campaign"`
	// PerDay is the most that may be spent per day (UTC).
	PerDay *Money `json:"per_day"`
	// PerMonth is the most that may be spent per month (UTC).
	PerMonth *Money `json:"per_month"`
	// SpentToday is what counts towards PerDay; nil if there is no limit per day and no limit per month.
	SpentToday *Money `json:"spent_today"`
	// SpentThisMonth is what counts towards PerMonth; nil if there is no limit per day and no limit per month.
	SpentThisMonth *Money `json:"spent_this_month"`
}

// ReplaceSpendingLimits are all limits from now on; nil means no limit.
type ReplaceSpendingLimits struct {
	// PerCampaign is the most that one campaign may spend.
	PerCampaign *Money `json:"per_campaign"`
	// PerDay is the most that may be spent per day (UTC).
	PerDay *Money `json:"per_day"`
	// PerMonth is the most that may be spent per month (UTC).
	PerMonth *Money `json:"per_month"`
}

// Notices is who gets e-mails about your campaigns. If a list is empty, no one does.
type Notices struct {
	// Object is always "notices".
	Object string `json:"object"`
	ReplaceNotices
}

// ReplaceNotices are all addresses from now on, up to 10 in a list. An empty list ends the e-mails of its kind.
type ReplaceNotices struct {
	// Ready gets an e-mail when a campaign is checked and waits to be started.
	Ready []string `json:"ready"`
	// Completed gets an e-mail when all rows of a campaign are done.
	Completed []string `json:"completed"`
	// Paused gets an e-mail when a campaign pauses, except for money or on request.
	Paused []string `json:"paused"`
	// NeedsMoney gets an e-mail when a campaign pauses because the balance is too low.
	NeedsMoney []string `json:"needs_money"`
}

// Blocklist is how many numbers your account has blocked. They are stored as hashes, so they cannot be listed.
type Blocklist struct {
	// Object is always "blocklist".
	Object string `json:"object"`
	// Count is how many numbers are blocked.
	Count int64 `json:"count"`
	// FirstAddedAt is when the oldest of them was blocked; nil if there is none.
	FirstAddedAt *time.Time `json:"first_added_at"`
	// LastAddedAt is when the newest of them was blocked; nil if there is none.
	LastAddedAt *time.Time `json:"last_added_at"`
}

// ChangedBlocklist is the blocklist after a change.
type ChangedBlocklist struct {
	Blocklist
	// Changed is how many numbers were blocked or unblocked. Others were so already.
	Changed int64 `json:"changed"`
}

// BlocklistLookup is whether your account has blocked a number.
type BlocklistLookup struct {
	// Object is always "blocklist_lookup".
	Object string `json:"object"`
	// PhoneNumber is the number that was looked up.
	PhoneNumber string `json:"phone_number"`
	// Blocked is whether the number is blocked.
	Blocked bool `json:"blocked"`
	// AddedAt is when it was blocked; nil if it is not.
	AddedAt *time.Time `json:"added_at"`
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

// AllowedBundles reads the only bundles that your account buys.
func (s *Settings) AllowedBundles(ctx context.Context) (*AllowedBundles, error) {
	return send[AllowedBundles](ctx, s.http, http.MethodGet, bundlesPath, "allowed_bundles", nil)
}

// ReplaceAllowedBundles replaces the whole list; nil allows every bundle that is sold to you.
func (s *Settings) ReplaceAllowedBundles(ctx context.Context, bundleIDs []string) (*AllowedBundles, error) {
	body := map[string][]string{"bundle_ids": bundleIDs}
	return send[AllowedBundles](ctx, s.http, http.MethodPut, bundlesPath, "allowed_bundles", body)
}

// SpendingLimits reads what your account may spend, and what it has spent.
func (s *Settings) SpendingLimits(ctx context.Context) (*SpendingLimits, error) {
	return send[SpendingLimits](ctx, s.http, http.MethodGet, limitsPath, "spending_limits", nil)
}

// ReplaceSpendingLimits replaces all limits.
func (s *Settings) ReplaceSpendingLimits(ctx context.Context, limits ReplaceSpendingLimits) (*SpendingLimits, error) {
	return send[SpendingLimits](ctx, s.http, http.MethodPut, limitsPath, "spending_limits", limits)
}

// Notices reads who gets e-mails about your campaigns.
func (s *Settings) Notices(ctx context.Context) (*Notices, error) {
	return send[Notices](ctx, s.http, http.MethodGet, noticesPath, "notices", nil)
}

// ReplaceNotices replaces all addresses.
func (s *Settings) ReplaceNotices(ctx context.Context, notices ReplaceNotices) (*Notices, error) {
	for _, list := range []*[]string{&notices.Ready, &notices.Completed, &notices.Paused, &notices.NeedsMoney} {
		*list = append([]string{}, *list...) // Not null in JSON.
	}
	return send[Notices](ctx, s.http, http.MethodPut, noticesPath, "notices", notices)
}

// Blocklist reads how many numbers are blocked.
func (s *Settings) Blocklist(ctx context.Context) (*Blocklist, error) {
	return send[Blocklist](ctx, s.http, http.MethodGet, blocklistPath, "blocklist", nil)
}

// AddBlockedNumbers blocks up to 10,000 numbers. Others stay blocked.
func (s *Settings) AddBlockedNumbers(ctx context.Context, phoneNumbers []string) (*ChangedBlocklist, error) {
	return s.changeBlocklist(ctx, http.MethodPut, phoneNumbers)
}

// RemoveBlockedNumbers unblocks numbers. Those that are not blocked are ignored.
func (s *Settings) RemoveBlockedNumbers(ctx context.Context, phoneNumbers []string) (*ChangedBlocklist, error) {
	return s.changeBlocklist(ctx, http.MethodDelete, phoneNumbers)
}

func (s *Settings) changeBlocklist(ctx context.Context, method string, phoneNumbers []string) (*ChangedBlocklist, error) {
	body := map[string][]string{"phone_numbers": phoneNumbers}
	return send[ChangedBlocklist](ctx, s.http, method, blocklistPath+"/numbers", "blocklist", body)
}

// LookupBlockedNumber reads whether a number is blocked.
func (s *Settings) LookupBlockedNumber(ctx context.Context, phoneNumber string) (*BlocklistLookup, error) {
	body := map[string]string{"phone_number": phoneNumber}
	return send[BlocklistLookup](ctx, s.http, http.MethodPost, blocklistPath+"/lookups", "blocklist_lookup", body)
}

// Sandbox has what only test mode has.
type Sandbox struct{ http *transport }

// SetBalance sets what the account can spend, in minor units: 50000 is ₦500.00.
func (s *Sandbox) SetBalance(ctx context.Context, available int64) (*Balance, error) {
	body := map[string]int64{"available": available}
	return send[Balance](ctx, s.http, http.MethodPut, "/v1/sandbox/balance", "balance", body)
}
