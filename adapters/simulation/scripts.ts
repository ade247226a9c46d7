import { z } from 'zod';
import {
  ANSWERS,
  type Behaviour,
  chooseBehaviour,
  type Occasion,
  SIGNATURES,
  type Traits,
  USUAL,
} from './behaviour.ts';

const Ms = z.int().min(0);
const Code = z.string().min(1).max(40);

/** The fields of a script for any gateway. What is left out behaves as usual. */
export const SCRIPT_FIELDS = {
  /** As it is sent to the gateway. */
  number: z.string().min(1),
  /** For this many submits; then the number is ordinary again. */
  times: z.int().min(1).optional(),
  end_after_ms: Ms.optional(),
  reverse_after_ms: Ms.optional(),
  answer: z.enum(ANSWERS).optional(),
  answer_after_ms: Ms.optional(),
  inquiry_answer: z.enum(ANSWERS).optional(),
  /** False: the answer goes wrong before the order is accepted. */
  accepts: z.boolean().optional(),
  hidden_for_ms: Ms.optional(),
  callbacks: z.int().min(0).max(10).optional(),
  callback_delay_ms: Ms.optional(),
  callback_before_answer: z.boolean().optional(),
  forged_callback: z.boolean().optional(),
  shown_product: Code.optional(),
};

type CommonScript = z.output<z.ZodObject<typeof SCRIPT_FIELDS>>;

/** The behaviour of one number, or with `*` of every number without another script. */
export interface Script {
  /** Null: orders of every account. */
  readonly account: string | null;
  readonly number: string;
  /** For this many submits; null: permanently. */
  readonly times: number | null;
  readonly behaviour: Behaviour;
}

/** Whether a script that accepts no order says how it answers. */
export function saysHowRefused(script: {
  accepts?: boolean | undefined;
  refuse?: unknown;
  answer?: string | undefined;
}) {
  return script.accepts !== false || script.refuse !== undefined || (script.answer ?? 'normal') !== 'normal';
}

export const REFUSED_HOW = {
  path: ['accepts'],
  error: 'with `accepts: false`, set `refuse`, or an `answer` other than `normal`',
};

/** A script from the shared fields, and from those with gateway-specific values. */
export function toScript(
  common: CommonScript,
  account: string | undefined,
  worded: Partial<Pick<Behaviour, 'end' | 'failCode' | 'pin' | 'openWord' | 'refuse' | 'signature'>>,
): Script {
  const behaviour = {
    ...USUAL,
    endAfterMs: common.end_after_ms ?? USUAL.endAfterMs,
    reverseAfterMs: common.reverse_after_ms ?? USUAL.reverseAfterMs,
    answer: common.answer ?? USUAL.answer,
    inquiryAnswer: common.inquiry_answer ?? USUAL.inquiryAnswer,
    answerAfterMs: common.answer_after_ms ?? USUAL.answerAfterMs,
    hiddenForMs: common.hidden_for_ms ?? USUAL.hiddenForMs,
    callbacks: common.callbacks ?? USUAL.callbacks,
    callbackDelayMs: common.callback_delay_ms ?? USUAL.callbackDelayMs,
    callbackBeforeAnswer: common.callback_before_answer ?? USUAL.callbackBeforeAnswer,
    forgedCallback: common.forged_callback ?? USUAL.forgedCallback,
    shownProduct: common.shown_product ?? USUAL.shownProduct,
    ...worded,
  };
  const accepts = behaviour.refuse === null && (common.accepts ?? USUAL.accepts);
  return {
    account: account ?? null,
    number: common.number,
    times: common.times ?? null,
    behaviour: { ...behaviour, accepts },
  };
}

/** A script for a gateway that has its own codes but no other terms. */
export const PlainScript = z
  .strictObject({
    ...SCRIPT_FIELDS,
    /** Only orders of this account; without it, of every account. */
    account: z.string().optional(),
    /** Null leaves the order open permanently. */
    end: z.enum(['delivered', 'failed']).nullable().optional(),
    fail_code: Code.optional(),
    open_word: Code.optional(),
    /** The gateway's code. */
    refuse: Code.optional(),
    signature: z.enum(SIGNATURES).optional(),
  })
  .refine(saysHowRefused, REFUSED_HOW)
  .transform(({ account, end, fail_code, open_word, refuse, signature, ...common }) =>
    toScript(common, account, {
      end: end === undefined ? USUAL.end : end,
      failCode: fail_code ?? USUAL.failCode,
      openWord: open_word ?? USUAL.openWord,
      refuse: refuse ?? USUAL.refuse,
      signature: signature ?? USUAL.signature,
    }),
  );

export type PlainScriptInput = z.input<typeof PlainScript>;

export interface Scripts {
  add(script: Script): void;
  clear(): void;
  /** By script if there is one, otherwise by the last three digits. Uses up one of a script's `times`. */
  behaviourOf(accountKey: string, occasion: Occasion): Behaviour;
}

export function createScripts(traits: Traits): Scripts {
  const scripts = new Map<string, { behaviour: Behaviour; left: number }>();

  return {
    add({ account, number, times, behaviour }) {
      scripts.set(toScriptKey(account, number), { behaviour, left: times ?? Number.POSITIVE_INFINITY });
    },
    clear: () => scripts.clear(),
    behaviourOf(accountKey, occasion) {
      // The hot path: most runs have no script at all.
      if (scripts.size === 0) return chooseBehaviour(occasion, traits);

      for (const number of [occasion.number, '*']) {
        for (const key of [accountKey, null]) {
          const script = scripts.get(toScriptKey(key, number));
          if (script === undefined || script.left === 0) continue;
          script.left -= 1;
          return script.behaviour;
        }
      }
      return chooseBehaviour(occasion, traits);
    },
  };
}

function toScriptKey(accountKey: string | null, number: string): string {
  return `${accountKey ?? ''} ${number}`;
}
