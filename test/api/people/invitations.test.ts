import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrganisationId } from '../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  addScopedKey,
  type Client,
  startApi,
} from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import {
  browse,
  cookieOf,
  newEmail,
  organisationOf,
  post,
  sessionOf,
  signedInAs,
  trustedAs,
} from '../../support/people/fixture.ts';
import { mailedToken, sendMails } from '../../support/people/mails.ts';
import { eventually } from '../../support/scenarios/stack.ts';

let api: ApiFixture;
let client: Client;
let organisation: OrganisationId;
let owner: Awaited<ReturnType<typeof trustedAs>>;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  client = await addClient(api.pool);
  organisation = await organisationOf(api, client.accountId);
  owner = await trustedAs(api, organisation, 'owner');
  await sendMails(api);
});
afterAll(() => api.close());

const invite = (email: string, role = 'viewer', cookie = owner.cookie) =>
  post(api, '/v1/invitations', { email, role }, cookie);
const withdraw = (id: string, cookie = owner.cookie) =>
  browse(api, `/v1/invitations/${id}`, { method: 'DELETE', cookie });
const list = async () =>
  JSON.parse((await browse(api, '/v1/invitations', { cookie: owner.cookie })).text).data;
const open = (token: string, cookie?: string) => post(api, '/v1/auth/sign-in/link', { token }, cookie);
const idOf = ({ text }: { readonly text: string }): string => JSON.parse(text).id;

async function entries(action: string, subject: string): Promise<{ principal: string; after: unknown }[]> {
  const { rows } = await api.pool.query(
    `SELECT principal_id AS principal, after FROM audit_log WHERE action = $1 AND subject = $2 ORDER BY seq`,
    [action, subject],
  );
  return rows;
}

describe('an invitation', () => {
  it('is mailed to its address, and its link makes the person a member who is signed in', async () => {
    const email = newEmail();
    const invited = await invite(email.toUpperCase(), 'preparer');
    expect([invited.status, JSON.parse(invited.text)]).toEqual([
      201,
      {
        id: expect.stringMatching(/^inv_/),
        object: 'invitation',
        email,
        role: 'preparer',
        status: 'pending',
        mail: 'waiting',
        invited_by: { kind: 'person', id: owner.personId },
        created_at: expect.stringMatching(/^20\d\d-/),
        expires_at: expect.stringMatching(/^20\d\d-/),
        ended_at: null,
      },
    ]);
    const [mail] = await sendMails(api);
    expect(mail).toMatchObject({ to: email, kind: 'invitation', organisation: 'Acme', role: 'preparer' });
    expect(mail?.link).toMatch(/^https:\/\/api\.example\.com\/sign-in#inv_/);
    expect(await list()).toMatchObject([{ status: 'pending', mail: 'sent' }]);

    const answer = await open(mail?.link?.split('#')[1] ?? '');
    const session = sessionOf(answer);
    expect(session).toMatchObject({
      person: { email },
      accounts: [{ id: client.accountId, role: 'preparer' }],
    });
    expect((await browse(api, '/v1/balance', { cookie: cookieOf(answer) })).status).toBe(200);
    expect(await list()).toMatchObject([{ status: 'accepted', ended_at: expect.any(String) }]);
    expect(await entries('invitation_create', idOf(invited))).toEqual([
      { principal: owner.personId, after: { email, role: 'preparer' } },
    ]);
    const joined = { person_id: session.person.id, email, role: 'preparer' };
    expect(await entries('invitation_accept', idOf(invited))).toEqual([{ principal: 'api', after: joined }]);
  });

  it('is refused when it is used twice, on record', async () => {
    const email = newEmail();
    const id = idOf(await invite(email));
    const token = await mailedToken(api, email);
    const answers = await Promise.all([open(token), open(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(refusalOf(await open(token))).toMatchObject({ status: 401, code: 'not_signed_in' });
    await eventually(async () =>
      expect(await entries('refused_invitation', id)).toEqual([
        { principal: 'api', after: { why: 'ended' } },
      ]),
    );
  });

  it('is refused to a person who is signed in with another address, on record, and stays open', async () => {
    const email = newEmail();
    const id = idOf(await invite(email));
    const token = await mailedToken(api, email);
    const other = await signedInAs(api, organisation, 'viewer');
    expect(refusalOf(await open(token, other.cookie))).toMatchObject({
      status: 403,
      code: 'permission_denied',
    });
    await eventually(async () =>
      expect(await entries('refused_invitation', id)).toEqual([
        { principal: other.personId, after: { why: 'other_person' } },
      ]),
    );
    expect((await open(token)).status).toBe(200);
  });

  it('is accepted in the session of the person who was invited, also of another organisation', async () => {
    const theirs = await organisationOf(api, (await addClient(api.pool)).accountId);
    const person = await signedInAs(api, theirs, 'viewer');
    await invite(person.email, 'finance');
    const answer = await open(await mailedToken(api, person.email), person.cookie);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token');
    expect(
      sessionOf(answer)
        .accounts.map(({ role }) => role)
        .toSorted(),
    ).toEqual(['finance', 'viewer']);
  });

  it('does not pass the second factor of a person who has one', async () => {
    const theirs = await organisationOf(api, (await addClient(api.pool)).accountId);
    const person = await trustedAs(api, theirs, 'viewer');
    await invite(person.email, 'owner');
    const answer = await open(await mailedToken(api, person.email));
    expect(JSON.parse(answer.text).session.second_factor).toBe('pending');
  });

  it('has a link that opens nothing if it was made up, was withdrawn, or is 24 hours old', async () => {
    expect((await open(`inv_${'a'.repeat(43)}`)).status).toBe(401);
    const [withdrawn, late] = [newEmail(), newEmail()];
    const id = idOf(await invite(withdrawn));
    const token = await mailedToken(api, withdrawn);
    expect(JSON.parse((await withdraw(id)).text)).toEqual({ id, object: 'invitation', deleted: true });
    expect((await open(token)).status).toBe(401);
    expect(refusalOf(await withdraw(id))).toMatchObject({ status: 409 });

    const lateId = idOf(await invite(late));
    const lateToken = await mailedToken(api, late);
    await api.pool.query(
      `UPDATE invitations SET created_at = created_at - interval '24 hours', expires_at = expires_at - interval '24 hours'
        WHERE email = $1`,
      [late],
    );
    expect((await open(lateToken)).status).toBe(401);
    expect(refusalOf(await withdraw(lateId))).toMatchObject({ status: 409 });
    expect(await list()).toMatchObject([{ status: 'expired' }, { status: 'withdrawn' }]);
    expect((await invite(late)).status).toBe(201);
  });

  it('is not sent twice to one address, and not to a member', async () => {
    const email = newEmail();
    const answers = await Promise.all([invite(email), invite(email)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(refusalOf(await invite(owner.email))).toMatchObject({ status: 409, param: 'email' });
    expect(await sendMails(api)).toHaveLength(1);
  });

  it('is not sent more than 100 times in 24 hours', async () => {
    await api.pool.query(
      `INSERT INTO invitations (id, organisation_id, email, role, invited_kind, invited_by, created_at, expires_at, outcome, ended_at)
       SELECT gen_random_uuid(), (SELECT organisation_id FROM memberships m JOIN auth_people p ON p.id = m.person_id WHERE p.email = $1),
              n || '@flood.example', 'viewer', 'person', 'x', app_now(), app_now(), 'withdrawn', app_now()
         FROM generate_series(1, 100) n`,
      [owner.email],
    );
    expect(refusalOf(await invite(newEmail()))).toMatchObject({ status: 409 });
  });

  it.each(['owner', 'approver'])('to the role %s is not sent or withdrawn by an admin', async (role) => {
    const admin = await trustedAs(api, organisation, 'admin');
    const denied = { status: 403, details: { required_right: expect.any(String) } };
    expect(refusalOf(await invite(newEmail(), role, admin.cookie))).toMatchObject(denied);
    const id = idOf(await invite(newEmail(), role));
    expect(refusalOf(await withdraw(id, admin.cookie))).toMatchObject(denied);
    expect((await invite(newEmail(), 'preparer', admin.cookie)).status).toBe(201);
  });

  it('by a key never gives a role that can spend or approve', async () => {
    const scopes = ['all', 'approvals:decide', 'approvals:rules', 'people:read', 'people:manage'];
    const key = await addScopedKey(api.pool, client.accountId, scopes);
    const byKey = (role: string) =>
      call(api, '/v1/invitations', { method: 'POST', key, body: { email: newEmail(), role } });
    for (const role of ['owner', 'approver', 'admin'])
      expect([role, (await byKey(role)).status]).toEqual([role, 403]);
    expect((await byKey('support')).status).toBe(201);
    const alone = await addClient(api.pool);
    const other = await addScopedKey(api.pool, alone.accountId, scopes);
    const body = { email: newEmail(), role: 'viewer' };
    expect((await call(api, '/v1/invitations', { method: 'POST', key: other, body })).status).toBe(404);
  });

  it('is withdrawn when its sender is removed, is suspended or gets another role', async () => {
    const changes = [
      { method: 'PATCH', body: { role: 'viewer' } },
      { method: 'PATCH', body: { suspended: true } },
      { method: 'DELETE' },
    ];
    for (const change of changes) {
      const admin = await trustedAs(api, organisation, 'admin');
      const email = newEmail();
      await invite(email, 'viewer', admin.cookie);
      const token = await mailedToken(api, email);
      const path = `/v1/people/${admin.personId}`;
      expect((await browse(api, path, { ...change, cookie: owner.cookie })).status).toBe(200);
      expect((await open(token)).status).toBe(401);
    }
  });

  it('needs a role that exists and an e-mail address', async () => {
    for (const role of ['constructor', 'Owner', '', 'x'.repeat(65)])
      expect(refusalOf(await invite(newEmail(), role))).toMatchObject({ status: 400, param: 'role' });
    for (const email of ['', 'a', 'a@b@c', `${'a'.repeat(250)}@b.example`, 'a@b.example\r\nBcc: c@d.example'])
      expect(refusalOf(await invite(email))).toMatchObject({ status: 400, param: 'email' });
  });

  it('of another organisation is as if it did not exist', async () => {
    const id = idOf(await invite(newEmail()));
    const stranger = await trustedAs(
      api,
      await organisationOf(api, (await addClient(api.pool)).accountId),
      'owner',
    );
    expect(refusalOf(await withdraw(id, stranger.cookie))).toMatchObject({
      status: 404,
      param: 'invitation_id',
    });
  });
});
