import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import type { Actor } from '../../../db/accounts/operator-actions.ts';
import { findTraced, readTrace, type TracedPurchase } from '../../../db/purchases/trace.ts';
import { type PurchaseId, readId } from '../../../domain/ids.ts';
import { holdsNumber } from '../../../domain/masking.ts';
import { FAILURE_CODES, isRefusalCode, type RefusalCode } from '../../../domain/purchase/failure-codes.ts';
import { type Forced, forceResolve } from '../../../services/purchases/force-resolve.ts';
import {
  type AskedBy,
  type PurchaseTimeline,
  purchaseWorkflowId,
  UPDATES,
} from '../../../workflows/names.ts';
import { CliError, EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { readStuck, type StuckOptions, withFilter } from './stuck.ts';

const UPDATE_MS = 60_000;
const ALL = 'with --all, every pending purchase that the options choose';

/** `purchase requery` and `purchase resolve`: one, or all that a filter finds. */
export function addResolveCommands(purchase: Command, frame: Frame): void {
  withFilter(
    frame.changes(purchase, 'requery [id]', 'Has the gateway asked now what became of a purchase.'),
    '0',
  )
    .option('--all', ALL)
    .addHelpText('after', '\nThe answer is booked where it is final. Inquiries that are due stay due.')
    .action(frame.does<RequeryOptions>(requery));
  withFilter(
    frame.destroys(
      purchase,
      'resolve [id]',
      'Settles a pending purchase as you have found out with the network.',
    ),
    '0',
  )
    .option('--all', ALL)
    .requiredOption(
      '--outcome <outcome>',
      'delivered (charges the client) or not-delivered (releases the hold)',
    )
    .requiredOption('--evidence <text>', 'what shows it: a ticket, a list of the network; no phone number')
    .option('--network-reference <text>', "the network's reference of the delivery")
    .option('--code <code>', 'failure.code for the client, with not-delivered', 'network_rejected')
    .addHelpText(
      'after',
      '\nWorks without Temporal. A purchase that is final is not moved; after resolve_by, delivered becomes a late confirmation.',
    )
    .action(frame.does<ResolveOptions>(resolve));
}

interface RequeryOptions extends StuckOptions {
  readonly all?: boolean;
}

async function requery(session: Session, options: RequeryOptions, text?: string): Promise<Shown> {
  const chosen = await choose(session, options, text);
  const actor = await session.actor();
  const client = await session.temporal();
  const results = await Promise.all(
    chosen.map(({ purchase: { order } }) => requeryOne(client, order.id, actor)),
  );
  return {
    exitCode: results.every(({ asked }) => asked) ? EXIT.done : EXIT.notDone,
    json: results,
    text: table(
      ['Purchase', 'What the network said'],
      results.map(({ id, said }) => [id, said]),
      'None to ask of.',
    ),
  };
}

async function requeryOne(client: Client, id: PurchaseId, actor: Actor) {
  const handle = client.workflow.getHandle(purchaseWorkflowId(id));
  try {
    const timeline = await client.withDeadline(Date.now() + UPDATE_MS, () =>
      handle.executeUpdate<PurchaseTimeline, [AskedBy]>(UPDATES.requery, { args: [actor] }),
    );
    const { lastAnswer } = timeline;
    return { id, asked: true, said: lastAnswer === null ? 'it is final now' : lastAnswer.kind };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { id, asked: false, said: `not asked: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}

interface ResolveOptions extends RequeryOptions {
  readonly outcome: string;
  readonly evidence: string;
  readonly networkReference?: string;
  readonly code: string;
}

async function resolve(session: Session, options: ResolveOptions, text?: string): Promise<Shown> {
  const found = readFinding(options);
  const chosen = await choose(session, options, text);
  const telling = chosen.find(({ purchase: { order } }) => holdsNumber(options.evidence, order.phoneNumber));
  if (telling !== undefined) throw wrongUsage('--evidence must not hold the phone number.');
  if (chosen.length === 0) return { json: [], text: 'None to resolve.' };

  const effect = found.outcome === 'delivered' ? 'charged to the client' : 'failed and its hold released';
  await session.confirm(
    `${chosen.length === 1 ? chosen[0]?.purchase.order.id : `${chosen.length} purchases`} will be ${effect}.`,
  );
  const actor = await session.actor();
  const results = await settleAll(session, chosen, { ...found, ...actor });
  return {
    exitCode: results.every(({ moved }) => moved) ? EXIT.done : EXIT.notDone,
    json: results,
    text: table(
      ['Purchase', 'Status', 'Moved', ''],
      results.map(({ id, status, moved, refused }) => [
        id,
        status,
        moved ? 'yes' : 'no',
        REFUSED[refused ?? 'none'],
      ]),
    ),
  };
}

const REFUSED = {
  none: '',
  send_under_way: 'a send may still be answered; try again after its time limit',
  never_sent: 'it was never sent, so nothing was delivered',
} as const;

async function settleAll(
  { pool, ledger }: Pick<Session, 'pool' | 'ledger'>,
  chosen: readonly TracedPurchase[],
  finding: Finding & Actor,
): Promise<(Forced & { id: PurchaseId })[]> {
  return Promise.all(
    chosen.map(async ({ purchase: { order } }) => ({
      id: order.id,
      ...(await forceResolve({ pool: pool(), ledger: ledger() }, { ...finding, purchaseId: order.id })),
    })),
  );
}

interface Finding {
  readonly outcome: 'delivered' | 'not_delivered';
  readonly evidence: string;
  readonly networkReference?: string;
  readonly code?: RefusalCode;
}

function readFinding({ outcome, evidence, networkReference, code }: ResolveOptions): Finding {
  if (outcome !== 'delivered' && outcome !== 'not-delivered') {
    throw wrongUsage('--outcome is delivered or not-delivered.');
  }
  if (evidence.trim() === '' || evidence.length > 500)
    throw wrongUsage('--evidence has 1 to 500 characters.');
  if (outcome === 'delivered') {
    return { outcome, evidence, ...(networkReference === undefined ? {} : { networkReference }) };
  }
  if (!isRefusalCode(code)) {
    const codes = Object.keys(FAILURE_CODES).filter(isRefusalCode);
    throw wrongUsage(`--code is one of ${codes.join(', ')}.`);
  }
  return { outcome: 'not_delivered', evidence, code };
}

/** The one purchase named, or with --all those that the filter finds. */
async function choose(
  session: Session,
  options: RequeryOptions,
  text: string | undefined,
): Promise<readonly TracedPurchase[]> {
  if (text === undefined) {
    if (options.all !== true) throw wrongUsage('Name a purchase, or choose many with --all and its filters.');
    return (await readStuck(session, options)).map(({ traced }) => traced);
  }
  const id = readId('pur', text);
  if (id === null) throw wrongUsage(`${text} is no purchase: pur_ and 26 characters.`);
  const [found] = await findTraced(session.pool(), { id }, null);
  const traced = found === undefined ? null : await readTrace(session.pool(), found.accountId, id);
  if (traced === null) throw new CliError(`There is no purchase ${id}.`);
  return [traced];
}
