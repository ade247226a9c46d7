import type { Pool } from 'pg';
import { recordAction } from '../../../db/audit/record.ts';
import { inTransaction } from '../../../db/transaction.ts';
import {
  type AccountId,
  type BatchId,
  type Id,
  idFromUuid,
  type KeyId,
  type PurchaseId,
  uuidOf,
} from '../../../domain/ids.ts';
import type { UtcDay } from '../../../domain/money/statement.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import type { Book, BookEntry } from '../../../services/invariants/book.ts';
import { buyWithKey } from './capped-keys.ts';
import {
  buy,
  cancelWithRetry,
  fail,
  fund,
  inquireLate,
  listLate,
  NETWORK,
  openAccount,
  reverse,
  runBatchOf,
  setClock,
  succeed,
} from './history.ts';
import { sealDay } from './sealing.ts';

export const FIRST_DAY: UtcDay = '2026-03-01';
export const EMPTY_DAY: UtcDay = '2026-03-02';
export const TODAY: UtcDay = '2026-03-03';

/** A time on one of the days. */
export function at(day: UtcDay, time: `${number}:${number}`): Date {
  return new Date(`${day}T${time}:00.000Z`);
}

/** Two accounts over three days, the first two of them sealed, with a purchase in every state. */
export interface StandardHistory {
  readonly account: AccountId;
  readonly otherAccount: AccountId;
  /** Pending, its start still in the outbox. */
  readonly queued: PurchaseId;
  /** Pending, its workflow running. */
  readonly running: PurchaseId;
  readonly successful: PurchaseId;
  readonly refused: PurchaseId;
  /** Timed out, delivered, listed. */
  readonly late: PurchaseId;
  /** Timed out, delivered, and its late inquiry has not found the delivery yet. */
  readonly inquired: PurchaseId;
  /** Charged on the first day, refunded on the third. */
  readonly reversed: PurchaseId;
  readonly otherSuccessful: PurchaseId;
  /** The campaign that `otherSuccessful` is of. */
  readonly batch: BatchId;
  /** Two campaigns of `account` that bought nothing for their line 2: the second is a retry of the first. */
  readonly origin: BatchId;
  readonly retry: BatchId;
  /** With caps of 2000 per purchase and 3000 per day, it bought `running`, `inquired` and `reversed`. */
  readonly key: KeyId;
  /** Lines of `account`, in order: funding, charge, charge, refund, adjustment. */
  readonly lines: readonly Id<'stl'>[];
  readonly book: Book;
}

/** Writes it, with the clock at 18:00 of the third day. */
export function writeStandardHistory(pool: Pool): Promise<StandardHistory> {
  return inTransaction(pool, async (tx) => {
    const [account, otherAccount] = [
      await openAccount(tx, at(FIRST_DAY, '08:00')),
      await openAccount(tx, at(FIRST_DAY, '08:30')),
    ];
    await fund(tx, account, 100_000, at(FIRST_DAY, '09:00'));
    await fund(tx, otherAccount, 5_000, at(FIRST_DAY, '09:00'));
    const reversed = await buy(tx, account, { price: 300, at: at(FIRST_DAY, '10:00') });
    await succeed(tx, reversed, at(FIRST_DAY, '10:01'));
    const refused = await buy(tx, account, { price: 500, at: at(FIRST_DAY, '11:00') });
    await fail(tx, refused, at(FIRST_DAY, '11:01'));
    const late = await buy(tx, account, { price: 500, at: at(FIRST_DAY, '12:00') });
    await fail(tx, late, at(FIRST_DAY, '12:15'), 'network_timeout');
    await listLate(tx, late, at(FIRST_DAY, '12:30'));
    for (const id of [account, otherAccount]) {
      await sealDay(tx, id, FIRST_DAY);
      await sealDay(tx, id, EMPTY_DAY);
    }

    const successful = await buy(tx, account, { price: 700, at: at(TODAY, '09:00') });
    await succeed(tx, successful, at(TODAY, '09:01'));
    await reverse(tx, reversed, at(TODAY, '10:00'));
    await fund(tx, account, -50, at(TODAY, '11:00'));
    const inquired = await buy(tx, account, { price: 900, at: at(TODAY, '12:00') });
    await fail(tx, inquired, at(TODAY, '12:15'), 'network_timeout');
    await inquireLate(tx, inquired, at(TODAY, '12:15'));
    const otherSuccessful = await buy(tx, otherAccount, { price: 400, at: at(TODAY, '13:00') });
    await succeed(tx, otherSuccessful, at(TODAY, '13:01'));
    const batch = await runBatchOf(tx, otherAccount, otherSuccessful, 400, at(TODAY, '13:01'));
    const [origin, retry] = await cancelWithRetry(tx, account, at(TODAY, '13:30'));
    const queued = await buy(tx, account, { price: 1_000, at: at(TODAY, '14:00'), queued: true });
    const running = await buy(tx, account, { price: 2_000, at: at(TODAY, '14:01') });
    const key = await buyWithKey(tx, account, [running, inquired, reversed], {
      caps: [2_000, 3_000],
      day: [TODAY, 2_000],
      at: at(FIRST_DAY, '08:00'),
    });
    await setClock(tx, at(TODAY, '18:00'));
    for (const accountId of [account, account, account, account, otherAccount, null])
      await recordAction(tx, {
        operator: 'ada',
        reason: 'test',
        action: 'account_rate',
        accountId,
        subject: 'account',
      });

    const delivered = [successful, otherSuccessful, late, inquired, running].map((id) => entryOf(id, 1));
    const deliveries = [...delivered, entryOf(refused, 0), { ...entryOf(reversed, 1), reversed: true }];
    const book = { name: 'dtone', covers: [{ networkId: NETWORK, livemode: true }], deliveries };
    const purchases = { queued, running, successful, refused, late, inquired, reversed, otherSuccessful };
    const { rows } = await tx.query<{ id: string }>({
      text: `SELECT id FROM statement_lines WHERE account_id = $1 ORDER BY seq`,
      values: [uuidOf('acc', account)],
    });
    const lines = rows.map(({ id }) => idFromUuid('stl', id));
    return { account, otherAccount, ...purchases, batch, origin, retry, key, lines, book };
  });
}

/** What a book says of a purchase that was sent once. */
export function entryOf(purchase: PurchaseId, deliveries: number): BookEntry {
  return { gatewayReference: toGatewayReference(purchase), deliveries, submits: 1, reversed: false };
}
