import type { Pool } from 'pg';
import {
  findSealedSecrets,
  readSealedSecrets,
  replaceSealedSecrets,
  type SealedSecrets,
  type SecretsOwner,
} from '../../db/accounts/sealed-secrets.ts';
import { isSealedWith, openSecret, type SecretsKeys, sealSecret } from '../../domain/crypto/sealed-secret.ts';
import type { AccountId, OrganisationId } from '../../domain/ids.ts';
import { resealSsoSecrets } from '../people/sso/reseal.ts';
import { resealErasureKeys } from '../privacy/reseal.ts';
import { resealBlocklistKeys } from '../rules/reseal.ts';

export interface Resealed {
  readonly resealed: number;
  /** Already sealed with the current key. */
  readonly current: number;
  /** Accounts and organisations whose secrets none of the keys opens; nothing was changed there. */
  readonly unreadable: readonly (AccountId | OrganisationId)[];
}

const PAGE = 200;
/** Most retries when a secret is replaced at the same time. */
const TRIES = 5;

/**
 * Seals every endpoint's secrets, the keys of blocklists and erasures, and the secrets of single sign-on, with the current key, after which former keys can be
 * deleted. Safe to repeat.
 */
export async function resealSecrets(pool: Pool, keys: SecretsKeys): Promise<Resealed> {
  const ofAccounts = [
    await resealBlocklistKeys(pool, keys),
    await resealErasureKeys(pool, keys),
    await resealSsoSecrets(pool, keys),
  ];
  let resealed = ofAccounts.reduce((sum, each) => sum + each.resealed, 0);
  let current = ofAccounts.reduce((sum, each) => sum + each.current, 0);
  const unreadable: (AccountId | OrganisationId)[] = ofAccounts.flatMap((each) => each.unreadable);
  for (let after: SecretsOwner | null = null; ; ) {
    const page: readonly SealedSecrets[] = await readSealedSecrets(pool, after, PAGE);
    for (const secrets of page) {
      const result = await resealOne(pool, secrets, keys);
      if (result === 'unreadable') unreadable.push(secrets.accountId);
      else if (result === 'current') current += 1;
      else resealed += 1;
    }
    after = page.at(-1) ?? null;
    if (after === null) return { resealed, current, unreadable };
  }
}

async function resealOne(
  pool: Pool,
  found: SealedSecrets,
  keys: SecretsKeys,
): Promise<'resealed' | 'current' | 'unreadable'> {
  const isCurrent = (sealed: Buffer | null) => sealed === null || isSealedWith(sealed, keys.current);
  const { accountId, endpointId } = found;
  let secrets: SealedSecrets | null = found;
  for (let tried = 0; tried < TRIES && secrets !== null; tried++) {
    if (isCurrent(secrets.current) && isCurrent(secrets.former)) return tried === 0 ? 'current' : 'resealed';

    const sealed = sealAnew(secrets, keys);
    if (sealed === null) return 'unreadable';
    if (await replaceSealedSecrets(pool, secrets, sealed)) return 'resealed';
    // A rotation keeps the replaced secret as it was sealed, possibly with a former key.
    secrets = await findSealedSecrets(pool, { accountId, endpointId });
  }
  if (secrets === null) return 'current';
  throw new Error(`the secrets of ${found.accountId} keep changing; run reseal again`);
}

/** Null where none of the keys opens them. */
function sealAnew(
  { current, former }: SealedSecrets,
  keys: SecretsKeys,
): Pick<SealedSecrets, 'current' | 'former'> | null {
  const seal = (sealed: Buffer) => sealSecret(openSecret(sealed, keys), keys);
  try {
    return { current: seal(current), former: former === null ? null : seal(former) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
