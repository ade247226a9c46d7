import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bundle, Client, Event, Purchase } from '../../src/index.ts';
import { CommandError, wrongUsage } from '../failure.ts';
import { fields } from '../show/layout.ts';
import { type Command, EXIT, type Given, type Session, type Shown } from '../spec.ts';
import { knownOutcome } from '../unknown.ts';

/** The numbers of the sandbox that lead to each event. */
const NUMBERS = {
  'purchase.successful': '+2348030000000',
  'purchase.failed': '+2348030000003',
  'purchase.reversed': '+2348030000980',
} as const;
const TYPES = Object.keys(NUMBERS).join(', ');
const LOOK_MS = 500;
const WAIT_SECONDS = 120;
const WAIT_SECONDS_MAX = 3_600;

/** `trigger`: makes a test event happen. */
export const TRIGGER: Command = {
  name: 'trigger',
  args: ['EVENT_TYPE'],
  summary: `Causes a test event with a purchase in test mode: ${TYPES}.`,
  options: {
    phone: { kind: 'value', value: 'PHONE', help: 'number to buy for; default: one that leads to the event' },
    bundle: { kind: 'value', value: 'ID', help: 'bundle to buy; default: the cheapest of the network' },
    wait: {
      kind: 'value',
      value: 'SECONDS',
      help: `how long to wait for the event; default: ${WAIT_SECONDS}`,
    },
  },
  notes: `The key must be of test mode (bw_test_…). The event goes to your endpoint, and to bundlewire-client listen. The
last three digits of a number in test mode decide what happens.`,
  run: trigger,
};

async function trigger({ terminal, testApi }: Session, given: Given): Promise<Shown> {
  const type = readType(given.args[0] ?? '');
  const seconds = readSeconds(given.value('wait'));
  const client = testApi();
  const { signal } = terminal;
  const phone_number = given.value('phone') ?? NUMBERS[type];
  const bundle_id = given.value('bundle') ?? (await cheapest(client, phone_number));
  const reference = `trigger-${type.split('.')[1]}-${randomBytes(6).toString('hex')}`;
  const advice = 'It is of test mode, so nothing was charged. Run the command again for another event.';
  const { purchase } = await knownOutcome({ reference, advice, signal }, () =>
    client.purchases.create({ reference, phone_number, bundle_id }, { signal }),
  );
  terminal.err(`${purchase.id} is accepted. Waiting for its event …\n`);
  return shownEvent(await eventOf(client, purchase, { type, seconds, signal }), purchase);
}

function readType(text: string): keyof typeof NUMBERS {
  if (text in NUMBERS) return text as keyof typeof NUMBERS;
  throw wrongUsage(`${text} is not an event type that can be triggered. Use one of: ${TYPES}.`);
}

function readSeconds(text: string | undefined): number {
  const seconds = Number(text ?? WAIT_SECONDS);
  if (!(seconds >= 1 && seconds <= WAIT_SECONDS_MAX))
    throw wrongUsage(`--wait ${text} is not from 1 to ${WAIT_SECONDS_MAX} seconds.`);
  return seconds;
}

async function cheapest(client: Client, phoneNumber: string): Promise<string> {
  const { network_id } = await client.numberLookups.create(phoneNumber);
  let found: Bundle | null = null;
  for await (const bundle of client.bundles.list({ network_id, available: true }))
    if (found === null || bundle.price.amount < found.price.amount) found = bundle;
  if (found !== null) return found.id;
  throw new CommandError(
    `Your account has no bundle of ${network_id}. Nothing was bought. Give another number with --phone.`,
    EXIT.notDone,
    'no_bundle',
  );
}

interface Wanted {
  readonly type: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Waits for an event of a purchase. @throws CommandError when it does not come in time. */
async function eventOf(
  client: Client,
  purchase: Purchase,
  { type, seconds, signal }: Wanted,
): Promise<Event> {
  const created_from = purchase.created_at;
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    for await (const event of client.events.list({ type, created_from, limit: 100 }))
      if (event.data.object.id === purchase.id) return event;
    await sleep(LOOK_MS, undefined, { signal });
  }
  throw new CommandError(
    `${purchase.id} had no event ${type} within ${seconds} s. To see what happened, run: bundlewire-client purchase ${purchase.id}`,
    EXIT.notDone,
    'no_event',
    purchase.reference,
  );
}

function shownEvent(event: Event, { id, reference }: Purchase): Shown {
  return {
    json: event,
    text: fields([
      ['Event', `${event.id}, ${event.type}`],
      ['Purchase', `${id} (${reference})`],
      ['Webhook', event.delivery.status.replaceAll('_', ' ')],
    ]),
  };
}
