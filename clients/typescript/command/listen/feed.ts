import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, type Event, NoAnswerError } from '../../src/index.ts';

const LOOK_MS = 500;
const SILENT_PAUSE_MS = 1_000;
/** Events may appear out of order, so each read goes this far back. */
const OVERLAP_MS = 60_000;

export interface FeedOptions {
  /** Starts with the events of this time; null starts with new ones. */
  readonly since: Date | null;
  readonly signal: AbortSignal;
  /** Called when the API stops answering, and when it answers again. */
  readonly onLink: (state: 'silent' | 'back', why: string) => void;
}

/**
 * Yields an account's events as they happen, oldest first, each once, until the signal is aborted. Positions are times of the
 * service, not of this machine, and each read overlaps the one before: nothing is missed while the API restarts.
 * @throws ApiError when the API rejects a request permanently, for example its key.
 */
export async function* followEvents(client: Client, options: FeedOptions): AsyncGenerator<Event> {
  const { since, signal } = options;
  const seen = new Map<string, number>();
  let newest = since?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (since === null) {
    for (const event of await untilAnswered(options, () => readNewest(client))) {
      newest = Math.max(newest, remember(seen, event));
    }
  }

  while (!signal.aborted) {
    const from = since !== null && seen.size === 0 ? newest : newest - OVERLAP_MS;
    const found = await untilAnswered(options, () => readSince(client, from));
    for (const event of found.toReversed()) {
      if (seen.has(event.id)) continue;
      newest = Math.max(newest, remember(seen, event));
      yield event;
    }
    for (const [id, at] of seen) if (at < newest - OVERLAP_MS) seen.delete(id);
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}

function remember(seen: Map<string, number>, event: Event): number {
  const at = Date.parse(event.created_at);
  seen.set(event.id, at);
  return at;
}

/** The newest event, and those within the overlap before it. */
async function readNewest(client: Client): Promise<Event[]> {
  const [newest] = (await client.events.list({ limit: 1 }).page()).data;
  return newest === undefined ? [] : readSince(client, Date.parse(newest.created_at) - OVERLAP_MS);
}

/** Newest first. */
async function readSince(client: Client, fromMs: number): Promise<Event[]> {
  const from = Number.isFinite(fromMs) ? { created_from: new Date(fromMs).toISOString() } : {};
  const events: Event[] = [];
  for await (const event of client.events.list({ limit: 100, ...from })) events.push(event);
  return events;
}

/**
 * Repeats a request until there is an answer. Returns nothing when the signal is aborted.
 * @throws ApiError when the API rejects it permanently.
 */
async function untilAnswered({ signal, onLink }: FeedOptions, ask: () => Promise<Event[]>): Promise<Event[]> {
  for (let silent = false; !signal.aborted; ) {
    try {
      const answer = await unlessAborted(ask(), signal);
      if (silent) onLink('back', '');
      return answer;
    } catch (error) {
      if (signal.aborted) return [];
      const passes = error instanceof NoAnswerError || (error instanceof ApiError && error.retryable);
      if (!passes) throw error;
      if (!silent) onLink('silent', error.message);
      silent = true;
      await sleep(SILENT_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
  return [];
}

/** A request that only reads is left when the signal is aborted. */
async function unlessAborted<T>(request: Promise<T>, signal: AbortSignal): Promise<T> {
  const leave = new AbortController();
  try {
    return await new Promise<T>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: leave.signal });
      request.then(resolve, reject);
    });
  } finally {
    leave.abort();
  }
}
