import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { recordAction } from '../../../db/audit/record.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { EventPosition } from '../../../db/webhooks/events.ts';
import type { AccountId } from '../../../domain/ids.ts';
import {
  findRecoverTargets,
  type RecoveredSome,
  type RecoverTarget,
  recoverNext,
} from '../../../services/staff/recover.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const LOOK_MS = 250;

/** `webhook recover`: the undelivered events of an account, to all its endpoints. */
export function addRecoverCommand(webhook: Command, frame: Frame): void {
  frame
    .changes(
      webhook,
      'recover [account]',
      'Resends all events since a given time that were not delivered, to the endpoint that operators set and to those that the client set.',
    )
    .requiredOption('--since <time>', 'ISO 8601 time with zone, for example 2026-11-20T09:00:00Z')
    .action(frame.does<{ since: string }>(recover));
}

async function recover(session: Session, options: { since: string }, accountText?: string): Promise<Shown> {
  const { id: account } = await knownAccount(session, accountText);
  const since = new Date(options.since);
  if (Number.isNaN(since.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(options.since)) {
    throw wrongUsage(
      `--since ${options.since} is not a time with its zone. Write it as 2026-11-20T09:00:00Z.`,
    );
  }
  const targets = await findRecoverTargets(session.pool(), account);
  if (targets.length === 0) throw noEndpointAtAll(account);

  const actor = await session.actor();
  const details = { since };
  await inTransaction(session.pool(), (tx) =>
    recordAction(tx, { ...actor, action: 'webhook_recover', accountId: account, subject: 'events', details }),
  );
  let queued = 0;
  for (const target of targets) {
    await recoverAt(session, target, since, (page) => {
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

/** Requests an attempt of everything undelivered at one endpoint, a page at a time. */
async function recoverAt(
  session: Session,
  target: RecoverTarget,
  since: Date,
  onPage: (queued: number) => void,
): Promise<void> {
  for (let after: EventPosition | null = null; ; ) {
    const page: RecoveredSome = await recoverNext(session.pool(), target, { since, after });
    if (page === 'full') {
      await sleep(LOOK_MS);
      continue;
    }
    if (page.last === null) return;
    after = page.last;
    onPage(page.queued);
  }
}

/** The failure of a command that needs any endpoint of an account. */
export function noEndpointAtAll(account: AccountId): CliError {
  return new CliError(
    `${account} has no webhook endpoint that is enabled. Add one with webhook set, or ask the client to enable one.`,
  );
}
