package bundlewire

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// Money is an amount in minor units of its currency: 50000 kobo is ₦500.00.
type Money struct {
	// Amount is in minor units.
	Amount int64 `json:"amount"`
	// Currency is an ISO 4217 code.
	Currency string `json:"currency"`
}

// Order is one bundle to buy for one phone number.
type Order struct {
	// Reference is your own unique id for the purchase: 1 to 64 letters, digits, "-", "_", "." or ":".
	// The same reference never buys twice.
	Reference string `json:"reference"`
	// PhoneNumber receives the bundle. It is in E.164 format, such as +2348031234567.
	PhoneNumber string `json:"phone_number"`
	// BundleID is the bundle to buy, from Bundles.List.
	BundleID string `json:"bundle_id"`
	// NetworkID is the network that you expect; optional. If the number is on another network, the
	// purchase is rejected with network_mismatch.
	NetworkID string `json:"network_id,omitempty"`
	// Metadata is your own data, returned with the purchase and in webhooks; optional.
	Metadata map[string]string `json:"metadata,omitempty"`
}

// PurchaseStatus is the state of a purchase. A purchase only moves forward.
type PurchaseStatus string

// The states of a purchase. The last three are final, except that a successful purchase can be reversed.
const (
	// PurchasePending means that the price is held.
	PurchasePending PurchaseStatus = "pending"
	// PurchaseSuccessful means delivered and charged.
	PurchaseSuccessful PurchaseStatus = "successful"
	// PurchaseFailed means not charged.
	PurchaseFailed PurchaseStatus = "failed"
	// PurchaseReversed means delivered first, then reversed by the network and refunded.
	PurchaseReversed PurchaseStatus = "reversed"
)

// Final reports whether the purchase has its result.
func (s PurchaseStatus) Final() bool {
	return s == PurchaseSuccessful || s == PurchaseFailed || s == PurchaseReversed
}

// Purchase is one bundle, bought for one phone number.
type Purchase struct {
	// ID is the id of the purchase, pur_….
	ID string `json:"id"`
	// Object is always "purchase".
	Object string `json:"object"`
	// Reference is your own id for the purchase.
	Reference string `json:"reference"`
	// Status is the state of the purchase.
	Status PurchaseStatus `json:"status"`
	// PhoneNumber is the number that receives the bundle.
	PhoneNumber string `json:"phone_number"`
	// NetworkID is the network that the purchase was sent to.
	NetworkID string `json:"network_id"`
	// Bundle is the bundle as it was when you bought it.
	Bundle PurchasedBundle `json:"bundle"`
	// Price is held while pending, charged if successful, refunded if reversed.
	Price Money `json:"price"`
	// CreatedAt is when the purchase was accepted.
	CreatedAt time.Time `json:"created_at"`
	// ResolveBy is the latest time at which the purchase is final.
	ResolveBy time.Time `json:"resolve_by"`
	// CompletedAt is when the purchase became successful or failed; nil while it is pending.
	CompletedAt *time.Time `json:"completed_at"`
	// Delivery is set once the network confirmed the credit.
	Delivery *PurchaseDelivery `json:"delivery"`
	// Failure is set if the purchase failed.
	Failure *Failure `json:"failure"`
	// Reversal is set if the purchase was reversed.
	Reversal *PurchaseReversal `json:"reversal"`
	// Metadata is your own data, as you sent it.
	Metadata map[string]string `json:"metadata"`
}

// PurchasedBundle is a bundle as it was when you bought it.
type PurchasedBundle struct {
	// ID is the id of the bundle, bnd_….
	ID string `json:"id"`
	// Name is the name as shown to the customer.
	Name string `json:"name"`
	// DataMB is the data allowance in megabytes (1 GB is 1024 MB).
	DataMB int64 `json:"data_mb"`
	// ValidityHours is how long the customer can use the data after it is credited.
	ValidityHours int64 `json:"validity_hours"`
}

// PurchaseDelivery is the confirmation of the network.
type PurchaseDelivery struct {
	// ConfirmedAt is when the network confirmed that it credited the bundle.
	ConfirmedAt time.Time `json:"confirmed_at"`
	// NetworkReference is the network's own reference; empty if it provides none.
	NetworkReference string `json:"network_reference,omitempty"`
}

// Failure is the reason why a purchase failed. Nothing was charged.
type Failure struct {
	// Code is stable, for programs. New codes may be added. If you do not know a code, use Message.
	Code string `json:"code"`
	// Message is the reason in words, for people.
	Message string `json:"message"`
}

// PurchaseReversal is a credit that the network reversed. You were refunded.
type PurchaseReversal struct {
	// ReversedAt is when the price was refunded.
	ReversedAt time.Time `json:"reversed_at"`
	// Reason is the reason that the network gave, for people.
	Reason string `json:"reason"`
}

// PurchaseQuery selects purchases. Empty fields select all.
type PurchaseQuery struct {
	// Reference is your own id of one purchase.
	Reference string
	// Status is the state of the purchases.
	Status PurchaseStatus
	// PhoneNumber is in E.164 format.
	PhoneNumber string
	// SameNumberAs is the id of a purchase: only purchases for its number, itself included.
	SameNumberAs string
	// CreatedFrom is the earliest time of acceptance, included.
	CreatedFrom time.Time
	// CreatedTo is the latest time of acceptance, excluded.
	CreatedTo time.Time
	// PageSize is the number of purchases per request, 1 to 100; 25 if it is 0.
	PageSize int
}

// Clocks differ, so polling continues for a while after resolve_by.
const afterResolveBy = 30 * time.Second

// Purchases buys bundles and reads purchases.
type Purchases struct{ http *transport }

// Bought is the answer to an order.
type Bought struct {
	// Purchase is the purchase of the reference. It can already be final.
	Purchase *Purchase
	// Created is false if the API had the purchase before: you sent its reference earlier, or the answer to
	// an earlier attempt of this call was lost.
	Created bool
}

// Buy buys a bundle. It repeats the request, with the same reference, until the outcome is known: after a lost
// connection, a timeout, 429, 5xx, or an answer that is not from the API. Nothing is bought twice.
//
// The error is *APIError if the API rejected the order, *NoAnswerError if the outcome is unknown, and
// *ArgumentError if the order was never sent.
func (p *Purchases) Buy(ctx context.Context, order Order) (*Bought, error) {
	for _, field := range [][2]string{
		{"Reference", order.Reference}, {"PhoneNumber", order.PhoneNumber}, {"BundleID", order.BundleID},
	} {
		if field[1] == "" {
			return nil, &ArgumentError{Argument: field[0], Message: "is empty: the order was not sent"}
		}
	}
	body, err := json.Marshal(order)
	if err != nil {
		return nil, &ArgumentError{Argument: "order", Message: err.Error()}
	}
	purchase := new(Purchase)
	status, err := p.http.exchange(ctx, request{
		method: http.MethodPost, path: "/v1/purchases", reference: order.Reference, json: body,
	}, answer{object: "purchase", into: purchase})
	if err != nil {
		return nil, err
	}
	return &Bought{Purchase: purchase, Created: status == http.StatusCreated}, nil
}

// Get reads one purchase.
func (p *Purchases) Get(ctx context.Context, id string) (*Purchase, error) {
	return get[Purchase](ctx, p.http, "purchase", "/v1/purchases", id)
}

// Find reads the purchase with your reference. If found is false, the API has not received the reference. A
// request that is still on its way can arrive later: look again a minute after your last attempt.
func (p *Purchases) Find(ctx context.Context, reference string) (purchase *Purchase, found bool, err error) {
	if reference == "" {
		return nil, false, &ArgumentError{Argument: "reference", Message: "is empty"}
	}
	for each, err := range p.List(ctx, PurchaseQuery{Reference: reference}) {
		return each, err == nil, err
	}
	return nil, false, nil
}

// List reads purchases page by page, newest first.
func (p *Purchases) List(ctx context.Context, query PurchaseQuery) iter.Seq2[*Purchase, error] {
	values := url.Values{}
	set(values, "reference", query.Reference)
	set(values, "status", string(query.Status))
	set(values, "phone_number", query.PhoneNumber)
	set(values, "same_number_as", query.SameNumberAs)
	setTime(values, "created_from", query.CreatedFrom)
	setTime(values, "created_to", query.CreatedTo)
	return list[Purchase](ctx, p.http, "/v1/purchases", values, query.PageSize)
}

// Wait reads a purchase until it is final, with pauses that grow from 1 s to 15 s. If it is not final 30 s after
// its resolve_by, the error is *StillPendingError.
func (p *Purchases) Wait(ctx context.Context, id string) (*Purchase, error) {
	return poll(ctx, p.http, waitPauseMax, func() (*Purchase, bool, error) {
		purchase, err := p.Get(ctx, id)
		if err != nil {
			return nil, false, err
		}
		if !purchase.Status.Final() && time.Now().After(purchase.ResolveBy.Add(afterResolveBy)) {
			return nil, false, &StillPendingError{Purchase: purchase}
		}
		return purchase, purchase.Status.Final(), nil
	})
}
