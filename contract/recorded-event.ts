import { z } from 'zod';
import { EVENT_DELIVERIES, type StoredAttempt, type StoredEvent } from '../domain/webhook/event.ts';
import { ATTEMPT_OFFSETS_MS, ATTEMPTS_MAX } from '../domain/webhook/retry-schedule.ts';
import { DateTime } from './common.ts';

/** One attempt to deliver an event. */
export const DeliveryAttempt = z
  .object({
    kind: z
      .enum(['scheduled', 'resent'])
      .meta({ description: 'scheduled: one of the seven of the retry schedule; resent: asked for' }),
    number: z.int().nullable().meta({ description: '1 to 7 in the schedule; null when it was resent' }),
    started_at: DateTime,
    finished_at: DateTime.nullable().meta({ description: 'null while it is under way' }),
    outcome: z.enum(['delivered', 'failed']).nullable(),
    http_status: z.int().nullable().meta({ description: 'null when no answer came' }),
    error: z.string().nullable().meta({
      description:
        'Why it failed: http_status, timeout, dns, connect, tls, connection_lost, address_refused; more may be added',
    }),
    url: z.string().nullable(),
    address: z.string().nullable().meta({ description: 'The IP address that was connected to' }),
    duration_ms: z.int().nullable(),
    answer: z.string().nullable().meta({
      description: 'The first 4 KiB of the body of the answer; bytes that are no UTF-8 are replaced',
    }),
  })
  .meta({ id: 'DeliveryAttempt' });

const Delivery = z.object({
  status: z.enum(EVENT_DELIVERIES).meta({
    description:
      'pending: attempts go on; delivered: a receiver answered 2xx; failed: all seven attempts failed; not_sent: there was no endpoint, or it was removed',
  }),
  delivered_at: DateTime.nullable(),
});

/** An event as its webhook carries it, and how its delivery stands. */
export const EventResource = z
  .object({
    id: z.string().meta({ examples: ['evt_01kf0x8v5sfb7r9m2ptq4n6wze'] }),
    object: z.literal('event'),
    type: z.string().meta({ examples: ['purchase.successful'] }),
    created_at: DateTime,
    data: z.object({
      object: z
        .record(z.string(), z.unknown())
        .meta({ description: 'The purchase as it was then, exactly as the webhook carries it' }),
    }),
    test: z.boolean().meta({ description: 'Sent to try a receiver out: it tells of nothing that happened' }),
    delivery: Delivery,
  })
  .meta({ id: 'Event' });
export type EventResource = z.output<typeof EventResource>;

/** An event with every attempt to deliver it. */
export const EventWithAttempts = EventResource.extend({
  delivery: Delivery.extend({
    next_attempt_at: DateTime.nullable().meta({ description: 'When the schedule makes its next attempt' }),
    attempts: z
      .array(DeliveryAttempt)
      .meta({ description: 'Those of the schedule, and the last hundred that were resent' }),
  }),
}).meta({ id: 'EventWithAttempts' });
export type EventWithAttempts = z.output<typeof EventWithAttempts>;

/** Renders an event as clients see it in lists. */
export function renderStoredEvent(event: StoredEvent): EventResource {
  const told: Pick<EventResource, 'data'> = JSON.parse(event.body);
  return {
    id: event.id,
    object: 'event',
    type: event.type,
    created_at: event.createdAt.toISOString(),
    data: told.data,
    test: event.test,
    delivery: { status: event.delivery, delivered_at: event.deliveredAt?.toISOString() ?? null },
  };
}

/** Renders an event with its attempts, in the order in which they began. */
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

/** When the schedule makes its next attempt; null when it is under way, or there is none. */
function nextAttemptAt({ delivery }: StoredEvent, attempts: readonly StoredAttempt[]): Date | null {
  const scheduled = attempts.filter(({ attempt }) => attempt <= ATTEMPTS_MAX);
  const first = scheduled.find(({ attempt }) => attempt === 1);
  const offset = ATTEMPT_OFFSETS_MS[scheduled.length];
  if (delivery !== 'pending' || first === undefined || offset === undefined) return null;
  if (scheduled.some(({ outcome }) => outcome === null)) return null;
  return new Date(first.startedAt.getTime() + offset);
}
