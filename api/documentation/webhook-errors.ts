import { FIELD_RULES } from '../../contract/field-rules.ts';
import { example } from './error-example.ts';

const INVALID_URL = example(
  'field_invalid',
  { field: 'url', rule: FIELD_RULES.endpoint_url },
  { param: 'url' },
);
const ENDPOINT_EXISTS = example(
  'endpoint_exists',
  { endpoint_id: 'wep_01kf0x7r1tfb7r9m2ptq4n6wze' },
  { details: { endpoint_id: 'wep_01kf0x7r1tfb7r9m2ptq4n6wze' } },
);

/** Examples of errors of the operations on webhook endpoints, by status. */
export const WEBHOOK_ERRORS = {
  createWebhookEndpoint: {
    400: [INVALID_URL],
    409: [ENDPOINT_EXISTS],
    422: [example('endpoint_limit', { limit: 10 })],
    503: [example('secrets_unavailable', {})],
  },
  updateWebhookEndpoint: { 400: [INVALID_URL], 409: [ENDPOINT_EXISTS] },
  rotateWebhookSecret: {
    400: [
      example(
        'field_invalid',
        { field: 'overlap_seconds', rule: FIELD_RULES.overlap_seconds },
        { param: 'overlap_seconds' },
      ),
    ],
    409: [
      example(
        'rotation_under_way',
        { until: '2026-11-21T09:30:00.000Z' },
        { details: { former_secret_until: '2026-11-21T09:30:00.000Z' } },
      ),
    ],
    503: [example('secrets_unavailable', {})],
  },
  testWebhookEndpoint: { 422: [example('endpoint_disabled', {})], 429: [example('tested_recently', {})] },
};
