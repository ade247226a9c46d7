/** Of the account $1, the balance after its last line before an instant; 0 before its first line. */
const balanceBefore = (instant: '$2' | '$3') => `
  coalesce((SELECT balance_after
              FROM statement_lines
             WHERE account_id = $1 AND occurred_at < ${instant}
             ORDER BY occurred_at DESC, seq DESC
             LIMIT 1), 0)`;

/** The books of an account ($1) from $2 until before $3, whether the day is open or ended. */
export const BOOKS_OF_DAY = {
  opening: balanceBefore('$2'),
  closing: balanceBefore('$3'),
  failed: `
    (SELECT count(*)
       FROM purchases
      WHERE account_id = $1 AND status = 'failed' AND completed_at >= $2 AND completed_at < $3)`,
} as const;
