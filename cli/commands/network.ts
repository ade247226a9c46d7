import type { Command } from 'commander';
import { readNetworks } from '../../db/networks.ts';
import { readQueueStates } from '../../db/queue-states.ts';
import type { Frame } from '../frame.ts';
import { type Shown, table, time } from '../layout.ts';
import type { Session } from '../session.ts';

/** `network`: how the networks do, and what operators say of them. */
export function addNetworkCommands(program: Command, frame: Frame): void {
  const network = program.command('network').description('The networks: their status and their queues.');
  frame
    .reads(network, 'list', 'Every network with its status, what waits for it and what is in flight.')
    .action(frame.does(list));
}

async function list(session: Session): Promise<Shown> {
  const [networks, queues] = await Promise.all([
    readNetworks(session.pool()),
    readQueueStates(session.pool()),
  ]);
  const rows = networks.map((network) => {
    const live = queues.find(({ networkId, livemode }) => livemode && networkId === network.id);
    return {
      ...network,
      waiting: live?.waiting ?? 0,
      inFlight: live?.inFlight ?? 0,
      inFlightMax: live?.inFlightMax ?? 0,
    };
  });
  return {
    json: rows,
    text: table(
      ['Network', 'Name', 'Status', 'Since', 'Waiting', 'In flight', 'Message'],
      rows.map((row) => [
        row.id,
        row.name,
        row.status,
        time(row.statusUpdatedAt),
        String(row.waiting),
        `${row.inFlight} of ${row.inFlightMax}`,
        row.statusMessage ?? '',
      ]),
    ),
  };
}
