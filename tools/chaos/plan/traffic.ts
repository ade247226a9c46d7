import { NIGERIA } from '../../../services/catalogue/demo/nigeria.ts';
import { GATEWAY_FAULTS, type Protocol, type Script } from './gateway-faults.ts';
import { type Random, randomOf } from './random.ts';

/** A purchase as a client wants it, and what its gateway does with it. */
export interface Order {
  /** An index into the accounts of the plan. */
  readonly account: number;
  /** No two orders of a plan share one. */
  readonly reference: string;
  readonly phone_number: string;
  readonly bundle_id: string;
  readonly protocol: Protocol;
  readonly script: Script;
  /** The gateway takes the order and never delivers it. */
  readonly neverDelivered: boolean;
}

/** One thing that a client does. `order` and `campaign` are indexes into the plan's lists. */
export type ClientAction =
  | { readonly kind: 'buy' | 'replay' | 'conflict' | 'look'; readonly order: number }
  | {
      readonly kind: 'upload' | 'pause_campaign' | 'resume_campaign' | 'cancel_campaign';
      readonly campaign: number;
    };

/** One thing that an operator does. */
export type OperatorAction =
  | { readonly kind: 'fund'; readonly account: number; readonly naira: number }
  | { readonly kind: 'close_network' | 'open_network'; readonly network: string }
  | { readonly kind: 'requery' | 'resolve'; readonly share: number }
  | { readonly kind: 'resend'; readonly share: number };

export type Action = { readonly atMs: number } & (ClientAction | OperatorAction);

/** Everything that clients and operators do in a run. */
export interface Traffic {
  readonly orders: readonly Order[];
  readonly campaigns: readonly Campaign[];
  readonly actions: readonly Action[];
  /** By account, in kobo: less than everything costs, so that some purchases are refused. */
  readonly funding: readonly number[];
}

/** A campaign of an account. */
export interface Campaign {
  readonly account: number;
  readonly rows: readonly Order[];
}

/** More purchases than this are shared among several accounts: the search for an order of all answers takes one account at a time. */
const ACCOUNT_PURCHASES = 1_000;
/** Different numbers with one prefix. */
const PREFIX_NUMBERS = 10_000;
/** Most purchases of a run: the network with the fewest prefixes has this many numbers. */
export const PURCHASES_MAX = PREFIX_NUMBERS * Math.min(...NIGERIA.map(({ prefixes }) => prefixes.length));
const CAMPAIGN_SHARE = 0.4;
const FAULTY_SHARE = 0.6;
const COVERED_SHARE = 0.75;
const SHARES = { replay: 0.2, conflict: 0.1, look: 0.4 } as const;
const AGAIN_MS = 8_000;
const OPERATOR_EVERY_MS = 5_000;

/** What clients and operators do. The same seed, length and number of purchases give the same plan. */
export function planTraffic(seed: number, runMs: number, purchases: number): Traffic {
  // Another sequence than that of the faults, so that more purchases do not change the faults.
  const random = randomOf(seed ^ 0x5eed);
  const accounts = Array.from({ length: Math.ceil(purchases / ACCOUNT_PURCHASES) }, (_, account) => account);
  const of = accounts.map((account) => {
    const from = account * ACCOUNT_PURCHASES;
    return drawAccount(random, account, { from, count: Math.min(ACCOUNT_PURCHASES, purchases - from) });
  });
  const orders = of.flatMap(({ singles }) => singles);
  const campaigns = of.flatMap((one) => one.campaigns);
  const actions = [
    ...orders.flatMap((_, order) => actionsOf(random, order, runMs)),
    ...campaigns.flatMap((_, campaign) => actionsOfCampaign(random, campaign, runMs)),
    ...operatorActions(random, runMs, accounts.length),
  ];
  const funding = of.map((one) => {
    const all = [...one.singles, ...one.campaigns.flatMap(({ rows }) => rows)];
    return Math.ceil(all.reduce((sum, { bundle_id }) => sum + priceOf(bundle_id), 0) * COVERED_SHARE);
  });
  return { orders, campaigns, actions: actions.toSorted((a, b) => a.atMs - b.atMs), funding };
}

/** All that an account buys. `from` is the number of its first order. */
function drawAccount(random: Random, account: number, { from, count }: { from: number; count: number }) {
  const inCampaigns = Math.floor(count * CAMPAIGN_SHARE);
  const draw = (name: string, length: number, first: number) =>
    Array.from({ length }, (_, nth) => drawOrder(random, account, { name, nth: from + first + nth }));
  const singles = draw('single', count - inCampaigns, 0);
  const half = Math.ceil(inCampaigns / 2);
  const campaigns: Campaign[] = [
    { account, rows: draw('row0', half, singles.length) },
    { account, rows: draw('row1', inCampaigns - half, singles.length + half) },
  ];
  return { singles, campaigns };
}

/** Kobo, at the demo's prices. */
export function priceOf(bundleId: string): number {
  const bundle = NIGERIA.flatMap(({ bundles }) => bundles).find(({ id }) => id === bundleId);
  if (bundle === undefined) throw new TypeError(`no bundle ${bundleId}`);
  return bundle.demoPrice;
}

function drawOrder(random: Random, account: number, { name, nth }: { name: string; nth: number }): Order {
  const [first, ...others] = NIGERIA;
  if (first === undefined) throw new TypeError('the catalogue has no networks');
  const { id, prefixes, bundles } = random.pick([first, ...others]);
  const protocol = id === 'net_9mobile_ng' ? 'reloadly' : 'dtone';
  const [usual, ...faults] = GATEWAY_FAULTS;
  if (usual === undefined) throw new TypeError('there are no gateway faults');
  const fault = random.chance(FAULTY_SHARE) ? random.pick([usual, ...faults]) : usual;
  const prefix = prefixes[Math.floor(nth / PREFIX_NUMBERS)];
  if (prefix === undefined) throw new RangeError(`${id} has too few prefixes for order ${nth}`);
  // No two orders have the same number, and 550 is in no table of endings.
  const phone_number = `${prefix}${String(nth % PREFIX_NUMBERS).padStart(4, '0')}550`;
  const dialled = protocol === 'dtone' ? phone_number : `0${phone_number.slice('+234'.length)}`;
  const script: Script = { ...fault.script(protocol), number: dialled };
  return {
    account,
    reference: `${name}-${nth}`,
    phone_number,
    bundle_id: bundles[random.between(0, bundles.length - 1)]?.id ?? '',
    protocol,
    script,
    neverDelivered: script.end === null,
  };
}

function actionsOf(random: Random, order: number, runMs: number): Action[] {
  const atMs = random.between(0, runMs);
  const later = () => atMs + random.between(0, AGAIN_MS);
  const actions: Action[] = [{ atMs, kind: 'buy', order }];
  for (const kind of ['replay', 'conflict', 'look'] as const) {
    if (random.chance(SHARES[kind])) actions.push({ atMs: later(), kind, order });
  }
  return actions;
}

function actionsOfCampaign(random: Random, campaign: number, runMs: number): Action[] {
  const atMs = random.between(0, Math.floor(runMs / 2));
  const later = (most: number) => atMs + random.between(500, most);
  const actions: Action[] = [{ atMs, kind: 'upload', campaign }];
  if (random.chance(0.4)) {
    const paused = later(6_000);
    actions.push({ atMs: paused, kind: 'pause_campaign', campaign });
    actions.push({ atMs: paused + random.between(500, 6_000), kind: 'resume_campaign', campaign });
  }
  if (random.chance(0.4)) actions.push({ atMs: later(20_000), kind: 'cancel_campaign', campaign });
  return actions;
}

function operatorActions(random: Random, runMs: number, accounts: number): Action[] {
  const actions: Action[] = [];
  for (let atMs = random.between(1_000, OPERATOR_EVERY_MS); atMs < runMs; ) {
    actions.push(...drawOperatorAction(random, atMs, accounts));
    atMs += random.between(1_000, OPERATOR_EVERY_MS);
  }
  return actions;
}

function drawOperatorAction(random: Random, atMs: number, accounts: number): Action[] {
  const share = random.between(0, 99) / 100;
  switch (random.pick(['fund', 'network', 'requery', 'resolve', 'resolve', 'resend'] as const)) {
    case 'fund':
      return [
        { atMs, kind: 'fund', account: random.between(0, accounts - 1), naira: random.between(1, 5) * 1_000 },
      ];
    case 'network': {
      const network = random.pick(['net_mtn_ng', 'net_glo_ng', 'net_9mobile_ng'] as const);
      const until = atMs + random.between(1_000, 6_000);
      return [
        { atMs, kind: 'close_network', network },
        { atMs: until, kind: 'open_network', network },
      ];
    }
    case 'requery':
      return [{ atMs, kind: 'requery', share }];
    case 'resolve':
      return [{ atMs, kind: 'resolve', share }];
    default:
      return [{ atMs, kind: 'resend', share }];
  }
}
