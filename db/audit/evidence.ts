import type { Pool } from 'pg';

/** The evidence with which people recorded deliveries of these purchases, by purchase. Their entries in the audit log have it. */
export async function readEvidence(
  db: Pool,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (purchaseIds.length === 0) return new Map();
  const { rows } = await db.query<{ subject: string; evidence: string }>({
    name: 'read-late-evidence',
    text: `
      SELECT DISTINCT ON (subject) subject, after ->> 'evidence' AS evidence
        FROM audit_log
       WHERE subject = ANY ($1::text[])
         AND (action = 'late_confirm' OR action = 'purchase_resolve' AND after ->> 'outcome' = 'delivered')
       ORDER BY subject, at`,
    values: [purchaseIds],
  });
  return new Map(rows.map(({ subject, evidence }) => [subject, evidence]));
}
