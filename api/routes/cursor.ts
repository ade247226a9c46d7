import { createHash } from 'node:crypto';
import type { AccountId } from '../../domain/ids.ts';
import { type ApiError, apiError } from '../plugins/api-error.ts';

/** The list that a cursor belongs to. It is valid for no other. */
export interface CursorScope {
  /** `staff` for lists of all accounts. */
  readonly accountId: AccountId | 'staff';
  readonly endpoint: string;
  /** The filters as the client sent them; absent and undefined are the same. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** Seals and opens the positions of list pages. A position has the texts by which the list is ordered. */
export interface Cursors {
  seal(scope: CursorScope, position: readonly string[]): string;
  /** @throws ApiError `invalid_request` with param `cursor` if the cursor was changed or belongs to another list. */
  open(scope: CursorScope, cursor: string): readonly string[];
}

const CHECK_BYTES = 12;

/**
 * Cursors are opaque, and bound to account, endpoint and filters by a hash. The hash needs no key, because there is no
 * secret: an invented cursor can only name a position in the account's own list.
 */
export function createCursors(): Cursors {
  return {
    seal(scope, position) {
      const body = Buffer.from(JSON.stringify(position));
      return Buffer.concat([computeCheck(scope, body), body]).toString('base64url');
    },

    open(scope, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const body = bytes.subarray(CHECK_BYTES);
      const genuine =
        bytes.toString('base64url') === cursor &&
        body.length > 0 &&
        computeCheck(scope, body).equals(bytes.subarray(0, CHECK_BYTES));
      const position = genuine ? readPosition(body) : null;
      if (position === null) throw foreignCursor();
      return position;
    },
  };
}

/** The error for a cursor that does not belong to the list. */
export function foreignCursor(): ApiError {
  return apiError('cursor_invalid');
}

function computeCheck({ accountId, endpoint, filters }: CursorScope, body: Buffer): Buffer {
  const set = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([accountId, endpoint, set]));
  return hash.update(body).digest().subarray(0, CHECK_BYTES);
}

function readPosition(body: Buffer): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isPosition(value) ? value : null;
  } catch {
    return null;
  }
}

function isPosition(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'string');
}
