import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { PoolClient } from 'pg';
import { recordAction } from '../../../db/audit/record.ts';
import { listClientEndpoints } from '../../../db/endpoints/endpoints.ts';
import { recoverDeliveries } from '../../../db/endpoints/recover.ts';
import { notifyQueues } from '../../../db/outbox/outbox.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { findEndpoint } from '../../../db/webhooks/endpoints.ts';
import type { EventPosition } from '../../../db/webhooks/events.ts';
import { countQueuedResends, type RecoveredPage, recoverPage } from '../../../db/webhooks/resends.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { DELIVERY_QUEUE, WEBHOOK_QUEUE } from '../../../domain/network/queues.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const LOOK_MS = 250;
const PAGE = 200;
/** Most resends that wait at an endpoint during a recovery, so that new events are sent in between. */
const WAITING_MAX = 400;

/** `webhook recover`: the undelivered events of an account, to all its endpoints. */
export function addRecoverCommand(webhook: Command, frame: Frame): void {
  frame
    .changes(
      webhook,
      'recover [account]',
      'Sends all undelivered events since a time again, to the endpoint that operators set and to those that the client set.',
    )
    .requiredOption('--since <time>', 'ISO 8601 time with zone, for example 2026-11-20T09:00:00Z')
    .action(frame.does<{ since: string }>(recover));
}

/** One endpoint during a recovery. */
interface Target {
  /** By which its rows take turns in the outbox. */
  readonly turn: string;
  readonly queue: string;
  requestPage(tx: PoolClient, after: EventPosition | null): Promise<RecoveredPage>;
}

async function recover(session: Session, options: { since: string }, accountText?: string): Promise<Shown> {
  const { id: account } = await knownAccount(session, accountText);
  const since = new Date(options.since);
  if (Number.isNaN(since.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(options.since)) {
    throw wrongUsage(
      `--since ${options.since} is not a time with its zone. Write it as 2026-11-20T09:00:00Z.`,
    );
  }
  const targets = await findTargets(session, account, since);
  if (targets.length === 0) throw noEndpointAtAll(account);

  const actor = await session.actor();
  const details = { since };
  await inTransaction(session.pool(), (tx) =>
    recordAction(tx, { ...actor, action: 'webhook_recover', accountId: account, subject: 'events', details }),
  );
  let queued = 0;
  for (const target of targets) {
    await recoverAt(session, target, (page) => {
      queued += page;
      session.terminal.err(`${queued} deliveries queued …\n`);
    });
  }
  return {
    json: { account_id: account, since, queued },
    text:
      queued === 0
        ? 'All events since then are delivered or already waiting to be sent.'
        : `${queued} deliveries will be made. An event counts once for each endpoint.`,
  };
}

async function findTargets(session: Session, account: AccountId, since: Date): Promise<Target[]> {
  const pool = session.pool();
  const operators: Target = {
    turn: uuidOf('acc', account),
    queue: WEBHOOK_QUEUE,
    requestPage: (tx, after) => recoverPage(tx, account, { since, after, limit: PAGE }),
  };
  const clients = (await listClientEndpoints(pool, account))
    .filter(({ enabled }) => enabled)
    .map(
      ({ id }): Target => ({
        turn: uuidOf('wep', id),
        queue: DELIVERY_QUEUE,
        requestPage: (tx, after) => recoverDeliveries(tx, account, id, { since, after, limit: PAGE }),
      }),
    );
  return (await findEndpoint(pool, account)) === null ? clients : [operators, ...clients];
}

/** Requests an attempt of everything undelivered at one endpoint, a page at a time. */
async function recoverAt(
  session: Session,
  { turn, queue, requestPage }: Target,
  onPage: (queued: number) => void,
): Promise<void> {
  const pool = session.pool();
  for (let after: EventPosition | null = null; ; ) {
    while ((await countQueuedResends(pool, turn)) + PAGE > WAITING_MAX) await sleep(LOOK_MS);
    const from = after;
    const page: RecoveredPage = await inTransaction(pool, (tx) => requestPage(tx, from));
    if (page.last === null) return;
    after = page.last;
    await notifyQueues(pool, [queue]);
    onPage(page.queued);
  }
}

/** The failure of a command that needs any endpoint of an account. */
export function noEndpointAtAll(account: AccountId): CliError {
  return new CliError(
    `${account} has no webhook endpoint that is enabled. Add one with webhook set, or ask the client to enable one.`,
  );
}
