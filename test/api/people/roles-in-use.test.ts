import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Right } from '../../../domain/access/rights.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { organisationOf, passFactor, signedInAs } from '../../support/people/fixture.ts';
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

describe('a role in use', () => {
  it('is not deleted, and the refusal names who has it', async () => {
    const person = await world.personWith('Used', ['balance:read']);
    const invitation = idOf(await world.invite(person.role));
    const used = (person_ids: string[], invitation_ids: string[]) => ({
      status: 409,
      details: { person_ids, invitation_ids },
    });
    expect(refusalOf(await world.remove(person.role))).toMatchObject(used([person.personId], [invitation]));
    await world.give(person.personId, 'viewer');
    expect(refusalOf(await world.remove(person.role))).toMatchObject(used([], [invitation]));
    await api.pool.query(
      `UPDATE invitations SET created_at = created_at - interval '24 hours', expires_at = expires_at - interval '24 hours'
        WHERE role = $1`,
      [person.role],
    );
    expect((await world.remove(person.role)).status).toBe(200);
    const { data } = JSON.parse((await world.get('/v1/invitations')).text);
    expect(data).toMatchObject([{ id: invitation, role: person.role, status: 'expired' }]);
  });

  it('is either given or deleted when both happen at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const role = await world.newRole(`Raced ${round}`, ['balance:read']);
      const person = await signedInAs(api, world.organisation, 'viewer');
      const [given, invited, removed] = await Promise.all([
        world.give(person.personId, role),
        world.invite(role),
        world.remove(role),
      ]);
      const isGone = removed.status === 200;
      expect([round, removed.status]).toEqual([round, isGone ? 200 : 409]);
      if (isGone) expect([round, given.status, invited.status]).toEqual([round, 400, 400]);
      else
        expect([round, [given.status, invited.status].some((status) => status < 300)]).toEqual([round, true]);
      const { rows } = await api.pool.query(
        `SELECT m.role FROM memberships m WHERE m.role LIKE 'rol_%' AND NOT EXISTS (SELECT FROM custom_roles r WHERE r.id = m.role)`,
      );
      expect(rows).toEqual([]);
    }
  });

  it('gives its people no right that it loses while they pass it on', async () => {
    for (let round = 0; round < 8; round += 1) {
      const rights: Right[] = ['people:read', 'people:manage', 'balance:read'];
      const manager = await world.personWith(`Losing ${round}`, rights);
      await passFactor(api, manager.cookie);
      const target = await world.newRole(`Target ${round}`, ['balance:read']);
      const [sent] = await Promise.all([
        world.invite(target, manager.cookie),
        world.change(manager.role, { rights: ['people:read', 'people:manage'] }),
      ]);
      expect([201, 403]).toContain(sent.status);
      const { rows } = await api.pool.query(
        'SELECT id FROM invitations WHERE role = $1 AND ended_at IS NULL',
        [target],
      );
      expect(rows).toEqual([]);
    }
  });

  it('cannot be deleted or given to others behind the API: the database keeps it together', async () => {
    const { role } = await world.personWith('Kept', ['balance:read']);
    await expect(api.pool.query('DELETE FROM custom_roles WHERE id = $1', [role])).rejects.toThrow(
      /memberships_custom_role/,
    );
    const theirs = await organisationOf(api, (await addClient(api.pool)).accountId);
    const stranger = await signedInAs(api, theirs, 'viewer');
    await expect(
      api.pool.query(
        'UPDATE memberships SET role = $1 WHERE person_id = (SELECT id FROM auth_people WHERE email = $2)',
        [role, stranger.email],
      ),
    ).rejects.toThrow(/memberships_custom_role/);
  });
});
