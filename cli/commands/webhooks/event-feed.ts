import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type Event, NoAnswerError } from '../../../client/index.ts';

const LOOK_MS = 500;
const SILENT_PAUSE_MS = 1_000;
/** An event may be seen a little later than one that carries a later time; so far back every look reaches. */
const OVERLAP_MS = 60_000;

export interface FeedOptions {
  /** Events from this time on; without it, those that come from now on. */
  readonly since: Date | null;
  readonly signal: AbortSignal;
  /** Told when the API stops answering and when it answers again. */
  readonly onLink: (state: 'silent' | 'back', why: string) => void;
}

/**
 * An account's events as they happen, oldest first, each once; ends with the signal. Positions are times of the service,
 * not of this machine, and each look reaches back over the last ones: nothing is missed while the API restarts.
 * @throws ApiError when the API refuses, for example the key.
 */
export async function* followEvents(client: Client, options: FeedOptions): AsyncGenerator<Event> {
  const { since, signal } = options;
  const seen = new Map<string, number>();
  let newest = since?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (since === null) {
    for (const event of await patiently(options, () => readNewest(client))) {
      newest = Math.max(newest, remember(seen, event));
    }
  }

  while (!signal.aborted) {
    const from = since !== null && seen.size === 0 ? newest : newest - OVERLAP_MS;
    const found = await patiently(options, () => readSince(client, from));
    for (const event of found.reverse()) {
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

/** The newest event, and those that are not much older. */
async function readNewest(client: Client): Promise<Event[]> {
  const [newest] = (await client.events.list({ limit: 1 }).page()).data;
  return newest === undefined ? [] : readSince(client, Date.parse(newest.created_at) - OVERLAP_MS);
}

/** Newest first. */
async function readSince(client: Client, fromMs: number): Promise<Event[]> {
  const from = Number.isFinite(fromMs) ? { created_from: new Date(fromMs).toISOString() } : {};
  return Array.fromAsync(client.events.list({ limit: 100, ...from }));
}

/** Asks until there is an answer; what the API refuses is thrown. */
async function patiently({ signal, onLink }: FeedOptions, ask: () => Promise<Event[]>): Promise<Event[]> {
  for (let silent = false; !signal.aborted; ) {
    try {
      const answer = await ask();
      if (silent) onLink('back', '');
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      if (!silent) onLink('silent', error.message);
      silent = true;
      await sleep(SILENT_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
  return [];
}
