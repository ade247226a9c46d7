import { PENDING_PURCHASE } from '../../contract/examples/purchases.ts';
import { example } from './error-example.ts';

const NUMBER = [example('field_missing', { field: 'phone_number' }, { param: 'phone_number' })];
const NO_KEY = [example('secrets_unavailable', {})];
const lacking = (right: string) =>
  example('right_missing', { right }, { details: { required_right: right } });
const OPEN = { purchase_id: PENDING_PURCHASE.id, until: PENDING_PURCHASE.resolve_by };

/** Errors of erasures and exports of numbers, by operation and status. */
export const PRIVACY_ERRORS = {
  createErasure: {
    400: NUMBER,
    403: [lacking('privacy:manage')],
    409: [example('erasure_too_early', OPEN, { param: 'phone_number', details: OPEN })],
    503: NO_KEY,
  },
  createNumberExport: { 400: NUMBER, 403: [lacking('privacy:export'), lacking('numbers:read')], 503: NO_KEY },
};
