import { Agent } from 'undici';

/** How often a callback is tried and how long between; DT One publishes neither. */
const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000];
const TIMEOUT_MS = 10_000;
const JSON_HEADERS = { 'content-type': 'application/json' };

export interface CallbackSender {
  /** Sends until a 2xx comes back or the tries are spent; true when it came through. Never rejects. */
  send(url: string, body: string): Promise<boolean>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

export function createCallbackSender(timeScale: number): CallbackSender {
  const agent = new Agent({
    allowH2: false,
    connections: 64,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const closing = new AbortController();

  return {
    async send(url, body) {
      for (let tries = 0; !closing.signal.aborted; tries++) {
        if (await post(agent, url, body)) return true;
        const pauseMs = RETRY_AFTER_MS[tries];
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

/** By dispatch, without a stream for the answer: callbacks are half of the simulator's work. */
function post(agent: Agent, url: string, body: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { origin, pathname, search } = new URL(url);
    let taken = false;
    agent.dispatch(
      { origin, path: `${pathname}${search}`, method: 'POST', headers: JSON_HEADERS, body },
      {
        // undici insists on these two, though there is nothing to do.
        onRequestStart() {},
        onResponseData() {},
        onResponseStart(_controller, status) {
          taken = status >= 200 && status < 300;
        },
        onResponseEnd: () => resolve(taken),
        onResponseError: () => resolve(false),
      },
    );
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
