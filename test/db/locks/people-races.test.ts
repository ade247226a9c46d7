import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../../../db/accounts/accounts.ts';
import { setRateLimit } from '../../../db/accounts/terms.ts';
import { replaceStaffRule } from '../../../db/approvals/staff/rules.ts';
import { invite } from '../../../db/people/invitations/create.ts';
import { changeMember, dropMember, type Manager } from '../../../db/people/member-changes.ts';
import { assignAccount, createOrganisation } from '../../../db/people/organisations.ts';
import { renameOrganisation } from '../../../db/people/own-organisation.ts';
import { addPasskey } from '../../../db/people/passkeys.ts';
import { addMember } from '../../../db/people/people.ts';
import { changeRole, createRole, deleteRole } from '../../../db/people/roles/changes.ts';
import { endAllSessions } from '../../../db/people/sessions.ts';
import { removeSso, setSso } from '../../../db/people/sso/settings.ts';
import { ALL_RIGHTS } from '../../../domain/access/rights.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { AccountId, OrganisationId, PersonId, RoleId } from '../../../domain/ids.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';

const ACTOR = { operator: 'test', reason: 'test' };
const TERMS = { livemode: true, currency: 'NGN', rateLimitPerSecond: 100 };
const STAFF_RULE = {
  kind: 'account_fund',
  currency: 'NGN',
  oneFrom: null,
  twoFrom: null,
  validHours: 72,
} as const;
const SSO = { issuer: 'https://id.example', clientId: 'id', isRequired: false, admitsDomain: false };

let database: PooledDatabase;
let accounts: readonly [AccountId, AccountId];
let organisation: OrganisationId;
let owner: PersonId;
let people: readonly PersonId[];
let manager: Manager;
let role: RoleId;

beforeAll(async () => {
  database = await openTestDatabase({ max: 30 });
  const { pool } = database;
  accounts = [
    await createAccount(pool, { name: 'One', ...TERMS }),
    await createAccount(pool, { name: 'Two', ...TERMS }),
  ];
  organisation = await createOrganisation(pool, 'Acme', ACTOR);
  for (const account of accounts) await assignAccount(pool, organisation, account, ACTOR);
  owner = await member('owner', 'owner');
  people = [await member('ada', 'viewer'), await member('ben', 'support'), await member('cleo', 'owner')];
  const principal = { kind: 'person', personId: owner, sessionId: newId('ses') } as const;
  manager = { actor: { principal, address: null, userAgent: null }, rights: ALL_RIGHTS };
  const created = await newRole('Night shift');
  if (created.kind !== 'done') throw new Error(`the role was not created: ${created.kind}`);
  role = created.role.id;
});
afterAll(() => database.close());

function member(name: string, role: 'owner' | 'support' | 'viewer'): Promise<PersonId> {
  const person = { organisationId: organisation, email: `${name}@acme.example`, name, role };
  return addMember(database.pool, person, ACTOR);
}

function newRole(name: string) {
  const wish = { name, rights: new Set(['balance:read'] as const) };
  return createRole(database.pool, accounts[0], wish, manager);
}

function passkeyOf(personId: PersonId) {
  const passkey = {
    personId,
    credentialId: Buffer.from(newId('pky')),
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: [],
    name: 'phone',
  };
  return addPasskey(database.pool, passkey, newId('ses'), manager.actor);
}

/** Transactions that lock an organisation, its people or its accounts. A refusal of one is no fault. */
function transactions(): Readonly<Record<string, () => Promise<unknown>>> {
  const { pool } = database;
  const [account, other] = accounts;
  const [ada, ben, cleo] = people as [PersonId, PersonId, PersonId];
  return {
    suspend: () => changeMember(pool, account, ada, { suspended: true }, manager),
    'take a suspension back': () => changeMember(pool, other, ada, { suspended: false }, manager),
    'change a role': () => changeMember(pool, account, ben, { role: 'viewer' }, manager),
    'change the role of an owner': () => changeMember(pool, other, cleo, { role: 'viewer' }, manager),
    'create a role': () => newRole(`Role ${newId('rol')}`),
    'give a custom role': () => changeMember(pool, account, ada, { role }, manager),
    'invite to a custom role': () =>
      invite(pool, other, { email: `${newId('inv')}@acme.example`, role }, manager),
    'change a custom role': () =>
      changeRole(pool, other, role, { rights: new Set(['balance:read', 'events:read'] as const) }, manager),
    'delete a custom role': () => deleteRole(pool, account, role, manager),
    'remove a person': () => dropMember(pool, account, ben, manager),
    'add the person again': () => member('ben', 'support'),
    'make an owner': () => member('cleo', 'owner'),
    'end sessions': () => endAllSessions(pool, ada, ACTOR),
    rename: () => renameOrganisation(pool, other, `Acme ${newId('org')}`, manager.actor),
    'give an account': () => assignAccount(pool, organisation, other, ACTOR),
    'change an account': () => setRateLimit(pool, account, 50, ACTOR),
    'add a passkey': () => passkeyOf(ada),
    'set single sign-on': () =>
      setSso(
        pool,
        organisation,
        { ...SSO, domains: ['acme.example'], sealedSecret: Buffer.from('s') },
        ACTOR,
      ),
    'remove single sign-on': () => removeSso(pool, organisation, ACTOR),
    'change a rule for operators': () => replaceStaffRule(pool, STAFF_RULE, ACTOR),
  };
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'transactions of people end without a deadlock in order %i',
  async (order) => {
    const all = Object.entries(transactions());
    const place = (name: string, round: number) =>
      createHash('sha256').update(`${order} ${round} ${name}`).digest('hex');
    const started = [0, 1].flatMap((round) =>
      all
        .toSorted(([a], [b]) => (place(a, round) < place(b, round) ? -1 : 1))
        .map(async ([name, run]) => {
          await run().catch((error: Error) => {
            throw new Error(`${name}: ${error.message}`, { cause: error });
          });
        }),
    );
    const failed = (await Promise.allSettled(started)).filter(({ status }) => status === 'rejected');
    expect(failed).toEqual([]);
  },
);
