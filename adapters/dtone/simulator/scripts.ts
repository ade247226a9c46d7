import { z } from 'zod';
import {
  ANSWERS,
  type Behaviour,
  behaviourOf,
  type Occasion,
  type RefusedWith,
  USUAL,
} from './behaviours.ts';
import { isFinalStatus } from './wire.ts';

/** Refusals by name, so that scripts need not know DT One's codes. */
const REFUSALS = {
  unauthorised: { http_status: 401, code: 1000401, message: 'Unauthorized' },
  rate_limited: { http_status: 429, code: 1000429, message: 'Too many requests', retry_after_s: 2 },
  wallet_empty: { http_status: 400, code: 1006001, message: 'Insufficient balance' },
  product_unavailable: { http_status: 404, code: 1003001, message: 'Product is not available' },
  number_invalid: { http_status: 400, code: 1005003, message: 'Credit party mobile number is invalid' },
} as const;

const Ms = z.int().min(0);

const Refuse = z.union([
  z.enum(['unauthorised', 'rate_limited', 'wallet_empty', 'product_unavailable', 'number_invalid']),
  z.strictObject({
    http_status: z.int().min(400).max(599),
    code: z.int(),
    message: z.string().default(''),
    retry_after_s: z.int().min(0).optional(),
  }),
]);

/** What one number (or `*`, every number without a script of its own) shall do; what is left out is as usual. */
export const Script = z
  .strictObject({
    /** Only orders of this key; without it, of every key. */
    api_key: z.string().optional(),
    number: z.string().min(1),
    /** For so many submits, after which the number is ordinary again. */
    times: z.int().min(1).optional(),
    /** Null leaves the order open for ever. */
    end: z.string().refine(isFinalStatus, { error: 'is no final status' }).nullable().optional(),
    end_after_ms: Ms.optional(),
    reverse_after_ms: Ms.optional(),
    pin: z.boolean().optional(),
    answer: z.enum(ANSWERS).optional(),
    answer_after_ms: Ms.optional(),
    inquiry_answer: z.enum(ANSWERS).optional(),
    /** False: the answer goes wrong before the order is taken. */
    accepts: z.boolean().optional(),
    refuse: Refuse.optional(),
    hidden_for_ms: Ms.optional(),
    callbacks: z.int().min(0).max(10).optional(),
    callback_delay_ms: Ms.optional(),
    callback_before_answer: z.boolean().optional(),
    forged_callback: z.boolean().optional(),
  })
  .refine(({ accepts, refuse, answer }) => accepts !== false || refuse !== undefined || brokenBy(answer), {
    path: ['accepts'],
    error: 'an order that is not taken needs `refuse`, or an `answer` that goes wrong',
  });

export type ScriptInput = z.input<typeof Script>;

export interface Scripts {
  add(script: z.output<typeof Script>): void;
  clear(): void;
  /** By script where there is one, else by the last three digits. Uses up one of a script's `times`. */
  behaviourOf(apiKey: string, occasion: Occasion): Behaviour;
}

export function createScripts(): Scripts {
  const scripts = new Map<string, { behaviour: Behaviour; left: number }>();

  return {
    add(script) {
      scripts.set(nameOf(script.api_key, script.number), {
        behaviour: toBehaviour(script),
        left: script.times ?? Number.POSITIVE_INFINITY,
      });
    },
    clear: () => scripts.clear(),
    behaviourOf(apiKey, occasion) {
      // The hot path: most runs have no script at all.
      if (scripts.size === 0) return behaviourOf(occasion);

      for (const number of [occasion.mobileNumber, '*']) {
        for (const key of [apiKey, undefined]) {
          const script = scripts.get(nameOf(key, number));
          if (script === undefined || script.left === 0) continue;
          script.left -= 1;
          return script.behaviour;
        }
      }
      return behaviourOf(occasion);
    },
  };
}

function toBehaviour(script: z.output<typeof Script>): Behaviour {
  const refuse = script.refuse === undefined ? null : toRefusal(script.refuse);
  return {
    end: script.end === undefined ? USUAL.end : script.end,
    endAfterMs: script.end_after_ms ?? USUAL.endAfterMs,
    pin: script.pin ?? USUAL.pin,
    reverseAfterMs: script.reverse_after_ms ?? USUAL.reverseAfterMs,
    answer: script.answer ?? USUAL.answer,
    inquiryAnswer: script.inquiry_answer ?? USUAL.inquiryAnswer,
    accepts: refuse === null && (script.accepts ?? USUAL.accepts),
    refuse,
    answerAfterMs: script.answer_after_ms ?? USUAL.answerAfterMs,
    hiddenForMs: script.hidden_for_ms ?? USUAL.hiddenForMs,
    callbacks: script.callbacks ?? USUAL.callbacks,
    callbackDelayMs: script.callback_delay_ms ?? USUAL.callbackDelayMs,
    callbackBeforeAnswer: script.callback_before_answer ?? USUAL.callbackBeforeAnswer,
    forgedCallback: script.forged_callback ?? USUAL.forgedCallback,
  };
}

function toRefusal(refuse: z.output<typeof Refuse>): RefusedWith {
  const { http_status, code, message, ...rest } = typeof refuse === 'string' ? REFUSALS[refuse] : refuse;
  const retryAfterSeconds = 'retry_after_s' in rest ? (rest.retry_after_s ?? null) : null;
  return { httpStatus: http_status, code, message, retryAfterSeconds };
}

function brokenBy(answer: string | undefined): boolean {
  return answer !== undefined && answer !== 'normal';
}

function nameOf(apiKey: string | undefined, number: string): string {
  return `${apiKey ?? ''} ${number}`;
}
