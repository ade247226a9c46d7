import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignAccount } from '../../../db/people/organisations.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, addScopedKey, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import {
  ACTOR,
  browse,
  cookieOf,
  invited,
  organisationOf,
  PASSWORD,
  post,
  sessionOf,
  signedIn,
} from '../../support/people/fixture.ts';
import { mailedToken } from '../../support/people/mails.ts';
import { type RealProvider, startRealProvider } from '../../support/people/real-provider.ts';
import { atProvider, callbackOf, connect, shownAfter } from '../../support/people/single-sign-on.ts';

const REFUSED = { status: 401, code: 'not_signed_in', retryable: false };

let api: ApiFixture;
let provider: RealProvider;
let organisation: OrganisationId;
let withDomain: ReturnType<typeof atProvider>['withDomain'];
let signIn: ReturnType<typeof atProvider>['signIn'];

beforeAll(async () => {
  api = await startApi();
  provider = await startRealProvider(callbackOf(api));
  ({ withDomain, signIn } = atProvider(api, provider));
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(async () => {
  await Promise.all([api.close(), provider.close()]);
});

describe('an organisation that requires it', () => {
  it('ends the sessions of its domains when it begins to, and no others', async () => {
    const { id, domain, email } = await withDomain();
    const theirs = await signedIn(api, (await invited(api, id, 'viewer', email)).token);
    const other = await signedIn(api, (await invited(api, organisation, 'viewer')).token);
    const ask = async (cookie: string) => (await browse(api, '/v1/auth/sessions', { cookie })).status;
    await connect(api, id, { issuer: provider.issuer, domains: [domain] });
    expect([await ask(theirs), await ask(other)]).toEqual([200, 200]);
    await connect(api, id, { issuer: provider.issuer, domains: [domain], isRequired: true });
    expect([await ask(theirs), await ask(other)]).toEqual([401, 200]);
  });

  it('lets an invited person accept with it, and not with the link', async () => {
    const { id, email } = await withDomain({ isRequired: true });
    const client = await addClient(api.pool);
    await assignAccount(api.pool, id, client.accountId, ACTOR);
    const key = await addScopedKey(api.pool, client.accountId, ['all', 'people:manage']);
    const body = { email, role: 'support' };
    expect((await call(api, '/v1/invitations', { method: 'POST', key, body })).status).toBe(201);
    const token = await mailedToken(api, email);
    expect(refusalOf(await post(api, '/v1/auth/sign-in/link', { token }))).toEqual(REFUSED);
    const answer = await signIn(email);
    expect(shownAfter(answer)).toBeNull();
    const { accounts } = sessionOf(await browse(api, '/v1/auth/session', { cookie: cookieOf(answer) }));
    expect(accounts).toMatchObject([{ id: client.accountId, role: 'support' }]);
  });

  it('refuses links and passwords of its domains, and no others', async () => {
    const { id, email } = await withDomain();
    const { token } = await invited(api, id, 'viewer', email);
    const cookie = await signedIn(api, token);
    await browse(api, '/v1/auth/password', { method: 'PUT', body: { new_password: PASSWORD }, cookie });
    await api.pool.query('UPDATE organisation_sso SET is_required = true');

    const link = (await invited(api, id, 'viewer', email)).token;
    const refused = [
      await post(api, '/v1/auth/sign-in/link', { token: link }),
      await post(api, '/v1/auth/sign-in', { email, password: PASSWORD }),
    ];
    for (const answer of refused) {
      expect(refusalOf(answer)).toEqual(REFUSED);
      expect(answer.text).toContain('requires single sign-on');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(shownAfter(await signIn(email))).toBeNull();
    expect(await signedIn(api, (await invited(api, organisation, 'viewer')).token)).not.toBe('');
  });
});
