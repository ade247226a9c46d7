import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overrideNetwork } from '../../../db/networks/override.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { NIGERIA } from '../../../services/catalogue/demo/nigeria.ts';
import {
  GATEWAY_FAULTS,
  type GatewayFault,
  type Protocol,
  type Script,
} from '../../../tools/chaos/plan/gateway-faults.ts';
import { sendScripts } from '../../support/adapters/send-scripts.ts';
import { booksOf, endsWell, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { type Body, type Posted, postBodies } from '../../support/faults/load.ts';
import { resolveWithin } from '../../support/faults/resolve-within.ts';
import { seeded } from '../../support/faults/seed.ts';

const PROTOCOLS: readonly Protocol[] = ['dtone', 'reloadly'];
const NETWORKS = {
  dtone: { networkId: 'net_mtn_ng', prefix: '+234803', bundle: 'bnd_mtn_ng_500mb_7d' },
  reloadly: { networkId: 'net_9mobile_ng', prefix: '+234809', bundle: 'bnd_9mobile_ng_500mb_7d' },
} as const;
const RESOLVE_WITHIN_MS = 75_000;
const MIXED_WITHIN_MS = 120_000;
const MIX = 900;
/** After each wave but the last, a worker is killed in the middle of its sends. */
const WAVES = 3;
/** The least share of deliverable purchases that must be delivered: killed workers cost some of them their time. */
const DELIVERED_SHARE = 0.5;
const SCRIPTS_AT_ONCE = 500;

describe.runIf(OWN_SERVERS)('gateways with every kind of fault, over DT One and Reloadly', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  let numbers = 0;
  beforeAll(async () => {
    stack = await startFaultStack({ network: { resolveWithinMs: RESOLVE_WITHIN_MS } });
    // Without the override, so many faults would close the networks to further purchases.
    const actor = { operator: 'test', reason: 'faults are wanted' };
    for (const { id: networkId } of NIGERIA) {
      const override = { networkId, status: 'operational', message: null, until: null } as const;
      await overrideNetwork(stack.pool, override, actor);
    }
  });
  afterAll(() => stack.stop());

  /** An order for a new number, and the script that its gateway gets for it. */
  function order(name: string, fault: GatewayFault, protocol: Protocol): { body: Body; script: Script } {
    numbers += 1;
    const { prefix, bundle } = NETWORKS[protocol];
    // Once a script is used up its number is ordinary again, and 550 is in no table of suffixes.
    const phone_number = `${prefix}${String(numbers).padStart(4, '0')}550`;
    const dialled = protocol === 'dtone' ? phone_number : `0${phone_number.slice('+234'.length)}`;
    return {
      body: { reference: `${name}-${numbers}`, phone_number, bundle_id: bundle },
      script: { ...fault.script(protocol), number: dialled },
    };
  }

  async function sendAll(protocol: Protocol, scripts: readonly Script[]): Promise<void> {
    for (let from = 0; from < scripts.length; from += SCRIPTS_AT_ONCE) {
      await sendScripts(stack.stack.simulators[protocol], scripts.slice(from, from + SCRIPTS_AT_ONCE));
    }
  }

  it('each fault alone: every purchase ends as expected, and the gateway’s book agrees', async () => {
    const cases = GATEWAY_FAULTS.flatMap((fault) =>
      PROTOCOLS.map((protocol) => ({ fault, protocol, ...order('alone', fault, protocol) })),
    );
    for (const protocol of PROTOCOLS) {
      await sendAll(
        protocol,
        cases.flatMap((one) => (one.protocol === protocol ? [one.script] : [])),
      );
    }
    const posted = await postBodies(
      stack,
      cases.map(({ body }) => body),
      { insists: true },
    );
    const ids = new Map(posted.map(({ reference, purchaseId }) => [reference, purchaseId]));
    // A final purchase may still be reversed, so this waits for the expected state, not only for a final one.
    const ended = cases.map(async ({ fault, protocol, body }) => {
      const expected = 'status' in fault.becomes ? fault.becomes : fault.becomes[protocol];
      const id = ids.get(body.reference) ?? '';
      const what = `${protocol}: ${fault.name}`;
      await eventually(`${what} is ${expected.status}`, 2 * RESOLVE_WITHIN_MS, async () => {
        const { status, failure } = await purchaseOf(id);
        return status === expected.status && failure === (expected.failure ?? null);
      });
      const entry = (await booksOf(stack)).get(id);
      const { deliveries, submits = entry?.submits } = expected;
      expect({ what, deliveries: entry?.deliveries, submits: entry?.submits }).toEqual({
        what,
        deliveries,
        submits,
      });
    });
    for (const outcome of await Promise.allSettled(ended)) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
    const { seconds } = await endsWell(stack, posted);
    report({
      fault: 'each gateway fault alone',
      broken: `${GATEWAY_FAULTS.length} faults on both protocols`,
      held: 'every purchase ended as expected, books equal',
      seconds,
    });
  });

  it(`all faults at the same time, over ${MIX} purchases, while workers are killed (SIGKILL)`, async () => {
    // Enough time for what killed workers leave behind.
    for (const { networkId, prefix, bundle } of Object.values(NETWORKS)) {
      const probe = { networkId, phone_number: `${prefix}0000000`, bundle_id: bundle };
      await resolveWithin(stack, MIXED_WITHIN_MS, probe);
    }
    const [first, ...rest] = GATEWAY_FAULTS;
    if (first === undefined) throw new Error('there are no faults');
    const orders = Array.from({ length: MIX }, (_, index) => {
      const protocol = PROTOCOLS[index % PROTOCOLS.length] ?? 'dtone';
      const fault = random.pick([first, ...rest]);
      const { status: ends } = 'status' in fault.becomes ? fault.becomes : fault.becomes[protocol];
      return { protocol, ends, ...order('mixed', fault, protocol) };
    });
    for (const protocol of PROTOCOLS) {
      await sendAll(
        protocol,
        orders.flatMap((one) => (one.protocol === protocol ? [one.script] : [])),
      );
    }
    // A wave starts once the one before was sent: a worker starts in seconds or, on a busy machine, in over a minute.
    const answers: Posted[] = [];
    const size = MIX / WAVES;
    for (let wave = 1; wave <= WAVES; wave++) {
      const bodies = orders.slice((wave - 1) * size, wave * size).map(({ body }) => body);
      const before = (wave - 1) * size;
      const posted = postBodies(stack, bodies, { insists: true });
      if (wave < WAVES) {
        await sentOrFinal(before + random.between(size / 4, (size * 3) / 4));
        stack.stack.processes.worker.kill('SIGKILL');
        await stack.stack.restart('worker');
      }
      answers.push(...(await posted));
      await sentOrFinal(before + size);
    }
    expect(answers.filter(({ kind }) => kind !== 'accepted')).toEqual([]);

    const { successful, failed, reversed, seconds } = await endsWell(stack, answers, 2 * MIXED_WITHIN_MS);
    const twice = [...(await booksOf(stack)).values()].filter(({ deliveries }) => deliveries > 1);
    expect(twice).toEqual([]);
    const deliverable = orders.filter(({ ends }) => ends === 'successful').map(({ body }) => body.reference);
    const codes = await endsOf(deliverable);
    expect(codes.successful ?? 0, JSON.stringify(codes)).toBeGreaterThan(
      deliverable.length * DELIVERED_SHARE,
    );
    report({
      fault: 'all gateway faults at the same time',
      broken: `${MIX} purchases on both protocols, ${WAVES - 1} workers SIGKILL`,
      held: `nothing twice; every delivery charged or listed (${successful} + ${reversed} delivered, ${failed} failed)`,
      seconds,
    });
  });

  /** Waits until this many of the mixed purchases were sent at least once, or are final. */
  async function sentOrFinal(count: number): Promise<void> {
    await eventually(`${count} purchases are sent or final`, 2 * MIXED_WITHIN_MS, async () => {
      const { rows } = await stack.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM purchases p
          WHERE reference LIKE 'mixed-%'
            AND (status <> 'pending' OR EXISTS (SELECT FROM submissions WHERE purchase_id = p.id))`,
      );
      return (rows[0]?.count ?? 0) >= count;
    });
  }

  /** How many of these purchases are successful, and how many failed for each reason. */
  async function endsOf(references: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const { rows } = await stack.pool.query<{ ended: string; count: number }>(
      `SELECT coalesce(failure_code, status) AS ended, count(*)::int AS count
         FROM purchases WHERE reference = ANY ($1) GROUP BY 1`,
      [references],
    );
    return Object.fromEntries(rows.map(({ ended, count }) => [ended, count]));
  }

  async function purchaseOf(id: string): Promise<{ status: string | null; failure: string | null }> {
    const { rows } = await stack.pool.query<{ status: string; failure: string | null }>(
      `SELECT status, failure_code AS failure FROM purchases WHERE id = $1`,
      [uuidOf('pur', `pur_${id.slice('pur_'.length)}`)],
    );
    return rows[0] ?? { status: null, failure: null };
  }
});
