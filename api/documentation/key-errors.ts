import { FIELD_RULES } from '../../contract/field-rules.ts';
import { example } from './error-example.ts';

const DENIED = [
  example('right_missing', { right: 'keys:write' }, { details: { required_right: 'keys:write' } }),
  example('address_not_allowed', { address: '203.0.113.7' }),
];
const SCOPES_INVALID = example(
  'field_invalid',
  { field: 'scopes', rule: FIELD_RULES.scopes },
  { param: 'scopes' },
);
const UNTIL = '2026-11-21T09:30:00.000Z';

/** Errors of API keys, by operation and status. */
export const KEY_ERRORS = {
  createApiKey: {
    400: [SCOPES_INVALID],
    403: DENIED,
    422: [example('api_key_limit', { limit: 100 })],
  },
  updateApiKey: { 400: [SCOPES_INVALID], 403: DENIED, 409: [example('api_key_revoked', {})] },
  rotateApiKey: {
    400: [
      example(
        'field_invalid',
        { field: 'overlap_seconds', rule: FIELD_RULES.overlap_seconds },
        { param: 'overlap_seconds' },
      ),
    ],
    403: DENIED,
    409: [
      example('key_rotation_under_way', { until: UNTIL }, { details: { former_key_until: UNTIL } }),
      example('api_key_revoked', {}),
    ],
  },
};
