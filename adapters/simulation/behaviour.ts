/** How an answer goes wrong, or does not. */
export const ANSWERS = [
  'normal',
  'reset',
  'silent',
  'html',
  'empty',
  'truncated',
  'cut_off',
  'huge',
  'unknown_status',
  'unknown_code',
  'http_500',
  'http_503',
] as const;

export type Answer = (typeof ANSWERS)[number];

export const SIGNATURES = ['right', 'wrong', 'old'] as const;

/** What one order does. Times are milliseconds before scaling. */
export interface Behaviour {
  /** Null stays open permanently. */
  readonly end: 'delivered' | 'failed' | null;
  /** The gateway's code of a failure; null is its usual one. */
  readonly failCode: string | null;
  /** From the start to the end; 0 ends the order before its answer, null is as prompt as the gateway is. */
  readonly endAfterMs: number | null;
  /** Whether what is delivered comes with a PIN, where the gateway has such. */
  readonly pin: boolean;
  readonly reverseAfterMs: number | null;
  readonly answer: Answer;
  /** How an inquiry about the order is answered. */
  readonly inquiryAnswer: Answer;
  /** The gateway's own word for where the order stands, shown to inquiries until it ends; null is its usual one. */
  readonly openWord: string | null;
  /** Whether the order is taken at all; where not, `refuse` or a broken `answer` says how. */
  readonly accepts: boolean;
  /** The gateway's own name of a refusal. */
  readonly refuse: string | null;
  readonly answerAfterMs: number;
  /** For this long after it was taken, inquiries do not find the order. */
  readonly hiddenForMs: number;
  /** How often each callback is sent: 0 loses it, 2 doubles it. */
  readonly callbacks: number;
  /** Holds back the callback of the order's end, so that the one of a reversal overtakes it. */
  readonly callbackDelayMs: number;
  /** How callbacks are signed, where the gateway signs: rightly, wrongly, or with a time that is long past. */
  readonly signature: (typeof SIGNATURES)[number];
  readonly callbackBeforeAnswer: boolean;
  /** Sends a callback that claims a delivery as soon as the order is taken, whatever becomes of it. */
  readonly forgedCallback: boolean;
  /** The product that answers and callbacks name, if the gateway names any; null is the ordered one. */
  readonly shownProduct: string | null;
}

/** The behaviour of every number that is in no table. */
export const USUAL: Behaviour = {
  end: 'delivered',
  failCode: null,
  endAfterMs: null,
  pin: false,
  reverseAfterMs: null,
  answer: 'normal',
  inquiryAnswer: 'normal',
  openWord: null,
  accepts: true,
  refuse: null,
  answerAfterMs: 0,
  hiddenForMs: 0,
  callbacks: 1,
  callbackDelayMs: 0,
  signature: 'right',
  callbackBeforeAnswer: false,
  forgedCallback: false,
  shownProduct: null,
};

/** What gateways differ in. Codes of failures are null where one has none, and the usual failure stands for it. */
export interface Traits {
  /** Whether it reverses deliveries; if not, 980 is an ordinary number. */
  readonly reverses: boolean;
  /** Whether it calls back about every order; where not, only about what its answer had left open. */
  readonly tellsOfAll: boolean;
  readonly numberInvalid: string | null;
  readonly numberBarred: string | null;
  readonly networkDown: string | null;
  readonly tooSoon: string | null;
  readonly exception: string | null;
  /** Codes of rarer failures, as far as the gateway has them. */
  readonly rarer: Partial<Readonly<Record<Rarer, string>>>;
}

/** Failures that one ending each causes. `notSold` refuses the order; all others end it. */
type Rarer =
  | 'notEligible'
  | 'inactive'
  | 'recipientLimit'
  | 'notSold'
  | 'networkLimit'
  | 'supplierAccount'
  | 'cancelled';

const RARER: ReadonlyMap<string, Rarer> = new Map<string, Rarer>([
  ['970', 'notEligible'],
  ['971', 'inactive'],
  ['972', 'recipientLimit'],
  ['973', 'notSold'],
  ['975', 'networkLimit'],
  ['976', 'supplierAccount'],
  ['979', 'cancelled'],
]);

/** The delay of 985 and 986 if the gateway sends callbacks only about orders that its answer left open. */
const LEFT_OPEN_MS = 1_000;

const DELAYS_MS: ReadonlyMap<string, number> = new Map([
  ['1', 3_000],
  ['2', 20_000],
  ['3', 300_000],
]);

/** In a few endings, so that few ordinary numbers meet them. */
const FAULTS: ReadonlyMap<string, Partial<Behaviour>> = new Map<string, Partial<Behaviour>>([
  ['977', { endAfterMs: 20 * 60_000 }],
  ['978', { reverseAfterMs: 24 * 3_600_000 }],
  ['980', { reverseAfterMs: 3_000 }],
  ['981', { end: null }],
  ['982', { answer: 'reset' }],
  ['984', { answer: 'html' }],
  ['985', { callbacks: 2 }],
  ['986', { callbacks: 0 }],
  ['988', { endAfterMs: 40_000 }],
  ['989', { answer: 'http_500' }],
]);

export interface Occasion {
  readonly number: string;
  /** The how-manieth submit under its reference this is, from 1. */
  readonly submit: number;
  readonly lateAnswerMs: number;
  /** Whether the number had an order under another reference before. */
  orderedBefore(): boolean;
}

/**
 * Behaviour by the last three digits of the number, alike for every gateway: x00 and x01 are delivered, x02 to x07
 * fail, x being the delay (1: 3 s, 2: 20 s, 3: 5 min); 970 to 979 are rarer failures and late ends, 980 to 989 faults. The
 * first order of a number that ends in 974 fails, and all later ones are delivered.
 */
export function chooseBehaviour(occasion: Occasion, traits: Traits): Behaviour {
  const { number, submit, lateAnswerMs } = occasion;
  const suffix = number.slice(-3);
  const end = chooseEnd(suffix.slice(1), traits);
  if (end !== null) return { ...USUAL, ...end, endAfterMs: DELAYS_MS.get(suffix.slice(0, 1)) ?? null };
  const rarer = RARER.get(suffix);
  if (rarer !== undefined) return failRarely(rarer, traits.rarer[rarer] ?? null);
  if (suffix === '974')
    return occasion.orderedBefore() ? USUAL : { ...USUAL, end: 'failed', failCode: traits.networkDown };
  if (suffix === '983') return { ...USUAL, answerAfterMs: lateAnswerMs };
  if (suffix === '987') return submit === 1 ? { ...USUAL, accepts: false, answer: 'reset' } : USUAL;

  if ((suffix === '980' || suffix === '978') && !traits.reverses) return USUAL;
  const fault = FAULTS.get(suffix);
  if (fault === undefined) return USUAL;
  const leaveOpen = fault.callbacks !== undefined && !traits.tellsOfAll ? { endAfterMs: LEFT_OPEN_MS } : {};
  return { ...USUAL, ...fault, ...leaveOpen };
}

function failRarely(rarer: Rarer, code: string | null): Behaviour {
  if (rarer === 'notSold' && code !== null) return { ...USUAL, accepts: false, refuse: code };
  return { ...USUAL, end: 'failed', failCode: code };
}

function chooseEnd(digits: string, traits: Traits): Partial<Behaviour> | null {
  const failed = (failCode: string | null) => ({ end: 'failed', failCode }) as const;
  switch (digits) {
    case '00':
      return { end: 'delivered' };
    case '01':
      return { end: 'delivered', pin: true };
    case '02':
      return failed(traits.numberInvalid);
    case '03':
      return failed(traits.numberBarred);
    case '04':
      return failed(traits.networkDown);
    case '05':
      return failed(traits.tooSoon);
    case '06':
      return failed(null);
    case '07':
      return failed(traits.exception);
    default:
      return null;
  }
}
