import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';

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
  const agent = new Agent({
    allowH2: false,
    connections: 64,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const closing = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: closing.signal }).catch(() => {});

  return {
    async send(url, callback, delayMs) {
      if (delayMs > 0) await pause(delayMs);
      for (let tries = 0; !closing.signal.aborted; tries++) {
        if (await post(agent, url, callback, plan)) return true;
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

/** By dispatch, without a stream for the answer: callbacks are half of a simulator's work. */
function post(
  agent: Agent,
  url: string,
  { body, headers }: Callback,
  { contentType, isTaken }: CallbackPlan,
): Promise<boolean> {
  if (!URL.canParse(url)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const { origin, pathname, search } = new URL(url);
    let status = 0;
    const answer: Buffer[] = [];
    agent.dispatch(
      {
        origin,
        path: `${pathname}${search}`,
        method: 'POST',
        headers: { ...headers, 'content-type': contentType },
        body,
      },
      {
        // undici insists on it, though there is nothing to do.
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData: (_controller, chunk) => void answer.push(chunk),
        onResponseEnd: () => resolve(isTaken(status, Buffer.concat(answer).toString('utf8'))),
        onResponseError: () => resolve(false),
      },
    );
  });
}
