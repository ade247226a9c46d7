import { inTransaction } from '../../../db/transaction.ts';
import { isUtcDay, toDayBounds, toUtcDay, type UtcDay } from '../../../domain/money/statement.ts';
import { reconcileDay } from '../../../services/purchases/reconcile.ts';
import type { Reconciled } from '../../../services/purchases/reconciled.ts';
import { recordReconciled } from '../../../services/reconciliations/record.ts';
import { wrongUsage } from '../../failure.ts';
import type { Session } from '../../session.ts';

const DAY_MS = 86_400_000;

/** The gateway whose list is compared, and the UTC day (YYYY-MM-DD). */
export interface ComparedDay {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly route: string;
  readonly date: UtcDay;
}

/** The day before today, in UTC. */
export function yesterday(): UtcDay {
  return toUtcDay(new Date(Date.now() - DAY_MS));
}

/** @throws CliError if it is not a day that has begun. */
export function readBegunDay(date: string): UtcDay {
  if (!isUtcDay(date)) throw wrongUsage(`${date} is not a date. Write it as YYYY-MM-DD.`);
  if (toDayBounds(date).start > new Date())
    throw wrongUsage(`${date} (UTC) is in the future. Give a day that has begun.`);
  return date;
}

/** Compares a day with the list of one gateway, books the differences, and records the comparison with who asked for it. */
export async function compareDay(session: Session, compared: ComparedDay): Promise<Reconciled> {
  const { networkId, livemode, route, date } = compared;
  const actor = await session.actor();
  const { start: from, end: to } = toDayBounds(date);
  const day = { networkId, livemode, route, from, to };
  const reconciled = await reconcileDay(session.gateways(), day, new AbortController().signal);
  if (reconciled.kind === 'reconciled') {
    const gatewayDay = { networkId, livemode, route, day: date };
    await inTransaction(session.pool(), (tx) => recordReconciled(tx, actor, gatewayDay, reconciled));
  }
  return reconciled;
}
