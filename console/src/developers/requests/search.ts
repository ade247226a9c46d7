import type { LoggedRequest } from '../../../../clients/typescript/src/types.ts';

/** Which requests an address shows. */
export interface RequestSearch {
  request_id?: string;
  method?: string;
  /** How the path begins. */
  path?: string;
  /** A status such as `404`, or a class such as `4xx`. */
  status?: string;
  /** Id of a key or a person. */
  principal?: string;
  /** ISO 8601 with a zone: from this time, and until before that one. */
  from?: string;
  to?: string;
  cursor?: string;
}

const FIELDS = ['request_id', 'method', 'path', 'status', 'principal', 'from', 'to', 'cursor'] as const;

/** Reads the fields of an address; others are left out. A status is a number there if someone wrote the address by hand. */
export function readRequestSearch(search: Record<string, unknown>): RequestSearch {
  const found: RequestSearch = {};
  for (const field of FIELDS) {
    const value = search[field];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number')
      found[field] = String(value);
  }
  return found;
}

/** The parameters of the API for the requests that an address shows. */
export function requestQuery({ from, to, status, ...rest }: RequestSearch) {
  return { ...rest, status: status?.toLowerCase(), created_from: from, created_to: to };
}

/** Whether a text is the id of a request, as each answer and each error has it. */
export function isRequestId(text: string): boolean {
  return /^req_[0-9a-hjkmnp-tv-z]{26}$/.test(text);
}

/** What the class of a status means for the person who sent the request. */
export function outcomeOf(status: number): 'done' | 'refused' | 'failed' {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'done';
}

/** The name of who sent a request, or the id if there is none. */
export function senderOf({ principal: { name, id } }: Pick<LoggedRequest, 'principal'>): string {
  return name === null || name === '' ? id : name;
}

/** JSON with each field on a separate line; any other text, such as one that was cut off, as it is. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
