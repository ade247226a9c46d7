import { createHash } from 'node:crypto';
import type { AccountId } from '../ids.ts';
import type { MinorUnits } from '../money/money.ts';
import type { StatementLine, UtcDay } from '../money/statement.ts';

/** Seals of version 1 stay checkable when a later version hashes more. */
const VERSION = 'bundlewire statement 1';

/** A seal in the making: takes the day's lines in order of seq, in any number of portions. */
export interface SealInProgress {
  add(lines: Iterable<StatementLine>): void;
  /** SHA-256 over all of it, 32 bytes; ends the seal. */
  digest(): Buffer;
}

/**
 * Begins the seal of a day: a hash over the account, the day, its opening balance and every field of its lines in order,
 * one JSON array per row. If anything that clients saw of a closed day changes, the seal changes.
 */
export function beginSeal(accountId: AccountId, day: UtcDay, openingBalance: MinorUnits): SealInProgress {
  const hash = createHash('sha256');
  hash.update(`${JSON.stringify([VERSION, accountId, day, openingBalance])}\n`);
  return {
    add(lines) {
      for (const line of lines) hash.update(`${JSON.stringify(sealedFields(line))}\n`);
    },
    digest: () => hash.digest(),
  };
}

function sealedFields(line: StatementLine): readonly (string | number | null)[] {
  return [
    line.seq,
    line.id,
    line.type,
    line.occurredAt.toISOString(),
    line.amount,
    line.currency,
    line.balanceAfter,
    line.purchaseId,
    line.reference,
    line.phoneNumber,
    line.bundleId,
  ];
}
