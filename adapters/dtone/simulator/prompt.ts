import type { Order } from '../../simulation/book.ts';
import { isSync } from './wire.ts';

/** A prompt delivery takes a random time between these. */
const PROMPT_MS = { least: 50, most: 400 };

/** How long a prompt order takes, before scaling; the same seed gives the same delays. */
export function createPromptMs(seed: number): (order: Order) => number {
  const random = createRandom(seed);
  return (order) => {
    // A broken answer to a sync order must not wait for the end that it hides.
    if (isSync(order) && order.behaviour.answer === 'normal') return 0;
    return PROMPT_MS.least + random() * (PROMPT_MS.most - PROMPT_MS.least);
  };
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
