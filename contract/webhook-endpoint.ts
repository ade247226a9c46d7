import { z } from 'zod';
import type { EndpointId } from '../domain/ids.ts';
import { PURCHASE_EVENTS } from '../domain/purchase/movements.ts';
import { type EndpointRecord, judgeStanding, type Standing } from '../domain/webhook/endpoint-standing.ts';
import { EVENT_TYPES, type EventType } from '../domain/webhook/event.ts';
import { DateTime } from './common.ts';
import { EventIdField } from './event-id.ts';
import { ENDPOINT, ENDPOINT_ATTEMPT } from './examples/endpoints.ts';
import { FIELD_RULES } from './field-rules.ts';
import { DeliveryAttempt } from './recorded-event.ts';

const URL_CHARS_MAX = 2_048;
const DESCRIPTION_CHARS_MAX = 200;
/** 30 days. */
export const OVERLAP_SECONDS_MAX = 2_592_000;
/** A day. */
export const OVERLAP_SECONDS = 86_400;

export const EndpointIdField = z
  .string()
  .meta({ description: 'Id of the webhook endpoint.', examples: ['wep_01kf0x7r1tfb7r9m2ptq4n6wze'] });

const EventTypeField = z.enum(EVENT_TYPES);

/** An endpoint that a client set. */
export const WebhookEndpoint = z
  .object({
    id: EndpointIdField,
    object: z.literal('webhook_endpoint').describe('Always `webhook_endpoint`.'),
    url: z
      .string()
      .meta({ description: 'Where events are sent.', examples: ['https://example.com/webhooks'] }),
    description: z.string().meta({ description: 'Your own note.', examples: ['Order service'] }),
    event_types: z.array(z.string()).meta({
      description: 'The types of event that are sent to this endpoint.',
      examples: [['purchase.successful', 'purchase.failed', 'purchase.reversed']],
    }),
    enabled: z.boolean().describe('Whether events are sent. While it is false, nothing is sent.'),
    status: z
      .enum(['new', 'working', 'failing'])
      .describe(
        '`new`: no event was delivered yet. `working`: the endpoint accepts events. `failing`: the last attempts failed. Retries continue on their schedule.',
      ),
    former_secret_until: DateTime.nullable().describe(
      'Until this time, the former secret signs too; null if only one secret signs.',
    ),
    created_at: DateTime.describe('When the endpoint was created.'),
    updated_at: DateTime.describe('When the endpoint last changed.'),
  })
  .meta({
    id: 'WebhookEndpoint',
    description: 'Where your events are sent.',
    examples: [ENDPOINT],
  });
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

/** The answer that shows a secret, once. */
export const WebhookEndpointWithSecret = z
  .object({
    ...WebhookEndpoint.shape,
    secret: z.string().meta({
      description: 'The signing secret. It is shown only in this answer: store it now.',
      examples: ['whsec_EXAMPLE'],
    }),
  })
  .meta({
    id: 'WebhookEndpointWithSecret',
    description: 'A webhook endpoint, with its new signing secret.',
    examples: [{ ...ENDPOINT, secret: 'whsec_EXAMPLE' }],
  });
export type WebhookEndpointWithSecret = z.output<typeof WebhookEndpointWithSecret>;

const Fields = {
  url: z
    .string()
    .min(1, { error: FIELD_RULES.endpoint_url })
    .max(URL_CHARS_MAX, { error: FIELD_RULES.endpoint_url })
    .meta({
      description: 'Where events are sent: HTTPS on port 443, with a public name or address.',
      examples: ['https://example.com/webhooks'],
    }),
  description: z
    .string()
    .max(DESCRIPTION_CHARS_MAX)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: FIELD_RULES.storable })
    .meta({
      description: 'Your own note, of up to 200 characters.',
      pattern: '^[^\\x00]*$',
      examples: ['Order service'],
    }),
  event_types: z
    .array(EventTypeField, { error: FIELD_RULES.event_types })
    .min(1, { error: FIELD_RULES.event_types })
    .max(EVENT_TYPES.length, { error: FIELD_RULES.event_types })
    .meta({
      description:
        'The types of event to send. A repeated type counts once. If you leave this out, a new endpoint gets the three types of purchases.',
      examples: [['purchase.successful', 'purchase.failed', 'purchase.reversed']],
    }),
};

export const CreateWebhookEndpoint = z
  .strictObject({
    url: Fields.url,
    description: Fields.description.optional(),
    event_types: Fields.event_types.optional(),
  })
  .meta({
    id: 'CreateWebhookEndpoint',
    description: 'A new webhook endpoint.',
    examples: [{ url: 'https://example.com/webhooks', description: 'Order service' }],
  });

export const UpdateWebhookEndpoint = z
  .strictObject({
    url: Fields.url.optional(),
    description: Fields.description.optional(),
    event_types: Fields.event_types.optional(),
    enabled: z.boolean().optional().describe('`false` stops all sending; `true` starts it again.'),
  })
  .meta({
    id: 'UpdateWebhookEndpoint',
    minProperties: 1,
    description: 'The fields to change; others stay as they are.',
    examples: [{ enabled: false }],
  });

export const RotateWebhookSecret = z
  .strictObject({
    overlap_seconds: z
      .int({ error: FIELD_RULES.overlap_seconds })
      .min(0, { error: FIELD_RULES.overlap_seconds })
      .max(OVERLAP_SECONDS_MAX, { error: FIELD_RULES.overlap_seconds })
      .optional()
      .describe(
        'For this many seconds, the former secret signs too; 86400 if you leave it out. 0 ends the former secret now.',
      ),
  })
  .meta({
    id: 'RotateWebhookSecret',
    description: 'How the secret is replaced.',
    examples: [{ overlap_seconds: 86_400 }],
  });

export const TestWebhookEndpoint = z
  .strictObject({
    type: z
      .enum(PURCHASE_EVENTS)
      .optional()
      .describe('The type of the test event; `purchase.successful` if you leave it out.'),
  })
  .meta({
    id: 'TestWebhookEndpoint',
    description: 'Which test event to send.',
    examples: [{ type: 'purchase.successful' }],
  });

export const DeletedWebhookEndpoint = z
  .object({
    id: EndpointIdField,
    object: z.literal('webhook_endpoint').describe('Always `webhook_endpoint`.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({
    id: 'DeletedWebhookEndpoint',
    description: 'The endpoint was deleted with its secrets.',
    examples: [{ id: ENDPOINT.id, object: 'webhook_endpoint', deleted: true }],
  });

/** One attempt at an endpoint, with the event that it carried. */
export const WebhookEndpointAttempt = z
  .object({
    event_id: EventIdField,
    event_type: z.string().meta({ description: 'Type of the event.', examples: ['purchase.successful'] }),
    ...DeliveryAttempt.shape,
  })
  .meta({
    id: 'WebhookEndpointAttempt',
    description: 'One HTTP request that carried an event to the endpoint.',
    examples: [ENDPOINT_ATTEMPT],
  });

/** What is rendered of an endpoint. */
export interface RenderedEndpoint {
  readonly id: EndpointId;
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly EventType[];
  readonly enabled: boolean;
  readonly record: EndpointRecord;
  readonly formerUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const STATUSES: Readonly<Record<Standing, WebhookEndpoint['status']>> = {
  unproven: 'new',
  proven: 'working',
  failing: 'failing',
};

/** Renders an endpoint as clients see it. */
export function renderEndpoint(endpoint: RenderedEndpoint): WebhookEndpoint {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    url: endpoint.url,
    description: endpoint.description,
    event_types: [...endpoint.eventTypes],
    enabled: endpoint.enabled,
    status: STATUSES[judgeStanding(endpoint.record)],
    former_secret_until: endpoint.formerUntil?.toISOString() ?? null,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}
