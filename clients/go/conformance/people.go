package main

import (
	"context"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

// addPeople adds the calls for people, their invitations and sessions, and their organisation.
func addPeople(calls map[string]call, client *bundlewire.Client) {
	type given struct {
		ID      string
		Changes bundlewire.PersonChanges
	}
	calls["list_people"] = listed(query.page, client.People.List)
	calls["get_person"] = byID(client.People.Get)
	calls["update_person"] = typed(func(ctx context.Context, args given) (any, error) {
		return client.People.Update(ctx, args.ID, args.Changes)
	})
	calls["remove_person"] = typed(func(ctx context.Context, args given) (any, error) {
		return nil, client.People.Remove(ctx, args.ID)
	})
	calls["list_invitations"] = listed(query.page, client.Invitations.List)
	calls["create_invitation"] = typed(func(ctx context.Context, args bundlewire.NewInvitation) (any, error) {
		return client.Invitations.Create(ctx, args)
	})
	calls["withdraw_invitation"] = typed(func(ctx context.Context, args given) (any, error) {
		return nil, client.Invitations.Withdraw(ctx, args.ID)
	})
	calls["list_sessions"] = listed(query.page, client.Sessions.List)
	calls["end_session"] = typed(func(ctx context.Context, args given) (any, error) {
		return nil, client.Sessions.End(ctx, args.ID)
	})
	calls["organisation"] = typed(func(ctx context.Context, _ struct{}) (any, error) {
		return client.Organisation.Get(ctx)
	})
	calls["update_organisation"] = typed(func(ctx context.Context, args bundlewire.OrganisationChanges) (any, error) {
		return client.Organisation.Update(ctx, args)
	})
}

// addRoles adds the calls for roles.
func addRoles(calls map[string]call, client *bundlewire.Client) {
	type given struct {
		ID      string
		Changes bundlewire.RoleChanges
	}
	calls["list_roles"] = listed(query.page, client.Roles.List)
	calls["get_role"] = byID(client.Roles.Get)
	calls["create_role"] = typed(func(ctx context.Context, args bundlewire.NewRole) (any, error) {
		return client.Roles.Create(ctx, args)
	})
	calls["update_role"] = typed(func(ctx context.Context, args given) (any, error) {
		return client.Roles.Update(ctx, args.ID, args.Changes)
	})
	calls["delete_role"] = typed(func(ctx context.Context, args given) (any, error) {
		return nil, client.Roles.Delete(ctx, args.ID)
	})
}

// addPrivacy adds the calls for erasures and exports of numbers.
func addPrivacy(calls map[string]call, client *bundlewire.Client) {
	type given struct {
		PhoneNumber string `json:"phone_number"`
	}
	calls["list_erasures"] = listed(query.page, client.Erasures.List)
	calls["get_erasure"] = byID(client.Erasures.Get)
	calls["erase_number"] = typed(func(ctx context.Context, args given) (any, error) {
		return client.Erasures.Create(ctx, args.PhoneNumber)
	})
	calls["export_number"] = typed(func(ctx context.Context, args given) (any, error) {
		return client.NumberExports.Create(ctx, args.PhoneNumber)
	})
}
