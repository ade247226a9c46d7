import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { WorkerInterceptors, WorkerOptions } from '@temporalio/worker';
import type { FastifyInstance } from 'fastify';
import type { Adapters } from '../../adapters/registry.ts';
import type { AcceptLane } from '../../services/purchases/accept-lane.ts';
import type { Sender } from '../../services/webhooks/send.ts';

/**
 * Records the steps of purchases and sends them to a collector. The trace id is the purchase's UUID and the root is the
 * span that accepted it, so processes need not pass trace context to each other.
 */
export interface Tracing {
  /** Records each POST /v1/purchases. The span that accepts a purchase is the root of its trace. */
  attach(app: FastifyInstance): void;
  /** Wraps the lane so that each row that becomes a purchase is recorded as the root of its trace. */
  traceRows(lane: AcceptLane): AcceptLane;
  /** Wraps the adapters so that each call about a purchase is recorded. */
  traceCalls(adapterFor: Adapters['adapterFor']): Adapters['adapterFor'];
  /** Wraps the sender so that each attempt is recorded. */
  traceSends(sender: Sender): Sender;
  readonly temporal: TemporalTracing;
  /** Sends the recorded spans, then stops; takes a few seconds at most. */
  stop(): Promise<void>;
}

/** The interceptors for Temporal's client and workers. The workflow code gets its interceptors from its bundle. */
export interface TemporalTracing {
  readonly client: WorkflowClientInterceptor;
  readonly worker: WorkerInterceptors;
  readonly sinks: NonNullable<WorkerOptions['sinks']>;
}
