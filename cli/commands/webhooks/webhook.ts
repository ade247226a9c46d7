import type { Command } from 'commander';
import { changeEndpoint, createEndpoint, removeEndpoint } from '../../../db/webhooks/endpoints.ts';
import { rotateSecret } from '../../../db/webhooks/secrets.ts';
import { sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import { newSigningSecret } from '../../../domain/crypto/signing-secret.ts';
import { EXTRA_EVENTS, type ExtraEvent } from '../../../domain/webhook/event.ts';
import { judgeReceiverUrl } from '../../../services/webhooks/receiver-address.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addWebhookEventCommands } from './events.ts';
import { addShowCommand } from './show.ts';

interface AccountOption {
  readonly account?: string;
}

const ACCOUNT = [
  '--account <account>',
  'account id (acc_…); default: the live demo account of npm start',
] as const;
interface SetOptions extends AccountOption {
  readonly event: readonly string[];
}

/** Stops all extra events. */
const NO_EXTRA_EVENTS = 'none';
const OVERLAP_HOURS = 24;
const OVERLAP_HOURS_MAX = 24 * 30;

/** `webhook`: the endpoint that operators set for an account, and the delivery of its events to all endpoints. */
export function addWebhookCommands(program: Command, frame: Frame): void {
  const webhook = program.command('webhook').description("An account's webhook endpoints, and its events.");
  frame
    .changes(
      webhook,
      'set <url>',
      'Sets the webhook address of an account. The first time, also prints the signing secret, which is not shown again.',
    )
    .option(...ACCOUNT)
    .option(
      '--event <type>',
      `an event type to send as well as purchase events: ${EXTRA_EVENTS.join(', ')}, or ${NO_EXTRA_EVENTS}; repeatable; default: no change`,
      (type: string, before: readonly string[]) => [...before, type],
      [],
    )
    .addHelpText(
      'after',
      '\nThe URL must be https; http is allowed only for addresses in WEBHOOK_ALLOW_PRIVATE.',
    )
    .action(frame.does<SetOptions, [string]>(set));
  addShowCommand(webhook, frame);
  frame
    .destroys(
      webhook,
      'rotate [account]',
      'Replaces the signing secret and prints the new one, once. Both sign for a time.',
    )
    .option(
      '--overlap <hours>',
      'how long the former secret also signs; 0 ends it immediately',
      String(OVERLAP_HOURS),
    )
    .action(frame.does<{ overlap: string }>(rotate));
  frame
    .destroys(
      webhook,
      'remove [account]',
      'Removes the endpoint and its secrets. Events are then only stored.',
    )
    .action(frame.does(remove));
  addWebhookEventCommands(webhook, frame);
}

async function set(session: Session, options: SetOptions, url: string): Promise<Shown> {
  const wanted = readExtraEvents(options.event);
  const { id } = await knownAccount(session, options.account);
  const verdict = judgeReceiverUrl(url, { allowPrivate: session.target().allowPrivate });
  if (verdict.kind === 'refused') throw new CliError(`${url} cannot be an endpoint: ${verdict.why}.`);

  const pool = session.pool();
  const actor = await session.actor();
  const changed = await changeEndpoint(pool, id, { url, extraEvents: wanted }, actor);
  if (changed !== null) {
    return { json: { account_id: id, url, extra_events: changed }, text: whereTo(id, url, changed) };
  }

  const secret = newSigningSecret();
  const sealedSecret = sealSecret(secret, session.secretsKeys());
  const extraEvents = wanted ?? [];
  if (!(await createEndpoint(pool, id, { url, extraEvents, sealedSecret }, actor))) {
    throw new CliError(`Another operator has just set an endpoint for ${id}. Look at webhook show.`);
  }
  return {
    json: { account_id: id, url, extra_events: extraEvents, signing_secret: secret },
    text: `${whereTo(id, url, extraEvents)}\n\n${shownOnce(secret)}`,
  };
}

function whereTo(id: string, url: string, extraEvents: readonly ExtraEvent[]): string {
  const extra = extraEvents.length === 0 ? '' : `, including ${extraEvents.join(' and ')}`;
  return `Webhooks of ${id} go to ${url}${extra}.`;
}

/** The extra events that were asked for; null when the option was left out. */
function readExtraEvents(texts: readonly string[]): readonly ExtraEvent[] | null {
  if (texts.length === 0) return null;
  if (texts.length === 1 && texts[0] === NO_EXTRA_EVENTS) return [];
  const unknown = texts.find((text) => EXTRA_EVENTS.every((type) => type !== text));
  if (unknown !== undefined) {
    throw wrongUsage(
      `--event ${unknown} is not an option. Use ${EXTRA_EVENTS.join(', ')}, or only ${NO_EXTRA_EVENTS}. Purchase events are always sent.`,
    );
  }
  return EXTRA_EVENTS.filter((type) => texts.includes(type));
}

async function rotate(session: Session, options: { overlap: string }, accountText?: string): Promise<Shown> {
  const { id } = await knownAccount(session, accountText);
  const hours = readHours(options.overlap);
  const keys = session.secretsKeys();
  const consequence =
    hours === 0
      ? 'From now on, webhooks are signed only with the new secret.'
      : `For ${hours} hours, webhooks are signed with both secrets, then only with the new one.`;
  await session.confirm(`This replaces the signing secret of ${id}. ${consequence}`);

  const secret = newSigningSecret();
  const rotated = await rotateSecret(
    session.pool(),
    id,
    { sealedSecret: sealSecret(secret, keys), overlapMs: hours * 3_600_000 },
    await session.actor(),
  );
  switch (rotated.kind) {
    case 'no_endpoint':
      throw new CliError(`${id} has no webhook endpoint. Add one with webhook set.`);
    case 'under_way':
      throw new CliError(
        `The last rotation ends at ${time(rotated.until)}. A third secret would end the first one early. Wait, or end it now with --overlap 0.`,
      );
    case 'rotated':
      return {
        json: { account_id: id, signing_secret: secret, former_secret_until: rotated.formerUntil },
        text: `${shownOnce(secret)}\nThe former secret signs until: ${time(rotated.formerUntil)}`,
      };
  }
}

function readHours(text: string): number {
  const hours = Number(text);
  if (text.trim() === '' || !(hours >= 0 && hours <= OVERLAP_HOURS_MAX)) {
    throw wrongUsage(`--overlap ${text} is not from 0 to ${OVERLAP_HOURS_MAX} hours.`);
  }
  return hours;
}

async function remove(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const { id } = await knownAccount(session, accountText);
  await session.confirm(
    `This stops the webhooks of ${id} and deletes its secrets. Events that wait to be sent are not sent.`,
  );
  if (!(await removeEndpoint(session.pool(), id, await session.actor()))) {
    throw new CliError(`${id} has no webhook endpoint.`);
  }
  return { json: { account_id: id, removed: true }, text: `Removed the webhook endpoint of ${id}.` };
}

function shownOnce(secret: string): string {
  return `Signing secret: ${secret}\nIt is stored encrypted and cannot be shown again.`;
}
