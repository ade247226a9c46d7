import type { Command } from 'commander';
import { readNetworks } from '../../../db/networks/networks.ts';
import type { Reconciled } from '../../../services/purchases/reconciled.ts';
import { EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { compareDay, readBegunDay, yesterday } from './compare-day.ts';

/** One gateway, and what its comparison brought. */
interface Compared {
  readonly networkId: string;
  readonly route: string;
  readonly reconciled: Reconciled;
}

const HELP = `
Runs gateway reconcile for every live network in GATEWAYS_FILE and each of its routes, as a schedule does. If the list of
one of them cannot be read, the others are compared all the same. Exits with 1 if it found something, or could not read a
list that the gateway has.

  bundlewire gateway reconcile-all --operator schedule --reason "daily"`;

/** `gateway reconcile-all`: every live gateway for one day. */
export function addReconcileAll(gateway: Command, frame: Frame): void {
  frame
    .changes(
      gateway,
      'reconcile-all [date]',
      'Compares a UTC day (default: yesterday) with the lists of all live networks and routes.',
    )
    .addHelpText('after', HELP)
    .action(frame.does<object, [string | undefined]>(reconcileAll));
}

async function reconcileAll(session: Session, _options: object, dateText?: string): Promise<Shown> {
  const date = dateText === undefined ? yesterday() : readBegunDay(dateText);
  const { routes } = session.gateways();
  const networks = await readNetworks(session.pool());
  const gateways = networks.flatMap(({ id }) =>
    routes.of(id, true).map((route) => ({ networkId: id, livemode: true, route, date })),
  );
  if (gateways.length === 0)
    throw wrongUsage('The gateways file has no live gateway of a network. Add one, or check GATEWAYS_FILE.');

  const compared: Compared[] = [];
  for (const day of gateways) compared.push({ ...day, reconciled: await compareDay(session, day) });
  return show(date, compared);
}

function show(date: string, compared: readonly Compared[]): Shown {
  const rows = compared.map(({ networkId, route, reconciled }) => [
    networkId,
    route,
    ...(reconciled.kind === 'reconciled' ? [String(reconciled.ours), String(reconciled.listed)] : ['', '']),
    formatResult(reconciled),
  ]);
  const findings = compared.flatMap(({ networkId, reconciled }) =>
    reconciled.kind === 'reconciled'
      ? reconciled.findings.map(({ subject, kind, detail }) => [networkId, subject, kind, detail])
      : [],
  );
  const gateways = table(['Network', 'Route', 'Sent', 'Listed', 'Result'], rows);
  const found = table(
    ['Network', 'Purchase', 'Finding', 'Detail'],
    findings,
    'The books and the lists agree.',
  );
  return {
    json: { date, gateways: compared.map(toJson) },
    text: `${date} (UTC)\n\n${gateways}\n\n${found}`,
    exitCode: compared.every(({ reconciled }) => isFine(reconciled)) ? EXIT.done : EXIT.notDone,
  };
}

function toJson({ networkId, route, reconciled }: Compared) {
  const { kind: result, ...rest } = reconciled;
  return { network_id: networkId, route, result, ...rest };
}

/** A protocol without a list is no fault of the day. */
function isFine(reconciled: Reconciled): boolean {
  if (reconciled.kind === 'reconciled') return reconciled.findings.length === 0;
  return reconciled.kind === 'no_list';
}

function formatResult(reconciled: Reconciled): string {
  switch (reconciled.kind) {
    case 'reconciled':
      return reconciled.findings.length === 0 ? 'agrees' : `findings: ${reconciled.findings.length}`;
    case 'no_list':
      return `${reconciled.protocol} has no list`;
    case 'unavailable':
      return `not read: ${reconciled.detail}`;
    case 'no_gateway':
      return 'no gateway';
  }
}
