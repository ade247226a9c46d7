import { DateTime } from '../../../contract/common.ts';
import type { AuditPosition } from '../../../db/audit/search.ts';
import { readId } from '../../../domain/ids.ts';
import { foreignCursor } from '../cursor.ts';

/** Where an entry is in the list, as the texts of a cursor. */
export function auditPositionOf({ at, seq, id }: AuditPosition): readonly string[] {
  return [at.toISOString(), String(seq), id];
}

/** @throws ApiError if the texts are no position of an audit log. */
export function readAuditPosition([at = '', seq = '', text = '']: readonly string[]): AuditPosition {
  const id = readId('aud', text);
  if (id === null || !DateTime.safeParse(at).success || !/^\d{1,15}$/.test(seq)) throw foreignCursor();
  return { at: new Date(at), seq: Number(seq), id };
}
