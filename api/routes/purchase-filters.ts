import { z } from 'zod';
import {
  DateTime,
  Instant,
  Page,
  PhoneNumberFilter,
  PurchaseId,
  ReferenceFilter,
} from '../../contract/common.ts';
import type { PurchaseFilter, PurchasePosition } from '../../db/purchases/purchases.ts';
import { readId } from '../../domain/ids.ts';
import { PURCHASE_STATUSES } from '../../domain/purchase/purchase.ts';
import { foreignCursor } from './cursor.ts';

/** How a list of purchases can be narrowed. */
export const ListQuery = z.strictObject({
  reference: ReferenceFilter.optional(),
  status: z.enum(PURCHASE_STATUSES).optional().describe('Only purchases with this status.'),
  phone_number: PhoneNumberFilter.optional(),
  same_number_as: PurchaseId.optional().describe(
    'Only purchases for the number of this purchase, itself included. The list is empty if your account has no purchase with this id.',
  ),
  created_from: Instant.optional().describe('Only purchases created at or after this time.'),
  created_to: Instant.optional().describe('Only purchases created before this time.'),
  ...Page,
});
export type ListQuery = z.output<typeof ListQuery>;

/** Null if no purchase can match. */
export function toPurchaseFilter(query: ListQuery): PurchaseFilter | null {
  const sameNumberAs = query.same_number_as === undefined ? null : readId('pur', query.same_number_as);
  if (sameNumberAs === null && query.same_number_as !== undefined) return null;
  return {
    reference: query.reference ?? null,
    status: query.status ?? null,
    phoneNumber: query.phone_number ?? null,
    sameNumberAs,
    createdFrom: query.created_from === undefined ? null : new Date(query.created_from),
    createdTo: query.created_to === undefined ? null : new Date(query.created_to),
  };
}

/** Where a page ended, from a cursor. @throws ApiError if the cursor is of another list */
export function readPosition([createdAt = '', text = '']: readonly string[]): PurchasePosition {
  const id = readId('pur', text);
  if (id === null || !DateTime.safeParse(createdAt).success) throw foreignCursor();
  return { createdAt: new Date(createdAt), id };
}
