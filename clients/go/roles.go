package bundlewire

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

const rolesPath = "/v1/roles"

// Role is what people may do.
type Role struct {
	// ID is the id of the role, which people have in Role.
	ID string `json:"id"`
	// Object is always "role".
	Object string `json:"object"`
	// Name is the name of the role.
	Name string `json:"name"`
	// BuiltIn is whether all organisations have it.
	BuiltIn bool `json:"built_in"`
	// NeedsSecondFactor is whether people with this role can only read until they have a second factor.
	NeedsSecondFactor bool `json:"needs_second_factor"`
	// Rights are what people with this role may do, such as "batches:read".
	Rights []string `json:"rights"`
}

// NewRole is a role that your organisation composes.
type NewRole struct {
	// Name is your name for it, of up to 100 characters.
	Name string `json:"name"`
	// Rights are what people with this role may do, such as "batches:read". You can give only rights that you have.
	Rights []string `json:"rights"`
}

// RoleChanges are the fields to change. Those that are empty stay as they are.
type RoleChanges struct {
	// Name is the new name.
	Name string `json:"name,omitempty"`
	// Rights replace all rights of the role.
	Rights []string `json:"rights,omitempty"`
}

// Roles manages the roles that people can have: built-in ones, and those that your organisation composed of rights. A key
// needs the right "people:read", and "people:manage" to change roles. It has them only if its scopes name them.
type Roles struct{ http *transport }

// List reads roles with their rights page by page.
func (r *Roles) List(ctx context.Context, query PageQuery) iter.Seq2[*Role, error] {
	return list[Role](ctx, r.http, rolesPath, url.Values{}, query.PageSize)
}

// Get reads one role.
func (r *Roles) Get(ctx context.Context, id string) (*Role, error) {
	return get[Role](ctx, r.http, "role", rolesPath, id)
}

// Create composes a role. For a right that you do not have, the error is *APIError with the code "permission_denied". If
// your organisation has a role of this name, its status is 409. This also happens if the answer to an earlier attempt was
// lost.
func (r *Roles) Create(ctx context.Context, role NewRole) (*Role, error) {
	return send[Role](ctx, r.http, http.MethodPost, rolesPath, "role", role)
}

// Update renames a role, or replaces its rights. It counts from the next request of everyone who has the role.
func (r *Roles) Update(ctx context.Context, id string, changes RoleChanges) (*Role, error) {
	path, err := at(rolesPath, id)
	if err != nil {
		return nil, err
	}
	return send[Role](ctx, r.http, http.MethodPatch, path, "role", changes)
}

// Delete deletes a role that no one has. If people or open invitations have it, the error is *APIError with status 409.
func (r *Roles) Delete(ctx context.Context, id string) error {
	path, err := at(rolesPath, id)
	if err != nil {
		return err
	}
	_, err = send[Role](ctx, r.http, http.MethodDelete, path, "role", nil)
	return err
}
