import { APPROVAL } from './approvals.ts';
import { COMPLETED_BATCH, PAUSED_BATCH, UNSCHEDULED_BATCH } from './batches.ts';
import { FAILED_PURCHASE, REVERSED_PURCHASE, SUCCESSFUL_PURCHASE } from './purchases.ts';

/** Examples of events, as the documentation shows them. */

/** Events have no names. */
const WITHOUT_NAMES = {
  ...APPROVAL,
  requested_by: { ...APPROVAL.requested_by, name: null },
  prepared_by: APPROVAL.prepared_by.map((one) => ({ ...one, name: null })),
  decisions: APPROVAL.decisions.map((one) => ({ ...one, by: { ...one.by, name: null } })),
};

/** The resource that an event carries, by the type of the event. */
export const EVENT_OBJECTS: Readonly<Record<string, object>> = {
  'purchase.successful': SUCCESSFUL_PURCHASE,
  'purchase.failed': FAILED_PURCHASE,
  'purchase.reversed': REVERSED_PURCHASE,
  'batch.completed': COMPLETED_BATCH,
  'batch.ready': UNSCHEDULED_BATCH,
  'batch.paused': {
    ...PAUSED_BATCH,
    pause: {
      code: 'first_rows_done',
      message: 'The first rows are final: 10 delivered, 0 failed. Resume to buy the other rows, or cancel.',
    },
    no_estimate: { code: 'paused', message: 'The first rows are final. Resume it to continue.' },
  },
  'approval.requested': { ...WITHOUT_NAMES, steps_given: 0, decisions: [] },
  'approval.decided': {
    ...WITHOUT_NAMES,
    status: 'approved',
    steps_given: 2,
    decisions: [
      ...WITHOUT_NAMES.decisions,
      {
        by: { kind: 'person', id: 'per_01kf0x8v5sfb7r9m2ptq4n6wzj', name: null },
        decision: 'approved',
        reason: 'Checked against the plan of December',
        decided_at: '2026-11-20T10:15:00.000Z',
      },
    ],
  },
  'approval.expired': { ...WITHOUT_NAMES, status: 'expired', ended_at: '2026-11-23T09:30:00.000Z' },
  'approval.withdrawn': {
    ...WITHOUT_NAMES,
    status: 'withdrawn',
    end_reason: 'The file has the wrong month',
    ended_at: '2026-11-20T11:00:00.000Z',
  },
};

const EVENT = {
  id: 'evt_01kf0x9a3dfb7r9m2ptq4n6wze',
  object: 'event',
  type: 'purchase.successful',
  created_at: '2026-11-20T09:30:01.300Z',
  data: { object: SUCCESSFUL_PURCHASE },
  test: false,
} as const;

export const DELIVERED_EVENT = {
  ...EVENT,
  delivery: { status: 'delivered', delivered_at: '2026-11-20T09:31:01.480Z' },
} as const;

const ATTEMPT = {
  endpoint_id: null,
  url: 'https://example.com/webhooks',
  address: '203.0.113.7',
  duration_ms: 180,
} as const;

export const FAILED_ATTEMPT = {
  kind: 'scheduled',
  number: 1,
  started_at: '2026-11-20T09:30:01.300Z',
  finished_at: '2026-11-20T09:30:01.480Z',
  outcome: 'failed',
  http_status: 503,
  error: 'http_status',
  ...ATTEMPT,
  answer: 'Service Unavailable',
} as const;

const DELIVERED_ATTEMPT = {
  kind: 'scheduled',
  number: 2,
  started_at: '2026-11-20T09:31:01.300Z',
  finished_at: '2026-11-20T09:31:01.480Z',
  outcome: 'delivered',
  http_status: 204,
  error: null,
  ...ATTEMPT,
  answer: '',
} as const;

/** The first attempt failed, the second delivered the event. */
export const EVENT_WITH_ATTEMPTS = {
  ...EVENT,
  delivery: {
    ...DELIVERED_EVENT.delivery,
    next_attempt_at: null,
    attempts: [FAILED_ATTEMPT, DELIVERED_ATTEMPT],
  },
} as const;
