import { recordAction } from '../../../db/audit/record.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isUtcDay } from '../../../domain/money/statement.ts';
import { reconcileDay } from '../../../services/purchases/reconcile.ts';
import type { Reconciled } from '../../../services/purchases/reconciled.ts';
import { wrongUsage } from '../../failure.ts';
import type { Session } from '../../session.ts';

const DAY_MS = 86_400_000;

/** The gateway whose list is compared, and the UTC day (YYYY-MM-DD). */
export interface ComparedDay {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly route: string;
  readonly date: string;
}

/** The day before today, in UTC. */
export function yesterday(): string {
  return new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
}

/** @throws CliError if it is not a day that has begun. */
export function requireBegun(date: string): void {
  if (!isUtcDay(date)) throw wrongUsage(`${date} is not a date. Write it as YYYY-MM-DD.`);
  if (startOf(date) > new Date())
    throw wrongUsage(`${date} (UTC) is in the future. Give a day that has begun.`);
}

/** Compares a day with the list of one gateway, books the differences, and records the comparison with who asked for it. */
export async function compareDay(session: Session, compared: ComparedDay): Promise<Reconciled> {
  const { networkId, livemode, route, date } = compared;
  const actor = await session.actor();
  const from = startOf(date);
  const day = { networkId, livemode, route, from, to: new Date(from.getTime() + DAY_MS) };
  const reconciled = await reconcileDay(session.gateways(), day, new AbortController().signal);
  if (reconciled.kind === 'reconciled') {
    const { ours, listed, findings } = reconciled;
    await inTransaction(session.pool(), (tx) =>
      recordAction(tx, {
        ...actor,
        action: 'gateway_reconcile',
        accountId: null,
        subject: networkId,
        details: { date, livemode, route, ours, listed, findings: findings.length },
      }),
    );
  }
  return reconciled;
}

function startOf(date: string): Date {
  return new Date(`${date}T00:00:00.000Z`);
}
