import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { organisationOf, post, signedInAs, trustedAs } from '../../support/people/fixture.ts';
import { idOf, type RoleWorld, roleWorld } from '../../support/people/roles.ts';

let api: ApiFixture;
let world: RoleWorld;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  world = await roleWorld(api);
});
afterAll(() => api.close());

describe('a custom role', () => {
  it('is created, listed after the built-in ones, read, changed and deleted, each on record', async () => {
    const created = await world.create('  Night shift ', ['purchases:read', 'batches:stop', 'batches:read']);
    const rights = ['batches:read', 'batches:stop', 'purchases:read'];
    const role = { object: 'role', name: 'Night shift', built_in: false, needs_second_factor: false, rights };
    const id = idOf(created);
    expect([created.status, JSON.parse(created.text)]).toEqual([201, { id, ...role }]);
    expect(id).toMatch(/^rol_/);
    const { data } = JSON.parse((await world.get('/v1/roles')).text);
    expect(data.at(-1)).toEqual({ id, ...role });
    expect(JSON.parse((await world.get(`/v1/roles/${id}`)).text)).toEqual({ id, ...role });
    expect(JSON.parse((await world.get('/v1/roles/viewer')).text)).toEqual(data.at(-2));

    const changed = await world.change(id, { rights: ['batches:start'], name: 'Day shift' });
    expect(JSON.parse(changed.text)).toMatchObject({ name: 'Day shift', needs_second_factor: true });
    expect(JSON.parse((await world.remove(id)).text)).toEqual({ id, object: 'role', deleted: true });
    for (const answer of [
      await world.get(`/v1/roles/${id}`),
      await world.change(id, { name: 'x' }),
      await world.remove(id),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 404, param: 'role_id' });

    const [first, second] = [
      { name: 'Night shift', rights },
      { name: 'Day shift', rights: ['batches:start'] },
    ];
    const by = { principal: world.owner.personId };
    expect(await world.entries('role_create', id)).toEqual([{ ...by, before: null, after: first }]);
    expect(await world.entries('role_change', id)).toEqual([{ ...by, before: first, after: second }]);
    expect(await world.entries('role_delete', id)).toEqual([{ ...by, before: second, after: null }]);
  });

  it('continues the list after a role that was deleted meanwhile', async () => {
    const [first, second] = [
      await world.newRole('One', ['balance:read']),
      await world.newRole('Two', ['balance:read']),
    ];
    const page = JSON.parse((await world.get('/v1/roles?limit=9')).text);
    expect(page.data.at(-1).id).toBe(first);
    await world.remove(first);
    const next = JSON.parse((await world.get(`/v1/roles?limit=9&cursor=${page.next_cursor}`)).text);
    expect(next.data.map(({ id }: { id: string }) => id)).toEqual([second]);
  });

  it('needs a name that no other role has, and rights that exist', async () => {
    const id = await world.newRole('Night shift', ['balance:read']);
    for (const name of ['night SHIFT', 'Owner', 'viewer'])
      expect([name, refusalOf(await world.create(name, ['balance:read']))]).toEqual([
        name,
        expect.objectContaining({ status: 409, param: 'name' }),
      ]);
    const other = await world.newRole('Day shift', ['balance:read']);
    expect(refusalOf(await world.change(other, { name: 'Night shift' }))).toMatchObject({
      status: 409,
      param: 'name',
    });
    expect((await world.change(id, { name: 'NIGHT SHIFT' })).status).toBe(200);
    for (const [body, param] of [
      [{ name: ' ', rights: ['balance:read'] }, 'name'],
      [{ name: 'x'.repeat(101), rights: ['balance:read'] }, 'name'],
      [{ name: 'x', rights: [] }, 'rights'],
      [{ name: 'x', rights: ['all'] }, 'rights[0]'],
      [{ name: 'x', rights: ['constructor'] }, 'rights[0]'],
    ] as const)
      expect([body, refusalOf(await post(api, '/v1/roles', body, world.owner.cookie))]).toEqual([
        body,
        expect.objectContaining({ status: 400, param: expect.stringMatching(param.slice(0, 6)) }),
      ]);
    expect(refusalOf(await world.change(id, {}))).toMatchObject({ status: 400 });
  });

  it('is not one of more than 100', async () => {
    await api.pool.query(
      `INSERT INTO custom_roles (id, organisation_id, name, rights)
       SELECT 'rol_' || lpad(n::text, 26, '0'), m.organisation_id, 'Role ' || n, '{balance:read}'
         FROM generate_series(1, 100) n, memberships m JOIN auth_people p ON p.id = m.person_id WHERE p.email = $1`,
      [world.owner.email],
    );
    expect(refusalOf(await world.create('One more', ['balance:read']))).toMatchObject({ status: 409 });
    await api.pool.query(`DELETE FROM custom_roles WHERE name LIKE 'Role %'`);
  });

  it('is as if it did not exist for another organisation, which can give it to no one', async () => {
    const id = await world.newRole('Night shift', ['balance:read']);
    const theirs = await organisationOf(api, (await addClient(api.pool)).accountId);
    const stranger = await trustedAs(api, theirs, 'owner');
    const viewer = await signedInAs(api, theirs, 'viewer');
    for (const answer of [
      await world.get(`/v1/roles/${id}`, stranger.cookie),
      await world.change(id, { name: 'Theirs' }, stranger.cookie),
      await world.remove(id, stranger.cookie),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 404, param: 'role_id' });
    expect((await world.get('/v1/roles', stranger.cookie)).text).not.toContain(id);
    for (const answer of [
      await world.give(viewer.personId, id, stranger.cookie),
      await world.invite(id, stranger.cookie),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 400, param: 'role' });
    expect((await world.create('Night shift', ['balance:read'], stranger.cookie)).status).toBe(201);
  });

  it('does not replace a built-in role, which is never changed or deleted', async () => {
    const fixed = { status: 409, code: 'invalid_request' };
    expect(refusalOf(await world.change('viewer', { rights: ['batches:start'] }))).toMatchObject(fixed);
    expect(refusalOf(await world.remove('viewer'))).toMatchObject(fixed);
  });
});
