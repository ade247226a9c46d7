import type { Pool } from 'pg';
import { type PurchaseResource, renderPurchase } from '../../contract/purchase.ts';
import type { Reader } from '../../db/account-reads.ts';
import { type Actor, recordAction } from '../../db/audit/record.ts';
import { findRowsWithDigits, LINES_AT_ONCE, readCampaignTexts } from '../../db/privacy/campaigns.ts';
import {
  findLookup,
  type HeldCallback,
  type HeldEvent,
  type HeldLine,
  listCallbacksOf,
  listCampaigns,
  listEventsOf,
  listLinesOf,
} from '../../db/privacy/exports.ts';
import { listPurchases } from '../../db/purchases/purchases.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { SecretsKeys } from '../../domain/crypto/sealed-secret.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { eraseRow } from '../../domain/privacy/erase-row.ts';
import { replaceMentions } from '../../domain/privacy/mentions.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import { lookUpBlocked } from '../rules/blocklist.ts';
import { toNumberParts } from './number-parts.ts';

/** Most purchases and rows that one export has. A person has far fewer. */
export const EXPORTED_MAX = 10_000;
const PAGE = 100;

/** A row of a campaign that names a number, with the names of its file's columns. */
export interface HeldRow {
  readonly batchId: BatchId;
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** Everything that the records of an account hold about a number. */
export interface NumberExport {
  readonly purchases: readonly PurchaseResource[];
  readonly statementLines: readonly HeldLine[];
  readonly events: readonly HeldEvent[];
  readonly callbacks: readonly HeldCallback[];
  readonly campaignRows: readonly HeldRow[];
  /** When the account blocked the number; null if it did not. */
  readonly blockedAt: Date | null;
  /** Not of the account: which network the number is on. */
  readonly lookup: { readonly networkId: string; readonly lookedUpAt: Date } | null;
  /** False if there is more than an export may have. */
  readonly isComplete: boolean;
}

/** Where an export reads. Purchases, lines and events are read through `own`. */
export interface ExportDeps {
  readonly pool: Pool;
  readonly own: Reader;
}

/**
 * Reads everything that the records of an account hold about a number, and records that it was read. An erased number has nothing.
 * @param phoneNumber in E.164.
 */
export async function exportNumber(
  { pool, own }: ExportDeps,
  keys: SecretsKeys,
  accountId: AccountId,
  phoneNumber: string,
  actor: Actor,
): Promise<NumberExport> {
  await inTransaction(pool, (tx) =>
    recordAction(tx, { ...actor, action: 'number_export', accountId, subject: 'number', details: {} }),
  );
  const purchases = await readPurchases(own, accountId, phoneNumber);
  const ids = purchases.map(({ order }) => order.id);
  const campaignRows = await readRows(pool, accountId, phoneNumber);
  const statementLines = await listLinesOf(own, accountId, phoneNumber, EXPORTED_MAX);
  return {
    purchases: purchases.map(renderPurchase),
    statementLines,
    events: await listEventsOf(own, accountId, ids),
    callbacks: await listCallbacksOf(pool, accountId, ids),
    campaignRows,
    blockedAt: await lookUpBlocked(pool, keys, accountId, phoneNumber),
    lookup: await findLookup(pool, phoneNumber),
    isComplete: [purchases, statementLines, campaignRows].every(({ length }) => length < EXPORTED_MAX),
  };
}

async function readPurchases(own: Reader, accountId: AccountId, phoneNumber: string): Promise<Purchase[]> {
  const filter = {
    reference: null,
    status: null,
    phoneNumber,
    sameNumberAs: null,
    createdFrom: null,
    createdTo: null,
  };
  const found: Purchase[] = [];
  while (found.length < EXPORTED_MAX) {
    const last = found.at(-1)?.order ?? null;
    const page = await listPurchases(own, accountId, filter, last, PAGE);
    found.push(...page);
    if (page.length < PAGE) break;
  }
  return found;
}

/** Rows for the number, and rows for others that mention it. */
async function readRows(pool: Pool, accountId: AccountId, phoneNumber: string): Promise<HeldRow[]> {
  const parts = toNumberParts(phoneNumber);
  const number = { phoneNumber, pseudonym: '', replace: replaceMentions(parts, '') };
  const found: HeldRow[] = [];
  for (let after: BatchId | null = null; found.length < EXPORTED_MAX; ) {
    const page: Awaited<ReturnType<typeof listCampaigns>> = await listCampaigns(pool, accountId, after, PAGE);
    for (const { id, lastLine } of page) {
      const texts = await readCampaignTexts(pool, accountId, id);
      const columns = texts?.columns ?? [];
      for (let line = 0; line < lastLine && found.length < EXPORTED_MAX; line += LINES_AT_ONCE) {
        const rows = await findRowsWithDigits(pool, accountId, id, parts.national, line);
        const held = rows.filter((row) => eraseRow(row, columns, number) !== null);
        const named = (cells: readonly string[]) =>
          Object.fromEntries(cells.map((cell, at) => [columns[at]?.name ?? `column ${at + 1}`, cell]));
        found.push(...held.map((row) => ({ batchId: id, line: row.line, cells: named(row.cells) })));
      }
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) break;
  }
  return found.slice(0, EXPORTED_MAX);
}
