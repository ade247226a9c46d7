import { FIELD_RULES } from '../../contract/field-rules.ts';
import { example } from './error-example.ts';

const NUMBERS_ERRORS = {
  400: [
    example(
      'field_invalid',
      { field: 'phone_numbers', rule: FIELD_RULES.phone_numbers },
      { param: 'phone_numbers' },
    ),
  ],
  503: [example('secrets_unavailable', {})],
};

/** Errors of the account's settings, by operation and status. */
export const SETTINGS_ERRORS = {
  replaceIpAllowlist: {
    400: [example('field_invalid', { field: 'ranges', rule: FIELD_RULES.ranges }, { param: 'ranges' })],
    422: [
      example('address_locked_out', { address: '203.0.113.7' }, { details: { your_address: '203.0.113.7' } }),
    ],
  },
  replaceAllowedBundles: {
    400: [
      example(
        'field_invalid',
        { field: 'bundle_ids', rule: FIELD_RULES.bundle_ids },
        { param: 'bundle_ids' },
      ),
    ],
    422: [
      example(
        'allowed_bundle_unknown',
        { bundle_id: 'bnd_mtn_ng_9gb' },
        { details: { bundle_ids: ['bnd_mtn_ng_9gb'] } },
      ),
    ],
  },
  replaceSpendingLimits: {
    400: [
      example('field_invalid', { field: 'per_day', rule: FIELD_RULES.spending_limit }, { param: 'per_day' }),
    ],
  },
  replaceNotices: {
    400: [example('field_invalid', { field: 'ready', rule: FIELD_RULES.notice_emails }, { param: 'ready' })],
  },
  addBlockedNumbers: NUMBERS_ERRORS,
  removeBlockedNumbers: NUMBERS_ERRORS,
  lookUpBlockedNumber: {
    400: [example('phone_number_invalid', { example: '+2348031234567' })],
    503: [example('secrets_unavailable', {})],
  },
  replaceLowBalanceAlert: {
    400: [
      example('field_invalid', { field: 'threshold', rule: FIELD_RULES.threshold }, { param: 'threshold' }),
    ],
  },
};
