import type { Pool } from 'pg';

/** What one run of the verifier found. */
export interface Verification {
  readonly broken: number;
  readonly notChecked: number;
  /** Of the invariants that are broken. */
  readonly numbers: readonly number[];
}

const KEPT = '90 days';

/** Stores what a run found; deletes old runs. */
export async function recordVerification(
  db: Pool,
  { broken, notChecked, numbers }: Verification,
): Promise<void> {
  await db.query({
    text: `
      WITH forgotten AS (
        DELETE FROM verifications WHERE at < (SELECT app_now()) - interval '${KEPT}'
      )
      INSERT INTO verifications (at, broken, not_checked, numbers) VALUES ((SELECT app_now()), $1, $2, $3)
      ON CONFLICT (at) DO NOTHING`,
    values: [broken, notChecked, numbers],
  });
}

/** The last run that was recorded; null when there was none. */
export async function readLastVerification(db: Pool): Promise<(Verification & { readonly at: Date }) | null> {
  const { rows } = await db.query<Verification & { at: Date }>({
    name: 'read-last-verification',
    text: `SELECT at, broken, not_checked AS "notChecked", numbers FROM verifications ORDER BY at DESC LIMIT 1`,
  });
  return rows[0] ?? null;
}
