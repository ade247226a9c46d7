/** How an answer to a submit goes wrong, or does not. */
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

export interface RefusedWith {
  readonly httpStatus: number;
  readonly code: number;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

/** What one order does. Times are milliseconds before scaling. */
export interface Behaviour {
  /** The final status, such as `COMPLETED` or `DECLINED-BARRED-CREDIT-PARTY`; null stays open for ever. */
  readonly end: string | null;
  /** From confirming to the end; null is prompt: at once in a sync order, else a random part of a second. */
  readonly endAfterMs: number | null;
  /** Whether a completed order carries a PIN. */
  readonly pin: boolean;
  readonly reverseAfterMs: number | null;
  readonly answer: Answer;
  /** How an inquiry about the order is answered. */
  readonly inquiryAnswer: Answer;
  /** Whether the order is taken at all; where not, `refuse` or a broken `answer` says how. */
  readonly accepts: boolean;
  readonly refuse: RefusedWith | null;
  readonly answerAfterMs: number;
  /** For this long after it was taken, inquiries do not find the order. */
  readonly hiddenForMs: number;
  /** How often each callback is sent: 0 loses it, 2 doubles it. */
  readonly callbacks: number;
  /** Holds the callback of the order's end back, so that a later one overtakes it. */
  readonly callbackDelayMs: number;
  readonly callbackBeforeAnswer: boolean;
  /** Sends a callback that claims COMPLETED as soon as the order is taken, whatever becomes of it. */
  readonly forgedCallback: boolean;
}

/** What becomes of every number that no table names. */
export const USUAL: Behaviour = {
  end: 'COMPLETED',
  endAfterMs: null,
  pin: false,
  reverseAfterMs: null,
  answer: 'normal',
  inquiryAnswer: 'normal',
  accepts: true,
  refuse: null,
  answerAfterMs: 0,
  hiddenForMs: 0,
  callbacks: 1,
  callbackDelayMs: 0,
  callbackBeforeAnswer: false,
  forgedCallback: false,
};

/** DT One's own table: the last two digits name the end, the digit before them the delay. */
const ENDS: ReadonlyMap<string, Partial<Behaviour>> = new Map<string, Partial<Behaviour>>([
  ['00', { end: 'COMPLETED' }],
  ['01', { end: 'COMPLETED', pin: true }],
  ['02', { end: 'DECLINED-INVALID-CREDIT-PARTY' }],
  ['03', { end: 'DECLINED-BARRED-CREDIT-PARTY' }],
  ['04', { end: 'DECLINED-OPERATOR-CURRENTLY-UNAVAILABLE' }],
  ['05', { end: 'DECLINED-DUPLICATED-TRANSACTION' }],
  ['06', { end: 'DECLINED' }],
  ['07', { end: 'DECLINED-EXCEPTION' }],
]);

const DELAYS_MS: ReadonlyMap<string, number> = new Map([
  ['1', 3_000],
  ['2', 20_000],
  ['3', 300_000],
]);

/** Our extension, in one block of ten so that few ordinary numbers meet it. */
const EXTENSION: ReadonlyMap<string, Partial<Behaviour>> = new Map<string, Partial<Behaviour>>([
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
  readonly mobileNumber: string;
  /** The how-manieth submit under its external_id this is, from 1. */
  readonly submit: number;
  readonly lateAnswerMs: number;
}

/** Behaviour by the last three digits of the number. */
export function behaviourOf({ mobileNumber, submit, lateAnswerMs }: Occasion): Behaviour {
  const suffix = mobileNumber.slice(-3);
  const end = ENDS.get(suffix.slice(1));
  if (end !== undefined) {
    return { ...USUAL, ...end, endAfterMs: DELAYS_MS.get(suffix.slice(0, 1)) ?? null };
  }
  if (suffix === '983') return { ...USUAL, answerAfterMs: lateAnswerMs };
  if (suffix === '987') return submit === 1 ? { ...USUAL, accepts: false, answer: 'reset' } : USUAL;

  const extension = EXTENSION.get(suffix);
  return extension === undefined ? USUAL : { ...USUAL, ...extension };
}
