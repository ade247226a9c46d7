import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitStaff } from '../../../api/plugins/sessions/staff-rights.ts';
import { STAFF_ROLES, type StaffRole } from '../../../domain/access/staff.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { addressOf, NOBODY, operationsOf } from '../../support/api/operations.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { type StaffOperation, staffOperationsOf } from '../../support/api/staff-operations.ts';
import { browse, organisationOf, post, trustedAs } from '../../support/people/fixture.ts';
import { staffAs, staffSignedIn } from '../../support/people/staff.ts';

let api: ApiFixture;
let operations: StaffOperation[];
beforeAll(async () => {
  api = await startApi();
  operations = staffOperationsOf(api);
});
afterAll(() => api.close());

function callOf(operation: StaffOperation, cookie: string) {
  return browse(api, addressOf(operation, NOBODY), {
    method: operation.method,
    cookie,
    ...(operation.takesJson ? { body: {} } : {}),
  });
}

const ROLES = Object.keys(STAFF_ROLES) as StaffRole[];

describe('the staff operations', () => {
  it('are in their own document only, each with a unique id', () => {
    expect(operations.length).toBeGreaterThan(15);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    expect(operations.filter(({ path }) => !path.startsWith('/v1/staff/'))).toEqual([]);
    expect(operationsOf(api).filter(({ path }) => path.startsWith('/v1/staff'))).toEqual([]);
  });

  it.each(ROLES)('allow %s what its rights name, and deny everything else with 403', async (role) => {
    const { cookie } = await staffAs(api, role);
    const rights: ReadonlySet<string> = STAFF_ROLES[role];
    for (const operation of operations) {
      const answer = await callOf(operation, cookie);
      if (rights.has(operation.right)) {
        expect([operation.id, [200, 400, 404].includes(answer.status)]).toEqual([operation.id, true]);
        continue;
      }
      expect([operation.id, refusalOf(answer)]).toEqual([
        operation.id,
        {
          status: 403,
          code: 'permission_denied',
          retryable: false,
          details: { required_right: operation.right },
        },
      ]);
    }
  });

  it('are closed to clients, to keys, and to the staff without a second factor', async () => {
    const organisation = await organisationOf(api, api.client.accountId);
    const owner = await trustedAs(api, organisation, 'owner');
    const withoutFactor = await staffSignedIn(api, 'admin');
    for (const operation of operations) {
      expect([operation.id, (await callOf(operation, owner.cookie)).status]).toEqual([operation.id, 403]);
      expect([operation.id, (await callOf(operation, withoutFactor.cookie)).status]).toEqual([
        operation.id,
        403,
      ]);
    }
    for (const [key, status] of [
      [api.client.key, 401],
      [null, 401],
    ] as const)
      expect((await call(api, '/v1/staff/networks', { key })).status).toBe(status);
  });

  it('cannot be called by another website', async () => {
    const { cookie } = await staffAs(api, 'operator');
    const answer = await browse(api, '/v1/staff/purchases/requery', {
      method: 'POST',
      cookie,
      body: { purchase_ids: [NOBODY.purchase_id], reason: 'r' },
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });

  it('end with the role, from the next request', async () => {
    const { cookie, personId } = await staffAs(api, 'operator');
    expect((await browse(api, '/v1/staff/networks', { cookie })).status).toBe(200);
    await api.pool.query('DELETE FROM staff WHERE person_id = $1', [uuidOf('per', personId)]);
    expect((await browse(api, '/v1/staff/networks', { cookie })).status).toBe(403);
  });

  it('answer 404 for an unknown address, and 405 for a wrong method', async () => {
    const { cookie } = await staffAs(api, 'support');
    expect((await browse(api, '/v1/staff/nothing', { cookie })).status).toBe(404);
    expect((await browse(api, '/v1/staff/nothing')).status).toBe(401);
    const wrong = await post(api, '/v1/staff/networks', {}, cookie);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
  });

  it('are described at /v1/staff/openapi.json, for the staff only', async () => {
    const { cookie } = await staffAs(api, 'support');
    const document = await browse(api, '/v1/staff/openapi.json', { cookie });
    expect(JSON.parse(document.text).info.title).toBe('Bundlewire for the staff');
    expect((await browse(api, '/v1/staff/openapi.json')).status).toBe(401);
  });
});

describe('the audit log', () => {
  it('has the staff refusals, and their sign-ins', async () => {
    const { cookie, personId } = await staffAs(api, 'support');
    expect((await post(api, `/v1/staff/accounts/${NOBODY.account_id}/entries`, {}, cookie)).status).toBe(403);
    const actions = async () => {
      const { rows } = await api.pool.query<{ action: string; subject: string; kind: string }>(
        `SELECT action, subject, principal_kind AS kind FROM audit_log
          WHERE account_id IS NULL AND (principal_id = $1 OR subject = $1)`,
        [personId],
      );
      return rows;
    };
    await expect
      .poll(actions)
      .toContainEqual({ action: 'refused_right', subject: 'money:write', kind: 'staff' });
    expect((await actions()).map(({ action }) => action)).toContain('sign_in');
  });
});

describe('the app', () => {
  it('does not start with a staff route that names no right', () => {
    const app = Fastify();
    admitStaff(app, null, { note() {} });
    const handler = async () => ({});
    expect(() => app.get('/v1/staff/secrets', handler)).toThrow(/\/v1\/staff\/secrets names no staff right/);
    app.get('/v1/staff/networks', { config: { staffRight: 'networks:read' } }, handler);
  });
});
