import Negotiator from 'negotiator';

/** The content types of a list; the first unless the client prefers another. Both may have a charset. */
const OFFERED = [
  'application/json',
  'text/csv',
  'application/json; charset=utf-8',
  'text/csv; charset=utf-8',
];

/**
 * Whether a client prefers CSV to JSON, by the q-values of its `Accept` (RFC 9110, 12.5.1). A client that accepts neither, or
 * anything, gets JSON.
 */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  return new Negotiator({ headers: { accept } }).mediaType(OFFERED)?.startsWith('text/csv') === true;
}
