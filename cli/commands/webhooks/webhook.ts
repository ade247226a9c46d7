import type { Command } from 'commander';
import {
  changeEndpoint,
  createEndpoint,
  findEndpoint,
  removeEndpoint,
} from '../../../db/webhooks/endpoints.ts';
import { rotateSecret } from '../../../db/webhooks/secrets.ts';
import { sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import { newSigningSecret } from '../../../domain/crypto/signing-secret.ts';
import { judgeStanding } from '../../../domain/webhook/endpoint-standing.ts';
import { EXTRA_EVENTS, type ExtraEvent } from '../../../domain/webhook/event.ts';
import { judgeReceiverUrl } from '../../../services/webhooks/receiver-address.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addWebhookEventCommands } from './events.ts';

interface AccountOption {
  readonly account?: string;
}

const ACCOUNT = [
  '--account <account>',
  'acc_…; the live demo account of npm start when it is left out',
] as const;
interface SetOptions extends AccountOption {
  readonly event: readonly string[];
}

/** Takes back what was asked for. */
const NO_EXTRA_EVENTS = 'none';
const OVERLAP_HOURS = 24;
const OVERLAP_HOURS_MAX = 24 * 30;

/** `webhook`: where an account's events go, and what became of them. */
export function addWebhookCommands(program: Command, frame: Frame): void {
  const webhook = program.command('webhook').description("An account's webhook endpoint, and its events.");
  frame
    .changes(
      webhook,
      'set <url>',
      'Sends the webhooks of an account to this address; a first one is given a signing secret, shown once.',
    )
    .option(...ACCOUNT)
    .option(
      '--event <type>',
      `what it gets besides the events of purchases: ${EXTRA_EVENTS.join(', ')}, or ${NO_EXTRA_EVENTS}; may be repeated; unchanged when left out`,
      (type: string, before: readonly string[]) => [...before, type],
      [],
    )
    .addHelpText('after', '\nThe URL is https; http only on addresses that WEBHOOK_ALLOW_PRIVATE lists.')
    .action(frame.does<SetOptions, [string]>(set));
  frame.reads(webhook, 'show [account]', "An account's endpoint, and how it does.").action(frame.does(show));
  frame
    .destroys(
      webhook,
      'rotate [account]',
      'Replaces the signing secret and prints the new one, once. For a time both sign.',
    )
    .option(
      '--overlap <hours>',
      'how long the former secret signs too; 0 ends it, and any before it, at once',
      String(OVERLAP_HOURS),
    )
    .action(frame.does<{ overlap: string }>(rotate));
  frame
    .destroys(
      webhook,
      'remove [account]',
      'Removes the endpoint and its secrets; events are only stored then.',
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
    throw new CliError(`${id} was given an endpoint meanwhile; look at webhook show.`);
  }
  return {
    json: { account_id: id, url, extra_events: extraEvents, signing_secret: secret },
    text: `${whereTo(id, url, extraEvents)}\n\n${shownOnce(secret)}`,
  };
}

function whereTo(id: string, url: string, extraEvents: readonly ExtraEvent[]): string {
  const and = extraEvents.length === 0 ? '' : `, ${extraEvents.join(' and ')} among them`;
  return `Webhooks of ${id} go to ${url}${and}.`;
}

/** Null where nothing was said of them. */
function readExtraEvents(texts: readonly string[]): readonly ExtraEvent[] | null {
  if (texts.length === 0) return null;
  if (texts.length === 1 && texts[0] === NO_EXTRA_EVENTS) return [];
  const unknown = texts.find((text) => EXTRA_EVENTS.every((type) => type !== text));
  if (unknown !== undefined) {
    throw wrongUsage(
      `--event ${unknown}: ${EXTRA_EVENTS.join(', ')}, or ${NO_EXTRA_EVENTS} alone. The events of purchases are always sent.`,
    );
  }
  return EXTRA_EVENTS.filter((type) => texts.includes(type));
}

async function show(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const { id } = await knownAccount(session, accountText);
  const endpoint = await findEndpoint(session.pool(), id);
  if (endpoint === null) return { json: null, text: `${id} has no webhook endpoint.` };
  const { url, extraEvents, record, deliveredAt, formerUntil, waiting } = endpoint;
  const standing = judgeStanding(record);
  return {
    json: {
      account_id: id,
      url,
      extra_events: extraEvents,
      standing,
      failures_in_a_row: record.failures,
      delivered_at: deliveredAt,
      former_secret_until: formerUntil,
      waiting,
    },
    text: fields([
      ['Address', url],
      ['Events', ['purchase.*', ...extraEvents].join(', ')],
      ['Standing', WORDS[standing]],
      ['Failures in a row', String(record.failures)],
      ['Last delivery on record', time(deliveredAt)],
      ['Former secret signs until', time(formerUntil)],
      ['Attempts waiting', String(waiting)],
    ]),
  };
}

const WORDS = {
  proven: 'working',
  unproven: 'new: nothing was delivered to it yet',
  failing: 'failing: attempts keep to the schedule, in slots apart from the others',
};

async function rotate(session: Session, options: { overlap: string }, accountText?: string): Promise<Shown> {
  const { id } = await knownAccount(session, accountText);
  const hours = readHours(options.overlap);
  const keys = session.secretsKeys();
  const consequence =
    hours === 0
      ? 'Webhooks are signed with the new secret alone from now on.'
      : `For ${hours} hours webhooks are signed with both secrets, then with the new one alone.`;
  await session.confirm(`The signing secret of ${id} is replaced. ${consequence}`);

  const secret = newSigningSecret();
  const rotated = await rotateSecret(
    session.pool(),
    id,
    { sealedSecret: sealSecret(secret, keys), overlapMs: hours * 3_600_000 },
    await session.actor(),
  );
  switch (rotated.kind) {
    case 'no_endpoint':
      throw new CliError(`${id} has no webhook endpoint: webhook set gives it one.`);
    case 'under_way':
      throw new CliError(
        `A rotation is under way until ${time(rotated.until)}: a third secret would end the first. Wait, or end it with --overlap 0.`,
      );
    case 'rotated':
      return {
        json: { account_id: id, signing_secret: secret, former_secret_until: rotated.formerUntil },
        text: `${shownOnce(secret)}\nThe former one signs until: ${time(rotated.formerUntil)}`,
      };
  }
}

function readHours(text: string): number {
  const hours = Number(text);
  if (text.trim() === '' || !(hours >= 0 && hours <= OVERLAP_HOURS_MAX)) {
    throw wrongUsage(`--overlap ${text}: hours from 0 to ${OVERLAP_HOURS_MAX}.`);
  }
  return hours;
}

async function remove(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const { id } = await knownAccount(session, accountText);
  await session.confirm(
    `${id} gets no webhooks any more; its secrets and what waits to be sent are dropped.`,
  );
  if (!(await removeEndpoint(session.pool(), id, await session.actor()))) {
    throw new CliError(`${id} has no webhook endpoint.`);
  }
  return { json: { account_id: id, removed: true }, text: `${id} has no webhook endpoint any more.` };
}

function shownOnce(secret: string): string {
  return `Signing secret: ${secret}\nIt is stored encrypted and cannot be shown again.`;
}
