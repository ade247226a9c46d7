import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { renderAttempt } from '../../../contract/recorded-event.ts';
import { notifyQueues } from '../../../db/outbox/outbox.ts';
import { findEndpoint, findEventAccount } from '../../../db/webhooks/endpoints.ts';
import { findEvent, listAttempts } from '../../../db/webhooks/events.ts';
import { addTestEvent } from '../../../db/webhooks/test-events.ts';
import { type AccountId, type EndpointId, type EventId, readId } from '../../../domain/ids.ts';
import { WEBHOOK_QUEUE } from '../../../domain/network/queues.ts';
import { PURCHASE_EVENTS, type PurchaseEventType } from '../../../domain/purchase/movements.ts';
import type { StoredAttempt } from '../../../domain/webhook/event.ts';
import { resendAsStaff } from '../../../services/staff/resend.ts';
import { createTestEvent } from '../../../services/webhooks/test-event.ts';
import { knownAccount } from '../../account.ts';
import { CliError, EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { endpointInWords, type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addRecoverCommand, noEndpointAtAll } from './recover.ts';

const LOOK_MS = 250;
const WAIT_SECONDS = 20;

/** `webhook test`, `attempts` and `resend`: single events; and `recover`. */
export function addWebhookEventCommands(webhook: Command, frame: Frame): void {
  frame
    .changes(
      webhook,
      'test [account]',
      'Sends the endpoint that operators set a test event about a purchase that does not exist, and shows the answer.',
    )
    .option('--type <type>', PURCHASE_EVENTS.join(', '), 'purchase.successful')
    .option('--wait <seconds>', 'how long to wait for the answer', String(WAIT_SECONDS))
    .action(frame.does<TestOptions>(test));
  frame
    .reads(webhook, 'attempts <event>', 'Shows every attempt to deliver an event (evt_…), with the answers.')
    .action(frame.does<object, [string]>(attempts));
  frame
    .changes(
      webhook,
      'resend <event>',
      'Sends an event (evt_…) again to all endpoints that want it, whether it was delivered or not.',
    )
    .option('--endpoint <endpoint>', 'only to this endpoint that the client set (wep_…)')
    .action(frame.does<ResendOptions, [string]>(resend));
  addRecoverCommand(webhook, frame);
}

interface TestOptions {
  readonly type: string;
  readonly wait: string;
}

async function test(session: Session, options: TestOptions, accountText?: string): Promise<Shown> {
  const { id: account } = await knownAccount(session, accountText);
  const type = PURCHASE_EVENTS.find((known) => known === options.type);
  if (type === undefined)
    throw wrongUsage(
      `--type ${options.type} is not an event type. Use one of: ${PURCHASE_EVENTS.join(', ')}.`,
    );
  const seconds = Number(options.wait);
  if (!(seconds >= 0 && seconds <= 600))
    throw wrongUsage(`--wait ${options.wait} is not from 0 to 600 seconds.`);
  if ((await findEndpoint(session.pool(), account)) === null) throw noEndpoint(account);

  const event = await sendTest(session, account, type);
  const made = await waitForAttempt(session, account, event, seconds);
  const json = { event_id: event, account_id: account, attempt: made === null ? null : renderAttempt(made) };
  if (made === null) {
    return {
      json,
      text: `${event} has not been sent yet. Check that a worker runs, then look at webhook attempts ${event}.`,
      exitCode: EXIT.notDone,
    };
  }
  return {
    json,
    text: `${event}: ${inWords(made)}\n${formatAnswer(made)}`,
    exitCode: made.outcome === 'delivered' ? EXIT.done : EXIT.notDone,
  };
}

async function sendTest(session: Session, account: AccountId, type: PurchaseEventType): Promise<EventId> {
  const event = createTestEvent(account, type, new Date());
  await addTestEvent(session.pool(), account, event, await session.actor());
  await notifyQueues(session.pool(), [WEBHOOK_QUEUE]);
  return event.id;
}

async function waitForAttempt(
  session: Session,
  account: AccountId,
  event: EventId,
  seconds: number,
): Promise<StoredAttempt | null> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(LOOK_MS)) {
    const made = (await listAttempts(session.pool(), account, event)).find(({ outcome }) => outcome !== null);
    if (made !== undefined) return made;
  }
  return null;
}

async function attempts(session: Session, _options: object, text: string): Promise<Shown> {
  const { id, account } = await knownEvent(session, text);
  const event = await findEvent(session.pool(), account, id);
  const made = await listAttempts(session.pool(), account, id);
  const rows = made.map((attempt) => {
    const { kind, number } = renderAttempt(attempt);
    return [
      endpointInWords(attempt.endpointId),
      kind === 'resent' ? 'resent' : String(number),
      time(attempt.startedAt),
      inWords(attempt),
      attempt.durationMs === null ? '–' : `${attempt.durationMs} ms`,
      attempt.address ?? '–',
      attempt.url ?? '–',
    ];
  });
  const answers = made.flatMap((attempt, at) =>
    attempt.answer === null || attempt.answer.length === 0
      ? []
      : [`\nAnswer to attempt ${rows[at]?.[1] ?? ''} at ${attempt.url ?? '–'}:\n${formatAnswer(attempt)}`],
  );
  return {
    json: { event_id: id, account_id: account, delivery: event?.delivery, attempts: made.map(renderAttempt) },
    text: [
      `${id} ${event?.type ?? ''} of ${account}: ${event?.delivery ?? ''}`,
      table(
        ['Endpoint', 'Attempt', 'Started', 'Result', 'Duration', 'Address', 'URL'],
        rows,
        'No attempt yet.',
      ),
      ...answers,
    ].join('\n'),
  };
}

interface ResendOptions {
  readonly endpoint?: string;
}

async function resend(session: Session, options: ResendOptions, text: string): Promise<Shown> {
  const { id } = await knownEvent(session, text);
  const endpoint = readEndpoint(options.endpoint);
  const resent = await resendAsStaff(session.pool(), id, endpoint, await session.actor());
  if (resent.kind === 'no_event') throw new CliError(`There is no event ${id}. Check the id.`);
  const { accountId: account } = resent;
  if (resent.kind === 'no_endpoint') {
    throw endpoint === null
      ? noEndpointAtAll(account)
      : new CliError(`${account} has no enabled endpoint ${endpoint}. Look at webhook show.`);
  }
  return {
    json: { event_id: id, account_id: account, queued: resent.kind === 'queued' },
    text:
      resent.kind === 'queued'
        ? `${id} will be sent again. See webhook attempts ${id}.`
        : `${id} is already waiting to be sent. Nothing was added.`,
  };
}

async function knownEvent(
  session: Session,
  text: string,
): Promise<{ readonly id: EventId; readonly account: AccountId }> {
  const id = readId('evt', text);
  if (id === null) throw wrongUsage(`${text} is not an event id: evt_ and 26 characters.`);
  const account = await findEventAccount(session.pool(), id);
  if (account === null) throw new CliError(`There is no event ${id}. Check the id.`);
  return { id, account };
}

/** The client's endpoint that was named; null when none was. @throws when it is not an id. */
function readEndpoint(text: string | undefined): EndpointId | null {
  if (text === undefined) return null;
  const id = readId('wep', text);
  if (id === null) throw wrongUsage(`${text} is not an endpoint id: wep_ and 26 characters.`);
  return id;
}

function noEndpoint(account: AccountId): CliError {
  return new CliError(`Operators have set no webhook endpoint for ${account}. Add one with webhook set.`);
}

function inWords({ outcome, httpStatus, error }: StoredAttempt): string {
  if (outcome === null) return 'in progress, or its result was lost';
  if (outcome === 'delivered') return `delivered (${httpStatus})`;
  return error === 'http_status' ? `answered ${httpStatus}` : `failed: ${error}`;
}

/** A receiver's answer without control characters, which could move the cursor of a terminal. */
function formatAnswer(attempt: StoredAttempt): string {
  const text = renderAttempt(attempt).answer ?? '';
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? '\n' : '\ufffd'));
}
