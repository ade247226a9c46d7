import type { Command } from 'commander';
import { readStandingAlerts } from '../../../db/networks/gateway-alerts.ts';
import { MAIN_ROUTE } from '../../../domain/network/route.ts';
import type { Reconciled } from '../../../services/purchases/reconciled.ts';
import { listReconciliations, renderReconciliation } from '../../../services/staff/records.ts';
import { CliError, EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, table, time } from '../../layout.ts';
import { filteredNetwork } from '../../network.ts';
import type { Session } from '../../session.ts';
import { compareDay, readBegunDay } from './compare-day.ts';
import { addReconcileAll } from './reconcile-all.ts';

interface ReconcileOptions {
  readonly test?: boolean;
  readonly route: string;
}

const RECONCILIATIONS_SHOWN = 50;

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
    .reads(gateway, 'reconciliations', 'Lists the last comparisons with the lists of carriers.')
    .option('--network <network>', 'only this network')
    .action(frame.does<{ network?: string }>(reconciliations));
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
  addReconcileAll(gateway, frame);
}

async function alerts(session: Session): Promise<Shown> {
  const standing = await readStandingAlerts(session.pool());
  return {
    json: standing.map(({ networkId, livemode, route, kind, detail, firstAt, lastAt, times }) => ({
      network_id: networkId,
      livemode,
      route,
      kind,
      detail,
      first_at: firstAt.toISOString(),
      last_at: lastAt.toISOString(),
      times,
    })),
    text: table(
      ['Network', 'Mode', 'Gateway', 'Alert', 'Times', 'Since', 'Last', 'Gateway answer'],
      standing.map(({ networkId, livemode, route, kind, detail, firstAt, lastAt, times }) => [
        networkId,
        livemode ? 'live' : 'test',
        route,
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

async function reconciliations(session: Session, options: { network?: string }): Promise<Shown> {
  const found = await listReconciliations(
    session.pool(),
    await filteredNetwork(session, options.network),
    null,
    RECONCILIATIONS_SHOWN,
  );
  const runs = found.map(renderReconciliation);
  return {
    json: runs,
    text: table(
      ['When', 'Network', 'Day', 'Mode', 'Sent', 'Listed', 'Findings', 'By'],
      runs.map((run) => [
        time(new Date(run.created_at)),
        run.network_id,
        run.date,
        run.livemode ? 'live' : 'test',
        String(run.sent),
        String(run.listed),
        String(run.findings),
        run.principal_id,
      ]),
      'No day was compared yet.',
    ),
  };
}

async function reconcile(
  session: Session,
  { test, route }: ReconcileOptions,
  networkId: string,
  dateText: string,
): Promise<Shown> {
  const date = readBegunDay(dateText);
  const reconciled = await compareDay(session, { networkId, livemode: test !== true, route, date });
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
