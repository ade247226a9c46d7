package bundlewire

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const (
	erasuresPath      = "/v1/erasures"
	numberExportsPath = "/v1/number-exports"
)

// Erasure is the erasure of a phone number from your records. It does not contain the number.
type Erasure struct {
	// ID is the id of the erasure, era_….
	ID string `json:"id"`
	// Object is always "erasure".
	Object string `json:"object"`
	// Status is "running", or "completed" when nothing is left of the number.
	Status string `json:"status"`
	// WaitsFor is what must end first, such as "campaign"; nil if it waits for nothing.
	WaitsFor *string `json:"waits_for"`
	// Pseudonym stands in place of the number: +999 and twelve digits, a keyed hash.
	Pseudonym string `json:"pseudonym"`
	// RequestedAt is when it was requested.
	RequestedAt time.Time `json:"requested_at"`
	// CompletedAt is when it was completed; nil while it runs.
	CompletedAt *time.Time `json:"completed_at"`
	// Purchases counts those whose number was replaced so far.
	Purchases int `json:"purchases"`
	// StatementLines counts those whose number was replaced so far.
	StatementLines int `json:"statement_lines"`
	// Events counts those whose number was replaced so far.
	Events int `json:"events"`
	// CampaignRows counts those that were changed so far.
	CampaignRows int `json:"campaign_rows"`
	// ReferencesKept counts purchases whose reference contains the number. References stay as they are.
	ReferencesKept int `json:"references_kept"`
}

// Erasures erases phone numbers from your records. A key needs the right "privacy:manage", which its scopes must name.
type Erasures struct{ http *transport }

// List reads erasures page by page, newest first.
func (e *Erasures) List(ctx context.Context, query PageQuery) iter.Seq2[*Erasure, error] {
	return list[Erasure](ctx, e.http, erasuresPath, url.Values{}, query.PageSize)
}

// Get reads one erasure.
func (e *Erasures) Get(ctx context.Context, id string) (*Erasure, error) {
	return get[Erasure](ctx, e.http, "erasure", erasuresPath, id)
}

// Create erases a number, which cannot be undone. While an erasure of the number runs, this returns it. While the outcome
// of a purchase for the number is open, the error is *APIError with status 409, and its details say until when.
func (e *Erasures) Create(ctx context.Context, phoneNumber string) (*Erasure, error) {
	return send[Erasure](ctx, e.http, http.MethodPost, erasuresPath, "erasure", numberOf(phoneNumber))
}

// NumberExport is what your records hold about a phone number.
type NumberExport struct {
	// Object is always "number_export".
	Object string `json:"object"`
	// PhoneNumber is the number.
	PhoneNumber string `json:"phone_number"`
	// Purchases are those for the number, newest first.
	Purchases []Purchase `json:"purchases"`
	// StatementLines are those of these purchases.
	StatementLines []ExportedLine `json:"statement_lines"`
	// Events are those about these purchases.
	Events []ExportedEvent `json:"events"`
	// Callbacks are those about these purchases that are still stored.
	Callbacks []ExportedCallback `json:"callbacks"`
	// CampaignRows are rows of campaigns for the number, and rows that mention it.
	CampaignRows []ExportedRow `json:"campaign_rows"`
	// BlockedAt is when you blocked the number; nil if you did not.
	BlockedAt *time.Time `json:"blocked_at"`
	// LookedUp is the stored look-up of its network; nil if there is none.
	LookedUp *ExportedLookup `json:"looked_up"`
	// IsComplete is false if some purchases or rows are left out, because there are more than 10,000.
	IsComplete bool `json:"is_complete"`
}

// ExportedLine is a statement line about the number.
type ExportedLine struct {
	ID         string    `json:"id"`
	Type       string    `json:"type"`
	OccurredAt time.Time `json:"occurred_at"`
	Amount     Money     `json:"amount"`
	PurchaseID *string   `json:"purchase_id"`
}

// ExportedEvent is an event about the number.
type ExportedEvent struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	CreatedAt time.Time `json:"created_at"`
	// Body is the JSON text that was sent.
	Body string `json:"body"`
	// Answers are what your servers answered.
	Answers []string `json:"answers"`
}

// ExportedCallback is a callback of a gateway about the number.
type ExportedCallback struct {
	NetworkID  string    `json:"network_id"`
	ReceivedAt time.Time `json:"received_at"`
	// Body is what the gateway sent.
	Body string `json:"body"`
}

// ExportedRow is a row of a campaign that names the number.
type ExportedRow struct {
	BatchID string         `json:"batch_id"`
	Line    int            `json:"line"`
	Cells   []ExportedCell `json:"cells"`
}

// ExportedCell is a cell of your file.
type ExportedCell struct {
	Column string `json:"column"`
	Value  string `json:"value"`
}

// ExportedLookup is a stored look-up of the number.
type ExportedLookup struct {
	NetworkID  string    `json:"network_id"`
	LookedUpAt time.Time `json:"looked_up_at"`
}

// NumberExports exports what your records hold about a phone number, for a person who asks for it. A key needs the rights
// "privacy:export", which its scopes must name, and "numbers:read".
type NumberExports struct{ http *transport }

// Create exports the records about a number. Nothing is stored.
func (n *NumberExports) Create(ctx context.Context, phoneNumber string) (*NumberExport, error) {
	return send[NumberExport](ctx, n.http, http.MethodPost, numberExportsPath, "number_export", numberOf(phoneNumber))
}

func numberOf(phoneNumber string) map[string]string {
	return map[string]string{"phone_number": phoneNumber}
}
