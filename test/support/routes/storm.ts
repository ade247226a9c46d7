import { setTimeout as sleep } from 'node:timers/promises';
import { readDeliveryCosts } from '../../../db/costs/delivered.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import { type Delivered, deliveriesByKey } from '../../../services/invariants/book.ts';
import { checkDeliveries } from '../../../services/invariants/deliveries.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { createRandom } from '../../../tools/stack/random.ts';
import { NETWORK } from '../purchases/fixture.ts';
import { CALL } from '../purchases/gateway.ts';
import { createTwoGateways, type TwoGateways } from './two-gateways.ts';

type Told = Parameters<TwoGateways['buyTold']>[0];

const AT_ONCE = Number(process.env.ROUTES_AT_ONCE ?? 25);
/**
 * Longer than an order can take from its fence to the gateway, so that "not found" after it is conclusive unless a gateway lies: a
 * process may be held up before it sends, the call has a time limit, and the simulator shares its thread with all purchases.
 */
const HOLD_MS = 8_000 + 40 * AT_ONCE;
/** A gateway that lies delivers after it has said "never received". */
const HIDDEN_MS = 2 * HOLD_MS;
const PAUSE_MS = 200;
const INQUIRIES_MAX = (2 * HOLD_MS) / PAUSE_MS;
const FLAP_MS = 400;
/** How long an adapter waits for a silent gateway. */
const TIMEOUT_MS = 2_000;

/** Faults of DT One, the main and cheaper route, by how many of a thousand purchases meet them. */
const FAULTS: readonly (readonly [name: string, perMille: number, script: NonNullable<Told['dtone']>])[] = [
  ['silent', 20, { answer: 'silent', end_after_ms: 0 }],
  ['slow', 40, { answer_after_ms: 700 }],
  ['lost answer', 60, { answer: 'reset', end_after_ms: 0 }],
  ['lost order', 50, { accepts: false, answer: 'reset' }],
  ['lying page', 30, { answer: 'html' }],
  ['undocumented code', 20, { answer: 'unknown_code' }],
  ['says never received, then delivers', 25, { answer: 'reset', hidden_for_ms: HIDDEN_MS, end_after_ms: 0 }],
  ['no outcome', 10, { answer: 'reset', inquiry_answer: 'http_503' }],
  ['late outcome', 40, { end_after_ms: 900, callbacks: 2 }],
  ['empty wallet', 60, { refuse: 'wallet_empty' }],
  ['refused key', 20, { refuse: 'unauthorised' }],
  ['product not sold', 40, { refuse: 'product_unavailable' }],
  ['number refused', 15, { refuse: 'number_invalid' }],
];
/** Faults of Reloadly, which never lies. */
const OTHER_FAULTS: readonly (readonly [perMille: number, told: NonNullable<Told['reloadly']>])[] = [
  [40, { answer: 'reset' }],
  [20, { accepts: false, answer: 'reset' }],
  [20, { answer: 'html' }],
  [30, { refuse: 'INSUFFICIENT_BALANCE' }],
  [30, { refuse: 'OPERATOR_NOT_FOUND' }],
];
const LIES = 'says never received, then delivers';

/** What a storm came to. */
export interface StormFigures {
  readonly purchases: number;
  readonly delivered: number;
  /** Purchases with more than one delivery in the books of the gateways. */
  readonly twice: number;
  /** Of these: the gateway delivered after it had said "never received", as its script says. */
  readonly scripted: number;
  /** Of these: on record as `delivered_twice`. */
  readonly named: number;
  /** Those that are not scripted, with what each gateway delivered and what was sent. */
  readonly unexplained: readonly string[];
  /** What verification finds wrong. */
  readonly broken: readonly string[];
  /** Charges in statements. */
  readonly charges: number;
  /** What the deliveries cost, and what they would at the cheapest gateway. */
  readonly cost: number;
  readonly cheapest: number;
}

/** Buys many purchases on one network while everything goes wrong, and counts what the gateways' own books say. */
export async function storm(
  purchases: number,
  seed: number,
  routes: readonly ('main' | 'reloadly')[],
): Promise<StormFigures> {
  const network = await createTwoGateways(HOLD_MS, null, {
    reloadlyHoldMs: HOLD_MS,
    routes,
    timeoutMs: TIMEOUT_MS,
  });
  const flapping = new AbortController();
  const flaps = flap(network, createRandom(seed + 1), flapping.signal);
  try {
    const liars = new Set<PurchaseId>();
    const ids = await buyAll(network, purchases, createRandom(seed), liars);
    await waitForLosses(network, liars);
    return await count(network, ids, liars);
  } finally {
    flapping.abort();
    await flaps;
    await network.close();
  }
}

async function buyAll(
  network: TwoGateways,
  purchases: number,
  random: () => number,
  liars: Set<PurchaseId>,
): Promise<PurchaseId[]> {
  const ids: PurchaseId[] = [];
  let left = purchases;
  const buyOnes = async () => {
    while (left > 0) {
      left -= 1;
      const [told, lies, hints] = choose(random);
      const id = await network.buyTold(told);
      ids.push(id);
      if (lies) liars.add(id);
      await drive(network, id, hints);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buyOnes));
  return ids;
}

/** One number of the random source per choice, whatever is chosen, so that a seed gives the same purchases. */
function choose(random: () => number): readonly [told: Told, lies: boolean, hints: number] {
  const [first, second, third] = [random() * 1_000, random() * 1_000, random()];
  const fault = pick(FAULTS, ([, perMille]) => perMille, first);
  const other = pick(OTHER_FAULTS, ([perMille]) => perMille, second);
  const told = {
    ...(fault === undefined ? {} : { dtone: fault[2] }),
    ...(other === undefined ? {} : { reloadly: other[1] }),
  };
  return [told, fault?.[0] === LIES, third < 0.1 ? 2 : third < 0.2 ? 1 : 0];
}

function pick<T>(of: readonly T[], perMille: (one: T) => number, at: number): T | undefined {
  let end = 0;
  return of.find((one) => {
    end += perMille(one);
    return at < end;
  });
}

/** What the workflow of a purchase does, with short pauses; `hints` callbacks come in between, and again afterwards. */
async function drive(network: TwoGateways, purchaseId: PurchaseId, hints: number): Promise<void> {
  const { ports } = network;
  let inquiries = 0;
  for (let attempt = 1; attempt <= 20; attempt++) {
    let verdict: { readonly kind: string } = await submitPurchase(
      ports,
      { purchaseId, attempt, nextActionMs: 3_000 },
      CALL,
    );
    for (let hint = 0; hint < hints; hint++) void network.hint(purchaseId);
    while (verdict.kind === 'accepted' || verdict.kind === 'unknown' || verdict.kind === 'not_received') {
      if (inquiries === INQUIRIES_MAX) return;
      inquiries += 1;
      await sleep(PAUSE_MS);
      verdict = await ports.inquirer.inquire({ purchaseId, source: 'inquiry', endWorkflow: false }, CALL);
    }
    if (verdict.kind !== 'resendable') break;
    await sleep(PAUSE_MS);
  }
  for (let hint = 0; hint < hints; hint++) await network.hint(purchaseId);
}

/** The main route's health goes up and down. */
async function flap({ pool }: TwoGateways, random: () => number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const phase = ['operational', 'operational', 'degraded', 'unavailable'][Math.floor(random() * 4)];
    await pool.query({
      text: `
        INSERT INTO route_health (network_id, route, phase, cause, since, rest_ms)
        VALUES ($1, 'main', $2, 'calls', app_now(), 0)
        ON CONFLICT (network_id, route) DO UPDATE SET phase = excluded.phase, since = excluded.since`,
      values: [NETWORK, phase],
    });
    await sleep(FLAP_MS, undefined, { signal }).catch(() => {});
  }
}

/** Late callbacks tell of every delivery that a gateway had denied. */
async function waitForLosses(network: TwoGateways, liars: ReadonlySet<PurchaseId>): Promise<void> {
  const inBooks = deliveriesByKey(network.books());
  const twice = [...liars].filter((id) => isTwice(inBooks, id));
  for (let at = 0; at < twice.length; at += AT_ONCE)
    await Promise.all(twice.slice(at, at + AT_ONCE).map((id) => waitForLoss(network, id)));
}

async function waitForLoss(network: TwoGateways, id: PurchaseId): Promise<void> {
  const deadline = performance.now() + HIDDEN_MS * 10;
  while (performance.now() < deadline && !(await isNamed(network, id))) {
    await network.hint(id);
    await sleep(PAUSE_MS);
  }
}

async function count(
  network: TwoGateways,
  ids: readonly PurchaseId[],
  liars: ReadonlySet<PurchaseId>,
): Promise<StormFigures> {
  const { pool } = network;
  const inBooks = deliveriesByKey(network.books());
  const twice = ids.filter((id) => isTwice(inBooks, id));
  const named: PurchaseId[] = [];
  for (const id of twice) if (await isNamed(network, id)) named.push(id);
  const unexplained: string[] = [];
  for (const id of twice.filter((each) => !liars.has(each)))
    unexplained.push(
      JSON.stringify({ id, ...network.deliveriesOf(id), sent: await network.submissionsOf(id) }),
    );
  const finding = await checkDeliveries(pool, () => Promise.resolve(network.books()), null, PAUSE_MS);
  let [delivered, cost] = [0, 0];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => readDeliveryCosts(pool, id)));
    for (const costs of some.filter(({ length }) => length > 0)) {
      delivered += 1;
      cost += costs.reduce((sum, each) => sum + Number(each.cost), 0);
    }
  }
  const { rows } = await pool.query<{ charges: number }>(
    `SELECT count(*)::int AS charges FROM statement_lines WHERE type = 'purchase'`,
  );
  return {
    purchases: ids.length,
    delivered,
    twice: twice.length,
    scripted: twice.filter((id) => liars.has(id)).length,
    named: named.length,
    unexplained,
    broken: finding.broken.map(({ row, why }) => `${row} ${why}`),
    charges: rows[0]?.charges ?? 0,
    cost,
    cheapest: delivered,
  };
}

/** Two deliveries in the books of both gateways together. */
function isTwice(inBooks: ReadonlyMap<string, Delivered>, id: PurchaseId): boolean {
  return (inBooks.get(toGatewayReference(id))?.times ?? 0) > 1;
}

async function isNamed({ pool }: TwoGateways, id: PurchaseId): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM contradictions WHERE purchase_id = $1 AND kind = 'delivered_twice'`,
    [uuidOf('pur', id)],
  );
  return rowCount === 1;
}
