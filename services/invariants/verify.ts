import type { ClientBase, Pool } from 'pg';
import { applyRule, type BreakingRow, inSnapshot, type Rule } from '../../db/statements/verify.ts';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import {
  BALANCE_IS_ITS_LINES,
  HELD_IS_PENDING,
  LINES_FOLLOW_ONE_ANOTHER,
  NO_NEGATIVE_BALANCE,
} from './account-rules.ts';
import { checkAuditChains } from './audit-chains.ts';
import { MONEY_OF_BATCHES } from './batch-rules.ts';
import { type BookSource, checkDeliveries } from './deliveries.ts';
import { CAPS_ARE_KEPT } from './key-rules.ts';
import { checkPending, type WorkflowLookup } from './pending.ts';
import { CHARGED_AS_STATUS_SAYS, FINAL_STATES_WERE_TOLD, REFERENCES_ARE_UNIQUE } from './purchase-rules.ts';
import { RECORDS_BELONG } from './record-rules.ts';
import {
  type BrokenRow,
  type Finding,
  found,
  type InvariantNumber,
  NAMED_ROWS_MAX,
  type Report,
  toResult,
} from './report.ts';
import { ROWS_ARE_BOUGHT_ONCE } from './retry-rules.ts';
import { checkSealedDays } from './sealed-days.ts';

export interface VerifyOptions {
  /** For large databases, a pool whose statements may take minutes: every row is read. */
  readonly pool: Pool;
  /** Null leaves invariant 8 unchecked. */
  readonly temporal: WorkflowLookup | null;
  /** Null or no books leave invariant 9 unchecked. */
  readonly books: BookSource | null;
  /** Milliseconds before a mismatch in 8 or 9 is checked again. */
  readonly recheckAfterMs: number;
  /** Checks only this account. */
  readonly onlyAccount?: AccountId;
}

const RULES: readonly (readonly [InvariantNumber, Rule])[] = [
  [1, NO_NEGATIVE_BALANCE],
  [2, HELD_IS_PENDING],
  [3, BALANCE_IS_ITS_LINES],
  [4, LINES_FOLLOW_ONE_ANOTHER],
  [5, CHARGED_AS_STATUS_SAYS],
  [7, FINAL_STATES_WERE_TOLD],
  [10, REFERENCES_ARE_UNIQUE],
  [11, MONEY_OF_BATCHES],
  [12, ROWS_ARE_BOUGHT_ONCE],
  [14, CAPS_ARE_KEPT],
  [15, RECORDS_BELONG],
];

/**
 * Derives every invariant again: 1 to 7 and 10 to 15 from the rows of one snapshot, in bounded memory; 8 by asking Temporal
 * which workflows run; 9 against the books of the simulators. Changes nothing.
 * @throws when the database cannot be read.
 */
export async function verifyInvariants(options: VerifyOptions): Promise<Report> {
  const { pool, temporal, books, recheckAfterMs, onlyAccount } = options;
  const account = onlyAccount === undefined ? null : uuidOf('acc', onlyAccount);

  const fromRows = await inSnapshot(pool, (tx) => checkRows(tx, account));
  const [pending, deliveries] = await Promise.all([
    checkPending(pool, temporal, account, recheckAfterMs),
    checkDeliveries(pool, books, account, recheckAfterMs),
  ]);
  const results = [...fromRows, toResult(8, pending), toResult(9, deliveries)];
  return { results: results.toSorted((a, b) => a.number - b.number) };
}

async function checkRows(tx: ClientBase, account: string | null) {
  const results = [
    toResult(6, await checkSealedDays(tx, account)),
    toResult(13, await checkAuditChains(tx, account)),
  ];
  for (const [number, rule] of RULES) results.push(toResult(number, await checkRule(tx, rule, account)));
  return results;
}

async function checkRule(tx: ClientBase, rule: Rule, account: string | null): Promise<Finding> {
  const { checked, rows, total } = await applyRule(tx, rule, account, NAMED_ROWS_MAX);
  return found(checked, rows.map(nameRow), total);
}

function nameRow({ kind, uuid, account, why }: BreakingRow): BrokenRow {
  const owner = account === null ? '' : ` (${idFromUuid('acc', account)})`;
  return { row: idFromUuid(kind, uuid), why: why + owner };
}
