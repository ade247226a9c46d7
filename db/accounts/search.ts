import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type OrganisationId, uuidOf } from '../../domain/ids.ts';
import type { AccountSummary } from './terms.ts';

/** An account as the staff finds it. */
export interface FoundAccount extends AccountSummary {
  readonly organisation: { readonly id: OrganisationId; readonly name: string } | null;
}

type Row = Omit<FoundAccount, 'id' | 'organisation'> & {
  readonly account: string;
  readonly organisationUuid: string | null;
  readonly organisationName: string;
};

/** Which accounts to find: one, or those with a text in their name or that of their organisation, whether in capitals or not; null for all. */
export type AccountWish = { readonly id: AccountId } | { readonly text: string | null };

/**
 * Accounts of all clients, by name.
 * @param limit the most; null for no limit
 * @param after the last account of the page before
 */
export async function searchAccounts(
  db: Pool,
  wish: AccountWish,
  limit: number | null,
  after: AccountId | null = null,
): Promise<FoundAccount[]> {
  const { rows } = await db.query<Row>({
    text: `
      SELECT a.id AS account, a.name, a.livemode, a.currency, a.available, a.held, p.pending,
             a.rate_limit_per_second AS "rateLimitPerSecond", a.price_lock_hours AS "priceLockHours",
             w.url AS "webhookUrl", a.created_at AS "createdAt", a.organisation_id AS "organisationUuid",
             a.organisation AS "organisationName"
        FROM (SELECT accounts.*, o.name AS organisation
                FROM accounts LEFT JOIN organisations o ON o.id = organisation_id
               WHERE ($1::uuid IS NULL OR accounts.id = $1)
                 AND ($2::text IS NULL
                      OR strpos(lower(accounts.name), lower($2)) > 0 OR strpos(lower(o.name), lower($2)) > 0)
                 AND ($4::uuid IS NULL OR (accounts.name, accounts.id) > (SELECT name, id FROM accounts WHERE id = $4))
               ORDER BY accounts.name, accounts.id
               LIMIT $3) a
        LEFT JOIN webhook_endpoints w ON w.account_id = a.id
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS pending FROM purchases WHERE account_id = a.id AND status = 'pending') p
       ORDER BY a.name, a.id`,
    values: [
      'id' in wish ? uuidOf('acc', wish.id) : null,
      'id' in wish ? null : wish.text,
      limit,
      after === null ? null : uuidOf('acc', after),
    ],
  });
  return rows.map(({ account, organisationUuid, organisationName, ...row }) => ({
    ...row,
    id: idFromUuid('acc', account),
    organisation:
      organisationUuid === null ? null : { id: idFromUuid('org', organisationUuid), name: organisationName },
  }));
}

/** The names of accounts. */
export async function readAccountNames(
  db: Pool,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; name: string }>({
    text: 'SELECT id, name FROM accounts WHERE id = ANY ($1::uuid[])',
    values: [ids.map((id) => uuidOf('acc', id))],
  });
  return new Map(rows.map(({ id, name }) => [idFromUuid('acc', id), name]));
}
