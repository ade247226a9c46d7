import type { EndpointId, EventId } from '../ids.ts';
import { PURCHASE_EVENTS } from '../purchase/movements.ts';

/** Events about batches. */
export const BATCH_EVENTS = ['batch.completed', 'batch.ready', 'batch.paused'] as const;
export type BatchEvent = (typeof BATCH_EVENTS)[number];

/** Events about approvals. */
export const APPROVAL_EVENTS = [
  'approval.requested',
  'approval.decided',
  'approval.expired',
  'approval.withdrawn',
] as const;
export type ApprovalEvent = (typeof APPROVAL_EVENTS)[number];

/** Events sent only to endpoints that subscribed to them. Every endpoint gets the three of purchases. */
export const EXTRA_EVENTS = [...BATCH_EVENTS, ...APPROVAL_EVENTS] as const;
export type ExtraEvent = (typeof EXTRA_EVENTS)[number];

/** The types of event that an endpoint of a client can choose from. */
export const EVENT_TYPES = [...PURCHASE_EVENTS, ...EXTRA_EVENTS] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The state of an event's delivery. */
export const EVENT_DELIVERIES = ['pending', 'delivered', 'failed', 'not_sent'] as const;
export type EventDelivery = (typeof EVENT_DELIVERIES)[number];

/** An event as it was sent, and the state of its delivery. */
export interface StoredEvent {
  readonly id: EventId;
  readonly type: string;
  readonly createdAt: Date;
  /** The exact text of every attempt. */
  readonly body: string;
  readonly delivery: EventDelivery;
  readonly deliveredAt: Date | null;
  /** Sent to try out a receiver; nothing happened. */
  readonly test: boolean;
}

/** One attempt to deliver an event, made or under way. */
export interface StoredAttempt {
  /** The client's endpoint that it was made at; null for the endpoint that operators set. */
  readonly endpointId: EndpointId | null;
  /** 1 to 7 are those of the schedule; greater numbers were resent. */
  readonly attempt: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly outcome: 'delivered' | 'failed' | null;
  readonly httpStatus: number | null;
  /** Class of the failure, where there was one. */
  readonly error: string | null;
  readonly url: string | null;
  readonly address: string | null;
  readonly durationMs: number | null;
  /** The first 4 KiB of the answer's body, as it came. */
  readonly answer: Buffer | null;
}
