/** How a purchase of an ordinary day ends, as far as the gateway is concerned. */
export type Ending = 'callback' | 'in the answer' | 'refused' | 'unknown at first';

/** Purchases per hundred. */
export const SHARES: Readonly<Record<Ending, number>> = {
  callback: 70,
  'in the answer': 20,
  refused: 8,
  'unknown at first': 2,
};

/** How many of all purchases are rows of campaigns; the others are bought one by one. */
export const CAMPAIGN_SHARE = 0.7;
/** Of so many accounts, each with an endpoint, one has an endpoint that fails. */
export const ACCOUNTS = 20;
export const FAILING_ENDPOINTS = 1;

export interface DayPurchase {
  readonly ending: Ending;
  readonly phone: string;
  readonly bundle: string;
}

/** The network whose gateway confirms in its answer. */
export const ANSWERING_NETWORK = 'net_9mobile_ng';

const CALLING_BACK = [
  { prefix: '+234803', bundle: 'bnd_mtn_ng_500mb_7d' },
  { prefix: '+234802', bundle: 'bnd_airtel_ng_500mb_7d' },
  { prefix: '+234805', bundle: 'bnd_glo_ng_500mb_7d' },
] as const;
const ANSWERING = { prefix: '+234809', bundle: 'bnd_9mobile_ng_500mb_7d' } as const;

/** What the last digits of a number do is in docs/sandbox.md. Those from 10 to 69 deliver as soon as the simulator can. */
const [FIRST_ORDINARY, ORDINARY] = [10, 60];
/** The network does not know the number; the first of the three digits is no delay. */
const REFUSED = ['402', '502', '602', '702', '802', '902'] as const;
/** The connection breaks after the network took the order. */
const UNKNOWN = '982';
/** Has no divisor in common with 100, so a hundred purchases in a row have every kind, well mixed. */
const STRIDE = 37;

/** The purchase with a number, from 0: of each hundred in a row, as many of each kind as `SHARES` says. */
export function purchaseOfDay(nth: number): DayPurchase {
  const ending = endingOf((nth * STRIDE) % 100);
  const calling = CALLING_BACK[nth % CALLING_BACK.length] ?? CALLING_BACK[0];
  const { prefix, bundle } = ending === 'in the answer' ? ANSWERING : calling;
  return { ending, phone: `${prefix}${digitsOf(ending, nth)}`, bundle };
}

function endingOf(place: number): Ending {
  let end = 0;
  for (const ending of ['callback', 'in the answer', 'refused'] as const) {
    end += SHARES[ending];
    if (place < end) return ending;
  }
  return 'unknown at first';
}

/** The seven digits after the prefix. */
function digitsOf(ending: Ending, nth: number): string {
  const four = (number: number) => String(number % 10_000).padStart(4, '0');
  switch (ending) {
    case 'refused':
      return `${four(Math.floor(nth / REFUSED.length))}${REFUSED[nth % REFUSED.length]}`;
    case 'unknown at first':
      return `${four(nth)}${UNKNOWN}`;
    default:
      return `${String(Math.floor(nth / ORDINARY) % 100_000).padStart(5, '0')}${FIRST_ORDINARY + (nth % ORDINARY)}`;
  }
}
