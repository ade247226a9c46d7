package bundlewire

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"time"
)

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
