import type { ErrorCase } from './error-case.ts';

/** Approvals and the rules that want them. */
export const APPROVAL_CASES = {
  approval_needed: {
    code: 'approval_required',
    when: 'a rule of the account wants an approval of what the batch would buy; details.approval_id is the request, and details has its steps',
    message:
      'This batch may spend {amount}, so it needs {steps}. Given so far: {given}. Nothing was started or changed. The request {approval_id} waits until {expires_at}. When it is approved, send this request again unchanged.',
  },
  approval_unknown: {
    code: 'not_found',
    param: 'approval_id',
    when: 'the account has no approval with this id',
    message: 'Your account has no approval with this id. List the approvals to see their ids.',
  },
  approval_ended: {
    code: 'invalid_request',
    status: 409,
    when: 'the approval has ended; its status is in details.status',
    message:
      'This approval has ended: its status is {status}. Nothing was changed. If it is still wanted, ask the person or program that prepared the batch to start it again, which requests a new approval.',
  },
  approval_own: {
    code: 'permission_denied',
    when: 'you prepared what is to be approved, or set its schedule or cost with your request; details.role says which',
    message:
      'You are the {role} of this batch, so another person or key must decide. Nothing was changed. Ask someone else who may approve.',
  },
  approval_of_other: {
    code: 'permission_denied',
    when: 'you withdraw an approval that someone else requested',
    message:
      'Only the person or key that requested this approval can withdraw it. Nothing was changed. If you may approve, reject it instead.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
