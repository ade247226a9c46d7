import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../../domain/ids.ts';
import { sendScripts } from '../../support/adapters/send-scripts.ts';
import {
  type Client,
  type NetworkName,
  openClient,
  PRICE,
  toldOf,
  wish,
} from '../../support/scenarios/client.ts';
import {
  eventually,
  expectAllInvariants,
  type Scenario,
  SHORT_RESOLVE_WITHIN_MS,
  startScenario,
} from '../../support/scenarios/stack.ts';

const AFTERWARDS_MS = SHORT_RESOLVE_WITHIN_MS + 4_000;

let scenario: Scenario;
let client: Client;

beforeAll(async () => {
  const soon = { net_glo_ng: SHORT_RESOLVE_WITHIN_MS, net_9mobile_ng: SHORT_RESOLVE_WITHIN_MS };
  scenario = await startScenario({ resolveWithinMs: soon });
  client = await openClient(scenario, 100);
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

/** DT One signs nothing, so its callbacks are hints; Reloadly's count by themselves. */
describe.each<[string, NetworkName, NetworkName, 'dtone' | 'reloadly']>([
  ['DT One', 'glo', 'mtn', 'dtone'],
  ['Reloadly', '9mobile', '9mobile', 'reloadly'],
])('over %s', (_gateway, hasty, patient, simulator) => {
  it.concurrent('a delivery after resolve_by: called back, listed as our loss, never charged or reported', async () => {
    const asked = wish(hasty);
    await script(simulator, asked.phone_number, { end_after_ms: AFTERWARDS_MS });
    const { id } = await client.bought(asked);
    await eventually(async () => expect(await callbacksOf(id)).toEqual(['confirmed']));

    const { rows } = await scenario.pool.query(
      `SELECT p.failure_code, l.network_reference IS NOT NULL AS referenced, l.resolved_at
         FROM late_confirmations l JOIN purchases p ON p.id = l.purchase_id WHERE p.id = $1`,
      [uuid(id)],
    );
    expect(rows).toEqual([{ failure_code: 'network_timeout', referenced: true, resolved_at: null }]);
    expect(await linesOf(id)).toEqual([]);
    expect(await client.read(id)).toMatchObject({ status: 'failed', failure: { code: 'network_timeout' } });
    await eventually(() => expect(toldOf(client, id)).toEqual(['purchase.failed']));
  });

  it.concurrent('a reversal after the delivery: called back, refunded once, and reported', async () => {
    const { id } = await client.bought(wish(patient, '980'));
    await eventually(async () => expect((await client.read(id)).status).toBe('reversed'));

    // A callback is marked as handled after its report is booked.
    await eventually(async () =>
      expect(await callbacksOf(id)).toContain(simulator === 'dtone' ? 'reversed' : 'voided'),
    );
    expect(await linesOf(id)).toEqual([
      { type: 'purchase', amount: -PRICE },
      { type: 'reversal', amount: PRICE },
    ]);
    expect(await client.read(id)).toMatchObject({ reversal: { reason: expect.any(String) } });
    await eventually(() => expect(toldOf(client, id)).toEqual(['purchase.reversed', 'purchase.successful']));
  });
});

it('leaves the balance whole, and every invariant', async () => {
  expect(await client.balance()).toEqual({ available: 100 * PRICE, held: 0 });
  await expectAllInvariants(scenario);
});

/** What the callbacks about a purchase came to, in the order in which they came. */
async function callbacksOf(id: string): Promise<(string | null)[]> {
  const { rows } = await scenario.pool.query<{ handled_as: string | null }>(
    `SELECT handled_as FROM gateway_callbacks WHERE purchase_id = $1 ORDER BY received_at`,
    [uuid(id)],
  );
  return rows.map(({ handled_as }) => handled_as);
}

async function linesOf(id: string) {
  const { rows } = await scenario.pool.query(
    `SELECT type, amount FROM statement_lines WHERE purchase_id = $1 ORDER BY seq`,
    [uuid(id)],
  );
  return rows;
}

/** Sets what the simulator does with a number; Reloadly gets numbers as they are dialled at home. */
function script(simulator: 'dtone' | 'reloadly', phoneNumber: string, does: object): Promise<void> {
  const number = simulator === 'dtone' ? phoneNumber : `0${phoneNumber.slice('+234'.length)}`;
  return sendScripts(scenario.stack.simulators[simulator], { ...does, number });
}

function uuid(id: string): string {
  return uuidOf('pur', `pur_${id.slice('pur_'.length)}`);
}
