import { describe, expect, it } from 'vitest';
import { assignAccount, createOrganisation } from '../../../../db/people/organisations.ts';
import { addMember } from '../../../../db/people/people.ts';
import { createPool } from '../../../../db/pool.ts';
import { hashApiKey } from '../../../../domain/crypto/api-key.ts';
import { idFromUuid } from '../../../../domain/ids.ts';
import type { Driver, Value } from '../driver.ts';

const ACTOR = { operator: 'test', reason: 'test' };

/** What the scenarios use of a running stack. */
export interface PeopleParts {
  /** With a key that may read and manage people. */
  readonly driver: () => Driver;
  readonly databaseUrl: () => string;
  readonly apiKey: () => string;
}

/** People, their roles and their organisation, on a running stack. */
export function realPeopleScenarios({ driver, databaseUrl, apiKey }: PeopleParts): void {
  describe('the people of an organisation', () => {
    it('are listed, changed and removed, and the organisation is renamed', async () => {
      expect(await driver().fails('organisation')).toMatchObject({ type: 'api', status: 404 });
      expect(await driver().ok('list_people', { query: {} })).toEqual([]);
      const [amina, bola] = await addPeople(databaseUrl(), apiKey());

      expect(await driver().ok('organisation')).toMatchObject({
        name: 'Acme',
        accounts: [{ livemode: true }],
        single_sign_on: null,
      });
      const renamed = await driver().ok('update_organisation', { name: 'Acme Rewards' });
      expect(renamed).toMatchObject({ name: 'Acme Rewards' });
      const roles: Value[] = await driver().ok('list_roles', { query: { limit: 1 } });
      expect(roles).toContainEqual(expect.objectContaining({ id: 'viewer', built_in: true }));

      const listed: Value[] = await driver().ok('list_people', { query: { limit: 1 } });
      expect(listed.map(({ id }) => id).toSorted()).toEqual([amina, bola].toSorted());
      const changed = await driver().ok('update_person', { id: amina, changes: { suspended: true } });
      expect(changed).toMatchObject({ id: amina, role: 'viewer', status: 'suspended' });
      const refused = { id: amina, changes: { role: 'owner' } };
      expect(await driver().fails('update_person', refused)).toMatchObject({ code: 'permission_denied' });
      expect(await driver().ok('get_person', { id: amina })).toMatchObject({ status: 'suspended' });

      await driver().ok('remove_person', { id: bola });
      expect(await driver().fails('get_person', { id: bola })).toMatchObject({ type: 'api', status: 404 });
      expect(await driver().fails('remove_person', { id: bola })).toMatchObject({ type: 'api', status: 404 });
    });
  });
}

/** Gives the account of the key an organisation with two viewers, and returns their ids. */
async function addPeople(databaseUrl: string, apiKey: string): Promise<[string, string]> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'conformance' });
  try {
    const { rows } = await pool.query<{ id: string }>({
      text: 'SELECT account_id AS id FROM api_keys WHERE key_hash = $1',
      values: [hashApiKey(apiKey)],
    });
    const organisationId = await createOrganisation(pool, 'Acme', ACTOR);
    await assignAccount(pool, organisationId, idFromUuid('acc', rows[0]?.id ?? ''), ACTOR);
    const add = (name: string) => {
      const email = `${name.toLowerCase()}@acme.example`;
      return addMember(pool, { organisationId, email, name, role: 'viewer' }, ACTOR);
    };
    return [await add('Amina'), await add('Bola')];
  } finally {
    await pool.end();
  }
}
