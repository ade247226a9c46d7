// Package bundlewire is the client of the Bundlewire API, which buys prepaid mobile data bundles exactly once.
//
// A [Client] has one field per resource: [Purchases], [Batches], [RecurringBatches], [Statements], [Events],
// [WebhookEndpoints], [Settings], [APIKeys], [Approvals], [AuditLog], [Bundles] and [Networks]. [Sandbox] is for test mode.
// [Client.Request] sends a request to an operation that this version of the module does not know.
// Requests are repeated until their outcome is known, or until the limits of [WithRetries] are reached. Nothing
// is bought twice, because every order has a reference. Only [APIKeys.Create] and [APIKeys.Rotate] are not sent again
// after a lost answer.
//
// [WebhookHandler] and [VerifyWebhook] check webhooks. Amounts are in minor units of their currency.
package bundlewire

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"
)

// Version is the version of this package.
const Version = "0.2.0"

// Client is the API for one account. It is safe for concurrent use.
type Client struct {
	// Purchases buys bundles and reads purchases.
	Purchases *Purchases
	// Batches runs campaigns: one CSV file with many purchases.
	Batches *Batches
	// RecurringBatches buys batches repeatedly, on a schedule.
	RecurringBatches *RecurringBatches
	// Statements reads and reconciles the days of the account.
	Statements *Statements
	// Events reads webhook events and their deliveries.
	Events *Events
	// WebhookEndpoints sets where your events are sent.
	WebhookEndpoints *WebhookEndpoints
	// Settings reads and changes the settings of the account.
	Settings *Settings
	// APIKeys manages the keys of the account.
	APIKeys *APIKeys
	// Approvals reads and decides what others approve before a batch may buy.
	Approvals *Approvals
	// AuditLog reads who did what in the account.
	AuditLog *AuditLog
	// RequestLog reads what was sent to the API, and what was answered.
	RequestLog *RequestLog
	// People manages the people of your organisation.
	People *People
	// Roles manages the roles that people can have.
	Roles *Roles
	// Invitations manages who is invited to your organisation.
	Invitations *Invitations
	// Sessions reads and ends sessions of the people of your organisation.
	Sessions *Sessions
	// Erasures erases phone numbers from your records.
	Erasures *Erasures
	// NumberExports exports what your records hold about a phone number.
	NumberExports *NumberExports
	// Organisation reads and renames your organisation.
	Organisation *OwnOrganisation
	// Sandbox sets the balance in test mode.
	Sandbox *Sandbox
	// Bundles reads the bundles that you can buy.
	Bundles *Bundles
	// Networks reads the networks that you can buy for.
	Networks *Networks

	http *transport
}

// NewClient creates a client. The baseURL is the address of the API without /v1, such as
// https://api.bundlewire.example. It must use https, except on the local machine. No request is sent.
func NewClient(baseURL, apiKey string, options ...Option) (*Client, error) {
	base, err := checkBaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	if !printable(apiKey) {
		return nil, &ArgumentError{Argument: "apiKey", Message: "is empty, or has a space or a line break"}
	}
	t := &transport{
		base: base, timeout: 30 * time.Second, attempts: 20, within: time.Minute,
		firstPause: time.Second, longestPause: time.Minute, log: slog.New(discard{}), client: http.Client{},
		agent: "bundlewire-go/" + Version + " (go " + strings.TrimPrefix(runtime.Version(), "go") + ")",
	}
	for _, apply := range options {
		if err := apply(t); err != nil {
			return nil, err
		}
	}
	t.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	// A closure, so that printing a client does not show the key.
	t.authorize = func(header http.Header) {
		header.Set("Authorization", "Bearer "+apiKey)
		header.Set("User-Agent", t.agent)
		if t.sandbox != "" {
			header.Set("Svc-Sandbox", t.sandbox)
		}
	}
	return &Client{
		Purchases: &Purchases{t}, Batches: &Batches{t}, RecurringBatches: &RecurringBatches{t},
		Statements: &Statements{t},
		Events:     &Events{t}, WebhookEndpoints: &WebhookEndpoints{t}, Settings: &Settings{t}, Sandbox: &Sandbox{t},
		APIKeys: &APIKeys{t}, Approvals: &Approvals{t}, AuditLog: &AuditLog{t}, RequestLog: &RequestLog{t},
		People: &People{t}, Roles: &Roles{t}, Organisation: &OwnOrganisation{t},
		Invitations: &Invitations{t}, Sessions: &Sessions{t}, Erasures: &Erasures{t}, NumberExports: &NumberExports{t},
		Bundles: &Bundles{t}, Networks: &Networks{t}, http: t,
	}, nil
}

// Balance reads your prepaid balance.
func (c *Client) Balance(ctx context.Context) (*Balance, error) {
	return send[Balance](ctx, c.http, http.MethodGet, "/v1/balance", "balance", nil)
}

// Status reads the status of the service and its networks.
func (c *Client) Status(ctx context.Context) (*Status, error) {
	return send[Status](ctx, c.http, http.MethodGet, "/v1/status", "status", nil)
}

// Lookup finds the network of a phone number today, including ported numbers.
func (c *Client) Lookup(ctx context.Context, phoneNumber string) (*NumberLookup, error) {
	body := map[string]string{"phone_number": phoneNumber}
	return send[NumberLookup](ctx, c.http, http.MethodPost, "/v1/number-lookups", "number_lookup", body)
}

// UserAgent is the User-Agent header of every request.
func (c *Client) UserAgent() string { return c.http.agent }

func checkBaseURL(text string) (string, error) {
	refuse := func(message string) (string, error) {
		return "", &ArgumentError{Argument: "baseURL", Message: message}
	}
	base, err := url.Parse(strings.TrimRight(text, "/"))
	switch {
	case err != nil || base.Host == "":
		return refuse("is not an address such as https://api.bundlewire.example")
	case base.User != nil || base.RawQuery != "" || base.Fragment != "":
		return refuse("must not have a user, a query or a fragment")
	case base.Scheme == "https", base.Scheme == "http" && isLoopback(base.Hostname()):
		return base.String(), nil
	default:
		return refuse("must begin with https://, because the key is sent with every request")
	}
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func printable(key string) bool {
	return key != "" && strings.IndexFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) == -1
}

// Option changes how a client works.
type Option func(*transport) error

// WithTimeout sets the time limit of one attempt; 30 s by default. For an upload or a download it is the longest
// time without a byte.
func WithTimeout(limit time.Duration) Option {
	return func(t *transport) error {
		t.timeout = limit
		return positive("WithTimeout", limit > 0)
	}
}

// WithRetries sets how many attempts a request has (20 by default), and how long after the first attempt the last
// one may start (1 minute by default). One attempt means no retry.
func WithRetries(attempts int, within time.Duration) Option {
	return func(t *transport) error {
		t.attempts, t.within = attempts, within
		return positive("WithRetries", attempts > 0 && within >= 0)
	}
}

// WithPollInterval sets the first pause between two reads while a method waits; 1 s by default. Pauses double, and
// never grow beyond ten times the first one.
func WithPollInterval(first time.Duration) Option {
	return func(t *transport) error {
		t.firstPause, t.longestPause = first, 10*first
		return positive("WithPollInterval", first > 0)
	}
}

// WithHTTPClient sets the client that sends requests. Its Timeout also limits uploads and downloads, so leave it
// 0. Redirects are never followed.
func WithHTTPClient(client *http.Client) Option {
	return func(t *transport) error {
		if client == nil {
			return &ArgumentError{Argument: "WithHTTPClient", Message: "is nil"}
		}
		t.client = *client
		return nil
	}
}

// WithLogger logs each attempt: method, path, status, request id, attempt and duration. Keys, bodies, queries and
// phone numbers are never logged. Successes are at level Debug, everything else is at level Warn.
func WithLogger(logger *slog.Logger) Option {
	return func(t *transport) error {
		if logger == nil {
			return &ArgumentError{Argument: "WithLogger", Message: "is nil"}
		}
		t.log = logger
		return nil
	}
}

// WithUserAgent adds the name of your program, such as "shop/1.4", to the User-Agent header.
func WithUserAgent(suffix string) Option {
	return func(t *transport) error {
		if !printable(suffix) {
			return &ArgumentError{Argument: "WithUserAgent", Message: "is empty, or has a space or a line break"}
		}
		t.agent += " " + suffix
		return nil
	}
}

// WithSandbox sends the header Svc-Sandbox with every request, such as "closed-day". It works in test mode only: in
// live mode, requests with it are rejected.
func WithSandbox(value string) Option {
	return func(t *transport) error {
		if !printable(value) {
			return &ArgumentError{Argument: "WithSandbox", Message: "is empty, or has a space or a line break"}
		}
		t.sandbox = value
		return nil
	}
}

func positive(option string, ok bool) error {
	if ok {
		return nil
	}
	return &ArgumentError{Argument: option, Message: "must be positive"}
}

// discard is a log handler that writes nothing.
type discard struct{}

func (discard) Enabled(context.Context, slog.Level) bool  { return false }
func (discard) Handle(context.Context, slog.Record) error { return nil }
func (d discard) WithAttrs([]slog.Attr) slog.Handler      { return d }
func (d discard) WithGroup(string) slog.Handler           { return d }
