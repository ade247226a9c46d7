import { z } from 'zod';
import { EVENT_DELIVERIES, type StoredAttempt, type StoredEvent } from '../domain/webhook/event.ts';
import { ATTEMPT_OFFSETS_MS, ATTEMPTS_MAX } from '../domain/webhook/retry-schedule.ts';
import { DateTime } from './common.ts';
import { EventIdField } from './event-id.ts';
import { DELIVERED_EVENT, EVENT_WITH_ATTEMPTS } from './examples/events.ts';
import { SUCCESSFUL_PURCHASE } from './examples/purchases.ts';

/** One attempt to deliver an event. */
export const DeliveryAttempt = z
  .object({
    kind: z
      .enum(['scheduled', 'resent'])
      .describe(
        '`scheduled`: one of the seven attempts of the retry schedule. `resent`: requested by you or by support.',
      ),
    endpoint_id: z
      .string()
      .nullable()
      .meta({
        description:
          'The webhook endpoint that was called; null for the one that your technical contact set.',
        examples: ['wep_01kf0x7r1tfb7r9m2ptq4n6wze'],
      }),
    number: z
      .int()
      .nullable()
      .describe('Number of the attempt in the schedule, 1 to 7; null if it was resent.'),
    started_at: DateTime.describe('When the attempt started.'),
    finished_at: DateTime.nullable().describe('When the attempt ended; null while it is in progress.'),
    outcome: z
      .enum(['delivered', 'failed'])
      .nullable()
      .describe('`delivered`: your endpoint answered 2xx. `failed`: it did not. Null while in progress.'),
    http_status: z.int().nullable().describe('HTTP status of the answer; null if there was none.'),
    error: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the attempt failed: `http_status`, `timeout`, `dns`, `connect`, `tls`, `connection_lost` or `address_refused`. More may be added.',
        examples: ['http_status'],
      }),
    url: z
      .string()
      .nullable()
      .meta({ description: 'The URL that was called.', examples: ['https://example.com/webhooks'] }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'The IP address that was connected to.', examples: ['203.0.113.7'] }),
    duration_ms: z
      .int()
      .nullable()
      .describe('Time until the answer, in milliseconds; null while in progress.'),
    answer: z
      .string()
      .nullable()
      .meta({
        description: 'The first 4 KiB of the body of the answer. Bytes that are not UTF-8 are replaced.',
        examples: ['Service Unavailable'],
      }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One HTTP request that carried an event.' });

const Delivery = z
  .object({
    status: z
      .enum(EVENT_DELIVERIES)
      .describe(
        '`pending`: more attempts follow. `delivered`: every endpoint answered 2xx. `failed`: all seven attempts at an endpoint failed. `not_sent`: there was no endpoint, or the endpoint was removed or disabled.',
      ),
    delivered_at: DateTime.nullable().describe('When an endpoint accepted the event; null until then.'),
  })
  .meta({ id: 'EventDelivery', description: 'Whether the event was delivered.' });

const DeliveryWithAttempts = z
  .object({
    ...Delivery.shape,
    next_attempt_at: DateTime.nullable().describe(
      'When the schedule makes its next attempt; null if there is none.',
    ),
    attempts: z
      .array(DeliveryAttempt)
      .describe('The attempts of the schedule, and the last 100 that were resent.'),
  })
  .meta({
    id: 'EventDeliveryWithAttempts',
    description: 'Whether the event was delivered, with every attempt.',
  });

const EventData = z
  .object({
    object: z.record(z.string(), z.unknown()).meta({
      description:
        'The purchase, batch or approval as it was at that moment, exactly as the webhook carries it.',
      examples: [SUCCESSFUL_PURCHASE],
    }),
  })
  .meta({ id: 'EventData', description: 'The resource that the event is about.' });

/** An event as its webhook carries it, and the status of its delivery. */
export const EventResource = z
  .object({
    id: EventIdField,
    object: z.literal('event').describe('Always `event`.'),
    type: z.string().meta({
      description:
        '`purchase.successful`, `purchase.failed`, `purchase.reversed`, `batch.completed`, `batch.ready`, `batch.paused`, `approval.requested`, `approval.decided`, `approval.expired` or `approval.withdrawn`. New types may be added: ignore those that you do not know.',
      examples: ['purchase.successful'],
    }),
    created_at: DateTime.describe('When it happened.'),
    data: EventData,
    test: z.boolean().describe('Whether this is a test event. Nothing that it reports has happened.'),
    delivery: Delivery,
  })
  .meta({
    id: 'Event',
    description: 'An event, and whether it was delivered.',
    examples: [DELIVERED_EVENT],
  });
export type EventResource = z.output<typeof EventResource>;

/** An event with every attempt to deliver it. */
export const EventWithAttempts = z.object({ ...EventResource.shape, delivery: DeliveryWithAttempts }).meta({
  id: 'EventWithAttempts',
  description: 'An event, with every attempt to deliver it.',
  examples: [EVENT_WITH_ATTEMPTS],
});
export type EventWithAttempts = z.output<typeof EventWithAttempts>;

/** Renders an event as clients see it in lists. */
export function renderStoredEvent(event: StoredEvent): EventResource {
  const sent: Pick<EventResource, 'data'> = JSON.parse(event.body);
  return {
    id: event.id,
    object: 'event',
    type: event.type,
    created_at: event.createdAt.toISOString(),
    data: sent.data,
    test: event.test,
    delivery: { status: event.delivery, delivered_at: event.deliveredAt?.toISOString() ?? null },
  };
}

/** Renders an event with its attempts, in the order in which they started. */
export function renderEventWithAttempts(
  event: StoredEvent,
  attempts: readonly StoredAttempt[],
): EventWithAttempts {
  const shown = renderStoredEvent(event);
  const next_attempt_at = nextAttemptAt(event, attempts)?.toISOString() ?? null;
  return {
    ...shown,
    delivery: { ...shown.delivery, next_attempt_at, attempts: attempts.map(renderAttempt) },
  };
}

/** Renders an attempt as clients and operators see it. */
export function renderAttempt(attempt: StoredAttempt): z.output<typeof DeliveryAttempt> {
  const scheduled = attempt.attempt <= ATTEMPTS_MAX;
  return {
    kind: scheduled ? 'scheduled' : 'resent',
    endpoint_id: attempt.endpointId,
    number: scheduled ? attempt.attempt : null,
    started_at: attempt.startedAt.toISOString(),
    finished_at: attempt.finishedAt?.toISOString() ?? null,
    outcome: attempt.outcome,
    http_status: attempt.httpStatus,
    error: attempt.error,
    url: attempt.url,
    address: attempt.address,
    duration_ms: attempt.durationMs,
    answer: attempt.answer === null ? null : attempt.answer.toString('utf8').replaceAll('\u0000', '\ufffd'),
  };
}

/** When the schedule makes its next attempt; null if one is in progress or none is left. */
function nextAttemptAt({ delivery }: StoredEvent, attempts: readonly StoredAttempt[]): Date | null {
  if (delivery !== 'pending') return null;
  const ofEndpoints = Map.groupBy(attempts, ({ endpointId }) => endpointId);
  const dates = [...ofEndpoints.values()].flatMap((made) => nextAtEndpoint(made) ?? []);
  return dates.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
}

function nextAtEndpoint(attempts: readonly StoredAttempt[]): Date | null {
  const scheduled = attempts.filter(({ attempt }) => attempt <= ATTEMPTS_MAX);
  const first = scheduled.find(({ attempt }) => attempt === 1);
  const offset = ATTEMPT_OFFSETS_MS[scheduled.length];
  if (first === undefined || offset === undefined) return null;
  if (attempts.some(({ outcome }) => outcome === 'delivered')) return null;
  if (scheduled.some(({ outcome }) => outcome === null)) return null;
  return new Date(first.startedAt.getTime() + offset);
}
