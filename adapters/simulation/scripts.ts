import { z } from 'zod';
import {
  ANSWERS,
  type Behaviour,
  behaviourOf,
  type FailureWords,
  type Occasion,
  SIGNATURES,
  USUAL,
} from './behaviour.ts';

const Ms = z.int().min(0);
const Code = z.string().min(1).max(40);

/** What one number (or `*`, every number without a script of its own) shall do; what is left out is as usual. */
export const Script = z
  .strictObject({
    /** Only orders of this account; without it, of every account. */
    account: z.string().optional(),
    /** As the gateway is told it. */
    number: z.string().min(1),
    /** For so many submits, after which the number is ordinary again. */
    times: z.int().min(1).optional(),
    /** Null leaves the order open for ever. */
    end: z.enum(['delivered', 'failed']).nullable().optional(),
    fail_code: Code.optional(),
    end_after_ms: Ms.optional(),
    reverse_after_ms: Ms.optional(),
    answer: z.enum(ANSWERS).optional(),
    answer_after_ms: Ms.optional(),
    inquiry_answer: z.enum(ANSWERS).optional(),
    open_word: Code.optional(),
    /** False: the answer goes wrong before the order is taken. */
    accepts: z.boolean().optional(),
    /** The gateway's own code. */
    refuse: Code.optional(),
    hidden_for_ms: Ms.optional(),
    callbacks: z.int().min(0).max(10).optional(),
    callback_delay_ms: Ms.optional(),
    signature: z.enum(SIGNATURES).optional(),
    callback_before_answer: z.boolean().optional(),
    forged_callback: z.boolean().optional(),
  })
  .refine(
    ({ accepts, refuse, answer }) =>
      accepts !== false || refuse !== undefined || (answer ?? 'normal') !== 'normal',
    { path: ['accepts'], error: 'an order that is not taken needs `refuse`, or an `answer` that goes wrong' },
  );

export type ScriptInput = z.input<typeof Script>;

export interface Scripts {
  add(script: z.output<typeof Script>): void;
  clear(): void;
  /** By script where there is one, else by the last three digits. Uses up one of a script's `times`. */
  behaviourOf(accountKey: string, occasion: Occasion): Behaviour;
}

export function createScripts(words: FailureWords): Scripts {
  const scripts = new Map<string, { behaviour: Behaviour; left: number }>();

  return {
    add(script) {
      scripts.set(nameOf(script.account, script.number), {
        behaviour: toBehaviour(script),
        left: script.times ?? Number.POSITIVE_INFINITY,
      });
    },
    clear: () => scripts.clear(),
    behaviourOf(accountKey, occasion) {
      for (const number of [occasion.number, '*']) {
        for (const key of [accountKey, undefined]) {
          const script = scripts.get(nameOf(key, number));
          if (script === undefined || script.left === 0) continue;
          script.left -= 1;
          return script.behaviour;
        }
      }
      return behaviourOf(occasion, words);
    },
  };
}

function toBehaviour(script: z.output<typeof Script>): Behaviour {
  return {
    end: script.end === undefined ? USUAL.end : script.end,
    failCode: script.fail_code ?? USUAL.failCode,
    endAfterMs: script.end_after_ms ?? USUAL.endAfterMs,
    reverseAfterMs: script.reverse_after_ms ?? USUAL.reverseAfterMs,
    answer: script.answer ?? USUAL.answer,
    inquiryAnswer: script.inquiry_answer ?? USUAL.inquiryAnswer,
    openWord: script.open_word ?? USUAL.openWord,
    accepts: script.refuse === undefined && (script.accepts ?? USUAL.accepts),
    refuse: script.refuse ?? USUAL.refuse,
    answerAfterMs: script.answer_after_ms ?? USUAL.answerAfterMs,
    hiddenForMs: script.hidden_for_ms ?? USUAL.hiddenForMs,
    callbacks: script.callbacks ?? USUAL.callbacks,
    callbackDelayMs: script.callback_delay_ms ?? USUAL.callbackDelayMs,
    signature: script.signature ?? USUAL.signature,
    callbackBeforeAnswer: script.callback_before_answer ?? USUAL.callbackBeforeAnswer,
    forgedCallback: script.forged_callback ?? USUAL.forgedCallback,
  };
}

function nameOf(accountKey: string | undefined, number: string): string {
  return `${accountKey ?? ''} ${number}`;
}
