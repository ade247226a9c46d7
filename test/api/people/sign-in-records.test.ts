import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId, OrganisationId } from '../../../domain/ids.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { codeOf } from '../../support/people/authenticator.ts';
import {
  browse,
  cookieOf,
  invited,
  organisationOf,
  PASSWORD,
  post,
  signedIn,
  signedInAs,
  trustedAs,
} from '../../support/people/fixture.ts';
import { sendMails } from '../../support/people/mails.ts';
import { eventually } from '../../support/scenarios/stack.ts';

let api: ApiFixture;
let account: AccountId;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  account = (await addClient(api.pool)).accountId;
  organisation = await organisationOf(api, account);
  await sendMails(api);
});
afterAll(() => api.close());

interface Entry {
  readonly action: string;
  readonly principal: string;
  readonly session: string | null;
  readonly address: string | null;
  readonly subject: string;
  readonly after: unknown;
}

/** What the audit log of the organisation has about signing in. */
async function entries(of = account): Promise<Entry[]> {
  const { rows } = await api.pool.query(
    `SELECT action, principal_id AS principal, session_id AS session, host(address) AS address, subject, after
       FROM audit_log WHERE account_id = $1 AND action <> 'organisation_account' ORDER BY seq`,
    [uuidOf('acc', of)],
  );
  return rows;
}
const actions = async () => (await entries()).map(({ action }) => action);
const setPassword = (cookie: string, body: object) =>
  browse(api, '/v1/auth/password', { method: 'PUT', body, cookie });

describe('the audit log of an organisation', () => {
  it('has sign-ins, passwords and sign-outs, with address and session', async () => {
    const person = await signedInAs(api, organisation, 'viewer');
    await setPassword(person.cookie, { new_password: PASSWORD });
    const again = await post(api, '/v1/auth/sign-in', { email: person.email, password: PASSWORD });
    expect(again.status).toBe(200);
    await browse(api, '/v1/auth/sign-out', { method: 'POST', cookie: cookieOf(again) });
    const common = {
      principal: person.personId,
      session: expect.stringMatching(/^ses_/),
      address: '127.0.0.1',
      subject: person.personId,
    };
    expect(await entries()).toEqual([
      { ...common, action: 'sign_in', after: { way: 'link', second_factor: 'none' } },
      { ...common, action: 'password_set', after: { way: 'first' } },
      { ...common, action: 'sign_in', after: { way: 'password', second_factor: 'none' } },
      { ...common, action: 'sign_out', after: null },
    ]);
  });

  it('has the second factor, recovery codes, and sessions that were ended', async () => {
    const person = await signedInAs(api, organisation, 'owner');
    const begun = await browse(api, '/v1/auth/second-factor', { method: 'POST', cookie: person.cookie });
    const { secret } = JSON.parse(begun.text);
    const send = (path: string, code: string, cookie: string) =>
      post(api, `/v1/auth/second-factor/${path}`, { code }, cookie);
    const confirmed = await send('confirm', codeOf(secret), person.cookie);
    const [code = ''] = JSON.parse(confirmed.text).recovery_codes;
    const other = await signedIn(api, (await invited(api, organisation, 'owner', person.email)).token);
    expect((await send('verify', code, other)).status).toBe(200);
    const { data } = JSON.parse((await browse(api, '/v1/auth/sessions', { cookie: other })).text);
    const ended = data.find(({ current }: { current: boolean }) => !current).id;
    const path = `/v1/auth/sessions/${ended}`;
    expect((await browse(api, path, { method: 'DELETE', cookie: other })).status).toBe(204);
    await browse(api, '/v1/auth/second-factor', { method: 'DELETE', cookie: other });
    expect(await entries()).toMatchObject([
      { action: 'sign_in', after: { second_factor: 'none' } },
      { action: 'second_factor_add' },
      { action: 'sign_in', after: { second_factor: 'pending' } },
      { action: 'second_factor_pass', after: { way: 'recovery_code' } },
      { action: 'session_end', subject: ended },
      { action: 'second_factor_remove' },
    ]);
  });

  it('has refused passwords once a minute, and nothing about addresses that no one has', async () => {
    const { email, personId } = await invited(api, organisation, 'viewer');
    for (let nth = 0; nth < 3; nth += 1)
      await post(api, '/v1/auth/sign-in', { email: email.toUpperCase(), password: 'wrong' });
    await eventually(async () =>
      expect(await entries()).toMatchObject([
        { action: 'refused_password', principal: 'api', subject: personId, after: { why: 'wrong' } },
      ]),
    );
    await post(api, '/v1/auth/sign-in', { email: 'no-one@stranger.example', password: 'wrong' });
    await eventually(async () => {
      const { rows } = await api.pool.query(
        `SELECT subject FROM audit_log WHERE account_id IS NULL AND action = 'refused_password'`,
      );
      expect(rows).toEqual([{ subject: 'sign_in' }]);
    });
    expect(await entries()).toHaveLength(1);
  });

  it('has a refused link, and a code that is sent again, which is also mailed to its person', async () => {
    const person = await trustedAs(api, organisation, 'owner');
    await sendMails(api);
    const code = person.usedCode;
    const other = await signedIn(api, (await invited(api, organisation, 'owner', person.email)).token);
    for (let nth = 0; nth < 2; nth += 1)
      expect((await post(api, '/v1/auth/second-factor/verify', { code }, other)).status).toBe(401);
    await eventually(async () =>
      expect((await entries()).filter(({ action }) => action === 'refused_code')).toMatchObject([
        { principal: person.personId, after: { why: 'repeated' } },
      ]),
    );
    expect(await sendMails(api)).toMatchObject([{ kind: 'code_repeated', to: person.email, link: null }]);

    expect((await post(api, '/v1/auth/sign-in/link', { token: 'made-up' })).status).toBe(401);
    await eventually(async () => {
      const { rowCount } = await api.pool.query(`SELECT FROM audit_log WHERE action = 'refused_link'`);
      expect(rowCount).toBe(1);
    });
  });

  it('has a person of several organisations in each of them', async () => {
    const second = (await addClient(api.pool)).accountId;
    const person = await signedInAs(api, organisation, 'viewer');
    const theirs = await organisationOf(api, second);
    await signedIn(api, (await invited(api, theirs, 'viewer', person.email)).token);
    expect(await actions()).toEqual(['sign_in', 'sign_in']);
    expect((await entries(second)).map(({ action }) => action)).toEqual(['sign_in']);
  });
});

describe('a person is mailed', () => {
  const signInFrom = async (token: string, agent: string) => {
    const headers = { 'user-agent': agent };
    const answer = await browse(api, '/v1/auth/sign-in/link', { method: 'POST', body: { token }, headers });
    expect(answer.status).toBe(200);
  };

  it('when they sign in with another kind of browser, and not with an update or the first one', async () => {
    const person = await invited(api, organisation, 'viewer');
    const again = async () => (await invited(api, organisation, 'viewer', person.email)).token;
    await signInFrom(person.token, 'Firefox/1.2 (Linux)');
    await signInFrom(await again(), 'Firefox/3.0 (Linux)');
    expect(await sendMails(api)).toEqual([]);
    await signInFrom(await again(), 'Safari/1 (Mac)');
    await signInFrom(await again(), 'Safari/1 (Mac)');
    expect(await sendMails(api)).toMatchObject([
      {
        kind: 'new_device',
        to: person.email,
        link: null,
        facts: { address: '127.0.0.1', userAgent: 'Safari/1 (Mac)' },
      },
    ]);
  });

  it('when their password, or their second factor, changes', async () => {
    const person = await trustedAs(api, organisation, 'viewer');
    await setPassword(person.cookie, { new_password: PASSWORD });
    await browse(api, '/v1/auth/second-factor', { method: 'DELETE', cookie: person.cookie });
    expect(await sendMails(api)).toMatchObject([
      { kind: 'second_factor_changed', to: person.email, facts: { change: 'added', address: '127.0.0.1' } },
      { kind: 'password_changed', to: person.email },
      { kind: 'second_factor_changed', to: person.email, facts: { change: 'removed' } },
    ]);
  });
});
