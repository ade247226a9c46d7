import type { Command } from 'commander';
import { readStuck, type StuckPurchase } from '../../../services/staff/stuck.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { wholeNumber } from '../../whole-number.ts';

/** Filters of pending purchases. */
export interface StuckOptions {
  readonly network?: string;
  readonly account?: string;
  readonly cause?: string;
  readonly olderThan: string;
  readonly limit: string;
}

const LIMIT_MAX = 1_000;

/** Adds the filters of pending purchases. */
export function withFilter(command: Command, olderThan: string): Command {
  return command
    .option('--network <network>', 'only this network')
    .option('--account <account>', 'only this account')
    .option('--cause <cause>', 'only this cause, as purchase stuck shows it')
    .option('--older-than <seconds>', 'only if pending for longer than this', olderThan)
    .option('--limit <number>', 'most purchases to check', '100');
}

/** `purchase stuck`: purchases that are pending for too long, each with its reason. */
export function addStuckCommand(purchase: Command, frame: Frame): void {
  withFilter(
    frame.reads(
      purchase,
      'stuck',
      'Lists purchases pending for longer than 60 s with the reason, nearest deadline first.',
    ),
    '60',
  )
    .addHelpText('after', '\nExits with 1 if there are any, so that a monitor can alert.')
    .action(frame.does<StuckOptions>(stuck));
}

async function stuck(session: Session, options: StuckOptions): Promise<Shown> {
  const found = await chooseStuck(session, options);
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
      ['Purchase', 'Network', 'Created', 'Resolve by', 'Cause', 'Reason'],
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

/** The pending purchases that the filters choose, with their reasons. */
export async function chooseStuck(session: Session, options: StuckOptions): Promise<StuckPurchase[]> {
  const found = await readStuck(session.pool(), {
    networkId: options.network ?? null,
    accountId: options.account === undefined ? null : session.account(options.account),
    olderThanMs: 1_000 * wholeNumber('--older-than', options.olderThan, 0, 86_400 * 7),
    limit: wholeNumber('--limit', options.limit, 1, LIMIT_MAX),
  });
  const { cause } = options;
  return cause === undefined ? found : found.filter(({ diagnosis }) => diagnosis.cause === cause);
}
