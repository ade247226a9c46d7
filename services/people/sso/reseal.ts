import type { Pool } from 'pg';
import { readSsoSecrets, replaceSsoSecret } from '../../../db/people/sso/secrets.ts';
import {
  isSealedWith,
  openSecret,
  type SecretsKeys,
  sealSecret,
} from '../../../domain/crypto/sealed-secret.ts';
import type { OrganisationId } from '../../../domain/ids.ts';

export interface ResealedSso {
  readonly resealed: number;
  /** Already sealed with the current key. */
  readonly current: number;
  /** Organisations whose secret none of the keys opens; nothing was changed there. */
  readonly unreadable: readonly OrganisationId[];
}

/** Seals the secret of every organisation with the current key. Safe to repeat. */
export async function resealSsoSecrets(pool: Pool, keys: SecretsKeys): Promise<ResealedSso> {
  let [resealed, current] = [0, 0];
  const unreadable: OrganisationId[] = [];
  for (const stored of await readSsoSecrets(pool)) {
    if (isSealedWith(stored.sealed, keys.current)) {
      current += 1;
      continue;
    }
    try {
      await replaceSsoSecret(pool, stored, sealSecret(openSecret(stored.sealed, keys), keys));
      resealed += 1;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      unreadable.push(stored.organisationId);
    }
  }
  return { resealed, current, unreadable };
}
