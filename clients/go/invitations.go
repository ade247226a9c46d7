package bundlewire

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const (
	invitationsPath = "/v1/invitations"
	sessionsPath    = "/v1/sessions"
)

// Invitation is an invitation to join your organisation.
type Invitation struct {
	// ID is the id of the invitation, inv_….
	ID string `json:"id"`
	// Object is always "invitation".
	Object string `json:"object"`
	// Email is the address that is invited, in lower case.
	Email string `json:"email"`
	// Role is the id of the role that the person gets.
	Role string `json:"role"`
	// Status is "pending", "accepted", "withdrawn" or "expired".
	Status string `json:"status"`
	// Mail is "waiting", "sent" or "not_sent".
	Mail string `json:"mail"`
	// InvitedBy is who sent it.
	InvitedBy InvitationSender `json:"invited_by"`
	// CreatedAt is when it was sent.
	CreatedAt time.Time `json:"created_at"`
	// ExpiresAt is until when it can be accepted.
	ExpiresAt time.Time `json:"expires_at"`
	// EndedAt is when it was accepted or withdrawn, or expired; nil while pending.
	EndedAt *time.Time `json:"ended_at"`
}

// InvitationSender is who sent an invitation.
type InvitationSender struct {
	// Kind is "key" or "person".
	Kind string `json:"kind"`
	// ID is the id of the key or person.
	ID string `json:"id"`
}

// NewInvitation is whom to invite.
type NewInvitation struct {
	// Email is the address of the person.
	Email string `json:"email"`
	// Role is the id of a role of Roles.List.
	Role string `json:"role"`
	// Replace withdraws an open invitation of the address, so that this one takes its place.
	Replace bool `json:"replace,omitempty"`
}

// Invitations manages who is invited to your organisation by e-mail.
type Invitations struct{ http *transport }

// List reads invitations page by page, newest first. It has none if your account belongs to no organisation.
func (i *Invitations) List(ctx context.Context, query PageQuery) iter.Seq2[*Invitation, error] {
	return list[Invitation](ctx, i.http, invitationsPath, url.Values{}, query.PageSize)
}

// Create mails a link that works once, within 24 hours. It needs the right "people:manage". For a role with rights that
// you do not have, the error is *APIError with the code "permission_denied". If the address has an open invitation
// that is not replaced, its status is 409. This also happens if the answer to an earlier attempt was lost. With Replace,
// the next attempt then replaces the invitation of the first: there is a second mail, and the link of the first one does
// not work.
func (i *Invitations) Create(ctx context.Context, invitation NewInvitation) (*Invitation, error) {
	return send[Invitation](ctx, i.http, http.MethodPost, invitationsPath, "invitation", invitation)
}

// Withdraw ends an invitation: its link no longer works. If it has ended, the error is *APIError with status 409. This
// also happens if the answer to an earlier attempt was lost.
func (i *Invitations) Withdraw(ctx context.Context, id string) error {
	path, err := at(invitationsPath, id)
	if err != nil {
		return err
	}
	_, err = send[Invitation](ctx, i.http, http.MethodDelete, path, "invitation", nil)
	return err
}

// Session is where a person of your organisation is signed in.
type Session struct {
	// ID is the id of the session, ses_….
	ID string `json:"id"`
	// Object is always "session".
	Object string `json:"object"`
	// PersonID is the id of the person.
	PersonID string `json:"person_id"`
	// SignedInAt is when the person signed in.
	SignedInAt time.Time `json:"signed_in_at"`
	// UsedAt is when it was last used, to the minute.
	UsedAt time.Time `json:"used_at"`
	// ExpiresAt is when it ends.
	ExpiresAt time.Time `json:"expires_at"`
	// SecondFactor is whether a second factor was used in it.
	SecondFactor bool `json:"second_factor"`
	// IPAddress is from where the person signed in; nil if it is not known.
	IPAddress *string `json:"ip_address"`
	// UserAgent is what the browser calls itself; nil if it is not known.
	UserAgent *string `json:"user_agent"`
}

// Sessions reads and ends sessions of the people of your organisation.
type Sessions struct{ http *transport }

// List reads sessions page by page, newest sign-in first.
func (s *Sessions) List(ctx context.Context, query PageQuery) iter.Seq2[*Session, error] {
	return list[Session](ctx, s.http, sessionsPath, url.Values{}, query.PageSize)
}

// End signs the person out in this browser. It needs the right "people:manage". If the session has ended, the error is
// *APIError with status 404. This also happens if the answer to an earlier attempt was lost.
func (s *Sessions) End(ctx context.Context, id string) error {
	path, err := at(sessionsPath, id)
	if err != nil {
		return err
	}
	_, err = send[Session](ctx, s.http, http.MethodDelete, path, "session", nil)
	return err
}
