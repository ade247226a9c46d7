package bundlewire

import (
	"context"
	"iter"
	"net/url"
	"strconv"
	"time"
)

// Balance is your prepaid balance.
type Balance struct {
	// Object is always "balance".
	Object string `json:"object"`
	// Available is what you can spend now.
	Available Money `json:"available"`
	// Held is the price of purchases that are still pending.
	Held Money `json:"held"`
	// UpdatedAt is when the balance last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// Status is the status of the service and its networks.
type Status struct {
	// Object is always "status".
	Object string `json:"object"`
	// Platform is the status of the service itself.
	Platform PlatformStatus `json:"platform"`
	// Networks are the networks that you can buy for.
	Networks []Network `json:"networks"`
	// UpdatedAt is when the status was read.
	UpdatedAt time.Time `json:"updated_at"`
}

// PlatformStatus is the status of the service itself.
type PlatformStatus struct {
	// Status is "operational", "degraded" or "unavailable".
	Status string `json:"status"`
	// Message explains a status that is not operational; otherwise nil.
	Message *string `json:"message"`
}

// Network is a mobile network that you can buy bundles for.
type Network struct {
	// ID is the id of the network, net_….
	ID string `json:"id"`
	// Object is always "network".
	Object string `json:"object"`
	// Name is the name of the network.
	Name string `json:"name"`
	// Country is an ISO 3166-1 alpha-2 code.
	Country string `json:"country"`
	// Status is "operational", "degraded" or "unavailable".
	Status string `json:"status"`
	// StatusMessage explains a status that is not operational; otherwise nil.
	StatusMessage *string `json:"status_message"`
	// StatusUpdatedAt is when the status last changed.
	StatusUpdatedAt time.Time `json:"status_updated_at"`
	// RecentDelivery is how fast the network confirmed recent purchases; nil if there were too few to measure.
	RecentDelivery *RecentDelivery `json:"recent_delivery"`
}

// RecentDelivery is the time from accepting a purchase to its confirmation by the network.
type RecentDelivery struct {
	// MedianSeconds is the time within which half of the purchases were confirmed.
	MedianSeconds float64 `json:"median_seconds"`
	// P95Seconds is the time within which 95% of the purchases were confirmed.
	P95Seconds float64 `json:"p95_seconds"`
	// WindowMinutes is the length of the window that was measured.
	WindowMinutes int64 `json:"window_minutes"`
	// SampleSize is the number of purchases that were measured.
	SampleSize int64 `json:"sample_size"`
}

// Bundle is a data bundle that you can buy.
type Bundle struct {
	// ID is the id of the bundle, bnd_….
	ID string `json:"id"`
	// Object is always "bundle".
	Object string `json:"object"`
	// NetworkID is the network whose numbers can receive the bundle.
	NetworkID string `json:"network_id"`
	// Name is the name as shown to the customer.
	Name string `json:"name"`
	// DataMB is the data allowance in megabytes (1 GB is 1024 MB).
	DataMB int64 `json:"data_mb"`
	// ValidityHours is how long the customer can use the data after it is credited.
	ValidityHours int64 `json:"validity_hours"`
	// Price is your contracted price.
	Price Money `json:"price"`
	// Available is whether you can buy the bundle now.
	Available bool `json:"available"`
}

// NumberLookup is the network of a phone number.
type NumberLookup struct {
	// Object is always "number_lookup".
	Object string `json:"object"`
	// PhoneNumber is the number that was looked up.
	PhoneNumber string `json:"phone_number"`
	// NetworkID is the network that the number is on today.
	NetworkID string `json:"network_id"`
	// Ported is whether the number has moved away from the network of its prefix.
	Ported bool `json:"ported"`
	// LookedUpAt is when the number was looked up.
	LookedUpAt time.Time `json:"looked_up_at"`
}

// Bundles reads the bundles that you can buy.
type Bundles struct{ http *transport }

// BundleQuery selects bundles. Empty fields select all.
type BundleQuery struct {
	// NetworkID is the network of the bundles.
	NetworkID string
	// Available selects bundles that can, or cannot, be bought now; nil selects both.
	Available *bool
	// PageSize is the number of bundles per request, 1 to 100; 25 if it is 0.
	PageSize int
}

// Get reads one bundle.
func (b *Bundles) Get(ctx context.Context, id string) (*Bundle, error) {
	return get[Bundle](ctx, b.http, "bundle", "/v1/bundles", id)
}

// List reads bundles page by page.
func (b *Bundles) List(ctx context.Context, query BundleQuery) iter.Seq2[*Bundle, error] {
	values := url.Values{}
	set(values, "network_id", query.NetworkID)
	if query.Available != nil {
		values.Set("available", strconv.FormatBool(*query.Available))
	}
	return list[Bundle](ctx, b.http, "/v1/bundles", values, query.PageSize)
}

// Networks reads the networks that you can buy for.
type Networks struct{ http *transport }

// NetworkQuery selects networks. Empty fields select all.
type NetworkQuery struct {
	// Country is an ISO 3166-1 alpha-2 code.
	Country string
	// PageSize is the number of networks per request, 1 to 100; 25 if it is 0.
	PageSize int
}

// Get reads one network.
func (n *Networks) Get(ctx context.Context, id string) (*Network, error) {
	return get[Network](ctx, n.http, "network", "/v1/networks", id)
}

// List reads networks page by page.
func (n *Networks) List(ctx context.Context, query NetworkQuery) iter.Seq2[*Network, error] {
	values := url.Values{}
	set(values, "country", query.Country)
	return list[Network](ctx, n.http, "/v1/networks", values, query.PageSize)
}
