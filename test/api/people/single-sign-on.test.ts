import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrganisationId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import {
  browse,
  cookieOf,
  invited,
  organisationOf,
  post,
  sessionOf,
  signedIn,
} from '../../support/people/fixture.ts';
import {
  type RealProvider,
  signInAtProvider,
  startRealProvider,
} from '../../support/people/real-provider.ts';
import {
  atProvider,
  begin,
  callbackOf,
  comeBack,
  connect,
  shownAfter,
} from '../../support/people/single-sign-on.ts';

const REFUSED = { status: 401, code: 'not_signed_in', retryable: false };

let api: ApiFixture;
let provider: RealProvider;
let withDomain: ReturnType<typeof atProvider>['withDomain'];
let signIn: ReturnType<typeof atProvider>['signIn'];

beforeAll(async () => {
  api = await startApi();
  provider = await startRealProvider(callbackOf(api));
  ({ withDomain, signIn } = atProvider(api, provider));
});
afterAll(async () => {
  await Promise.all([api.close(), provider.close()]);
});

/** Why sign-ins at the provider of an organisation were refused. */
async function reasonsOf(id: OrganisationId): Promise<unknown[]> {
  const { rows } = await api.pool.query(
    "SELECT after ->> 'why' AS why FROM audit_log WHERE action = 'refused_sso' AND subject = $1",
    [id],
  );
  return rows;
}

describe('single sign-on', () => {
  it('signs in an invited person with the role that they have, at a real provider', async () => {
    const { id, email } = await withDomain();
    await invited(api, id, 'finance', email);
    const answer = await signIn(email);
    expect(shownAfter(answer)).toBeNull();
    const session = sessionOf(await browse(api, '/v1/auth/session', { cookie: cookieOf(answer) }));
    expect(session.person.email).toBe(email);
    expect(shownAfter(await signIn(email))).toBeNull();
  });

  it('sends PKCE, a nonce and a state, each of them new', async () => {
    const { email } = await withDomain();
    const [first, second] = [await begin(api, email), await begin(api, email)];
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.url.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(first.url.searchParams.get(name)).not.toBe(second.url.searchParams.get(name));
    }
    expect(first.url.searchParams.get('code_challenge_method')).toBe('S256');
  });

  it('refuses a person who was not invited, or makes them a viewer if the organisation says so', async () => {
    const closed = await withDomain();
    expect(shownAfter(await signIn(closed.email))).toBe('not_invited');
    const open = await withDomain({ admitsDomain: true });
    expect(shownAfter(await signIn(open.email))).toBeNull();
    const { rows } = await api.pool.query(
      'SELECT m.role FROM memberships m JOIN auth_people p ON p.id = m.person_id WHERE p.email = $1',
      [open.email],
    );
    expect(rows).toEqual([{ role: 'viewer' }]);
  });

  it('does not know e-mail addresses of other domains', async () => {
    const answer = await post(api, '/v1/auth/sign-in/sso', { email: 'amina@unknown.example' });
    expect(refusalOf(answer).code).toBe('not_found');
  });

  it('is only the first factor', async () => {
    const { id, email } = await withDomain();
    const { token } = await invited(api, id, 'owner', email);
    const cookie = await signedIn(api, token);
    await api.pool.query(
      `INSERT INTO second_factors (person_id, sealed_secret, confirmed_at)
       SELECT id, 'x', now() FROM auth_people WHERE email = $1`,
      [email],
    );
    expect(cookie).not.toBe('');
    const answer = await signIn(email);
    expect(refusalOf(await browse(api, '/v1/auth/sessions', { cookie: cookieOf(answer) }))).toEqual(REFUSED);
  });
});

describe('a sign-in at the provider is refused if', () => {
  it('its answer is sent again, or comes from another browser, or has another state', async () => {
    const { id, email } = await withDomain();
    await invited(api, id, 'viewer', email);
    const { url, cookie } = await begin(api, email);
    const answer = await signInAtProvider(url.href, email, callbackOf(api));
    const other = await begin(api, email);
    expect(shownAfter(await comeBack(api, answer, other.cookie))).toBe('refused');
    expect(shownAfter(await comeBack(api, answer, ''))).toBe('refused');
    const changed = new URL(answer);
    changed.searchParams.set('state', 'x'.repeat(43));
    expect(shownAfter(await comeBack(api, changed, cookie))).toBe('refused');
    expect(shownAfter(await comeBack(api, answer, cookie))).toBeNull();
    expect(shownAfter(await comeBack(api, answer, cookie))).toBe('refused');
  });

  it('their organisation has suspended them, which is on record, until they are active again', async () => {
    const { id, email } = await withDomain({ admitsDomain: true });
    const { personId } = await invited(api, id, 'viewer', email);
    const suspend = (at: string) =>
      api.pool.query(`UPDATE memberships SET suspended_at = ${at} WHERE organisation_id = $1`, [
        uuidOf('org', id),
      ]);
    await suspend('now()');
    expect(shownAfter(await signIn(email))).toBe('refused');
    const sessions = 'SELECT FROM auth_sessions WHERE person_id = $1';
    expect((await api.pool.query(sessions, [uuidOf('per', personId)])).rowCount).toBe(0);
    await expect.poll(() => reasonsOf(id)).toEqual([{ why: 'suspended' }]);
    await suspend('NULL');
    expect(shownAfter(await signIn(email))).toBeNull();
  });

  it('its code was used before', async () => {
    const { id, email } = await withDomain();
    await invited(api, id, 'viewer', email);
    const first = await begin(api, email);
    const answer = await signInAtProvider(first.url.href, email, callbackOf(api));
    expect(shownAfter(await comeBack(api, answer, first.cookie))).toBeNull();
    const second = await begin(api, email);
    const replayed = new URL(answer);
    replayed.searchParams.set('state', second.url.searchParams.get('state') ?? '');
    expect(shownAfter(await comeBack(api, replayed, second.cookie))).toBe('refused');
  });

  it('it took too long', async () => {
    const { email } = await withDomain({ admitsDomain: true });
    const { url, cookie } = await begin(api, email);
    const answer = await signInAtProvider(url.href, email, callbackOf(api));
    await api.pool.query("UPDATE sso_sign_ins SET expires_at = now() - interval '1 second'");
    expect(shownAfter(await comeBack(api, answer, cookie))).toBe('refused');
  });

  it('the e-mail address is not verified, or is of a domain of another organisation', async () => {
    const [mine, theirs] = [
      await withDomain({ admitsDomain: true }),
      await withDomain({ admitsDomain: true }),
    ];
    provider.unverified.add(mine.email);
    expect(shownAfter(await signIn(mine.email))).toBe('refused');
    expect(shownAfter(await signIn(theirs.email, `x@${mine.domain}`))).toBe('refused');
    const { rows } = await api.pool.query('SELECT FROM auth_people WHERE email = ANY ($1)', [
      [mine.email, theirs.email],
    ]);
    expect(rows).toEqual([]);
  });

  it('the provider is down, which is on record', async () => {
    const id = await organisationOf(api);
    await connect(api, id, { issuer: 'http://127.0.0.1:1', domains: ['down.example'] });
    const answer = await post(api, '/v1/auth/sign-in/sso', { email: 'amina@down.example' });
    expect(refusalOf(answer)).toMatchObject({ status: 500, retryable: true });
    await expect.poll(() => reasonsOf(id)).toEqual([{ why: 'provider' }]);
  });

  it('its address is private and not listed', async () => {
    for (const [nth, issuer] of [
      'http://192.168.0.1',
      'https://10.0.0.1',
      'https://localhost',
      'http://login.example',
    ].entries()) {
      const id = await organisationOf(api);
      await connect(api, id, { issuer, domains: [`private-${nth}.example`] });
      const answer = await post(api, '/v1/auth/sign-in/sso', { email: `a@private-${nth}.example` });
      expect(answer.status).toBe(500);
    }
  });
});
