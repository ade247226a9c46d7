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
import { filteredNetwork } from '../../network.ts';
import type { Session } from '../../session.ts';

const LISTED_MAX = 1_000;

const SETTLE_HELP = `
Without --charge-client, the client is not charged. The purchase has failed, and a failed purchase is never charged. With
--charge-client, the purchase also stays failed. The agreed charge is an adjustment on the client's statement of today.`;

/** What each decision means. */
const MEANS: Readonly<Record<LateResolution, string>> = {
  settled_with_network: 'the network covers the loss, and the client is not charged',
  charged_by_agreement: 'the client pays as agreed, and the price is booked as an adjustment',
  written_off: 'we bear the loss, and the client is not charged',
};

/** `late`: bundles that were delivered after their purchase had failed. */
export function addLateCommands(program: Command, frame: Frame): void {
  const late = program
    .command('late')
    .description(
      'Late confirmations: deliveries after resolve_by, which were not charged. You decide who pays.',
    );
  frame
    .reads(late, 'list', 'Lists open late confirmations, oldest first.')
    .option('--all', 'include decided ones')
    .option('--network <network>', 'only this network')
    .action(frame.does<ListOptions>(list));
  frame
    .destroys(late, 'settle <purchase>', 'Records that the network covers the loss, or that the client pays.')
    .option('--charge-client', 'the client has agreed to pay: also book the price as an adjustment')
    .addHelpText('after', SETTLE_HELP)
    .action(
      frame.does<{ chargeClient?: boolean }, [string]>((session, { chargeClient }, id) =>
        decide(session, id, chargeClient === true ? 'charged_by_agreement' : 'settled_with_network'),
      ),
    );
  frame
    .destroys(late, 'write-off <purchase>', 'Records that we bear the loss.')
    .action(frame.does<object, [string]>((session, _options, id) => decide(session, id, 'written_off')));
}

interface ListOptions {
  readonly all?: boolean;
  readonly network?: string;
}

async function list(session: Session, options: ListOptions): Promise<Shown> {
  const networkId = await filteredNetwork(session, options.network);
  const filter = { all: options.all === true, networkId, limit: LISTED_MAX };
  const found = await listLateConfirmations(session.pool(), filter);
  return {
    json: found,
    text: table(
      [
        'Purchase',
        'Account',
        'Mode',
        'Network',
        'Price',
        'Confirmed',
        'Recorded',
        'Network reference',
        'Recorded by',
        'Decision',
      ],
      found.map((late) => [
        late.purchaseId,
        `${late.accountName} (${late.accountId})`,
        late.livemode ? 'live' : 'test',
        late.networkId,
        formatAmount(late.price, late.currency),
        time(late.confirmedAt),
        time(late.recordedAt),
        late.networkReference ?? '–',
        late.source === 'operator' ? `a person: ${late.evidence ?? 'evidence not on record'}` : 'the network',
        late.resolution ?? '–',
      ]),
      'No late confirmation is open.',
    ),
  };
}

async function decide(session: Session, text: string, resolution: LateResolution): Promise<Shown> {
  const id = readId('pur', text);
  if (id === null) throw wrongUsage(`${text} is not a purchase id: pur_ and 26 characters.`);
  await session.confirm(`This decides the late confirmation of ${id} permanently: ${MEANS[resolution]}.`);
  if (!(await resolveLateConfirmation(session.pool(), id, resolution, await session.actor()))) {
    throw new CliError(`${id} has no open late confirmation.`);
  }
  return { json: { id, resolution }, text: `${id} is decided: ${MEANS[resolution]}.` };
}
