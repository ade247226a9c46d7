import { expect } from 'vitest';
import { EventWithAttempts } from '../../../contract/recorded-event.ts';
import { WebhookEndpointWithSecret } from '../../../contract/webhook-endpoint.ts';
import type { ApiFixture, Client } from './fixture.ts';
import { type Answer, call } from './http.ts';

export const ENDPOINTS = '/v1/webhook-endpoints';

/** Requests with the key of a client of this API. */
export interface EndpointCalls {
  send(method: string, path: string, client: Client, body?: unknown): Promise<Answer>;
  created(client: Client, url?: string, more?: object): Promise<WebhookEndpointWithSecret>;
  testEvent(client: Client, endpointId: string): Promise<EventWithAttempts>;
}

export function endpointCalls(api: ApiFixture): EndpointCalls {
  const send = (method: string, path: string, { key }: Client, body?: unknown) =>
    call(api, path, { method, key, ...(body === undefined ? {} : { body }) });
  return {
    send,
    async created(client, url = 'https://hooks.example.com/', more = {}) {
      const answer = await send('POST', ENDPOINTS, client, { url, ...more });
      expect(answer.status, answer.text).toBe(201);
      return WebhookEndpointWithSecret.strict().parse(JSON.parse(answer.text));
    },
    async testEvent(client, endpointId) {
      const answer = await send('POST', `${ENDPOINTS}/${endpointId}/test`, client, {});
      expect(answer.status, answer.text).toBe(202);
      return EventWithAttempts.parse(JSON.parse(answer.text));
    },
  };
}
