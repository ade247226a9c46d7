import type { Pool } from 'pg';
import { assignAccount, createOrganisation, listOrganisations } from '../../db/people/organisations.ts';
import { addMember } from '../../db/people/people.ts';
import { addStaff } from '../../db/people/staff.ts';
import { createPool } from '../../db/pool.ts';
import { hashApiKey } from '../../domain/crypto/api-key.ts';
import { type AccountId, idFromUuid } from '../../domain/ids.ts';
import { issueSignInToken, signInPath } from '../../services/people/links.ts';

const ACTOR = { operator: 'dev', reason: 'demo people' };
const NAME = 'Demo';

/** One person per role that takes part in a campaign. */
const PEOPLE = [
  { role: 'owner', name: 'Ope', email: 'owner@demo.example' },
  { role: 'preparer', name: 'Priye', email: 'preparer@demo.example' },
  { role: 'approver', name: 'Aisha', email: 'approver@demo.example' },
] as const;

/** Who operates the installation. */
const STAFF = { role: 'operator', name: 'Tola', email: 'operator@bundlewire.example' } as const;

export interface SignInLink {
  readonly role: string;
  readonly url: string;
}

/**
 * Makes people of the demo's organisation and an operator, if they do not exist, and a new link for each, which signs in once within
 * a day.
 * @param apiKeys keys of the accounts that they may use.
 */
export async function issueDemoLinks(
  databaseUrl: string,
  apiUrl: string,
  apiKeys: readonly string[],
): Promise<SignInLink[]> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'bundlewire-dev' });
  try {
    const known = (await listOrganisations(pool, null)).find(({ name }) => name === NAME);
    const organisationId = known?.id ?? (await createOrganisation(pool, NAME, ACTOR));
    for (const accountId of await findAccounts(pool, apiKeys))
      if (known?.accountIds.includes(accountId) !== true)
        await assignAccount(pool, organisationId, accountId, ACTOR);
    const links: SignInLink[] = [];
    for (const { role, name, email } of PEOPLE) {
      await addMember(pool, { organisationId, email, name, role }, ACTOR);
      links.push({ role, url: `${apiUrl}${signInPath(await issueSignInToken(pool, email))}` });
    }
    await addStaff(pool, STAFF, ACTOR);
    const token = await issueSignInToken(pool, STAFF.email);
    return [...links, { role: STAFF.role, url: `${apiUrl}${signInPath(token)}` }];
  } finally {
    await pool.end();
  }
}

/** A line per role with a link that signs in once. */
export function showLinks(links: readonly SignInLink[]): string {
  return ['  Sign in, once per link:', ...links.map(({ role, url }) => `    ${role.padEnd(10)}${url}`)].join(
    '\n',
  );
}

async function findAccounts(pool: Pool, apiKeys: readonly string[]): Promise<AccountId[]> {
  const { rows } = await pool.query<{ id: string }>({
    text: 'SELECT DISTINCT account_id AS id FROM api_keys WHERE key_hash = ANY ($1::bytea[])',
    values: [apiKeys.map(hashApiKey)],
  });
  return rows.map(({ id }) => idFromUuid('acc', id));
}
