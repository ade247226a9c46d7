import type { Command } from 'commander';
import { changePace, type NetworkPace } from '../../../db/networks/pace.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { wholeNumber } from '../../whole-number.ts';
import { RATE_MAX, readInFlight, readRate } from './limits.ts';

interface PaceOptions {
  readonly rate?: string;
  readonly burst?: string;
  readonly inFlight?: string;
  readonly test?: boolean;
}

/** `network pace`: how fast purchases are sent to a network's gateway. */
export function addNetworkPace(network: Command, frame: Frame): void {
  frame
    .changes(network, 'pace <network>', "Changes how fast purchases are sent to a network's gateway.")
    .option('--rate <number>', 'purchases per second')
    .option('--burst <number>', 'purchases that may be sent together after a pause')
    .option('--in-flight <number>', 'how many purchases may wait for an answer at the same time')
    .option('--test', 'change the pace of test mode')
    .addHelpText(
      'after',
      '\nApplies immediately in all processes. Inquiries use a new rate after the worker restarts.',
    )
    .action(frame.does<PaceOptions, [string]>(pace));
}

async function pace(session: Session, options: PaceOptions, networkId: string): Promise<Shown> {
  const change = readChange(options);
  const livemode = options.test !== true;
  const changed = await changePace(session.pool(), networkId, livemode, change, await session.actor());
  if (changed === null)
    throw new CliError(`There is no network ${networkId}. List them with: bundlewire network list`);
  const { burst, inFlightMax, ratePerSecond } = changed;
  return {
    json: { networkId, livemode, ...changed },
    text: `${networkId}${livemode ? '' : ' (test)'}: ${ratePerSecond} per second, bursts of ${burst}, ${inFlightMax} in flight.`,
  };
}

function readChange(options: PaceOptions): Partial<NetworkPace> {
  const change = {
    ...(options.rate === undefined ? {} : { ratePerSecond: readRate(options.rate) }),
    ...(options.burst === undefined ? {} : { burst: wholeNumber('--burst', options.burst, 1, RATE_MAX) }),
    ...(options.inFlight === undefined ? {} : { inFlightMax: readInFlight(options.inFlight) }),
  };
  if (Object.keys(change).length === 0) {
    throw wrongUsage('Nothing to change. Add --rate, --burst or --in-flight.');
  }
  return change;
}
