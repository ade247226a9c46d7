import type { Pool } from 'pg';
import { readSealedSecrets, replaceSealedSecrets, type SealedSecrets } from '../db/webhook-endpoints.ts';
import { isSealedWith, openSecret, type SecretsKeys, sealSecret } from '../domain/crypto/sealed-secret.ts';
import type { AccountId } from '../domain/ids.ts';

export interface Resealed {
  readonly resealed: number;
  /** Sealed with the current key already. */
  readonly current: number;
  /** Accounts whose secrets none of the keys opens; nothing was changed there. */
  readonly unreadable: readonly AccountId[];
}

const PAGE = 200;

/** Seals every endpoint's secrets with the current key, after which former keys may be thrown away. Safe to repeat. */
export async function resealSecrets(pool: Pool, keys: SecretsKeys): Promise<Resealed> {
  let [resealed, current] = [0, 0];
  const unreadable: AccountId[] = [];
  for (let after: AccountId | null = null; ; ) {
    const page: readonly SealedSecrets[] = await readSealedSecrets(pool, after, PAGE);
    for (const secrets of page) {
      const result = await resealOne(pool, secrets, keys);
      if (result === 'unreadable') unreadable.push(secrets.accountId);
      else if (result === 'current') current += 1;
      else resealed += 1;
    }
    after = page.at(-1)?.accountId ?? null;
    if (after === null) return { resealed, current, unreadable };
  }
}

async function resealOne(
  pool: Pool,
  secrets: SealedSecrets,
  keys: SecretsKeys,
): Promise<'resealed' | 'current' | 'unreadable'> {
  const isCurrent = (sealed: Buffer | null) => sealed === null || isSealedWith(sealed, keys.current);
  if (isCurrent(secrets.current) && isCurrent(secrets.former)) return 'current';
  try {
    const reseal = (sealed: Buffer) => sealSecret(openSecret(sealed, keys), keys);
    const former = secrets.former === null ? null : reseal(secrets.former);
    // Whoever rotated the secret meanwhile has sealed it with a key of today.
    await replaceSealedSecrets(pool, secrets, { current: reseal(secrets.current), former });
    return 'resealed';
  } catch (error) {
    if (error instanceof RangeError) return 'unreadable';
    throw error;
  }
}
