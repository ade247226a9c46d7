import type { Pool } from 'pg';
import { storeRequests } from '../../db/requests/request-log.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { LoggedRequest } from '../../domain/requests/logged-request.ts';

/** Keeps requests that were answered. No request waits for it. */
export interface RequestLog {
  /**
   * Whether an answer with this status is kept now. Of those with 429, a few of each account are kept in a second, because a
   * process that rejects requests has no time for more. Ask before `add`, once for each answer.
   */
  keeps(accountId: AccountId, status: number): boolean;
  add(request: LoggedRequest): void;
  /** Writes what waits, then stops. */
  close(): Promise<void>;
}

export interface RequestLogSetting {
  /** A separate pool, so that nothing else waits for it. */
  readonly pool: Pool;
  /** Called with the number of requests that are missing in the log, and why if they could not be written. */
  readonly onDropped: (requests: number, err?: unknown) => void;
  readonly writeEveryMs?: number;
}

const WRITE_EVERY_MS = 500;
/** Requests that one statement writes, and that may wait: about 20 MB. */
const WRITTEN_MAX = 200;
const WAITING_MAX = 2_000;
/** Answers with 429 of one account that are kept in a second. */
export const REFUSALS_MAX = 20;

/**
 * Collects requests and writes them twice a second, or as soon as there are enough. If they come faster than they are written, or
 * PostgreSQL does not take them, they are dropped: the log never holds up the process.
 */
export function createRequestLog({
  pool,
  onDropped,
  writeEveryMs = WRITE_EVERY_MS,
}: RequestLogSetting): RequestLog {
  const waiting: LoggedRequest[] = [];
  let writing: Promise<void> | null = null;

  const writeAll = async () => {
    while (waiting.length > 0) {
      const taken = waiting.splice(0, WRITTEN_MAX);
      await storeRequests(pool, taken).catch((err: unknown) => onDropped(taken.length, err));
    }
  };
  const write = () => {
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  };
  const timer = setInterval(() => void write(), writeEveryMs).unref();

  return {
    keeps: createRefusalLimit(onDropped),
    add(request) {
      if (waiting.length >= WAITING_MAX) return onDropped(1);
      waiting.push(request);
      if (waiting.length >= WRITTEN_MAX) void write();
    },
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

function createRefusalLimit(onDropped: RequestLogSetting['onDropped']): RequestLog['keeps'] {
  const kept = new Map<AccountId, number>();
  let second = 0;
  return (accountId, status) => {
    if (status !== 429) return true;
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) kept.clear();
    second = now;
    const count = kept.get(accountId) ?? 0;
    if (count >= REFUSALS_MAX) {
      onDropped(1);
      return false;
    }
    kept.set(accountId, count + 1);
    return true;
  };
}
