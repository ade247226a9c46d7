import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval } from '../../../db/approvals/decide.ts';
import { decideStaffApproval } from '../../../db/approvals/staff/decide.ts';
import { replaceStaffRule } from '../../../db/approvals/staff/rules.ts';
import { requestStart } from '../../../db/batches/request-start.ts';
import { invite } from '../../../db/people/invitations/create.ts';
import { withdrawInvitation } from '../../../db/people/invitations/withdraw.ts';
import { changeMember, dropMember } from '../../../db/people/member-changes.ts';
import { assignAccount, createOrganisation } from '../../../db/people/organisations.ts';
import { addMember } from '../../../db/people/people.ts';
import { changeRole, createRole, deleteRole } from '../../../db/people/roles/changes.ts';
import { setSuspended } from '../../../db/people/suspend.ts';
import { ALL_RIGHTS, type Right } from '../../../domain/access/rights.ts';
import { NOTHING_AGREED } from '../../../domain/batch/agreement.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { InvitationId, OrganisationId, PersonId, RoleId } from '../../../domain/ids.ts';
import { ADA, BEN, by, staffCommands } from '../../support/approvals/staff.ts';
import { CLIENT } from '../../support/client-actor.ts';
import { untilItWaits } from '../../support/locks/holding.ts';
import { createWorld, type World } from '../../support/locks/world.ts';
import { createLaneFixture, type LaneFixture, PRICE } from '../../support/purchases/lane-fixture.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'db', 'README.md'), 'utf8');
const MANAGER = { actor: CLIENT, rights: ALL_RIGHTS };
const READING = new Set<Right>(['balance:read']);

/** How the table of db/README.md calls the rows of a table. */
const WORDS: Readonly<Record<string, RegExp>> = {
  accounts: /account/,
  approval_decisions: /decision/,
  approvals: /approval/,
  audit_heads: /action/,
  audit_log: /action/,
  auth_people: /person/,
  auth_sessions: /session/,
  batch_notices: /notice/,
  batches: /batch/,
  custom_roles: /custom role/,
  invitations: /invitation/,
  memberships: /membership/,
  organisations: /organisation/,
  outbox: /outbox/,
  person_mails: /mail/,
  staff_approval_rules: /\brule\b/,
};

let fixture: LaneFixture;
let world: World;
let organisation: OrganisationId;
let person: PersonId;
let role: RoleId;
let invitation: InvitationId;
const staff = staffCommands(() => fixture);

beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

/** An organisation with a person, a role and an open invitation. */
async function prepare(): Promise<void> {
  const { pool } = fixture;
  world = await createWorld(fixture);
  const organisationId = await createOrganisation(pool, 'Acme', ADA);
  organisation = organisationId;
  await assignAccount(pool, organisationId, world.accountId, ADA);
  const email = `${newId('per')}@acme.example`;
  person = await addMember(pool, { organisationId, email, name: 'Amina', role: 'viewer' }, ADA);
  const created = await createRole(pool, world.accountId, { name: 'Reader', rights: READING }, MANAGER);
  if (created.kind !== 'done') throw new Error(`the role was not created: ${created.kind}`);
  role = created.role.id;
  invitation = await invited();
}

async function invited(): Promise<InvitationId> {
  const wish = { email: `${newId('inv')}@acme.example`, role: 'viewer' };
  const sent = await invite(fixture.pool, world.accountId, wish, MANAGER);
  if (sent.kind !== 'invited') throw new Error(`no one was invited: ${sent.kind}`);
  return sent.id;
}

async function staffRequest() {
  await staff.rule('account_fund', PRICE);
  const id = await staff.requested(staff.fund(world.accountId, PRICE, by(newId('per'))));
  await replaceStaffRule(fixture.pool, { ...OFF, kind: 'account_fund', currency: 'NGN' }, by('setup'));
  return id;
}

const OFF = { oneFrom: null, twoFrom: null, validHours: 72 };
const rule = (oneFrom: number | null) => ({
  ...OFF,
  kind: 'account_adjust' as const,
  currency: 'NGN',
  oneFrom,
});

/** What prepares a transaction, and the transaction: by its name, its file in the table, and what it locks first. */
const TRANSACTIONS: readonly [string, string, string, () => Promise<() => Promise<unknown>>][] = [
  [
    'creates a role',
    'people/roles/changes.ts',
    'organisations',
    async () => () =>
      createRole(fixture.pool, world.accountId, { name: 'Night shift', rights: READING }, MANAGER),
  ],
  [
    'changes a role',
    'people/roles/changes.ts',
    'organisations',
    async () => () =>
      changeRole(fixture.pool, world.accountId, role, { rights: new Set(['events:read'] as const) }, MANAGER),
  ],
  [
    'deletes a role',
    'people/roles/changes.ts',
    'organisations',
    async () => () => deleteRole(fixture.pool, world.accountId, role, MANAGER),
  ],
  [
    'gives a role',
    'people/member-changes.ts',
    'organisations',
    async () => () => changeMember(fixture.pool, world.accountId, person, { role }, MANAGER),
  ],
  [
    'suspends a person',
    'people/member-changes.ts',
    'organisations',
    async () => () => changeMember(fixture.pool, world.accountId, person, { suspended: true }, MANAGER),
  ],
  [
    'suspends a person for the staff',
    'people/suspend.ts',
    'organisations',
    async () => () => setSuspended(fixture.pool, organisation, person, true, ADA),
  ],
  [
    'removes a person',
    'people/member-changes.ts',
    'organisations',
    async () => () => dropMember(fixture.pool, world.accountId, person, MANAGER),
  ],
  ['invites a person', 'people/invitations/create.ts', 'organisations', async () => invited],
  [
    'withdraws an invitation',
    'people/invitations/withdraw.ts',
    'organisations',
    async () => () => withdrawInvitation(fixture.pool, world.accountId, invitation, MANAGER),
  ],
  [
    'asks for the start of a campaign',
    'batches/request-start.ts',
    'accounts',
    async () => () =>
      requestStart(
        fixture.pool,
        world.accountId,
        world.readyBatchId,
        { startAt: null, note: null },
        CLIENT,
        NOTHING_AGREED,
      ),
  ],
  [
    'approves a campaign',
    'approvals/decide.ts',
    'accounts',
    async () => () => decideApproval(fixture.pool, world.accountId, world.approvalId, 'approve', BEN, null),
  ],
  [
    'approves what an operator does',
    'approvals/staff/decide.ts',
    'approvals',
    async () => {
      const id = await staffRequest();
      return () => decideStaffApproval(fixture.pool, id, 'approve', BEN, null);
    },
  ],
  [
    'changes a rule for operators',
    'approvals/staff/rules.ts',
    'staff_approval_rules',
    async () => {
      await replaceStaffRule(fixture.pool, rule(PRICE), ADA);
      return () => replaceStaffRule(fixture.pool, rule(2 * PRICE), ADA);
    },
  ],
];

/** The tables in which a transaction holds or wants row locks, while another one holds all rows of a table. */
async function locksBehind(held: string, run: () => Promise<unknown>): Promise<string[]> {
  const client = new Client({ connectionString: fixture.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`SELECT FROM ${held} FOR UPDATE`);
  const transaction = run();
  try {
    expect(await untilItWaits(fixture.pool, transaction)).toBe(true);
    const { rows } = await fixture.pool.query<{ name: string }>(`
      SELECT DISTINCT c.relname AS name
        FROM pg_stat_activity a
        JOIN pg_locks l ON l.pid = a.pid AND l.locktype = 'relation' AND l.mode IN ('RowShareLock', 'RowExclusiveLock')
        JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r'
       WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'
       ORDER BY 1`);
    return rows.map(({ name }) => name);
  } finally {
    await client.query('COMMIT');
    await client.end();
    await transaction;
  }
}

/** What the table of db/README.md says that transactions of a file lock. */
function documented(file: string): string {
  const line = PAGE.split('\n').find((each) => each.startsWith('| ') && each.includes(`\`${file}\``));
  return line?.split(' | ')[1] ?? '';
}

describe.each(TRANSACTIONS)('the transaction that %s (%s)', (_name, file, first, begin) => {
  it('locks rows of the tables that db/README.md names, and of no others, before the head of the log', async () => {
    await prepare();
    const locked = await locksBehind('audit_heads', await begin());
    const named = documented(file);
    expect(locked).toContain('audit_log');
    expect(locked).toContain(first);
    expect(locked.filter((table) => WORDS[table]?.test(named) !== true)).toEqual([]);
  });

  it(`holds nothing that comes later in the table while it waits for ${first}`, async () => {
    await prepare();
    const locked = await locksBehind(first, await begin());
    const named = documented(file);
    const earlier = named.slice(0, WORDS[first]?.exec(named)?.index ?? 0);
    expect(locked.filter((table) => table !== first && WORDS[table]?.test(earlier) !== true)).toEqual([]);
  });
});
