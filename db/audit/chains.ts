import type { ClientBase } from 'pg';
import type { AuditFields } from '../../domain/crypto/audit-hash.ts';

/** An entry as it is stored, with its hash. */
export interface ChainedEntry extends AuditFields {
  readonly hash: Buffer;
}

/** What the head of a chain says about its last entry. */
export interface ChainHead {
  readonly chain: string;
  readonly seq: number;
  readonly hash: Buffer;
}

/** The heads of all chains or, with an account's UUID, of its chain. */
export async function* readHeads(
  tx: ClientBase,
  accountUuid: string | null,
  page: number,
): AsyncGenerator<ChainHead> {
  for (let after = ''; ; ) {
    const { rows } = await tx.query<ChainHead>({
      text: `
        SELECT chain, seq, hash
          FROM audit_heads
         WHERE chain > $1 AND ($2::text IS NULL OR chain = $2)
         ORDER BY chain
         LIMIT $3`,
      values: [after, accountUuid, page],
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.chain;
  }
}

/** The entries of a chain in order of their numbers, a page of them in memory at a time. */
export async function* readChain(tx: ClientBase, chain: string, page: number): AsyncGenerator<ChainedEntry> {
  for (let after = -1; ; ) {
    const { rows } = await tx.query<ChainedEntry>({
      name: 'read-audit-chain',
      text: `
        SELECT chain, seq, id, account_id AS "accountUuid", at, principal_kind AS "principalKind",
               principal_id AS "principalId", session_id AS "sessionId", host(address) AS address,
               user_agent AS "userAgent", action, subject, reason, before::text, after::text,
               previous_hash AS "previousHash", hash
          FROM audit_log
         WHERE chain = $1 AND seq > $2
         ORDER BY seq
         LIMIT $3`,
      values: [chain, after, page],
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

/** Chains that have entries and no head: up to `limit`. */
export async function findHeadlessChains(
  tx: ClientBase,
  accountUuid: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ chain: string }>({
    text: `
      SELECT DISTINCT l.chain
        FROM audit_log l
       WHERE NOT EXISTS (SELECT FROM audit_heads h WHERE h.chain = l.chain) AND ($1::text IS NULL OR l.chain = $1)
       ORDER BY l.chain
       LIMIT $2`,
    values: [accountUuid, limit],
  });
  return rows.map(({ chain }) => chain);
}
