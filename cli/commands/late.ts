import type { Command } from 'commander';
import {
  type LateResolution,
  listLateConfirmations,
  resolveLateConfirmation,
} from '../../db/late-confirmations.ts';
import { formatAmount } from '../../domain/amount.ts';
import { readId } from '../../domain/ids.ts';
import { CliError, wrongUsage } from '../failure.ts';
import type { Frame } from '../frame.ts';
import { type Shown, table, time } from '../layout.ts';
import type { Session } from '../session.ts';

const LISTED_MAX = 1_000;

/** `late`: bundles that were delivered after their purchase had failed. */
export function addLateCommands(program: Command, frame: Frame): void {
  const late = program
    .command('late')
    .description(
      'Late confirmations: delivered after resolve_by, so not charged. Our loss until someone decides.',
    );
  frame
    .reads(late, 'list', 'Those that nobody has decided yet, oldest first.')
    .option('--all', 'decided ones too')
    .option('--network <network>', 'only of this network')
    .action(frame.does<ListOptions>(list));
  frame
    .destroys(late, 'settle <purchase>', 'The network has made the loss good.')
    .addHelpText(
      'after',
      '\nThe client is charged nothing. An agreed charge is a booking of its own: account adjust.',
    )
    .action(
      frame.does<object, [string]>((session, _options, id) => decide(session, id, 'settled_with_network')),
    );
  frame
    .destroys(late, 'write-off <purchase>', 'We bear the loss.')
    .action(frame.does<object, [string]>((session, _options, id) => decide(session, id, 'written_off')));
}

interface ListOptions {
  readonly all?: boolean;
  readonly network?: string;
}

async function list(session: Session, options: ListOptions): Promise<Shown> {
  const filter = { all: options.all === true, networkId: options.network ?? null, limit: LISTED_MAX };
  const found = await listLateConfirmations(session.pool(), filter);
  return {
    json: found,
    text: table(
      ['Purchase', 'Network', 'Price', 'Confirmed', 'Learnt', 'Their reference', 'Decided'],
      found.map((late) => [
        late.purchaseId,
        late.networkId,
        formatAmount(late.price, late.currency),
        time(late.confirmedAt),
        time(late.recordedAt),
        late.networkReference ?? '–',
        late.resolution ?? '–',
      ]),
      'None is open.',
    ),
  };
}

async function decide(session: Session, text: string, resolution: LateResolution): Promise<Shown> {
  const id = readId('pur', text);
  if (id === null) throw wrongUsage(`${text} is no purchase: pur_ and 26 characters.`);
  await session.confirm(
    `The late confirmation of ${id} is marked as ${resolution.replaceAll('_', ' ')}, for good.`,
  );
  if (!(await resolveLateConfirmation(session.pool(), id, resolution, await session.actor()))) {
    throw new CliError(`${id} has no late confirmation that is open.`);
  }
  return { json: { id, resolution }, text: `${id} is ${resolution.replaceAll('_', ' ')}.` };
}
