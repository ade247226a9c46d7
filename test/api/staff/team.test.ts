import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { browse, invited, newEmail, organisationOf, signedIn } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';
import { postOf, staffCalls } from '../../support/people/staff-calls.ts';

let api: ApiFixture;
let calls: Awaited<ReturnType<typeof staffCalls>>;
let admin: Awaited<ReturnType<typeof staffAs>>;
beforeAll(async () => {
  api = await startApi();
  calls = await staffCalls(api, { ada: 'operator' });
  admin = await staffAs(api, 'admin');
});
afterAll(() => api.close());

const REASON = { reason: 'new colleague' };

async function asAdmin(path: string, body?: object) {
  const { cookie } = admin;
  const answer = await browse(
    api,
    `/v1/staff${path}`,
    body === undefined ? { cookie } : { cookie, ...postOf(body) },
  );
  return { ...answer, json: JSON.parse(answer.text) };
}

/** The person with this address in the list. */
async function listed(email: string) {
  const { data } = (await asAdmin('/team')).json;
  return data.find((one: { email: string }) => one.email === email);
}

describe('the staff', () => {
  it('is listed with roles and second factors', async () => {
    expect(await listed(admin.email)).toEqual({
      id: admin.personId,
      object: 'staff_member',
      email: admin.email,
      name: 'Bisi',
      role: 'admin',
      has_second_factor: true,
      last_sign_in_at: expect.any(String),
    });
    expect((await calls.done('ada', '/team')).data.length).toBe(2);
  });

  it('gets a new person with a link that signs them in, and another role without one', async () => {
    const email = newEmail();
    const { json } = await asAdmin('/team', { email: email.toUpperCase(), role: 'support', ...REASON });
    expect(json).toMatchObject({
      email,
      role: 'support',
      sign_in_path: expect.stringMatching(/^\/sign-in#/),
    });
    expect(await listed(email)).toMatchObject({
      name: email,
      has_second_factor: false,
      last_sign_in_at: null,
    });
    await signedIn(api, json.sign_in_path.split('#')[1]);

    const changed = await asAdmin('/team', { email, role: 'finance', name: 'Other', ...REASON });
    expect(changed.json).toEqual({ person_id: json.person_id, email, role: 'finance', sign_in_path: null });
    expect(await listed(email)).toMatchObject({ name: email, role: 'finance' });
  });

  it('gets a new link for someone who has never signed in', async () => {
    const wish = { email: newEmail(), role: 'support', ...REASON };
    const first = (await asAdmin('/team', wish)).json.sign_in_path;
    const second = (await asAdmin('/team', wish)).json.sign_in_path;
    expect(second).toMatch(/^\/sign-in#/);
    expect(second).not.toBe(first);
  });

  it('loses a person from their next request, with everything on record', async () => {
    const person = await staffAs(api, 'support');
    const path = `/team/${person.personId}/remove`;
    expect((await asAdmin(path, REASON)).json).toEqual({ person_id: person.personId });
    expect((await browse(api, '/v1/staff/networks', { cookie: person.cookie })).status).toBe(401);
    expect(await listed(person.email)).toBeUndefined();
    expect((await asAdmin(path, REASON)).status).toBe(404);
    const { rows } = await api.pool.query(
      `SELECT action, principal_id AS by, reason FROM audit_log WHERE subject = $1 AND action LIKE 'staff_%' ORDER BY seq`,
      [person.personId],
    );
    expect(rows.at(-1)).toEqual({ action: 'staff_remove', by: admin.personId, reason: REASON.reason });
  });
});

describe('nothing is changed', () => {
  it('by someone to themselves', async () => {
    for (const [path, body] of [
      ['/team', { email: admin.email, role: 'finance' }],
      [`/team/${admin.personId}/remove`, {}],
    ] as const)
      expect(await asAdmin(path, { ...body, ...REASON })).toMatchObject({ status: 403 });
    expect(await listed(admin.email)).toMatchObject({ role: 'admin' });
  });

  it('for someone of a client', async () => {
    const person = await invited(api, await organisationOf(api), 'viewer');
    const answer = await asAdmin('/team', { email: person.email, role: 'support', ...REASON });
    expect(refusalOf(answer)).toMatchObject({ status: 409, code: 'invalid_request' });
    expect(await listed(person.email)).toBeUndefined();
  });

  it('without the right, a known role, an address or a reason', async () => {
    const wish = { email: newEmail(), role: 'support', ...REASON };
    expect((await calls.ask('ada', '/team', postOf(wish))).status).toBe(403);
    for (const wrong of [{ role: 'owner' }, { email: 'bisi' }, { reason: ' ' }])
      expect((await asAdmin('/team', { ...wish, ...wrong })).status).toBe(400);
    expect((await asAdmin('/team/per_x/remove', REASON)).status).toBe(404);
    expect(await listed(wish.email)).toBeUndefined();
  });
});
