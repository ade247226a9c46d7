import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScriptInput } from '../../../adapters/dtone/simulator/scripts.ts';
import type { PurchaseResource } from '../../../contract/purchase.ts';
import { lateInquiryWorkflowId } from '../../../workflows/names.ts';
import { sendScripts } from '../../support/adapters/send-scripts.ts';
import {
  type Client,
  type NetworkName,
  openClient,
  PRICE,
  toldOf,
  wish,
} from '../../support/scenarios/client.ts';
import { lateOf } from '../../support/scenarios/late.ts';
import { tracesOf } from '../../support/scenarios/secrecy.ts';
import {
  eventually,
  expectAllInvariants,
  type Scenario,
  SHORT_RESOLVE_WITHIN_MS,
  startScenario,
} from '../../support/scenarios/stack.ts';

interface Case {
  readonly network: NetworkName;
  /** What the simulator does by the number's last three digits, or by a script. */
  readonly does: string | Omit<ScriptInput, 'number'>;
  readonly becomes: PurchaseResource['status'];
  readonly failure?: string;
  /** Times sent, and delivered, by the simulator's book. */
  readonly submits?: number;
  readonly deliveries: number;
}

const delivered = (does: Case['does'], submits = 1): Case => ({
  network: 'mtn',
  does,
  becomes: 'successful',
  submits,
  deliveries: 1,
});
const refused = (does: Case['does'], failure: string): Case => ({
  network: 'airtel',
  does,
  becomes: 'failed',
  failure,
  submits: 1,
  deliveries: 0,
});

const CASES: Readonly<Record<string, Case>> = {
  '[states.successful] [get.purchase] [events.types.successful] a network that delivers immediately':
    delivered('555'),
  '[states.refused] [events.types.failed] a number that the network does not know': refused(
    '902',
    'number_invalid',
  ),
  'a barred number': refused('903', 'number_barred'),
  'an operator that is down': refused('904', 'network_unavailable'),
  'a purchase too soon after another': refused('905', 'too_soon'),
  'a refusal without a reason': refused('906', 'network_rejected'),
  'a connection reset after the order was taken': delivered('982'),
  'an answer that is no JSON': delivered('984'),
  'an error reported though the order was taken': delivered('989'),
  'an answer that comes too late': delivered('983'),
  'a callback that comes twice': delivered('985'),
  'a callback that is lost': delivered('986'),
  'a callback that overtakes the answer': delivered({ callback_before_answer: true }),
  'an order that inquiries do not find at first': delivered({
    answer: 'reset',
    callbacks: 0,
    hidden_for_ms: 3_000,
  }),
  'a request refused for its rate, then taken': delivered({ refuse: 'rate_limited', times: 1 }, 2),
  'a forged callback about a refused order': refused(
    { forged_callback: true, end: 'DECLINED-BARRED-CREDIT-PARTY', end_after_ms: 3_000 },
    'number_barred',
  ),
  '[states.reversed] [events.types.reversed] a credit that the network reverses': {
    ...delivered('980'),
    becomes: 'reversed',
  },
  'a network that never confirms': {
    ...refused('981', 'network_timeout'),
    network: 'glo',
  },
  'a network that delivers after resolve_by': {
    ...refused({ end_after_ms: SHORT_RESOLVE_WITHIN_MS + 4_000 }, 'network_timeout'),
    network: 'glo',
    deliveries: 1,
  },
};

let scenario: Scenario;
let client: Client;
const purchases = new Map<string, PurchaseResource>();

beforeAll(async () => {
  scenario = await startScenario({
    resolveWithinMs: { net_glo_ng: SHORT_RESOLVE_WITHIN_MS },
    // The order that is hidden at first must not count as never received, however long the machine stalls.
    holdMs: 60_000,
  });
  client = await openClient(scenario, 100);
  // In parallel: each waits for its own network only.
  await Promise.all(
    Object.entries(CASES).map(async ([name, { network, does }]) => {
      const asked = wish(network, typeof does === 'string' ? does : '555');
      if (typeof does !== 'string') await script({ ...does, number: asked.phone_number });
      purchases.set(name, await client.bought(asked));
    }),
  );
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

it.each(Object.entries(CASES))('%s', async (name, { becomes, failure, submits, deliveries }) => {
  const { id } = purchaseOf(name);
  await eventually(async () => expect((await client.read(id)).status).toBe(becomes));
  const purchase = await client.read(id);
  expect(purchase.failure?.code).toBe(failure);

  const events = becomes === 'reversed' ? ['reversed', 'successful'] : [becomes];
  await eventually(() => expect(toldOf(client, id)).toEqual(events.map((event) => `purchase.${event}`)));
  await eventually(async () =>
    expect((await scenario.book()).get(id)).toMatchObject({ submits, deliveries }),
  );
});

it('keeps asking about the one that was never confirmed, and lists the one delivered late as our loss', async () => {
  const never = purchaseOf('a network that never confirms').id;
  const late = purchaseOf('a network that delivers after resolve_by').id;
  const asking = lateInquiryWorkflowId(`pur_${never.slice('pur_'.length)}`);
  await eventually(async () =>
    expect(await scenario.temporal.isRunning([asking])).toEqual(new Set([asking])),
  );
  expect(await lateOf(scenario.pool, never)).toEqual({ inquiry: true, confirmation: false });
  await eventually(async () =>
    expect(await lateOf(scenario.pool, late)).toMatchObject({ confirmation: true }),
  );
  expect((await client.read(late)).status).toBe('failed');
});

it('has charged for exactly what was delivered in time and not reversed', async () => {
  const successful = Object.values(CASES).filter(({ becomes }) => becomes === 'successful').length;
  expect(await client.balance()).toEqual({ available: (100 - successful) * PRICE, held: 0 });
  expect(client.receiver.forged()).toBe(0);
  await expectAllInvariants(scenario);
});

it('leaves no phone number and no secret in any workflow, attribute or log', async () => {
  const ids = [...purchases.values()].map(({ id }) => id);
  let traces = await tracesOf(scenario);
  // The server's list may be a second old.
  await eventually(async () => {
    traces = await tracesOf(scenario);
    expect([...traces.keys()]).toEqual(expect.arrayContaining(ids));
  });
  const gateways = readFileSync(scenario.stack.gatewaysFile, 'utf8');
  const passwords = [...gateways.matchAll(/"(?:api_key|api_secret|callback_secret)": *"([^"]+)"/g)].flatMap(
    ([, it = []]) => it,
  );
  expect(passwords.length).toBeGreaterThan(0);
  const secrets = [client.apiKey, client.signingSecret, scenario.stack.secretsKey, ...passwords];
  const numbers = [...purchases.values()].map(({ phone_number }) => phone_number.slice(-8));

  // The payloads of a history can be read, or nothing would be found in them.
  for (const id of ids) expect(traces.get(id)).toContain('"data":"{');
  for (const [where, text] of traces) {
    const told = [...secrets, ...numbers].filter((secret) => text.includes(secret));
    expect({ where, told }).toEqual({ where, told: [] });
  }
});

function purchaseOf(name: string): PurchaseResource {
  const purchase = purchases.get(name);
  if (purchase === undefined) throw new Error(`nothing was bought as ${name}`);
  return purchase;
}

function script(body: ScriptInput): Promise<void> {
  return sendScripts(scenario.stack.simulators.dtone, body);
}
