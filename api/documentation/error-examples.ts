import type { ErrorBody } from '../../contract/errors.ts';
import { SUCCESSFUL_PURCHASE } from '../../contract/examples/purchases.ts';
import { APPROVAL_ERRORS, APPROVAL_NEEDED } from './approval-errors.ts';
import type { Operation } from './document.ts';
import { example } from './error-example.ts';
import { KEY_ERRORS } from './key-errors.ts';
import { PEOPLE_ERRORS } from './people-errors.ts';
import { PRIVACY_ERRORS } from './privacy-errors.ts';
import { SETTINGS_ERRORS } from './settings-errors.ts';
import { WEBHOOK_ERRORS } from './webhook-errors.ts';

const UNAVAILABLE_NETWORK = {
  id: 'net_mtn_ng',
  status: 'unavailable',
  status_message: 'Maintenance until noon',
  status_updated_at: '2026-11-20T06:00:00.000Z',
};
const BATCH_ID = 'bat_01kf0x8v5sfb7r9m2ptq4n6wze';

const NAIRA = (amount: number) => ({ amount, currency: 'NGN' });
const SPENDING_LIMIT = example(
  'spending_limit',
  {
    limit: '500,000.00 NGN',
    scope: 'day',
    spent: '499,800.00 NGN',
    resets_at: '2026-11-21T00:00:00.000Z',
  },
  {
    details: {
      scope: 'day',
      limit: NAIRA(50_000_000),
      spent: NAIRA(49_980_000),
      resets_at: '2026-11-21T00:00:00.000Z',
    },
  },
);

const SPEND_CAP = example(
  'spend_cap_of_day',
  { cap: '50,000.00 NGN', spent: '49,800.00 NGN', resets_at: '2026-11-21T00:00:00.000Z' },
  {
    details: {
      scope: 'day',
      cap: NAIRA(5_000_000),
      spent: NAIRA(4_980_000),
      resets_at: '2026-11-21T00:00:00.000Z',
    },
  },
);

/** An example per status, in every operation that does not have its own below. */
const USUAL: Readonly<Record<string, readonly ErrorBody[]>> = {
  401: [example('key_invalid', {}), example('session_ended', {})],
  402: [example('insufficient_balance', {}), SPEND_CAP],
  403: [
    example('address_not_allowed', { address: '203.0.113.7' }),
    example('right_missing', { right: 'batches:start' }, { details: { required_right: 'batches:start' } }),
  ],
  408: [example('body_too_slow', {})],
  409: [
    example(
      'purchase_reference_used',
      { purchase_id: SUCCESSFUL_PURCHASE.id },
      { details: { purchase_id: SUCCESSFUL_PURCHASE.id } },
    ),
  ],
  413: [example('body_too_large', {})],
  415: [example('content_type_unsupported', {})],
  422: [
    example('bundle_unavailable', {}),
    example(
      'network_mismatch',
      { network_id: 'net_glo_ng' },
      { details: { detected_network_id: 'net_glo_ng' } },
    ),
    example('unsupported_network', {}),
    example('bundle_not_allowed', {}),
    example('number_blocked', {}),
    SPENDING_LIMIT,
  ],
  429: [example('rate_exceeded', {})],
  500: [example('internal', {})],
  503: [
    example(
      'network_unavailable',
      { network_id: 'net_mtn_ng' },
      { details: { network: UNAVAILABLE_NETWORK } },
    ),
  ],
};

const FILE_ERRORS = {
  400: [example('field_missing', { field: 'reference' }, { param: 'reference' })],
  408: [example('upload_stalled', {})],
  409: [example('batch_reference_used', { batch_id: BATCH_ID }, { details: { batch_id: BATCH_ID } })],
  413: [example('file_too_large', { mebibytes: 200 })],
  415: [example('file_type_unsupported', {})],
  429: [example('uploads_of_account', { limit: 4 })],
  503: [example('upload_undecided', {})],
};

const commandError = (command: string, status: string) => ({
  409: [
    example('batch_command_impossible', { command, status, allowed: 'no command' }, { details: { status } }),
  ],
});

const OVER_LIMIT = {
  422: [
    example(
      'campaign_over_limit',
      { cost: '414,000.00 NGN', limit: '400,000.00 NGN' },
      { details: { scope: 'campaign', limit: NAIRA(40_000_000), cost: NAIRA(41_400_000) } },
    ),
  ],
};

const correctionsError = (state: string) => ({
  409: [example('corrections_decided', { state, status: 'ready' }, { details: { state, status: 'ready' } })],
});
/** Examples of one operation, by status. */
const OWN: Readonly<Record<string, Readonly<Record<string, readonly ErrorBody[]>>>> = {
  createPurchase: {
    400: [
      example('field_missing', { field: 'bundle_id' }, { param: 'bundle_id' }),
      example('phone_number_invalid', { example: '+2348031234567' }),
    ],
  },
  listPurchases: {
    400: [
      example('cursor_invalid', {}),
      example('phone_number_invalid', { example: '%2B2348031234567 (+ written as %2B)' }),
    ],
  },
  createNumberLookup: {
    400: [
      example('field_missing', { field: 'phone_number' }, { param: 'phone_number' }),
      example('phone_number_invalid', { example: '+2348031234567' }),
    ],
    422: [example('unsupported_network', {})],
    429: [example('lookups_exceeded', { limit: 10 })],
  },
  createBatch: FILE_ERRORS,
  acceptBatchCorrections: correctionsError('rejected'),
  rejectBatchCorrections: correctionsError('accepted'),
  startBatch: {
    409: [
      example(
        'batch_cost_differs',
        { approved: '409,500.00 NGN', cost: '414,000.00 NGN' },
        { details: { cost: { amount: 41_400_000, currency: 'NGN' } } },
      ),
      ...commandError('start', 'completed')[409],
      APPROVAL_NEEDED,
    ],
    ...OVER_LIMIT,
  },
  pauseBatch: commandError('pause', 'completed'),
  resumeBatch: { 409: [...commandError('resume', 'completed')[409], APPROVAL_NEEDED] },
  scheduleBatch: { 409: [...commandError('schedule', 'completed')[409], APPROVAL_NEEDED], ...OVER_LIMIT },
  requestBatchStart: { ...commandError('request-start', 'completed'), ...OVER_LIMIT },
  startBatchNow: { 409: [...commandError('start now', 'completed')[409], APPROVAL_NEEDED] },
  cancelBatch: commandError('cancel', 'completed'),
  ...WEBHOOK_ERRORS,
  ...SETTINGS_ERRORS,
  ...KEY_ERRORS,
  ...APPROVAL_ERRORS,
  ...PEOPLE_ERRORS,
  ...PRIVACY_ERRORS,
  createRecurringBatch: {
    400: [example('field_missing', { field: 'batch_id' }, { param: 'batch_id' })],
    404: [example('recurring_source_unknown', {})],
    409: [example('recurring_reference_used', {})],
  },
  replaceSandboxBalance: {
    400: [example('field_missing', { field: 'available' }, { param: 'available' })],
    404: [example('sandbox_only', {})],
    429: [example('rate_exceeded', {})],
  },
  resendEvent: { 422: [example('webhook_endpoint_missing', {})], 429: [example('resent_recently', {})] },
};

/** The example of a missing resource, by the parameter that names it. */
const MISSING: Readonly<Record<string, ErrorBody>> = {
  purchase_id: example('purchase_unknown', {}),
  batch_id: example('batch_unknown', {}),
  approval_id: example('approval_unknown', {}),
  recurring_batch_id: example('recurring_batch_unknown', {}),
  event_id: example('event_unknown', {}),
  endpoint_id: example('endpoint_unknown', {}),
  key_id: example('api_key_unknown', {}),
  role_id: example('role_unknown', {}),
  erasure_id: example('erasure_unknown', {}),
  request_id: example('request_not_logged', {}),
  person_id: example('person_unknown', {}),
  session_id: example('session_missing', {}),
  invitation_id: example('invitation_unknown', {}),
  network_id: example('network_unknown', {}),
  bundle_id: example('bundle_unknown', {}),
  date: example('statement_unknown', {}),
};

/** The errors that an operation returns with a status, one example for each code. */
export function listErrorExamples(operation: Operation, status: string): readonly ErrorBody[] {
  const own = OWN[operation.operationId ?? '']?.[status];
  if (own !== undefined) return own;
  const parameters = operation.parameters ?? [];
  if (status === '400') {
    return parameters.some(({ name }) => name === 'cursor')
      ? [example('cursor_invalid', {})]
      : [example('field_unknown', { field: 'limit' }, { param: 'limit' })];
  }
  const named = parameters.find((parameter) => parameter.in === 'path')?.name ?? '';
  const missing = MISSING[named];
  return status === '404' && missing !== undefined ? [missing] : (USUAL[status] ?? []);
}
