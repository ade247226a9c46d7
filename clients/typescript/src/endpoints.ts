import { type CallOptions, type Calls, json } from './calls.ts';
import type { Listing } from './listing.ts';
import type {
  CreateWebhookEndpoint,
  DeletedWebhookEndpoint,
  EventWithAttempts,
  ListWebhookEndpointAttemptsQuery,
  ListWebhookEndpointsQuery,
  RotateWebhookSecret,
  TestWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointAttempt,
  WebhookEndpointWithSecret,
} from './types.ts';

/** Where your events are sent: up to ten endpoints, each with a different URL. */
export interface WebhookEndpoints {
  /**
   * Creates an endpoint. The answer has the signing secret, which is never shown again.
   * @throws ApiError `webhook_endpoint_exists` with `details.endpoint_id`, also if the answer to an earlier attempt was lost.
   *   `rotateSecret` then returns a new secret.
   */
  create(endpoint: CreateWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpointWithSecret>;
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Oldest first. */
  list(query?: Omit<ListWebhookEndpointsQuery, 'cursor'>): Listing<WebhookEndpoint>;
  /** Changes the fields that you give. */
  update(id: string, changes: UpdateWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Deletes the endpoint with its secrets. */
  delete(id: string, options?: CallOptions): Promise<DeletedWebhookEndpoint>;
  /**
   * Replaces the secret. The answer has the new one, which is never shown again. The former secret signs as well for
   * `overlap_seconds`, a day by default.
   * @throws ApiError `secret_rotation_under_way`, unless `overlap_seconds` is 0.
   */
  rotateSecret(
    id: string,
    rotation?: RotateWebhookSecret,
    options?: CallOptions,
  ): Promise<WebhookEndpointWithSecret>;
  /** Sends a signed test event to this endpoint, at most once per 10 s. Read the event to see the attempt. */
  sendTest(id: string, test?: TestWebhookEndpoint, options?: CallOptions): Promise<EventWithAttempts>;
  /** What was sent to the endpoint, newest first. */
  attempts(
    id: string,
    query?: Omit<ListWebhookEndpointAttemptsQuery, 'cursor'>,
  ): Listing<WebhookEndpointAttempt>;
}

const PATH = '/v1/webhook-endpoints';

export function createWebhookEndpoints({ get, list, post, change }: Calls): WebhookEndpoints {
  const at = (id: string, more = '') => `${PATH}/${encodeURIComponent(id)}${more}`;
  const send = async <T>(path: string, body: object, options: CallOptions | undefined): Promise<T> =>
    (await post<T>({ path, body: json(body) }, options)).body;
  return {
    create: (endpoint, options) => send(PATH, endpoint, options),
    get: (id, options) => get(at(id), options),
    list: (query) => list(PATH, query),
    update: (id, body, options) => change('PATCH', at(id), { ...options, body }),
    delete: (id, options) => change('DELETE', at(id), options),
    rotateSecret: (id, rotation = {}, options) => send(at(id, '/rotate-secret'), rotation, options),
    sendTest: (id, test = {}, options) => send(at(id, '/test'), test, options),
    attempts: (id, query) => list(at(id, '/attempts'), query),
  };
}
