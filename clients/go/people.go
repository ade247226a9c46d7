package bundlewire

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const (
	peoplePath       = "/v1/people"
	organisationPath = "/v1/organisation"
)

// Person is a person of your organisation.
type Person struct {
	// ID is the id of the person, per_….
	ID string `json:"id"`
	// Object is always "person".
	Object string `json:"object"`
	// Email is the address with which the person signs in.
	Email string `json:"email"`
	// Name is how pages address the person.
	Name string `json:"name"`
	// Role is the id of the role, which holds for all accounts of the organisation.
	Role string `json:"role"`
	// Status is "active" or "suspended". Someone who is suspended has no rights.
	Status string `json:"status"`
	// SecondFactor is whether the person has a second factor.
	SecondFactor bool `json:"second_factor"`
	// JoinedAt is since when the person is in your organisation.
	JoinedAt time.Time `json:"joined_at"`
	// LastSignInAt is when the person last signed in; nil for never.
	LastSignInAt *time.Time `json:"last_sign_in_at"`
}

// PersonChanges are the fields to change. Those that are empty stay as they are.
type PersonChanges struct {
	// Role is the id of a role of Roles.List.
	Role string `json:"role,omitempty"`
	// Suspended suspends the person if it points to true, and makes the person active again if it points to false.
	Suspended *bool `json:"suspended,omitempty"`
}

// People manages the people of your organisation. A key needs the right "people:read", and "people:manage" to change
// people. It has them only if its scopes name them.
type People struct{ http *transport }

// List reads people page by page. It has none if your account belongs to no organisation.
func (p *People) List(ctx context.Context, query PageQuery) iter.Seq2[*Person, error] {
	return list[Person](ctx, p.http, peoplePath, url.Values{}, query.PageSize)
}

// Get reads one person.
func (p *People) Get(ctx context.Context, id string) (*Person, error) {
	return get[Person](ctx, p.http, "person", peoplePath, id)
}

// Update changes the role of a person, or suspends the person. It holds from the person's next request. For a role with
// rights that you do not have, the error is *APIError with the code "permission_denied". A key cannot manage roles that
// can spend or approve.
func (p *People) Update(ctx context.Context, id string, changes PersonChanges) (*Person, error) {
	path, err := at(peoplePath, id)
	if err != nil {
		return nil, err
	}
	return send[Person](ctx, p.http, http.MethodPatch, path, "person", changes)
}

// Remove takes a person out of your organisation, and signs the person out everywhere. If the person is not in it, the
// error is *APIError with status 404. This also happens if the answer to an earlier attempt was lost.
func (p *People) Remove(ctx context.Context, id string) error {
	path, err := at(peoplePath, id)
	if err != nil {
		return err
	}
	_, err = send[Person](ctx, p.http, http.MethodDelete, path, "person", nil)
	return err
}

// Organisation is your company, which owns accounts and has people.
type Organisation struct {
	// ID is the id of the organisation, org_….
	ID string `json:"id"`
	// Object is always "organisation".
	Object string `json:"object"`
	// Name is the name of the organisation.
	Name string `json:"name"`
	// Accounts are its accounts, live ones first.
	Accounts []OrganisationAccount `json:"accounts"`
	// SingleSignOn is how its people sign in at their own provider; nil if they do not.
	SingleSignOn *SingleSignOn `json:"single_sign_on"`
	// CreatedAt is when it was created.
	CreatedAt time.Time `json:"created_at"`
}

// OrganisationAccount is an account of an organisation.
type OrganisationAccount struct {
	// ID is the id of the account, acc_….
	ID string `json:"id"`
	// Name is the name of the account.
	Name string `json:"name"`
	// Livemode is whether the account buys. Otherwise it uses the sandbox.
	Livemode bool `json:"livemode"`
}

// SingleSignOn is where people of an organisation sign in. Your technical contact sets it.
type SingleSignOn struct {
	// Issuer is the address of the OpenID Connect provider.
	Issuer string `json:"issuer"`
	// ClientID is the id of Bundlewire at the provider.
	ClientID string `json:"client_id"`
	// Domains are those of the e-mail addresses that sign in there, in lower case.
	Domains []string `json:"domains"`
	// Required is whether people with these domains cannot sign in with a password, a link or a passkey.
	Required bool `json:"required"`
	// AdmitsDomain is whether people with these domains who were not invited become viewers at their first sign-in.
	AdmitsDomain bool `json:"admits_domain"`
}

// OrganisationChanges are the fields to change.
type OrganisationChanges struct {
	// Name is the new name, of up to 200 characters.
	Name string `json:"name"`
}

// OwnOrganisation reads and renames the organisation of your account. If it belongs to none, the error is *APIError with
// status 404.
type OwnOrganisation struct{ http *transport }

// Get reads the organisation. It needs the right "people:read".
func (o *OwnOrganisation) Get(ctx context.Context) (*Organisation, error) {
	return send[Organisation](ctx, o.http, http.MethodGet, organisationPath, "organisation", nil)
}

// Update changes the name. It needs the right "people:manage".
func (o *OwnOrganisation) Update(ctx context.Context, changes OrganisationChanges) (*Organisation, error) {
	return send[Organisation](ctx, o.http, http.MethodPatch, organisationPath, "organisation", changes)
}
