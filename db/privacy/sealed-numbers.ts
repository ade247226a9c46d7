import type { Pool } from 'pg';
import { type ErasureId, idFromUuid, uuidOf } from '../../domain/ids.ts';

/** The sealed number of an erasure that is under way. */
export interface SealedNumber {
  readonly id: ErasureId;
  readonly sealed: Buffer;
}

/** The numbers of all erasures under way, of all accounts: at most a few thousand. */
export async function listSealedNumbers(db: Pool): Promise<SealedNumber[]> {
  const { rows } = await db.query<{ id: string; sealed: Buffer }>({
    text: 'SELECT id, sealed_number AS sealed, account_id FROM erasures WHERE completed_at IS NULL ORDER BY id',
  });
  return rows.map(({ id, sealed }) => ({ id: idFromUuid('era', id), sealed }));
}

/** Puts a re-sealed number in place of the stored one, unless the erasure was completed meanwhile. */
export async function replaceSealedNumber(
  db: Pool,
  { id, sealed }: SealedNumber,
  resealed: Buffer,
): Promise<void> {
  await db.query({
    text: 'UPDATE erasures SET sealed_number = $3 WHERE id = $1 AND sealed_number = $2',
    values: [uuidOf('era', id), sealed, resealed],
  });
}
