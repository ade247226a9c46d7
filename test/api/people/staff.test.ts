import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addMember } from '../../../db/people/people.ts';
import { linkIdentity } from '../../../db/people/sso/identities.ts';
import { addStaff, findStaffRole, removeStaff } from '../../../db/people/staff.ts';
import { STAFF_RIGHTS, STAFF_ROLES, staffRightsInSession } from '../../../domain/access/staff.ts';
import { type OrganisationId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { addressOf, NOBODY, operationsOf } from '../../support/api/operations.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import {
  ACTOR,
  browse,
  invited,
  newEmail,
  organisationOf,
  post,
  signedInAs,
  trustedAs,
} from '../../support/people/fixture.ts';
import { mailedToken } from '../../support/people/mails.ts';
import { staffAs, staffSignedIn } from '../../support/people/staff.ts';

const Shown = z.object({
  accounts: z.array(z.unknown()),
  staff: z.object({ role: z.string(), rights: z.array(z.string()) }).nullable(),
});

let api: ApiFixture;
let organisation: OrganisationId;
beforeAll(async () => {
  api = await startApi();
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

async function shown(cookie: string) {
  return Shown.parse(JSON.parse((await browse(api, '/v1/auth/session', { cookie })).text));
}

describe('a staff role', () => {
  it.each(Object.keys(STAFF_ROLES))('%s has no right without a second factor', (role) => {
    expect(staffRightsInSession(role, 'none').size).toBe(0);
    expect(staffRightsInSession(role, 'pending').size).toBe(0);
    expect(staffRightsInSession(role, 'passed').size).toBeGreaterThan(5);
  });

  it('never both moves money and manages the staff, and every right is in one', () => {
    for (const rights of Object.values(STAFF_ROLES))
      expect(rights.has('money:write') && rights.has('staff:manage')).toBe(false);
    const used = new Set(Object.values(STAFF_ROLES).flatMap((rights) => [...rights]));
    expect(Object.keys(STAFF_RIGHTS).filter((right) => ![...used].some((each) => each === right))).toEqual(
      [],
    );
  });

  it('that this version does not know gives nothing', () => {
    expect(staffRightsInSession('root', 'passed').size).toBe(0);
  });
});

describe('a staff member', () => {
  it('sees the role, and its rights from the second factor on', async () => {
    const { cookie } = await staffSignedIn(api, 'support');
    expect(await shown(cookie)).toEqual({ accounts: [], staff: { role: 'support', rights: [] } });
    const passed = await staffAs(api, 'support');
    expect(await shown(passed.cookie)).toEqual({
      accounts: [],
      staff: { role: 'support', rights: [...STAFF_ROLES.support].toSorted() },
    });
  });

  it('opens no operation of a client, even with a role in an organisation', async () => {
    const { cookie, personId } = await staffAs(api, 'admin');
    await api.pool.query(
      `INSERT INTO memberships (organisation_id, person_id, role) VALUES ($1, $2, 'owner')`,
      [uuidOf('org', organisation), uuidOf('per', personId)],
    );
    const operations = operationsOf(api);
    expect(operations.length).toBeGreaterThan(50);
    for (const operation of operations) {
      const answer = await browse(api, addressOf(operation, NOBODY), {
        method: operation.method,
        cookie,
        ...(operation.takesJson ? { body: {} } : {}),
      });
      expect([operation.id, answer.status]).toEqual([operation.id, 404]);
    }
  });

  it('cannot get a role in an organisation, also not from its provider', async () => {
    const email = newEmail();
    const { personId } = await staffSignedIn(api, 'finance', email);
    const member = { organisationId: organisation, email, name: 'Bisi', role: 'owner' } as const;
    await expect(addMember(api.pool, member, ACTOR)).rejects.toThrow(/belongs to the staff/);
    const given = { organisationId: organisation, subject: 'sub-1', email, name: 'Bisi' };
    const actor = { principal: { kind: 'process', name: 'api' }, address: null, userAgent: null } as const;
    expect(await linkIdentity(api.pool, given, true, actor)).toBe('not_invited');
    const { rows } = await api.pool.query('SELECT FROM memberships WHERE person_id = $1', [
      uuidOf('per', personId),
    ]);
    expect(rows).toEqual([]);
  });

  it('gets no role from an invitation of a client, and its link opens nothing', async () => {
    const owner = await trustedAs(api, organisation, 'owner');
    const { email, personId } = await staffSignedIn(api, 'support');
    const sent = await post(api, '/v1/invitations', { email, role: 'viewer' }, owner.cookie);
    expect(sent.status).toBe(201);
    const token = await mailedToken(api, email);
    const opened = await post(api, '/v1/auth/sign-in/link', { token });
    expect(refusalOf(opened)).toMatchObject({ status: 401 });
    const { rows } = await api.pool.query('SELECT FROM memberships WHERE person_id = $1', [
      uuidOf('per', personId),
    ]);
    expect(rows).toEqual([]);
  });

  it('is signed out everywhere when removed', async () => {
    const { cookie, personId } = await staffAs(api, 'operator');
    expect(await removeStaff(api.pool, personId, ACTOR)).toBe(true);
    expect((await browse(api, '/v1/auth/sessions', { cookie })).status).toBe(401);
    expect(await removeStaff(api.pool, personId, ACTOR)).toBe(false);
  });

  it('has a changed role from the next request', async () => {
    const { cookie, email } = await staffAs(api, 'operator');
    await addStaff(api.pool, { email, name: 'Bisi', role: 'support' }, ACTOR);
    expect((await shown(cookie)).staff?.role).toBe('support');
  });
});

describe('a person of a client', () => {
  it('cannot join the staff, and has no rights there', async () => {
    const { email, personId, cookie } = await trustedAs(api, organisation, 'owner');
    expect(await addStaff(api.pool, { email, name: 'Amina', role: 'admin' }, ACTOR)).toBe('client');
    expect(await findStaffRole(api.pool, personId)).toBeNull();
    expect((await shown(cookie)).staff).toBeNull();
  });

  it('who was invited to both at the same time gets one role', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = newEmail();
      const [member, staff] = await Promise.allSettled([
        invited(api, organisation, 'viewer', email),
        addStaff(api.pool, { email, name: 'Both', role: 'support' }, ACTOR),
      ]);
      const joined = staff.status === 'fulfilled' && staff.value !== 'client';
      expect([member.status, joined]).toEqual(joined ? ['rejected', true] : ['fulfilled', false]);
    }
  });

  it('keeps the sessions of other people when someone joins the staff', async () => {
    const { cookie } = await signedInAs(api, organisation, 'viewer');
    await staffSignedIn(api, 'support');
    expect((await browse(api, '/v1/auth/sessions', { cookie })).status).toBe(200);
  });
});
