import type { Command } from 'commander';
import { findPurchase } from '../../../db/purchases/purchases.ts';
import { holdsNumber } from '../../../domain/masking.ts';
import { explainRecording } from '../../../domain/purchase/late-evidence.ts';
import { confirmLate } from '../../../services/purchases/confirm-late.ts';
import { EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { readById } from './by-id.ts';

const EVIDENCE_MAX = 500;
const REFERENCE_MAX = 100;

const HELP = `
Use this if a letter, an e-mail or the network's portal proves a delivery, and neither a callback nor an inquiry reported it. The
purchase stays failed, and no money moves. Then decide who pays: late settle or late write-off. If the purchase is pending, use
purchase resolve. Works without Temporal.`;

interface ConfirmLateOptions {
  readonly evidence: string;
  readonly networkReference?: string;
}

/** `purchase confirm-late`: a delivery that the network proved outside its gateway, after the purchase had failed. */
export function addConfirmLateCommand(purchase: Command, frame: Frame): void {
  frame
    .destroys(
      purchase,
      'confirm-late <id>',
      'Records that the network delivered a failed purchase, as your evidence proves.',
    )
    .requiredOption('--evidence <text>', 'proof, such as a letter; must not contain the phone number')
    .option('--network-reference <text>', "the network's reference for the delivery")
    .addHelpText('after', HELP)
    .action(frame.does<ConfirmLateOptions, [string]>(record));
}

async function record(session: Session, options: ConfirmLateOptions, text: string): Promise<Shown> {
  const { evidence, networkReference } = options;
  if (evidence.trim() === '' || evidence.length > EVIDENCE_MAX)
    throw wrongUsage(`--evidence must have 1 to ${EVIDENCE_MAX} characters.`);
  if (networkReference !== undefined && networkReference.length > REFERENCE_MAX)
    throw wrongUsage(`--network-reference must have up to ${REFERENCE_MAX} characters.`);
  const { order } = await readById(session, text, (accountId, id) =>
    findPurchase(session.pool(), accountId, id),
  );
  const { id, phoneNumber } = order;
  if (holdsNumber(evidence, phoneNumber))
    throw wrongUsage('--evidence contains the phone number. Leave it out.');
  await session.confirm(
    `This records that the network delivered ${id} after it had failed. It cannot be removed.`,
  );
  const given = { evidence, ...(networkReference === undefined ? {} : { networkReference }) };
  const done = await confirmLate(session.pool(), {
    ...(await session.actor()),
    purchaseId: id,
    ...given,
  });
  return {
    exitCode: done.refused === null ? EXIT.done : EXIT.notDone,
    json: { id, ...done },
    text: explainRecording(id, done),
  };
}
