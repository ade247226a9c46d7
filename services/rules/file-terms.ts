import type { Pool, PoolClient } from 'pg';
import type { NewBatch } from '../../db/batches/upload.ts';
import { NO_ROW_RULES } from '../../domain/rules/purchase-rules.ts';
import type { FindBlocked } from '../batches/read-page.ts';
import type { AccountTerms } from '../batches/rows.ts';
import type { UploadDeps } from '../batches/upload-deps.ts';
import { findBlockedNumbers, readFileRules } from './read-rules.ts';

export interface TermsDeps extends Pick<UploadDeps, 'catalogue' | 'secretsKeys'> {
  readonly pool: Pool | PoolClient;
}

/** What the account of an upload may buy, and how its blocked numbers are found. */
export async function readTerms(
  { catalogue, pool, secretsKeys = null }: TermsDeps,
  { accountId }: Pick<NewBatch, 'accountId'>,
): Promise<{ readonly terms: AccountTerms; readonly findBlocked: FindBlocked }> {
  const [offers, prefixes] = await Promise.all([
    catalogue.offers(accountId),
    catalogue.prefixes(),
    // Loads the networks' terms, which are then read synchronously.
    catalogue.networks(),
  ]);
  const { refusedBundles, blocklistKey } = await readFileRules(pool, accountId, [...offers.keys()]);
  const rules = { ...NO_ROW_RULES, refusedBundles };
  return {
    terms: { offers, prefixes, networks: catalogue.terms(), rules },
    findBlocked: (numbers) => findBlockedNumbers(pool, secretsKeys, accountId, blocklistKey, numbers),
  };
}

/** A bundle that the account does not allow itself is not chosen by data and validity. */
export function allowedOffers({ offers, rules }: AccountTerms): AccountTerms['offers'] {
  if (rules === undefined || rules.refusedBundles.size === 0) return offers;
  return new Map([...offers].filter(([bundleId]) => !rules.refusedBundles.has(bundleId)));
}
