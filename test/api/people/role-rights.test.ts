import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_RIGHTS, GUARDED_RIGHTS, READ_RIGHTS } from '../../../domain/access/rights.ts';
import { type ApiFixture, addClient, addScopedKey, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { addressOf, NOBODY, operationsOf } from '../../support/api/operations.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { browse, newEmail, passFactor, post, signedInAs, trustedAs } from '../../support/people/fixture.ts';
import { sendMails } from '../../support/people/mails.ts';
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

describe('the rights of a custom role', () => {
  it('allow its people what they name, and deny everything else, on every operation', async () => {
    const operations = operationsOf(api);
    // Each right is in one of four roles, and missing in the others.
    const parts = [0, 1, 2, 3].map((part) => [...ALL_RIGHTS].filter((_right, at) => at % 4 === part));
    for (const [part, rights] of parts.entries()) {
      const { cookie } = await world.personWith(`Part ${part}`, rights);
      await passFactor(api, cookie);
      for (const operation of operations) {
        const options = { method: operation.method, cookie, ...(operation.takesJson ? { body: {} } : {}) };
        const answer = await browse(api, addressOf(operation, NOBODY), options);
        const isAllowed = new Set<string>(rights).has(operation.right);
        expect([part, operation.id, answer.status !== 403]).toEqual([part, operation.id, isAllowed]);
      }
    }
  });

  it('need a second factor if one of them is about money or people: until then they only read', async () => {
    for (const guarded of GUARDED_RIGHTS) {
      const { cookie } = await world.personWith(`With ${guarded}`, [guarded, 'balance:read', 'batches:stop']);
      const { accounts } = JSON.parse((await world.get('/v1/auth/session', cookie)).text);
      expect([guarded, accounts[0].rights]).toEqual([guarded, ['balance:read']]);
    }
    const { cookie } = await world.personWith('Without', ['balance:read', 'batches:stop']);
    const { accounts } = JSON.parse((await world.get('/v1/auth/session', cookie)).text);
    expect(accounts[0].rights).toEqual(['balance:read', 'batches:stop']);
    expect([...READ_RIGHTS].some((right) => GUARDED_RIGHTS.has(right))).toBe(false);
  });

  it('count from the next request of a living session when they are changed', async () => {
    const { cookie, role } = await world.personWith('Reader', ['balance:read', 'settings:read']);
    expect((await world.get('/v1/settings/ip-allowlist', cookie)).status).toBe(200);
    await world.change(role, { rights: ['balance:read', 'events:read'] });
    expect((await world.get('/v1/settings/ip-allowlist', cookie)).status).toBe(403);
    expect((await world.get('/v1/events', cookie)).status).toBe(200);
    await world.change(role, { rights: ['balance:read', 'batches:start'] });
    expect((await world.get('/v1/balance', cookie)).status).toBe(200);
    const { accounts } = JSON.parse((await world.get('/v1/auth/session', cookie)).text);
    expect(accounts[0].rights).toEqual(['balance:read']);
  });

  it('that no version knows give nothing', async () => {
    const { cookie, role } = await world.personWith('Later', ['balance:read']);
    await api.pool.query(`UPDATE custom_roles SET rights = '{balance:read,moon:buy}' WHERE id = $1`, [role]);
    expect(JSON.parse((await world.get(`/v1/roles/${role}`)).text).rights).toEqual(['balance:read']);
    expect((await world.change(role, { name: 'Renamed' })).status).toBe(200);
    const { rows } = await api.pool.query('SELECT rights FROM custom_roles WHERE id = $1', [role]);
    expect(rows).toEqual([{ rights: ['balance:read', 'moon:buy'] }]);
    expect((await world.get('/v1/balance', cookie)).status).toBe(200);
  });

  it('come with an accepted invitation', async () => {
    const role = await world.newRole('Invited', ['settings:read']);
    const email = newEmail();
    expect((await post(api, '/v1/invitations', { email, role }, world.owner.cookie)).status).toBe(201);
    const [mail] = await sendMails(api);
    expect(mail).toMatchObject({ to: email, role: 'Invited' });
    const token = mail?.link?.split('#')[1];
    const { accounts } = JSON.parse((await post(api, '/v1/auth/sign-in/link', { token })).text);
    expect(accounts).toMatchObject([{ role, rights: ['settings:read'] }]);
  });
});

describe('no one passes on more than they have', () => {
  const denied = { status: 403, code: 'permission_denied', details: { required_right: 'batches:start' } };

  it('an admin cannot create, change, give or delete a role that spends, or change who has it', async () => {
    const admin = await trustedAs(api, world.organisation, 'admin');
    const spender = await world.personWith('Spender', ['batches:start']);
    const plain = await world.newRole('Plain', ['balance:read']);
    const viewer = await signedInAs(api, world.organisation, 'viewer');
    for (const answer of [
      await world.create('Escalated', ['batches:start', 'balance:read'], admin.cookie),
      await world.change(plain, { rights: ['batches:start'] }, admin.cookie),
      await world.change(spender.role, { rights: ['balance:read'] }, admin.cookie),
      await world.change(spender.role, { name: 'Renamed' }, admin.cookie),
      await world.remove(spender.role, admin.cookie),
      await world.give(viewer.personId, spender.role, admin.cookie),
      await world.give(admin.personId, spender.role, admin.cookie),
      await world.give(spender.personId, 'viewer', admin.cookie),
      await world.invite(spender.role, admin.cookie),
    ])
      expect(refusalOf(answer)).toMatchObject(denied);
    expect((await world.give(viewer.personId, plain, admin.cookie)).status).toBe(200);
    expect((await world.create('Stoppers', ['batches:stop'], admin.cookie)).status).toBe(201);
  });

  it('a person with a custom role cannot extend it, and gives no more than it has', async () => {
    const manager = await world.personWith('Manager', ['people:read', 'people:manage', 'balance:read']);
    expect((await world.create('Sub', ['balance:read'], manager.cookie)).status).toBe(403);
    await passFactor(api, manager.cookie);
    const missing = (right: string) => ({ status: 403, details: { required_right: right } });
    const more = ['people:read', 'people:manage', 'balance:read', 'audit:read'];
    expect(refusalOf(await world.change(manager.role, { rights: more }, manager.cookie))).toMatchObject(
      missing('audit:read'),
    );
    expect(refusalOf(await world.invite('viewer', manager.cookie)).status).toBe(403);
    expect((await world.create('Sub', ['balance:read'], manager.cookie)).status).toBe(201);
  });

  it('a key never creates or gives a role that spends or approves', async () => {
    const scopes = ['all', 'approvals:decide', 'approvals:rules', 'people:read', 'people:manage'];
    const key = await addScopedKey(api.pool, world.client.accountId, scopes);
    const byKey = (rights: readonly string[]) =>
      call(api, '/v1/roles', { method: 'POST', key, body: { name: `By key ${rights[0]}`, rights } });
    for (const right of ['batches:start', 'purchases:create', 'approvals:decide', 'approvals:rules'])
      expect([right, (await byKey([right])).status]).toEqual([right, 403]);
    expect((await byKey(['balance:read'])).status).toBe(201);
    const approver = await world.newRole('Approver of nights', ['approvals:decide']);
    const body = { email: newEmail(), role: approver };
    expect((await call(api, '/v1/invitations', { method: 'POST', key, body })).status).toBe(403);
    const alone = await addScopedKey(api.pool, (await addClient(api.pool)).accountId, scopes);
    const role = { name: 'Alone', rights: ['balance:read'] };
    expect((await call(api, '/v1/roles', { method: 'POST', key: alone, body: role })).status).toBe(404);
  });

  it('a role that loses a right withdraws the invitations of its people', async () => {
    const manager = await world.personWith('Inviter', ['people:read', 'people:manage', 'balance:read']);
    await passFactor(api, manager.cookie);
    const sub = idOf(await world.create('Invitee', ['balance:read'], manager.cookie));
    const sent = idOf(await world.invite(sub, manager.cookie));
    await world.change(manager.role, { rights: ['people:read', 'people:manage'] });
    const { data } = JSON.parse((await world.get('/v1/invitations')).text);
    expect(data).toMatchObject([{ id: sent, status: 'withdrawn' }]);
    expect(await world.entries('role_change', manager.role)).toMatchObject([
      { after: { withdrawn_invitations: [sent] } },
    ]);
  });
});
