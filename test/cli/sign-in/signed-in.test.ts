import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../../db/people/people.ts';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import { STAFF_ROLES } from '../../../domain/access/staff.ts';
import { readId } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { bought, order } from '../../support/api/http.ts';
import { atTerminal, newTerminal, signInAt, type Terminal } from '../../support/people/command-line.ts';
import { ACTOR, newEmail, organisationOf, signedInAs } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';

const WHY = ['--reason', 'ticket 4711'];

type Person = Awaited<ReturnType<typeof atTerminal>>;

let api: ApiFixture;
let finance: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  api = await startApi();
  [finance, other, admin] = await Promise.all([
    atTerminal(api, 'finance'),
    atTerminal(api, 'finance'),
    atTerminal(api, 'admin'),
  ]);
});
afterAll(() => api.close());

const fund = ({ cli }: Terminal, amount: string) =>
  cli('account', 'fund', api.client.accountId, amount, '--yes', ...WHY);

async function lastEntry(action: string) {
  const { rows } = await api.pool.query(
    `SELECT principal_kind AS kind, principal_id AS id, session_id IS NOT NULL AS "hasSession", user_agent AS via, reason
       FROM audit_log WHERE action = $1 ORDER BY at DESC, seq DESC LIMIT 1`,
    [action],
  );
  return rows[0];
}

function fileOf({ folder }: Terminal): string {
  return join(folder, 'bundlewire', 'sessions.json');
}

describe('bundlewire sign-in', () => {
  it('stores a token that only the user can read, and shows the person', async () => {
    expect(statSync(fileOf(finance)).mode & 0o777).toBe(0o600);
    const { out } = await finance.cli('whoami', '--json');
    expect(JSON.parse(out)).toMatchObject({
      access: 'person',
      id: finance.personId,
      email: finance.email,
      role: 'finance',
      rights: [...STAFF_ROLES.finance].toSorted(),
    });
  });

  it.concurrent('stores nothing when it is denied, or confirmed by no staff member', async () => {
    const terminal = newTerminal(api);
    const denied = await signInAt(api, terminal, (await staffAs(api, 'operator')).cookie, 'denied');
    expect(denied).toMatchObject({ exitCode: 1, err: expect.stringMatching(/denied in the browser/) });
    expect(JSON.parse((await terminal.cli('whoami', '--json')).out)).toEqual({
      access: 'direct',
      operator: 'ada',
    });
  });

  it.concurrent('is refused if others may read the file', async () => {
    const person = await atTerminal(api, 'support');
    chmodSync(fileOf(person), 0o644);
    const ran = await person.cli('account', 'list');
    expect(ran).toMatchObject({ exitCode: 2, out: '', err: expect.stringMatching(/^Others may read/) });
  });

  it.concurrent('ends at sign-out, also for a copy of the file', async () => {
    const person = await atTerminal(api, 'support');
    const copy = readFileSync(fileOf(person), 'utf8');
    expect((await person.cli('sign-out')).exitCode).toBe(0);
    expect(readFileSync(fileOf(person), 'utf8')).not.toContain('bwcli_');
    const { token } = Object.values<{ token: string }>(JSON.parse(copy))[0] ?? { token: '' };
    const { findCommandLinePerson } = await import('../../../services/people/staff/command-line.ts');
    expect(await findCommandLinePerson(api.pool, token)).toBeNull();
  });

  it('does not fall back to direct access when it has ended', async () => {
    const person = await atTerminal(api, 'finance');
    await api.pool.query(`DELETE FROM auth_sessions WHERE token LIKE 'cli:%' AND id = (
      SELECT id FROM auth_sessions WHERE token LIKE 'cli:%' ORDER BY created_at DESC LIMIT 1)`);
    const ran = await fund(person, '1.00');
    expect(ran).toMatchObject({ exitCode: 1, err: expect.stringMatching(/^Your sign-in has ended/) });
    expect((await person.cli('sign-out')).out).toBe('You are signed out.\n');
    expect((await fund(person, '1.00')).err).toMatch(/^You are not signed in/);
  });
});

describe('a command of a person who is signed in', () => {
  it('is recorded under the person, with the session', async () => {
    const { exitCode, err } = await fund(finance, '100.00');
    expect([exitCode, err]).toEqual([0, '']);
    expect(await lastEntry('funding')).toEqual({
      kind: 'staff',
      id: finance.personId,
      hasSession: true,
      via: 'bundlewire command line',
      reason: 'ticket 4711',
    });
  });

  it('is refused without the right of the role, and changes nothing', async () => {
    const ran = await fund(admin, '100.00');
    expect(ran).toMatchObject({ exitCode: 1, err: expect.stringMatching(/the right money:write/) });
    const invited = await finance.cli('staff', 'invite', newEmail(), '--role', 'admin', ...WHY);
    expect(invited).toMatchObject({ exitCode: 1, err: expect.stringMatching(/the right staff:manage/) });
  });

  it('takes no other name', async () => {
    const ran = await finance.cli(
      'account',
      'fund',
      api.client.accountId,
      '1.00',
      '--yes',
      '--operator',
      'x',
      ...WHY,
    );
    expect(ran).toMatchObject({ exitCode: 2, err: expect.stringMatching(/only for direct access/) });
  });

  it('invites the staff, and changes no own role', async () => {
    const email = newEmail();
    expect((await admin.cli('staff', 'invite', email, '--role', 'support', ...WHY)).out).toContain(
      '/sign-in#',
    );
    const own = await admin.cli('staff', 'invite', admin.email, '--role', 'finance', ...WHY);
    expect(own).toMatchObject({ exitCode: 1, err: expect.stringMatching(/cannot do this to yourself/) });
  });

  it('never joins a person of a client and the staff', async () => {
    const organisationId = await organisationOf(api, api.client.accountId);
    const { email } = await signedInAs(api, organisationId, 'viewer');
    const ran = await admin.cli('staff', 'invite', email, '--role', 'support', ...WHY);
    expect(ran).toMatchObject({ exitCode: 1, err: expect.stringMatching(/organisation of a client/) });
    const member = { organisationId, email: other.email, name: 'Both', role: 'owner' } as const;
    await expect(addMember(api.pool, member, ACTOR)).rejects.toThrow(/belongs to the staff/);
  });
});

describe('phone numbers', () => {
  it('are masked without numbers:read, also in bodies of gateways', async () => {
    const { id } = await bought(api, order({ phone_number: '+2348031234567' }));
    const body = Buffer.from('{"recipient":"2348031234567"}');
    await storeCallback(api.pool, 'net_mtn', true, { body, headers: {} }, readId('pur', id));
    const traceOf = async ({ cli }: Terminal) => (await cli('purchase', 'trace', id, '--json')).out;
    const shown = await traceOf(finance);
    expect(shown).toContain('…567');
    expect(shown).not.toContain('8031234567');
    expect(await traceOf(admin)).toContain('8031234567');
  });
});

describe('a command without a sign-in', () => {
  it('says that it is direct access, and is recorded as that with the name that was typed', async () => {
    const ran = await fund(newTerminal(api), '100.00');
    expect(ran.exitCode).toBe(0);
    expect(ran.err).toBe(
      'You are not signed in (bundlewire sign-in). This is direct access to the database, and is recorded as that.\n',
    );
    expect(await lastEntry('funding')).toMatchObject({ kind: 'operator', id: 'ada', via: 'direct' });
  });
});

describe('approvals between operators', () => {
  const approve = ({ cli }: Terminal, id: string) => cli('approval', 'approve', id, ...WHY);
  async function requested(person: Terminal): Promise<string> {
    const { err } = await fund(person, '900,000.00');
    return /apr_\w+/.exec(err)?.[0] ?? '';
  }

  it('compare persons: not the same one, and not a name that was typed', async () => {
    const { exitCode } = await newTerminal(api).cli(
      ...['approval', 'rule', 'account_fund', '--currency', 'NGN', '--one-from', '500,000.00'],
      ...WHY,
    );
    expect(exitCode).toBe(0);
    const id = await requested(finance);
    expect(await approve(finance, id)).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/You requested/),
    });
    const typed = await newTerminal(api).cli('approval', 'approve', id, '--operator', 'someone else', ...WHY);
    expect(typed).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/Sign in with bundlewire sign-in/),
    });
    expect((await fund(finance, '900,000.00')).exitCode).toBe(1);

    expect((await approve(other, id)).exitCode).toBe(0);
    expect((await fund(finance, '900,000.00')).exitCode).toBe(0);
    expect(await lastEntry('approval_approve')).toMatchObject({ kind: 'staff', id: other.personId });
  });

  it('are not decided without the right', async () => {
    const id = await requested(finance);
    expect(await approve(admin, id)).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/approvals:decide/),
    });
    expect((await finance.cli('approval', 'withdraw', id, ...WHY)).exitCode).toBe(0);
  });
});
