import type { Command } from 'commander';
import {
  type LateResolution,
  listLateConfirmations,
  resolveLateConfirmation,
} from '../../../db/purchases/late-confirmations.ts';
import { readId } from '../../../domain/ids.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';

const LISTED_MAX = 1_000;

const SETTLE_HELP = `
Without --charge-client the client is charged nothing: the purchase has failed, and the client was promised that nothing is
charged then. It stays failed in any case; an agreed charge is an adjustment on the statement of the day, which the client sees.`;

/** What each decision says to whoever is about to make it. */
const MEANS: Readonly<Record<LateResolution, string>> = {
  settled_with_network: 'made good by the network; the client is charged nothing',
  charged_by_agreement: 'paid by the client, as agreed: its price is booked as an adjustment now',
  written_off: 'our loss; the client is charged nothing',
};

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
    .destroys(
      late,
      'settle <purchase>',
      'The network has made the loss good, or the client has agreed to pay.',
    )
    .option('--charge-client', 'as agreed with the client: book an adjustment of the price in the same step')
    .addHelpText('after', SETTLE_HELP)
    .action(
      frame.does<{ chargeClient?: boolean }, [string]>((session, { chargeClient }, id) =>
        decide(session, id, chargeClient === true ? 'charged_by_agreement' : 'settled_with_network'),
      ),
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
  await session.confirm(`The late confirmation of ${id} is decided, for good: ${MEANS[resolution]}.`);
  if (!(await resolveLateConfirmation(session.pool(), id, resolution, await session.actor()))) {
    throw new CliError(`${id} has no late confirmation that is open.`);
  }
  return { json: { id, resolution }, text: `${id} is decided: ${MEANS[resolution]}.` };
}
