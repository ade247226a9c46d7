import type { Command } from 'commander';
import { clearOverride, type NetworkHealth, overrideNetwork } from '../../../db/networks/override.ts';
import { listNetworkStates } from '../../../services/staff/networks.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addNetworkConfigure } from './configure.ts';
import { addNetworkPace } from './pace.ts';
import { addNetworkRoute } from './route.ts';

const STATUSES = ['operational', 'degraded', 'unavailable'] as const;
const MESSAGE_CHARS_MAX = 300;

/** `network`: the networks' status, and operators' overrides. */
export function addNetworkCommands(program: Command, frame: Frame): void {
  const network = program.command('network').description('Networks: their status, queues and our wallets.');
  frame
    .reads(network, 'list', 'Lists every network with its status, reason, calls, queue and our wallet.')
    .action(frame.does(list));
  frame
    .destroys(
      network,
      'override <network> <status>',
      "Overrides a network's status: operational, degraded or unavailable.",
    )
    .option('--message <text>', 'text for clients (status_message); required unless operational')
    .option('--for <minutes>', 'minutes until it ends; default: until network clear')
    .addHelpText(
      'after',
      '\nWhile a network is unavailable, new purchases are rejected with 503. Accepted purchases continue.',
    )
    .action(frame.does<OverrideOptions, [string, string]>(override));
  frame
    .changes(
      network,
      'clear <network>',
      'Ends an override. The measured status applies again within seconds.',
    )
    .action(frame.does<object, [string]>(clear));
  addNetworkConfigure(network, frame);
  addNetworkPace(network, frame);
  addNetworkRoute(network, frame);
}

async function list(session: Session): Promise<Shown> {
  const rows = await listNetworkStates(session.pool());
  return {
    json: rows,
    text: table(
      [
        'Network',
        'Status',
        'Reason',
        'Since',
        'Calls/min',
        'Failed',
        'Waiting',
        'In flight',
        'Our wallet',
        'Message',
      ],
      rows.map((row) => [
        row.networkId,
        row.status,
        formatCause(row),
        time(row.statusUpdatedAt),
        String(row.calls),
        String(row.troubles),
        String(row.waiting),
        `${row.inFlight} of ${row.inFlightMax}`,
        row.wallet === null ? '–' : `${row.wallet.available} ${row.wallet.currency}`,
        row.statusMessage ?? '',
      ]),
    ),
  };
}

function formatCause({ overrideStatus, overrideUntil, cause }: NetworkHealth): string {
  if (overrideStatus === null) return cause === 'none' ? '' : cause;
  return overrideUntil === null ? 'operator' : `operator, until ${time(overrideUntil)}`;
}

interface OverrideOptions {
  readonly message?: string;
  readonly for?: string;
}

async function override(
  session: Session,
  options: OverrideOptions,
  networkId: string,
  wanted: string,
): Promise<Shown> {
  const status = STATUSES.find((known) => known === wanted);
  if (status === undefined)
    throw wrongUsage(`${wanted} is not a status. Use one of: ${STATUSES.join(', ')}.`);
  const message = options.message?.trim() ?? null;
  if (status === 'operational' && message !== null) {
    throw wrongUsage('--message explains why a network is not operational. Leave it out with operational.');
  }
  if (
    status !== 'operational' &&
    (message === null || message === '' || message.length > MESSAGE_CHARS_MAX)
  ) {
    throw wrongUsage(
      `Add --message with 1 to ${MESSAGE_CHARS_MAX} characters. Clients read it as status_message.`,
    );
  }
  const until = toEnd(options.for);
  await session.confirm(
    `This sets ${networkId} to ${status}${until === null ? '' : ` until ${time(until)}`}.`,
  );
  const requested = { networkId, status, message, until };
  if (!(await overrideNetwork(session.pool(), requested, await session.actor()))) {
    throw new CliError(`There is no network ${networkId}. List them with: bundlewire network list`);
  }
  return {
    json: requested,
    text: `${networkId} is ${status}${until === null ? ' until you run network clear' : ` until ${time(until)}`}.`,
  };
}

function toEnd(minutes: string | undefined): Date | null {
  if (minutes === undefined) return null;
  const value = Number(minutes);
  if (!Number.isInteger(value) || value < 1 || value > 10_080) {
    throw wrongUsage('--for must be a whole number of minutes from 1 to 10080 (a week).');
  }
  return new Date(Date.now() + value * 60_000);
}

async function clear(session: Session, _options: object, networkId: string): Promise<Shown> {
  if (!(await clearOverride(session.pool(), networkId, await session.actor()))) {
    throw new CliError(`${networkId} has no override. Nothing was changed.`);
  }
  return { json: { networkId, cleared: true }, text: `The measured status of ${networkId} applies again.` };
}
