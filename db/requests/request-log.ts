import type { Pool } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { mentionsOf } from '../../domain/requests/kept-text.ts';
import type { LoggedRequest, NamedRequest, RequestId } from '../../domain/requests/logged-request.ts';
import type { Reader } from '../account-reads.ts';

/** Stores requests with one statement. */
export async function storeRequests(pool: Pool, requests: readonly LoggedRequest[]): Promise<void> {
  await pool.query({
    name: 'store-requests',
    text: `
      INSERT INTO request_log (id, account_id, at, method, path, status, duration_ms, principal_kind, principal_id, address,
                               request_body, response_body, is_request_cut, is_response_cut, mentions)
      SELECT id, account_id, at, method, path, status, duration_ms, principal_kind, principal_id, address,
             request_body, response_body, is_request_cut, is_response_cut,
             ARRAY(SELECT jsonb_array_elements_text(mentions))
        FROM jsonb_to_recordset($1::jsonb) AS r (
             id uuid, account_id uuid, at timestamptz, method text, path text, status smallint, duration_ms integer,
             principal_kind text, principal_id text, address inet, request_body text, response_body text,
             is_request_cut boolean, is_response_cut boolean, mentions jsonb)
          ON CONFLICT DO NOTHING`,
    values: [JSON.stringify(requests.map(toRow))],
  });
}

function toRow(request: LoggedRequest) {
  return {
    id: uuidOf('req', request.id),
    account_id: uuidOf('acc', request.accountId),
    at: request.at,
    method: request.method,
    path: request.path,
    status: request.status,
    duration_ms: request.durationMs,
    principal_kind: request.principalKind,
    principal_id: request.principalId,
    address: request.address,
    request_body: request.request.text,
    response_body: request.response.text,
    is_request_cut: request.request.isCut,
    is_response_cut: request.response.isCut,
    mentions: mentionsOf([request.path, request.request.text, request.response.text]),
  };
}

/** Which requests to find; null for any. */
export interface RequestFilter {
  readonly from: Date | null;
  /** Requests before this time. */
  readonly to: Date | null;
  readonly method: string | null;
  /** How the path begins. */
  readonly path: string | null;
  /** Statuses from the first to the second. */
  readonly status: readonly [number, number] | null;
  /** Id of a key or person. */
  readonly principal: string | null;
  readonly id: RequestId | null;
}

/** Where a page ended. */
export type RequestPosition = Pick<LoggedRequest, 'at' | 'id'>;

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly principal_kind: LoggedRequest['principalKind'];
  readonly principal_id: string;
  readonly address: string | null;
  readonly request_body: string | null;
  readonly response_body: string | null;
  readonly is_request_cut: boolean;
  readonly is_response_cut: boolean;
}

/** Up to `limit` requests of an account after a position, newest first; without bodies unless `hasBodies`. */
export async function searchRequests(
  db: Reader,
  accountId: AccountId,
  filter: RequestFilter,
  after: RequestPosition | null,
  limit: number,
  hasBodies = false,
): Promise<NamedRequest[]> {
  const { rows } = await db.query<Row>({
    text: `
      SELECT id, at, method, path, status, duration_ms, principal_kind, principal_id, host(address) AS address,
             CASE WHEN $13 THEN request_body END AS request_body, CASE WHEN $13 THEN response_body END AS response_body,
             is_request_cut, is_response_cut
        FROM request_log
       WHERE account_id = $1
         AND ($2::timestamptz IS NULL OR at >= $2)
         AND ($3::timestamptz IS NULL OR at < $3)
         AND ($4::text IS NULL OR method = $4)
         AND ($5::text IS NULL OR starts_with(path, $5))
         AND ($6::integer IS NULL OR status BETWEEN $6 AND $7)
         AND ($8::text IS NULL OR principal_id = $8)
         AND ($9::uuid IS NULL OR id = $9)
         AND ($10::timestamptz IS NULL OR (at, id) < ($10, $11::uuid))
       ORDER BY at DESC, id DESC
       LIMIT $12`,
    values: [
      uuidOf('acc', accountId),
      filter.from,
      filter.to,
      filter.method,
      filter.path,
      filter.status?.[0] ?? null,
      filter.status?.[1] ?? null,
      filter.principal,
      filter.id === null ? null : uuidOf('req', filter.id),
      after?.at ?? null,
      after === null ? null : uuidOf('req', after.id),
      limit,
      hasBodies,
    ],
  });
  const names = await readNames(db, accountId, rows);
  return rows.map((row) => toRequest(accountId, row, names));
}

/** One request of an account, with the name of its principal; null if it is not in the log. */
export async function findRequest(
  db: Reader,
  accountId: AccountId,
  id: RequestId,
): Promise<NamedRequest | null> {
  const any = { from: null, to: null, method: null, path: null, status: null, principal: null };
  const [found] = await searchRequests(db, accountId, { ...any, id }, null, 1, true);
  return found ?? null;
}

/** Names of keys and people, by id. Someone who has left the organisation has none. */
async function readNames(
  db: Reader,
  accountId: AccountId,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const ids = (kind: 'key' | 'per', of: string) =>
    rows
      .filter((row) => row.principal_kind === of)
      .map((row) => uuidOf(kind, `${kind}_${row.principal_id.slice(kind.length + 1)}`));
  const { rows: named } = await db.query<{ id: string; name: string; is_key: boolean }>({
    text: `
      SELECT id, name, true AS is_key FROM api_keys WHERE account_id = $1 AND id = ANY ($2::uuid[]) AND name <> ''
       UNION ALL
      SELECT p.id, p.name, false
        FROM auth_people p
        JOIN memberships m ON m.person_id = p.id
        JOIN accounts a ON a.organisation_id = m.organisation_id
       WHERE a.id = $1 AND p.id = ANY ($3::uuid[])`,
    values: [uuidOf('acc', accountId), ids('key', 'key'), ids('per', 'person')],
  });
  return new Map(
    named.map((row) => [row.is_key ? idFromUuid('key', row.id) : idFromUuid('per', row.id), row.name]),
  );
}

function toRequest(accountId: AccountId, row: Row, names: ReadonlyMap<string, string>): NamedRequest {
  return {
    id: idFromUuid('req', row.id),
    accountId,
    at: row.at,
    method: row.method,
    path: row.path,
    status: row.status,
    durationMs: row.duration_ms,
    principalKind: row.principal_kind,
    principalId: row.principal_id,
    principalName: names.get(row.principal_id) ?? null,
    address: row.address,
    request: { text: row.request_body, isCut: row.is_request_cut },
    response: { text: row.response_body, isCut: row.is_response_cut },
  };
}
