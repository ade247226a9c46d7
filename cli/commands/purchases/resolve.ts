import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import type { OperatorActor } from '../../../db/audit/record.ts';
import { readTrace, type TracedPurchase } from '../../../db/purchases/trace.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { holdsNumber } from '../../../domain/masking.ts';
import { FAILURE_CODES, isRefusalCode, type RefusalCode } from '../../../domain/purchase/failure-codes.ts';
import { type Forced, forceResolve } from '../../../services/purchases/force-resolve.ts';
import {
  type AskedBy,
  type PurchaseTimeline,
  purchaseWorkflowId,
  UPDATES,
} from '../../../workflows/names.ts';
import { EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { readById } from './by-id.ts';
import { chooseStuck, type StuckOptions, withFilter } from './stuck.ts';

const UPDATE_MS = 60_000;
const ALL = 'act on every pending purchase that the filters choose';

/** `purchase requery` and `purchase resolve`: for one purchase, or all that the filters choose. */
export function addResolveCommands(purchase: Command, frame: Frame): void {
  withFilter(
    frame.changes(purchase, 'requery [id]', 'Asks the gateway for the outcome of a purchase now.'),
    '0',
  )
    .option('--all', ALL)
    .addHelpText('after', '\nA final answer is booked. Scheduled inquiries still take place.')
    .action(frame.does<RequeryOptions>(requery));
  withFilter(
    frame.destroys(
      purchase,
      'resolve [id]',
      'Settles a pending purchase with the outcome that the network confirmed to you.',
    ),
    '0',
  )
    .option('--all', ALL)
    .requiredOption(
      '--outcome <outcome>',
      'delivered (charges the client) or not-delivered (releases the hold)',
    )
    .requiredOption('--evidence <text>', 'proof, such as a ticket number; must not contain the phone number')
    .option('--network-reference <text>', "the network's reference for the delivery")
    .option('--code <code>', 'failure.code for the client, with not-delivered', 'network_rejected')
    .addHelpText(
      'after',
      '\nWorks without Temporal. A final purchase does not change. After resolve_by, delivered becomes a late confirmation: use confirm-late.',
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
      ['Purchase', 'Network answer'],
      results.map(({ id, said }) => [id, said]),
      'No purchase matches.',
    ),
  };
}

async function requeryOne(client: Client, id: PurchaseId, actor: OperatorActor) {
  const handle = client.workflow.getHandle(purchaseWorkflowId(id));
  try {
    const timeline = await client.withDeadline(Date.now() + UPDATE_MS, () =>
      handle.executeUpdate<PurchaseTimeline, [AskedBy]>(UPDATES.requery, { args: [actor] }),
    );
    const { lastAnswer } = timeline;
    return { id, asked: true, said: lastAnswer === null ? 'final now' : lastAnswer.kind };
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
  const revealed = chosen.find(({ purchase: { order } }) => holdsNumber(options.evidence, order.phoneNumber));
  if (revealed !== undefined) throw wrongUsage('--evidence contains the phone number. Leave it out.');
  if (chosen.length === 0) return { json: [], text: 'No purchase matches.' };

  const effect =
    found.outcome === 'delivered' ? 'charged to the client' : 'marked as failed, and the hold released';
  await session.confirm(
    `${chosen.length === 1 ? chosen[0]?.purchase.order.id : `${chosen.length} purchases`} will be ${effect}.`,
  );
  const actor = await session.actor();
  const results = await settleAll(session, chosen, { ...found, ...actor });
  return {
    exitCode: results.every(({ moved }) => moved) ? EXIT.done : EXIT.notDone,
    json: results,
    text: table(
      ['Purchase', 'Status', 'Changed', 'Note'],
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
  send_under_way: 'the gateway may still answer; try again after its timeout',
  unapproved: 'another operator must approve it; list requests with approval list',
  never_sent: 'never sent, so nothing was delivered',
} as const;

async function settleAll(
  { pool, ledger }: Pick<Session, 'pool' | 'ledger'>,
  chosen: readonly TracedPurchase[],
  finding: Finding & OperatorActor,
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
    throw wrongUsage(`--outcome ${outcome} is unknown. Use delivered or not-delivered.`);
  }
  if (evidence.trim() === '' || evidence.length > 500)
    throw wrongUsage('--evidence must have 1 to 500 characters.');
  if (outcome === 'delivered') {
    return { outcome, evidence, ...(networkReference === undefined ? {} : { networkReference }) };
  }
  if (!isRefusalCode(code)) {
    const codes = Object.keys(FAILURE_CODES).filter(isRefusalCode);
    throw wrongUsage(`--code ${code} is not possible here. It must be one of: ${codes.join(', ')}.`);
  }
  return { outcome: 'not_delivered', evidence, code };
}

/** The purchase with this id, or with --all those that the filters choose. */
async function choose(
  session: Session,
  options: RequeryOptions,
  text: string | undefined,
): Promise<readonly TracedPurchase[]> {
  if (text === undefined) {
    if (options.all !== true) throw wrongUsage('Give a purchase id, or add --all with filters.');
    return (await chooseStuck(session, options)).map(({ traced }) => traced);
  }
  return [await readById(session, text, (accountId, id) => readTrace(session.pool(), accountId, id))];
}
