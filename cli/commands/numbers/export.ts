import type { Command } from 'commander';
import { isE164 } from '../../../domain/network/number-plan.ts';
import { EXPORTED_MAX, exportNumber, type NumberExport } from '../../../services/privacy/export-number.ts';
import { knownAccount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const HELP = `
It prints JSON, with or without --json. That the data was exported is recorded, without the number.`;

/** `number export`: what is held about a person who asks. */
export function addExportCommand(number: Command, frame: Frame): void {
  frame
    .changes(
      number,
      'export <account> <number>',
      'Prints everything that the records of an account hold about a number.',
    )
    .addHelpText('after', HELP)
    .action(frame.does<object, [string, string]>(print));
}

async function print(
  session: Session,
  _options: object,
  accountText: string,
  phoneNumber: string,
): Promise<Shown> {
  if (!isE164(phoneNumber))
    throw wrongUsage(`${phoneNumber} is not a phone number. Write it as +2348031234567.`);
  const account = await knownAccount(session, accountText);
  const actor = await session.actor();
  const pool = session.pool();
  const held = await exportNumber({ pool, own: pool }, session.secretsKeys(), account.id, phoneNumber, actor);
  if (!held.isComplete)
    session.terminal.err(`There is more than ${EXPORTED_MAX} records; the others are not in this export.\n`);
  const json = { account_id: account.id, phone_number: phoneNumber, ...toJson(held) };
  return { json, text: JSON.stringify(json, null, 2) };
}

function toJson(held: NumberExport) {
  return {
    purchases: held.purchases,
    statement_lines: held.statementLines.map((line) => ({
      id: line.id,
      type: line.type,
      occurred_at: line.occurredAt,
      amount: line.amount,
      currency: line.currency,
      purchase_id: line.purchaseId,
    })),
    events: held.events.map(({ id, type, createdAt, body, answers }) => ({
      id,
      type,
      created_at: createdAt,
      body: JSON.parse(body) as unknown,
      answers,
    })),
    callbacks: held.callbacks.map(({ networkId, receivedAt, body }) => ({
      network_id: networkId,
      received_at: receivedAt,
      body,
    })),
    campaign_rows: held.campaignRows.map(({ batchId, line, cells }) => ({ batch_id: batchId, line, cells })),
    blocked_at: held.blockedAt,
    lookup:
      held.lookup === null
        ? null
        : { network_id: held.lookup.networkId, looked_up_at: held.lookup.lookedUpAt },
    is_complete: held.isComplete,
  };
}
