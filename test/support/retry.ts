import { setTimeout as sleep } from 'node:timers/promises';
import { Overloaded } from '../../services/lane.ts';

/** Repeats a call on a lane while the lane is full, as a client does after a 429. */
export async function retryWhileFull<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      await sleep(20);
    }
  }
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
}

/** Repeats a request while the answer is 429, after the seconds in Retry-After. */
export function retryWhileLimited<A extends Answered>(send: () => Promise<A>): Promise<A> {
  return retryWhile(send, (status) => status === 429);
}

/** Repeats a request while the answer is 500, as a client does: a busy machine may not open a connection in time. */
export function retryWhileFailed<A extends Answered>(send: () => Promise<A>): Promise<A> {
  return retryWhile(send, (status) => status >= 500);
}

/** Repeats a request while the answer is 429 or 500. The request must not do anything twice if it is repeated. */
export function retryWhileBusy<A extends Answered>(send: () => Promise<A>): Promise<A> {
  return retryWhile(send, (status) => status === 429 || status >= 500);
}

async function retryWhile<A extends Answered>(
  send: () => Promise<A>,
  isTemporary: (status: number) => boolean,
): Promise<A> {
  for (;;) {
    const answer = await send();
    if (!isTemporary(answer.status)) return answer;
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}
