import type { Command } from 'commander';
import { recordAction } from '../../../db/audit/record.ts';
import { readStandingAlerts } from '../../../db/networks/gateway-alerts.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isUtcDay } from '../../../domain/money/statement.ts';
import { MAIN_ROUTE } from '../../../domain/network/route.ts';
import { reconcileDay } from '../../../services/purchases/reconcile.ts';
import type { Reconciled } from '../../../services/purchases/reconciled.ts';
import { CliError, EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';

interface ReconcileOptions {
  readonly test?: boolean;
  readonly route: string;
}

const DAY_MS = 86_400_000;

const RECONCILE_HELP = `
Compares the purchases sent on a UTC day with the carrier's list of that day, and books the differences: reversals are
refunded, and deliveries after resolve_by become late confirmations. A contradiction books nothing and is kept for review.
When you run it again, it finds only what is new or still wrong. Exits with 1 if it found something.

The credentials come from GATEWAYS_FILE or, without DATABASE_URL, from the stack in this folder.

  bundlewire gateway reconcile net_mtn_ng 2026-11-20 --reason "daily"`;

/** `gateway`: alerts and daily reconciliation of the carriers' gateways. */
export function addGatewayCommands(program: Command, frame: Frame): void {
  const gateway = program.command('gateway').description("The carriers' gateways.");
  frame
    .reads(gateway, 'alerts', 'Lists open alerts: our wallet or key, unknown answers, forged callbacks.')
    .action(frame.does(alerts));
  frame
    .changes(
      gateway,
      'reconcile <network> <date>',
      "Compares a UTC day (YYYY-MM-DD) with the carrier's list, and books the differences.",
    )
    .option('--test', "use the network's test-mode account")
    .option('--route <route>', 'which gateway of the network, if it has several', MAIN_ROUTE)
    .addHelpText('after', RECONCILE_HELP)
    .action(frame.does<ReconcileOptions, [string, string]>(reconcile));
}

async function alerts(session: Session): Promise<Shown> {
  const standing = await readStandingAlerts(session.pool());
  return {
    json: standing.map(({ networkId, livemode, kind, detail, firstAt, lastAt, times }) => ({
      network_id: networkId,
      livemode,
      kind,
      detail,
      first_at: firstAt.toISOString(),
      last_at: lastAt.toISOString(),
      times,
    })),
    text: table(
      ['Network', 'Mode', 'Alert', 'Times', 'Since', 'Last', 'Gateway answer'],
      standing.map(({ networkId, livemode, kind, detail, firstAt, lastAt, times }) => [
        networkId,
        livemode ? 'live' : 'test',
        kind,
        String(times),
        time(firstAt),
        time(lastAt),
        detail,
      ]),
      'No alert is open.',
    ),
  };
}

async function reconcile(
  session: Session,
  { test, route }: ReconcileOptions,
  networkId: string,
  date: string,
): Promise<Shown> {
  if (!isUtcDay(date)) throw wrongUsage(`${date} is not a date. Write it as YYYY-MM-DD.`);
  const from = new Date(`${date}T00:00:00.000Z`);
  if (from > new Date()) throw wrongUsage(`${date} (UTC) is in the future. Give a day that has begun.`);

  const actor = await session.actor();
  const gateways = session.gateways();
  const to = new Date(from.getTime() + DAY_MS);
  const day = { networkId, livemode: test !== true, route, from, to };
  const reconciled = await reconcileDay(gateways, day, new AbortController().signal);
  if (reconciled.kind === 'reconciled') {
    const { ours, listed, findings } = reconciled;
    await inTransaction(session.pool(), (tx) =>
      recordAction(tx, {
        ...actor,
        action: 'gateway_reconcile',
        accountId: null,
        subject: networkId,
        details: { date, livemode: day.livemode, route, ours, listed, findings: findings.length },
      }),
    );
  }
  return show(networkId, reconciled);
}

function show(networkId: string, reconciled: Reconciled): Shown {
  switch (reconciled.kind) {
    case 'no_gateway':
      throw wrongUsage(
        `The gateways file has no ${networkId} in this mode and on this route. Add it, or choose another mode (--test) or route (--route).`,
      );
    case 'no_list':
      throw wrongUsage(`${networkId} uses ${reconciled.protocol}, which cannot list the purchases of a day.`);
    case 'unavailable':
      throw new CliError(
        `The carrier's list could not be read: ${reconciled.detail}. Nothing was booked. Try again later.`,
      );
    case 'reconciled': {
      const { ours, listed, strangers, findings } = reconciled;
      const summary = fields([
        ['Sent by us', String(ours)],
        ['In the list', String(listed)],
        ['Not ours', String(strangers)],
        ['Findings', String(findings.length)],
      ]);
      const rows = findings.map(({ subject, kind, detail }) => [subject, kind, detail]);
      return {
        json: { ours, listed, strangers, findings },
        text: `${summary}\n\n${table(['Purchase', 'Finding', 'Detail'], rows, 'The books and the list agree.')}`,
        exitCode: findings.length === 0 ? EXIT.done : EXIT.notDone,
      };
    }
  }
}
