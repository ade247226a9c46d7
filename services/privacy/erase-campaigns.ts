import type { Pool } from 'pg';
import {
  findRowsWithDigits,
  LINES_AT_ONCE,
  listCampaignsToSearch,
  noteSearched,
  readCampaignTexts,
  writeCampaign,
} from '../../db/privacy/campaigns.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { buysForNumber, type ErasedNumber, eraseRow } from '../../domain/privacy/erase-row.ts';
import type { Erasure } from '../../domain/privacy/erasure.ts';
import { replaceInJson } from '../../domain/privacy/mentions.ts';

/** Campaigns that one query lists. */
const PAGE = 50;

/**
 * Looks through the campaigns of the account that were not looked through yet, and erases the number from those that have ended.
 * Stops before the first one that has not ended and has the number: it may still buy for it. Returns false then.
 * @param digits the number without its country code.
 */
export async function eraseCampaigns(
  pool: Pool,
  erasure: Erasure,
  number: ErasedNumber,
  digits: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const page = await listCampaignsToSearch(pool, erasure, PAGE);
    for (const { id, hasEnded, lastLine } of page) {
      signal.throwIfAborted();
      if (hasEnded) await eraseCampaign(pool, erasure, id, lastLine, number, digits);
      else if (await hasRowFor(pool, erasure.accountId, id, lastLine, number, digits)) return false;
      await noteSearched(pool, erasure, id);
    }
    if (page.length < PAGE) return true;
  }
}

async function eraseCampaign(
  pool: Pool,
  erasure: Erasure,
  batchId: BatchId,
  lastLine: number,
  number: ErasedNumber,
  digits: string,
): Promise<void> {
  const texts = await readCampaignTexts(pool, erasure.accountId, batchId);
  if (texts === null) return;
  for (let after = 0; after < lastLine; after += LINES_AT_ONCE) {
    const found = await findRowsWithDigits(pool, erasure.accountId, batchId, digits, after);
    const rows = found.flatMap((row) => eraseRow(row, texts.columns, number) ?? []);
    if (rows.length > 0) await writeCampaign(pool, erasure, batchId, null, rows);
  }
  const erased = replaceInJson(texts, number.replace);
  if (erased !== texts) await writeCampaign(pool, erasure, batchId, erased, []);
}

async function hasRowFor(
  pool: Pool,
  accountId: AccountId,
  batchId: BatchId,
  lastLine: number,
  number: ErasedNumber,
  digits: string,
): Promise<boolean> {
  const texts = await readCampaignTexts(pool, accountId, batchId);
  if (texts === null) return false;
  for (let after = 0; after < lastLine; after += LINES_AT_ONCE) {
    const found = await findRowsWithDigits(pool, accountId, batchId, digits, after);
    if (found.some((row) => buysForNumber(row, texts.columns, number))) return true;
  }
  return false;
}
