const MAX_RETRY_AFTER_MS = 60 * 60 * 1_000;

/**
 * The wait that a gateway asks for in Retry-After (seconds or an HTTP date), in milliseconds, at most an hour. Null if
 * there is none or it cannot be read.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return null;

  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  // Date.parse accepts much more than HTTP dates, even "-5".
  const ms = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) - now.getTime() : Number.NaN;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
