package main

import (
	"context"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

// addPeople adds the calls for people, their roles and their organisation.
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
	calls["list_roles"] = listed(query.page, client.Roles.List)
	calls["organisation"] = typed(func(ctx context.Context, _ struct{}) (any, error) {
		return client.Organisation.Get(ctx)
	})
	calls["update_organisation"] = typed(func(ctx context.Context, args bundlewire.OrganisationChanges) (any, error) {
		return client.Organisation.Update(ctx, args)
	})
}
