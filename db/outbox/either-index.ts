/**
 * SQL for a condition that every row of the outbox fulfils. Its two halves are the conditions of the indexes outbox_waiting and
 * outbox_claimed, so a query of one queue reads its part of both of them, and never the whole table.
 * @param outbox the name of the table in the query.
 */
export function waitingOrClaimed(outbox: string): string {
  return `(${outbox}.claimed_until = '-infinity' OR ${outbox}.claimed_until > '-infinity')`;
}
