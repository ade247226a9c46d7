import { type AccountId, type EndpointId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { EndpointRecord } from '../../domain/webhook/endpoint-standing.ts';

/** An endpoint in a list of those of all accounts. */
export interface EveryEndpoint {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly livemode: boolean;
  /** Null for the endpoint that operators set. */
  readonly endpointId: EndpointId | null;
  readonly url: string;
  readonly record: EndpointRecord;
  readonly deliveredAt: Date | null;
  /** Attempts that wait or are under way. */
  readonly waiting: number;
}

/** How a statement selects such an endpoint. */
export type EveryRow<Endpoint extends EveryEndpoint> = Omit<
  Endpoint,
  'accountId' | 'endpointId' | 'record'
> & {
  readonly account: string;
  readonly endpoint: string | null;
  readonly failures: number;
};

/** The endpoints of all accounts, without those that are disabled, each with its `keyOf`. */
export const EVERY_ENDPOINT = `
  SELECT account_id AS key, account_id, NULL::uuid AS endpoint, url, failures, delivered_at FROM webhook_endpoints
   UNION ALL
  SELECT id, account_id, id, url, failures, delivered_at FROM client_endpoints WHERE enabled`;

/** What waits for each endpoint, by its id, or by that of the account if operators set it. */
export const WAITING_BY_ENDPOINT = `
  SELECT account_id AS id, count(*)::int AS waiting, min(created_at) AS oldest
    FROM outbox
   WHERE queue IN ('webhooks', 'webhooks.held', 'deliveries', 'deliveries.held')
   GROUP BY account_id`;

/**
 * Where a page ended. The numbers of endpoints change while someone reads, so only the first page is in their order: those after it
 * have all others, in the order of their keys. So no endpoint is on two pages, and none is left out.
 */
export interface EveryPosition {
  /** Keys of the endpoints on the first page. */
  readonly first: readonly string[];
  /** Key of the last endpoint on the page before, unless that was the first page. */
  readonly last: string | null;
}

/** The key of an endpoint: the UUID of its id, or of its account if operators set it. */
export function keyOf({ accountId, endpointId }: Pick<EveryEndpoint, 'accountId' | 'endpointId'>): string {
  return endpointId === null ? uuidOf('acc', accountId) : uuidOf('wep', endpointId);
}

/** The condition of endpoints after a position, which is in $2 and $3. */
export const AFTER = '($2::uuid[] IS NULL OR (key <> ALL ($2) AND ($3::uuid IS NULL OR key > $3)))';

/** The order of the first page, and of later ones. @param numbers most first */
export function worstFirst(...numbers: readonly string[]): string {
  return [...numbers.map((name) => `CASE WHEN $2::uuid[] IS NULL THEN ${name} END DESC`), 'key'].join(', ');
}

/** A row as the list names its endpoint, with what else the row has. */
export function readEvery<Row extends EveryRow<EveryEndpoint>>({ account, endpoint, failures, ...row }: Row) {
  return {
    ...row,
    accountId: idFromUuid('acc', account),
    endpointId: endpoint === null ? null : idFromUuid('wep', endpoint),
    record: { everDelivered: row.deliveredAt !== null, failures },
  };
}
