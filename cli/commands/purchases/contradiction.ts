import type { Command } from 'commander';
import { closeContradictions, listContradictions } from '../../../db/purchases/contradictions.ts';
import { readId } from '../../../domain/ids.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';

const LISTED_MAX = 1_000;

/** `contradiction`: news of gateways that contradicts what was booked or ordered. */
export function addContradictionCommands(program: Command, frame: Frame): void {
  const contradiction = program
    .command('contradiction')
    .description('What gateways said against our books. It moved nothing; someone has to ask the network.');
  frame
    .reads(contradiction, 'list', 'Those that nobody has closed yet, oldest first.')
    .option('--all', 'closed ones too')
    .option('--network <network>', 'only of this network')
    .action(frame.does<ListOptions>(list));
  frame
    .changes(
      contradiction,
      'close <purchase>',
      'Closes those of a purchase; --reason says what was found out.',
    )
    .addHelpText(
      'after',
      '\nNothing is booked by it. An agreed correction is a booking of its own: account adjust.',
    )
    .action(frame.does<object, [string]>((session, _options, id) => close(session, id)));
}

interface ListOptions {
  readonly all?: boolean;
  readonly network?: string;
}

async function list(session: Session, options: ListOptions): Promise<Shown> {
  const filter = { all: options.all === true, networkId: options.network ?? null, limit: LISTED_MAX };
  const found = await listContradictions(session.pool(), filter);
  return {
    json: found,
    text: table(
      ['Purchase', 'Network', 'Here', 'Contradiction', 'Times', 'First', 'Last', 'Closed'],
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
      'None is open.',
    ),
  };
}

async function close(session: Session, text: string): Promise<Shown> {
  const id = readId('pur', text);
  if (id === null) throw wrongUsage(`${text} is no purchase: pur_ and 26 characters.`);
  const closed = await closeContradictions(session.pool(), id, await session.actor());
  if (closed.length === 0) throw new CliError(`${id} has no contradiction that is open.`);
  return { json: { id, closed }, text: `${id}: ${closed.join(', ')} closed.` };
}
