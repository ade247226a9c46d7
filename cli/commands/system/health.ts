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

/** A row normally waits a second or two in an outbox; after so long, no worker takes it. */
const BACKLOG_SECONDS = 60;

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly said: string;
}

/** `health`: whether everything works. */
export function addHealthCommand(program: Command, frame: Frame): void {
  frame
    .reads(program, 'health', 'Checks the database, workers, Temporal, networks, queues and open losses.')
    .addHelpText('after', '\nExits with 1 if a check fails. docs/operators.md says what to do about each.')
    .action(frame.does(health));
}

async function health(session: Session): Promise<Shown> {
  const checks = await runChecks(session);
  return {
    exitCode: checks.every(({ ok }) => ok) ? EXIT.done : EXIT.notDone,
    json: { ok: checks.every(({ ok }) => ok), checks },
    text: table(
      ['', 'Check', 'Result'],
      checks.map(({ name, ok, said }) => [ok ? '✓' : '✗', name, said]),
    ),
  };
}

async function runChecks(session: Session): Promise<Check[]> {
  const pool = session.pool();
  const [platform, backlog, pending, networks, alerts, open] = await Promise.all([
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
    check('PostgreSQL', platform.writable, 'accepts writes', 'answers, but accepts no writes'),
    check('Workers', platform.relayAlive, 'at least one is running', 'no heartbeat for 15 s'),
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
      'processed in time',
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
      'no alerts',
      alerts.map(({ networkId, kind }) => `${networkId} ${kind}`).join(', '),
    ),
    check(
      'Late confirmations',
      open.lateConfirmations === 0,
      'none open',
      `${open.lateConfirmations} open: see late list`,
    ),
    check(
      'Contradictions',
      open.contradictions === 0,
      'none open',
      `${open.contradictions} open: see contradiction list`,
    ),
  ];
}

function check(name: string, ok: boolean, well: string, ill: string): Check {
  return { name, ok, said: ok ? well : ill };
}
