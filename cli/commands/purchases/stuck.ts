import type { Command } from 'commander';
import { PENDING_CAUSES, type PendingCause } from '../../../domain/purchase/diagnosis.ts';
import { readStuck, type StuckPurchase } from '../../../services/staff/stuck.ts';
import { knownAccount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import { filteredNetwork } from '../../network.ts';
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
    .option('--cause <cause>', `only this cause: ${PENDING_CAUSES.join(', ')}`)
    .option('--older-than <seconds>', 'only if pending for longer than this', olderThan)
    .option('--limit <number>', 'most purchases to choose', '100');
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
      hasFilter(options) ? 'No purchase with these filters is stuck.' : 'No purchase is stuck.',
    ),
  };
}

function hasFilter({ network, account, cause }: StuckOptions): boolean {
  return [network, account, cause].some((filter) => filter !== undefined);
}

/**
 * The pending purchases that the filters choose, with their reasons.
 * @throws CliError if a filter names what does not exist.
 */
export async function chooseStuck(session: Session, options: StuckOptions): Promise<StuckPurchase[]> {
  const cause = options.cause === undefined ? null : readCause(options.cause);
  const filter = {
    networkId: await filteredNetwork(session, options.network),
    accountId: options.account === undefined ? null : (await knownAccount(session, options.account)).id,
    olderThanMs: 1_000 * wholeNumber('--older-than', options.olderThan, 0, 86_400 * 7),
    limit: wholeNumber('--limit', options.limit, 1, LIMIT_MAX),
  };
  return readStuck(session.pool(), filter, cause);
}

function readCause(text: string): PendingCause {
  const cause = PENDING_CAUSES.find((known) => known === text);
  if (cause === undefined)
    throw wrongUsage(
      `--cause ${text} is no cause of a pending purchase. Give one of: ${PENDING_CAUSES.join(', ')}.`,
    );
  return cause;
}
