import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ROLES } from '../../../domain/access/roles.ts';
import { isClientRole, rightsInSession } from '../../../domain/access/session-rights.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  addKey,
  type Client,
  revokeKey,
  startApi,
} from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { addressOf, type Operation, operationsOf } from '../../support/api/operations.ts';
import { type Owned, ownThings } from '../../support/api/owned.ts';
import { knownEverywhere, refusalOf } from '../../support/api/refusal.ts';
import { browse, invited, organisationOf, signedIn, signedInAs } from '../../support/people/fixture.ts';
import { withPasskey } from '../../support/people/passkeys.ts';

const NOT_SIGNED_IN = { status: 401, code: 'not_signed_in', retryable: false };
const CROSS_SITE = { status: 403, code: 'permission_denied', retryable: false };

let api: ApiFixture;
let operations: Operation[];
let owned: Owned;
let stranger: Client;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startApi({ failedAttempts: { perSecond: 10_000, burst: 10_000 } });
  operations = operationsOf(api);
  owned = await ownThings(api);
  stranger = await addClient(api.pool);
  organisation = await organisationOf(api, stranger.accountId);
});
afterAll(() => api.close());

const plain = (operation: Operation) => addressOf(operation, { ...owned, line: '2', date: '2026-01-01' });
const optionsFor = (operation: Operation) => ({
  method: operation.method,
  ...(operation.takesJson ? { body: {} } : {}),
});
const isNamed = ({ pathParameters }: Operation) => pathParameters.some((name) => name !== 'date');

describe('a session of another organisation', () => {
  it.each(Object.keys(CLIENT_ROLES))(
    '%s, without a second factor, never gets what belongs to another account',
    async (role) => {
      if (!isClientRole(role)) throw new TypeError(role);
      const { cookie } = await signedInAs(api, organisation, role);
      const rights: ReadonlySet<string> = rightsInSession(CLIENT_ROLES[role], 'none');
      for (const operation of operations) {
        const answer = await browse(api, plain(operation), { ...optionsFor(operation), cookie });
        for (const id of Object.values(owned)) {
          if (plain(operation).includes(id)) continue;
          expect([operation.id, answer.text.includes(id)]).toEqual([operation.id, false]);
        }
        if (answer.status >= 200 && answer.status < 300) {
          const isItsOwn = rights.has(operation.right) && !isNamed(operation);
          expect([operation.id, isItsOwn]).toEqual([operation.id, true]);
          continue;
        }
        const { status } = refusalOf(answer);
        expect([operation.id, status < 500]).toEqual([operation.id, true]);
        if (!rights.has(operation.right)) expect([operation.id, status]).toEqual([operation.id, 403]);
      }
    },
  );

  it('that names the other account in its header finds no such account, on every operation', async () => {
    const { cookie } = await signedInAs(api, organisation, 'owner');
    const headers = { 'bundlewire-account': api.client.accountId };
    for (const operation of operations) {
      const answer = await browse(api, plain(operation), { ...optionsFor(operation), cookie, headers });
      expect([operation.id, refusalOf(answer)]).toEqual([
        operation.id,
        { status: 404, code: 'not_found', param: 'Bundlewire-Account', retryable: false },
      ]);
    }
  });
});

it('a session whose second factor is pending opens no operation', async () => {
  const own = await organisationOf(api, api.client.accountId);
  const { email } = await withPasskey({ ...api, baseUrl: `http://localhost:${api.port}` }, own);
  const cookie = await signedIn(api, (await invited(api, own, 'owner', email)).token);
  for (const operation of operations) {
    const answer = await browse(api, plain(operation), { ...optionsFor(operation), cookie });
    expect([operation.id, refusalOf(answer)]).toEqual([operation.id, NOT_SIGNED_IN]);
  }
});

it('a revoked key opens no operation', async () => {
  const key = await addKey(api.pool, api.client.accountId);
  expect((await call(api, '/v1/balance', { key })).status).toBe(200);
  await revokeKey(api.pool, key);
  await knownEverywhere();
  for (const operation of operations) {
    const answer = await call(api, plain(operation), { ...optionsFor(operation), key });
    expect([operation.id, refusalOf(answer)]).toEqual([
      operation.id,
      { status: 401, code: 'invalid_api_key', retryable: false },
    ]);
  }
});

describe('a request of another website', () => {
  it.each([
    ['without Origin', {}],
    ['with another Origin', { origin: 'https://evil.example' }],
    ['with the Origin null', { origin: 'null' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused on every operation that changes something: %s', async (_how, headers) => {
    const { cookie } = await signedInAs(api, organisation, 'owner');
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const options = { ...optionsFor(operation), key: null, headers: { ...headers, cookie } };
      const answer = await call(api, plain(operation), options);
      expect([operation.id, refusalOf(answer)]).toEqual([operation.id, CROSS_SITE]);
    }
  });
});
