import type { Command } from 'commander';
import { findStuck } from '../../../db/purchases/stuck.ts';
import { readTrace, type TracedPurchase } from '../../../db/purchases/trace.ts';
import { type Diagnosis, diagnose } from '../../../domain/purchase/diagnosis.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { wholeNumber } from '../../whole-number.ts';

/** Options that choose among pending purchases. */
export interface StuckOptions {
  readonly network?: string;
  readonly account?: string;
  readonly cause?: string;
  readonly olderThan: string;
  readonly limit: string;
}

/** A pending purchase with the reason why it still is. */
export interface StuckPurchase {
  readonly traced: TracedPurchase;
  readonly diagnosis: Diagnosis;
}

const LIMIT_MAX = 1_000;
const READ_AT_ONCE = 8;

/** Adds the options that choose among pending purchases. */
export function withFilter(command: Command, olderThan: string): Command {
  return command
    .option('--network <network>', 'only on this network')
    .option('--account <account>', 'only of this account')
    .option('--cause <cause>', 'only for this reason, as purchase stuck names it')
    .option('--older-than <seconds>', 'only pending for longer', olderThan)
    .option('--limit <number>', 'most that are looked at', '100');
}

/** `purchase stuck`: what is pending for too long, each with its reason. */
export function addStuckCommand(purchase: Command, frame: Frame): void {
  withFilter(
    frame.reads(
      purchase,
      'stuck',
      'Purchases pending for longer than a minute, nearest deadline first, each with its reason.',
    ),
    '60',
  )
    .addHelpText('after', '\nEnds with 1 when there are any, so that a watch can alarm.')
    .action(frame.does<StuckOptions>(stuck));
}

async function stuck(session: Session, options: StuckOptions): Promise<Shown> {
  const found = await readStuck(session, options);
  return {
    exitCode: found.length === 0 ? 0 : 1,
    json: found.map(({ traced: { purchase }, diagnosis }) => ({
      id: purchase.order.id,
      account_id: purchase.order.accountId,
      network_id: purchase.order.networkId,
      reference: purchase.order.reference,
      created_at: purchase.order.createdAt,
      resolve_by: purchase.order.resolveBy,
      ...diagnosis,
    })),
    text: table(
      ['Purchase', 'Network', 'Created', 'Resolve by', 'Cause', 'Why'],
      found.map(({ traced: { purchase }, diagnosis }) => [
        purchase.order.id,
        purchase.order.networkId,
        time(purchase.order.createdAt),
        time(purchase.order.resolveBy),
        diagnosis.cause,
        diagnosis.sentence,
      ]),
      'No purchase is stuck.',
    ),
  };
}

/** The pending purchases that the options choose, with their reasons. */
export async function readStuck(session: Session, options: StuckOptions): Promise<StuckPurchase[]> {
  const chosen = await findStuck(session.pool(), {
    networkId: options.network ?? null,
    accountId: options.account === undefined ? null : session.account(options.account),
    olderThanMs: 1_000 * wholeNumber('--older-than', options.olderThan, 0, 86_400 * 7),
    limit: wholeNumber('--limit', options.limit, 1, LIMIT_MAX),
  });
  const found: StuckPurchase[] = [];
  for (let at = 0; at < chosen.length; at += READ_AT_ONCE) {
    const page = chosen.slice(at, at + READ_AT_ONCE);
    const traces = await Promise.all(
      page.map(({ id, accountId }) => readTrace(session.pool(), accountId, id)),
    );
    for (const traced of traces) {
      if (traced === null || traced.purchase.state.status !== 'pending') continue;
      const diagnosis = diagnose(traced);
      if (options.cause === undefined || options.cause === diagnosis.cause) found.push({ traced, diagnosis });
    }
  }
  return found;
}
