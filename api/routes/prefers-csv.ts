import Negotiator from 'negotiator';

/** What a list can be had as; the first unless the client prefers another. Either may be asked for with its charset. */
const OFFERED = [
  'application/json',
  'text/csv',
  'application/json; charset=utf-8',
  'text/csv; charset=utf-8',
];

/**
 * Whether a client would rather have CSV than JSON, by the q-values of its `Accept` (RFC 9110, 12.5.1). One that accepts
 * neither, or anything, gets JSON.
 */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  return new Negotiator({ headers: { accept } }).mediaType(OFFERED)?.startsWith('text/csv') === true;
}
