import type { Command } from 'commander';
import { countOpenNews, readStandingAlerts } from '../../../db/networks/gateway-alerts.ts';
import { readNetworks } from '../../../db/networks/networks.ts';
import { readBacklog } from '../../../db/outbox/backlog.ts';
import { readPlatform } from '../../../db/outbox/heartbeats.ts';
import { readPendingState } from '../../../db/purchases/pending-ages.ts';
import { EXIT } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** A row in an outbox waits for a second or two; so long means that nobody takes it. */
const BACKLOG_SECONDS = 60;

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly said: string;
}

/** `health`: whether everything works, in one look. */
export function addHealthCommand(program: Command, frame: Frame): void {
  frame
    .reads(
      program,
      'health',
      'Whether everything works: database, workers, Temporal, networks, queues, open losses.',
    )
    .addHelpText(
      'after',
      '\nEnds with 1 when something does not. docs/operators.md says what to do about each.',
    )
    .action(frame.does(health));
}

async function health(session: Session): Promise<Shown> {
  const checks = await runChecks(session);
  return {
    exitCode: checks.every(({ ok }) => ok) ? EXIT.done : EXIT.notDone,
    json: { ok: checks.every(({ ok }) => ok), checks },
    text: table(
      ['', 'What', 'Found'],
      checks.map(({ name, ok, said }) => [ok ? '✓' : '✗', name, said]),
    ),
  };
}

async function runChecks(session: Session): Promise<Check[]> {
  const pool = session.pool();
  const [platform, backlog, pending, networks, alerts, news] = await Promise.all([
    readPlatform(pool),
    readBacklog(pool),
    readPendingState(pool),
    readNetworks(pool),
    readStandingAlerts(pool),
    countOpenNews(pool),
  ]);
  const slow = backlog.filter(({ oldestSeconds }) => oldestSeconds > BACKLOG_SECONDS);
  const away = networks.filter(({ status }) => status !== 'operational');
  return [
    check('PostgreSQL', platform.writable, 'takes writes', 'answers, but takes no writes'),
    check('Workers', platform.relayAlive, 'at least one runs', 'none has shown itself for 15 s'),
    check('Temporal', platform.temporalReached, 'a worker reaches it', 'no worker reaches it'),
    check(
      'resolve_by',
      pending.overdue === 0,
      `${pending.pending} pending, none overdue`,
      `${pending.overdue} pending past resolve_by`,
    ),
    check(
      'Outbox',
      slow.length === 0,
      'taken in time',
      slow.map(({ queue, oldestSeconds }) => `${queue}: ${Math.round(oldestSeconds)} s`).join(', '),
    ),
    check(
      'Networks',
      away.length === 0,
      'all operational',
      away.map(({ id, status }) => `${id} ${status}`).join(', '),
    ),
    check(
      'Gateways',
      alerts.length === 0,
      'no alert',
      alerts.map(({ networkId, kind }) => `${networkId} ${kind}`).join(', '),
    ),
    check(
      'Late confirmations',
      news.lateConfirmations === 0,
      'none open',
      `${news.lateConfirmations} open: late list`,
    ),
    check(
      'Contradictions',
      news.contradictions === 0,
      'none open',
      `${news.contradictions} open: contradiction list`,
    ),
  ];
}

function check(name: string, ok: boolean, well: string, ill: string): Check {
  return { name, ok, said: ok ? well : ill };
}
