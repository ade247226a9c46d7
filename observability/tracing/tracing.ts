import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { WorkerInterceptors, WorkerOptions } from '@temporalio/worker';
import type { FastifyInstance } from 'fastify';
import type { Adapters } from '../../adapters/registry.ts';
import type { AcceptLane } from '../../services/purchases/accept-lane.ts';
import type { Sender } from '../../services/webhooks/send.ts';

/**
 * What a process records of the ways of purchases, and sends to a collector. A purchase's trace has the purchase's own UUID
 * as its id, and the span that accepted it as its root, in every process: nothing has to be carried from one to the next.
 */
export interface Tracing {
  /** Records each POST /v1/purchases; what is accepted by one is the root of its purchase's trace. */
  attach(app: FastifyInstance): void;
  /** The same lane; each purchase that a campaign's row becomes has its root there. */
  traceRows(lane: AcceptLane): AcceptLane;
  /** The same adapters; each call about a purchase is recorded. */
  traceCalls(adapterFor: Adapters['adapterFor']): Adapters['adapterFor'];
  /** The same sender; each attempt is recorded. */
  traceSends(sender: Sender): Sender;
  readonly temporal: TemporalTracing;
  /** Sends what was recorded, within seconds. */
  stop(): Promise<void>;
}

/** What Temporal's client and its workers are given to record; the workflow code is given it by its bundle. */
export interface TemporalTracing {
  readonly client: WorkflowClientInterceptor;
  readonly worker: WorkerInterceptors;
  readonly sinks: NonNullable<WorkerOptions['sinks']>;
}
