import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrganisation } from '../../../../db/people/organisations.ts';
import { readSso, setSso } from '../../../../db/people/sso/settings.ts';
import { openSecret, type SecretsKeys, sealSecret } from '../../../../domain/crypto/sealed-secret.ts';
import type { OrganisationId } from '../../../../domain/ids.ts';
import { resealSsoSecrets } from '../../../../services/people/sso/reseal.ts';
import { resealSecrets } from '../../../../services/webhooks/reseal.ts';
import { openTestDatabase, type PooledDatabase } from '../../../support/database.ts';

const BY = { operator: 'test', reason: 'test' };
const SECRET = 'the secret at the provider';

let database: PooledDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** An organisation whose secret at its provider is sealed with this key. */
async function withSso(name: string, key: Buffer): Promise<OrganisationId> {
  const id = await createOrganisation(database.pool, name, BY);
  const sealedSecret = sealSecret(SECRET, { current: key, former: [] });
  const terms = { issuer: `https://${name}.example`, clientId: 'id', isRequired: false, admitsDomain: false };
  expect(
    await setSso(database.pool, id, { ...terms, domains: [`${name}.example`], sealedSecret }, BY),
  ).toBeNull();
  return id;
}

async function opened(id: OrganisationId, keys: SecretsKeys): Promise<string> {
  const stored = await readSso(database.pool, id);
  if (stored === null) throw new TypeError(`${id} has no single sign-on`);
  return openSecret(stored.sealedSecret, keys);
}

it('keeps the secret of single sign-on when the key that seals it is replaced', async () => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const id = await withSso('acme', former);
  const keys = { current, former: [former] };
  expect(await resealSecrets(database.pool, keys)).toEqual({ resealed: 1, current: 0, unreadable: [] });
  expect(await resealSecrets(database.pool, keys)).toEqual({ resealed: 0, current: 1, unreadable: [] });
  expect(await opened(id, { current, former: [] })).toBe(SECRET);
  await expect(opened(id, { current: former, former: [] })).rejects.toThrow(RangeError);
});

it('names the organisations whose secret none of the keys opens, and leaves them as they are', async () => {
  const lost = randomBytes(32);
  const id = await withSso('lost', lost);
  const { unreadable } = await resealSsoSecrets(database.pool, { current: randomBytes(32), former: [] });
  expect(unreadable).toContain(id);
  expect(await opened(id, { current: lost, former: [] })).toBe(SECRET);
});
