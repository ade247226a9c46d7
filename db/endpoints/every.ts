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

/** In the order of ids, the endpoint that operators set comes after those of the client. */
export const LAST = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** The endpoints of all accounts, without those that are disabled. */
export const EVERY_ENDPOINT = `
  SELECT account_id, NULL::uuid AS endpoint, url, failures, delivered_at FROM webhook_endpoints
   UNION ALL
  SELECT account_id, id, url, failures, delivered_at FROM client_endpoints WHERE enabled`;

/** What waits for each endpoint, by its id, or by that of the account if operators set it. */
export const WAITING_BY_ENDPOINT = `
  SELECT account_id AS id, count(*)::int AS waiting, min(created_at) AS oldest
    FROM outbox
   WHERE queue IN ('webhooks', 'webhooks.held', 'deliveries', 'deliveries.held')
   GROUP BY account_id`;

/** The ids after which a page begins, as values of a statement: of the account and of the endpoint. */
export function idsAfter(after: Pick<EveryEndpoint, 'accountId' | 'endpointId'> | null) {
  return [
    after === null ? null : uuidOf('acc', after.accountId),
    after === null || after.endpointId === null ? null : uuidOf('wep', after.endpointId),
  ];
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
