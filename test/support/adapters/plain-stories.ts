import type { PlainScriptInput } from '../../../adapters/simulation/scripts.ts';
import type { Story } from './contract-bench.ts';

type Stories = Partial<Record<Story, Omit<PlainScriptInput, 'number'>>>;

/** Scripts that all simulators with plain scripts share: wrong answers, late answers and hidden orders. */
export const WRONG_ANSWERS = {
  resets_before_taking: { accepts: false, answer: 'reset' },
  resets_after_taking: { answer: 'reset' },
  fails_before_taking: { accepts: false, answer: 'http_500' },
  fails_after_taking: { answer: 'http_500' },
  answers_html: { answer: 'html' },
  answers_nothing: { answer: 'empty' },
  answers_half: { answer: 'truncated' },
  breaks_off: { answer: 'cut_off' },
  answers_endlessly: { answer: 'huge' },
  answers_an_unknown_status: { answer: 'unknown_status' },
  answers_an_unknown_code: { answer: 'unknown_code' },
  answers_late: { answer_after_ms: 5_000 },
  hides_the_order: { hidden_for_ms: 3_000 },
} as const satisfies Stories;

/** Scripts for wrong callbacks, if the gateway sends callbacks. */
export const CALLBACKS = {
  reverses: { reverse_after_ms: 50 },
  loses_the_callback: { end_after_ms: 50, callbacks: 0 },
  doubles_the_callback: { end_after_ms: 50, callbacks: 2 },
  calls_back_before_answering: { callback_before_answer: true },
  calls_back_out_of_order: { end_after_ms: 50, reverse_after_ms: 50, callback_delay_ms: 400 },
} as const satisfies Stories;
