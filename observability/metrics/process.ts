import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import type { CallRecorder } from '../../services/health/recorder.ts';
import type { LaneObserver } from '../../services/lane.ts';
import type { Sender } from '../../services/webhooks/send.ts';
import { createPromiseMetrics, type PromiseMetrics } from './promises.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Metrics of one process. Labels are networks, kinds and outcomes, never accounts or phone numbers. */
export interface ProcessMetrics {
  readonly registry: Registry;
  observeLane(lane: 'accept' | 'settle'): LaneObserver;
  readonly settled: (purchase: Purchase) => void;
  /** Counts rows that were deleted because their retention period has ended. */
  readonly deleted: (data: string, rows: number) => void;
  /** Counts requests that are missing in the log of requests. */
  readonly droppedRequests: (requests: number) => void;
  /** Wraps the recorder so that each call is counted. */
  countCalls(recorder: CallRecorder): CallRecorder;
  /** Wraps the sender so that each attempt is counted. */
  countSends(sender: Sender): Sender;
}

export function createProcessMetrics(processName: 'api' | 'worker'): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: `bundlewire_${processName}_` });
  const laneSize = new Histogram({
    name: 'bundlewire_lane_batch_size',
    help: 'Items per transaction of a lane',
    labelNames: ['lane'],
    buckets: SIZES,
    registers,
  });
  const laneWait = new Histogram({
    name: 'bundlewire_lane_wait_seconds',
    help: 'Longest wait in a lane before its transaction starts',
    labelNames: ['lane'],
    buckets: SECONDS,
    registers,
  });
  const settled = new Counter({
    name: 'bundlewire_purchases_settled_total',
    help: 'Purchases that this process settled, by status',
    labelNames: ['status'],
    registers,
  });
  const deleted = new Counter({
    name: 'bundlewire_retention_deleted_total',
    help: 'Rows that this process deleted because their retention period has ended, by data',
    labelNames: ['data'],
    registers,
  });
  const dropped = new Counter({
    name: 'bundlewire_request_log_dropped_total',
    help: 'Requests that are missing in the log of requests, because they came too fast or could not be written',
    registers,
  });
  const promises = createPromiseMetrics(registers);
  const { countCalls, countSends } = outgoing(registers, promises);
  return {
    registry,
    observeLane:
      (lane) =>
      ({ size, waitedMs }) => {
        laneSize.labels(lane).observe(size);
        laneWait.labels(lane).observe(waitedMs / 1_000);
      },
    settled: (purchase) => {
      settled.labels(purchase.state.status).inc();
      promises.final(purchase);
    },
    deleted: (data, rows) => deleted.labels(data).inc(rows),
    droppedRequests: (requests) => dropped.inc(requests),
    countCalls,
    countSends,
  };
}

/** Calls to gateways and to clients' receivers. */
function outgoing(
  registers: Registry[],
  promises: PromiseMetrics,
): Pick<ProcessMetrics, 'countCalls' | 'countSends'> {
  const calls = new Histogram({
    name: 'bundlewire_gateway_call_seconds',
    help: 'Duration of calls to gateways, by network, mode, call and outcome',
    labelNames: ['network', 'mode', 'call', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const sends = new Histogram({
    name: 'bundlewire_webhook_attempt_seconds',
    help: 'Duration of webhook attempts, by outcome and, for failed ones, error',
    labelNames: ['outcome', 'error'],
    buckets: SECONDS,
    registers,
  });
  const open = new Gauge({
    name: 'bundlewire_webhook_attempts_open',
    help: 'Webhook attempts in progress',
    registers,
  });
  return {
    countCalls: (recorder) => ({
      ...recorder,
      record(call) {
        const { networkId, livemode, verdict, durationMs } = call;
        const mode = livemode ? 'live' : 'test';
        calls.labels(networkId, mode, call.call, verdict.outcome).observe(durationMs / 1_000);
        recorder.record(call);
      },
    }),
    countSends: (sender) => ({
      ...sender,
      async send(delivery) {
        open.inc();
        const begunAt = Date.now();
        const result = await sender.send(delivery).finally(() => open.dec());
        sends.labels(result.outcome, result.error ?? '').observe(result.durationMs / 1_000);
        if (delivery.attempt === 1) promises.firstAttempt(delivery.eventId, begunAt, result.outcome);
        return result;
      },
    }),
  };
}
