import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requireRights } from '../../api/plugins/rights.ts';
import { ALL_RIGHTS, isRight, NAMED_RIGHTS, READ_RIGHTS } from '../../domain/access/rights.ts';
import { CLIENT_ROLES } from '../../domain/access/roles.ts';
import { type ApiFixture, addKey, addScopedKey, startApi } from '../support/api/fixture.ts';
import { bought, call, order } from '../support/api/http.ts';
import { addressOf, NOBODY, type Operation, operationsOf } from '../support/api/operations.ts';
import { refusalOf } from '../support/api/refusal.ts';

const today = () => new Date().toISOString().slice(0, 10);

let api: ApiFixture;
let operations: Operation[];

beforeAll(async () => {
  api = await startApi();
  operations = operationsOf(api);
});

afterAll(() => api.close());

function keyWith(scopes: Iterable<string>): Promise<string> {
  return addScopedKey(api.pool, api.client.accountId, scopes);
}

function callOf(operation: Operation, key: string) {
  const body = operation.takesJson ? { body: {} } : {};
  return call(api, addressOf(operation, NOBODY), { method: operation.method, key, ...body });
}

function denied(right: string) {
  return { status: 403, code: 'permission_denied', retryable: false, details: { required_right: right } };
}

describe('every operation of the OpenAPI document', () => {
  it('names a right that exists, and every right is of use', () => {
    expect(operations.filter(({ right }) => !isRight(right))).toEqual([]);
    const used = new Set([...operations.map(({ right }) => right), 'numbers:read']);
    expect([...ALL_RIGHTS].filter((right) => !used.has(right))).toEqual([]);
  });

  it('gives no right to change anything to those who may only read', () => {
    const reading = operations.filter(({ right }) => isRight(right) && READ_RIGHTS.has(right));
    // A look-up in the blocklist sends its number in the body, and changes nothing.
    const changing = reading.filter(({ method, id }) => method !== 'GET' && id !== 'lookUpBlockedNumber');
    expect(changing).toEqual([]);
  });

  it.each([
    ...Object.entries(CLIENT_ROLES),
    ['a role without rights', new Set<string>(['unknown:right'])] as const,
  ])(
    '[keys.rights] allows %s what its rights name, and denies everything else with 403',
    async (_role, rights: ReadonlySet<string>) => {
      const key = await keyWith(rights);
      let refused = 0;
      for (const operation of operations) {
        const answer = await callOf(operation, key);
        if (rights.has(operation.right)) {
          expect([operation.id, answer.status === 403]).toEqual([operation.id, false]);
          continue;
        }
        expect([operation.id, refusalOf(answer)]).toEqual([operation.id, denied(operation.right)]);
        refused += 1;
      }
      expect(refused).toBe(operations.filter(({ right }) => !rights.has(right)).length);
    },
  );

  it('lets a key with one right do what needs it, and nothing else', async () => {
    for (const right of ALL_RIGHTS) {
      const key = await keyWith([right]);
      const allowed = operations.find((operation) => operation.right === right);
      const other = operations.find((operation) => operation.right !== right);
      if (allowed !== undefined)
        expect([right, (await callOf(allowed, key)).status]).not.toEqual([right, 403]);
      if (other === undefined) throw new Error('there is only one right');
      expect([right, refusalOf(await callOf(other, key))]).toEqual([right, denied(other.right)]);
    }
  });
});

describe('the app', () => {
  it('does not start with a route that names no right, or an unknown one', () => {
    const app = Fastify();
    requireRights(app);
    const handler = async () => ({});
    expect(() => app.get('/secrets', handler)).toThrow(/\/secrets names no right/);
    const config = Object.fromEntries([['right', 'secrets:read']]);
    expect(() => app.get('/secrets', { config }, handler)).toThrow(/\/secrets names no right/);
    app.get('/balance', { config: { right: 'balance:read' } }, handler);
  });
});

describe('a key without batches:start', () => {
  it('uploads a file that waits, and none that starts by itself', async () => {
    const key = await keyWith(['batches:create', 'batches:read']);
    const upload = (query: string) =>
      call(api, `/v1/batches?${query}`, {
        method: 'POST',
        key,
        headers: { 'content-type': 'text/csv' },
        body: 'phone_number,bundle_id\n+2348031000001,bnd_mtn_small\n',
      });
    expect(refusalOf(await upload('reference=by-itself'))).toEqual(denied('batches:start'));
    expect((await upload('reference=waits&start=manual')).status).toBe(201);
    const { rows } = await api.pool.query('SELECT reference, status FROM batches');
    expect(rows).toEqual([{ reference: 'waits', status: 'ready' }]);
  });
});

describe('a key without numbers:read', () => {
  it('[keys.masked] sees phone numbers masked in purchases, rows and statements, and gets no file with them', async () => {
    const scopes = ['purchases:create', 'purchases:read', 'statements:read', 'batches:read', 'events:read'];
    const key = await keyWith(scopes);
    const body = order({ phone_number: '+2348031234567' });
    const { id } = await bought(api, body);
    const Shown = z.object({ phone_number: z.string(), reference: z.string() });
    const read = async (path: string) => (await call(api, path, { key })).text;

    expect(Shown.parse(JSON.parse(await read(`/v1/purchases/${id}`)))).toEqual({
      phone_number: '+23480…567',
      reference: body.reference,
    });
    for (const path of ['/v1/purchases', '/v1/events', `/v1/statements/${today()}/lines`])
      expect(await read(path)).not.toContain('8031234567');
    const bought201 = await call(api, '/v1/purchases', { method: 'POST', key, body: order() });
    expect(Shown.parse(JSON.parse(bought201.text)).phone_number).toMatch(/^\+23480…\d{3}$/);

    const lines = `/v1/statements/${today()}/lines`;
    const file = await call(api, lines, { key, headers: { accept: 'text/csv' } });
    expect(refusalOf(file)).toEqual(denied('numbers:read'));
  });

  it('[keys.masked] sees the cells of a file and the numbers in its errors masked', async () => {
    const upload = await call(
      api,
      '/v1/batches?reference=cells&start=manual&repair=propose&default_country=NG',
      {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: 'phone_number,bundle_id\n+2348031000001,bnd_mtn_small\n2348037654321,bnd_mtn_small\n0803123,bnd_mtn_small\n',
      },
    );
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(upload.text));
    const key = await keyWith(['batches:read']);
    const texts = [
      (await call(api, `/v1/batches/${id}`, { key })).text,
      (await call(api, `/v1/batches/${id}/rows`, { key })).text,
    ];
    // The example in a message is no number of a client.
    const shown = texts.join().replaceAll('as in +2348031234567', '');
    expect(shown).toContain('…');
    expect(shown).not.toMatch(/(?<![0-9a-z_-])\+?\d{8,15}(?![0-9a-z])/);
    const whole = await call(api, `/v1/batches/${id}/rows`);
    expect(whole.text).toContain('8037654321');
  });
});

describe('existing keys', () => {
  it('keep all rights, and get none that must be named', async () => {
    const key = await addKey(api.pool, api.client.accountId);
    for (const operation of operations) {
      const { status } = await callOf(operation, key);
      const isNamed = isRight(operation.right) && NAMED_RIGHTS.has(operation.right);
      expect([operation.id, status === 403]).toEqual([operation.id, isNamed]);
    }
  });
});
