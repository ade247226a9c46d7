import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

const TIMEOUT_MS = 10_000;

export interface CallbackPlan {
  readonly contentType: string;
  /** Pauses between the tries; one try more than pauses. */
  readonly pausesMs: readonly number[];
  /** Whether an answer counts as taken. */
  isTaken(status: number, body: string): boolean;
}

export interface Callback {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CallbackSender {
  /** Sends, after a delay, until it is taken or the tries are spent; true when it was taken. Never rejects. */
  send(url: string, callback: Callback, delayMs: number): Promise<boolean>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

export function createCallbackSender(plan: CallbackPlan, timeScale: number): CallbackSender {
  const agent = new Agent({ allowH2: false, connections: 64 });
  const closing = new AbortController();

  const post = async (url: string, { body, headers }: Callback): Promise<boolean> => {
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...headers, 'content-type': plan.contentType },
        body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return plan.isTaken(answer.statusCode, await answer.body.text());
    } catch {
      return false;
    }
  };

  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: closing.signal }).catch(() => {});

  return {
    async send(url, callback, delayMs) {
      if (delayMs > 0) await pause(delayMs);
      for (let tries = 0; !closing.signal.aborted; tries++) {
        if (await post(url, callback)) return true;
        const pauseMs = plan.pausesMs[tries];
        if (pauseMs === undefined) return false;
        await pause(pauseMs * timeScale);
      }
      return false;
    },
    async close() {
      closing.abort();
      await agent.destroy();
    },
  };
}
