import type { Command } from 'commander';
import { closeContradictions, listContradictions } from '../../../db/purchases/contradictions.ts';
import { readId } from '../../../domain/ids.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import { filteredNetwork } from '../../network.ts';
import type { Session } from '../../session.ts';

const LISTED_MAX = 1_000;

/** `contradiction`: reports of gateways that contradict what was booked or ordered. */
export function addContradictionCommands(program: Command, frame: Frame): void {
  const contradiction = program
    .command('contradiction')
    .description(
      'Reports of gateways that contradict our books. They changed nothing. Ask the network which is true.',
    );
  frame
    .reads(contradiction, 'list', 'Lists open contradictions, oldest first.')
    .option('--all', 'include closed ones')
    .option('--network <network>', 'only this network')
    .action(frame.does<ListOptions>(list));
  frame
    .changes(
      contradiction,
      'close <purchase>',
      'Closes the contradictions of a purchase; --reason records what you found out.',
    )
    .addHelpText('after', '\nThis books nothing. Book an agreed correction with account adjust.')
    .action(frame.does<object, [string]>((session, _options, id) => close(session, id)));
}

interface ListOptions {
  readonly all?: boolean;
  readonly network?: string;
}

async function list(session: Session, options: ListOptions): Promise<Shown> {
  const networkId = await filteredNetwork(session, options.network);
  const filter = { all: options.all === true, networkId, limit: LISTED_MAX };
  const found = await listContradictions(session.pool(), filter);
  return {
    json: found,
    text: table(
      ['Purchase', 'Network', 'Status', 'Contradiction', 'Times', 'First', 'Last', 'Resolution'],
      found.map((one) => [
        one.purchaseId,
        one.networkId,
        one.status,
        one.kind,
        String(one.times),
        time(one.firstSeenAt),
        time(one.lastSeenAt),
        one.resolution ?? '–',
      ]),
      'No contradiction is open.',
    ),
  };
}

async function close(session: Session, text: string): Promise<Shown> {
  const id = readId('pur', text);
  if (id === null) throw wrongUsage(`${text} is not a purchase id: pur_ and 26 characters.`);
  const closed = await closeContradictions(session.pool(), id, await session.actor());
  if (closed.length === 0) throw new CliError(`${id} has no open contradiction.`);
  return { json: { id, closed }, text: `${id}: ${closed.join(', ')} closed.` };
}
