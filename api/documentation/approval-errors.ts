import { FIELD_RULES } from '../../contract/field-rules.ts';
import { example } from './error-example.ts';

const APPROVAL_ID = 'apr_01kf0x8v5sfb7r9m2ptq4n6wzf';
const EXPIRES = '2026-11-23T09:30:00.000Z';

/** A start, schedule or resume that needs approval. */
export const APPROVAL_NEEDED = example(
  'approval_needed',
  {
    amount: '2,500,000.00 NGN',
    steps: 'the approvals of 2 other people or keys',
    given: 1,
    approval_id: APPROVAL_ID,
    expires_at: EXPIRES,
  },
  {
    details: {
      approval_id: APPROVAL_ID,
      batch_id: 'bat_01kf0x8v5sfb7r9m2ptq4n6wze',
      status: 'requested',
      amount: { amount: 250_000_000, currency: 'NGN' },
      steps_required: 2,
      steps_given: 1,
      expires_at: EXPIRES,
    },
  },
);

const lacking = (right: string) =>
  example('right_missing', { right }, { details: { required_right: right } });
const OWN = example('approval_own', { role: 'preparer' }, { details: { role: 'preparer' } });
const ENDED = example('approval_ended', { status: 'expired' }, { details: { status: 'expired' } });
const REASON = example(
  'field_invalid',
  { field: 'reason', rule: FIELD_RULES.approval_reason },
  { param: 'reason' },
);
const FROM = 'campaign_start.two_approvals_from';

/** Errors of approvals and their rules, by operation and status. */
export const APPROVAL_ERRORS = {
  approveApproval: { 400: [REASON], 403: [OWN, lacking('approvals:decide')], 409: [ENDED] },
  rejectApproval: { 400: [REASON], 403: [OWN, lacking('approvals:decide')], 409: [ENDED] },
  withdrawApproval: { 400: [REASON], 403: [example('approval_of_other', {})], 409: [ENDED] },
  replaceApprovalRules: {
    400: [example('field_invalid', { field: FROM, rule: FIELD_RULES.approvals_from }, { param: FROM })],
    403: [lacking('approvals:rules')],
  },
};
