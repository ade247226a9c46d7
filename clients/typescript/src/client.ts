import { type ApiKeys, createApiKeys } from './access/api-keys.ts';
import { type Approvals, createApprovals } from './access/approvals.ts';
import { type AuditLog, createAuditLog } from './access/audit-log.ts';
import { createInvitations, createSessions, type Invitations, type Sessions } from './access/invitations.ts';
import { createOwnOrganisation, createPeople, type OwnOrganisation, type People } from './access/people.ts';
import { createErasures, createNumberExports, type Erasures, type NumberExports } from './access/privacy.ts';
import { createRequestLog, type RequestLog } from './access/request-log.ts';
import { createRoles, type Roles } from './access/roles.ts';
import { type AccountSettings, createAccountSettings } from './account-settings.ts';
import { type Batches, createBatches } from './batches.ts';
import { createCalls, json } from './calls.ts';
import { createWebhookEndpoints, type WebhookEndpoints } from './endpoints.ts';
import { createEvents, type Events } from './events.ts';
import { createHttp } from './http.ts';
import type { Listing } from './listing.ts';
import { createPurchases, type Purchases } from './purchases.ts';
import { createRecurringBatches, type RecurringBatches } from './recurring-batches.ts';
import { createRequest, type SendRequest } from './request.ts';
import { type ClientOptions, readSettings } from './settings.ts';
import { createStatements, type Statements } from './statements.ts';
import type {
  Balance,
  Bundle,
  ListBundlesQuery,
  ListNetworksQuery,
  Network,
  NumberLookup,
  Status,
} from './types.ts';

/** The whole API. Calls throw ApiError (the service rejected the request) or NoAnswerError (the outcome is unknown). */
export interface Client {
  readonly purchases: Purchases;
  readonly batches: Batches;
  readonly recurringBatches: RecurringBatches;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly settings: AccountSettings;
  readonly apiKeys: ApiKeys;
  readonly approvals: Approvals;
  readonly auditLog: AuditLog;
  readonly requestLog: RequestLog;
  readonly people: People;
  readonly roles: Roles;
  readonly invitations: Invitations;
  readonly sessions: Sessions;
  readonly organisation: OwnOrganisation;
  readonly erasures: Erasures;
  readonly numberExports: NumberExports;
  readonly networks: {
    list(query?: Omit<ListNetworksQuery, 'cursor'>): Listing<Network>;
    get(id: string): Promise<Network>;
  };
  readonly bundles: {
    list(query?: Omit<ListBundlesQuery, 'cursor' | 'available'> & { available?: boolean }): Listing<Bundle>;
    get(id: string): Promise<Bundle>;
  };
  readonly statements: Statements;
  readonly numberLookups: {
    /** The network of a number today, including ported numbers. */
    create(phoneNumber: string): Promise<NumberLookup>;
  };
  readonly sandbox: {
    /** Sets what the account can spend, in minor units: 50000 is ₦500.00. Only in test mode. */
    setBalance(available: number): Promise<Balance>;
  };
  balance(): Promise<Balance>;
  status(): Promise<Status>;
  /**
   * Sends a request to an operation that this version of the package does not know. It is authenticated, and has the same
   * retries, time limits and errors as the other calls. If the body or the query has a `reference`, an unknown outcome is a
   * NoAnswerError with it. The path starts with `/v1/`, and is logged: give phone numbers in the query or the body.
   * @throws UsageError for a path or a method that cannot be sent.
   */
  readonly request: SendRequest;
}

/** A client of one account. @throws UsageError when the address or the key cannot be used. */
export function createClient(options: ClientOptions): Client {
  const http = createHttp(readSettings(options));
  const calls = createCalls(http);
  const { get, list, post, change } = calls;
  const one = (kind: string, id: string) => `/v1/${kind}/${encodeURIComponent(id)}`;
  return {
    purchases: createPurchases(calls),
    batches: createBatches(calls),
    recurringBatches: createRecurringBatches(calls),
    events: createEvents(calls),
    webhookEndpoints: createWebhookEndpoints(calls),
    settings: createAccountSettings(calls),
    apiKeys: createApiKeys(calls),
    approvals: createApprovals(calls),
    auditLog: createAuditLog(calls),
    requestLog: createRequestLog(calls),
    people: createPeople(calls),
    roles: createRoles(calls),
    invitations: createInvitations(calls),
    sessions: createSessions(calls),
    organisation: createOwnOrganisation(calls),
    erasures: createErasures(calls),
    numberExports: createNumberExports(calls),
    networks: {
      list: (query) => list<Network>('/v1/networks', query),
      get: (id) => get<Network>(one('networks', id)),
    },
    bundles: {
      list: (query) => list<Bundle>('/v1/bundles', query),
      get: (id) => get<Bundle>(one('bundles', id)),
    },
    statements: createStatements(calls),
    numberLookups: {
      create: async (phoneNumber) => {
        const body = json({ phone_number: phoneNumber });
        return (await post<NumberLookup>({ path: '/v1/number-lookups', body })).body;
      },
    },
    sandbox: {
      setBalance: (available) => change<Balance>('PUT', '/v1/sandbox/balance', { body: { available } }),
    },
    balance: () => get<Balance>('/v1/balance'),
    status: () => get<Status>('/v1/status'),
    request: createRequest(http),
  };
}
