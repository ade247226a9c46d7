import type { ErrorCase } from './error-case.ts';

/** What only clients of the sandbox can get. */
export const SANDBOX_CASES = {
  sandbox_in_live_mode: {
    code: 'invalid_request',
    when: 'a request with a key for live mode has the header `Svc-Sandbox`',
    message:
      'The header Svc-Sandbox works only in test mode, and this key is for live mode. Nothing was bought or changed. Remove the header, or use a key that begins with bw_test_.',
  },
  sandbox_effect_unknown: {
    code: 'invalid_request',
    when: 'the value of the header `Svc-Sandbox` does not exist',
    message:
      'The value of the header Svc-Sandbox does not exist. Nothing was bought or changed. Send one of these values: {values}.',
  },
  sandbox_only: {
    code: 'not_found',
    when: 'a key for live mode is used at an address that exists only in test mode',
    message:
      'This address exists only in test mode, and this key is for live mode. Nothing was changed. Use a key that begins with bw_test_.',
  },
  sandbox_balance_often: {
    code: 'rate_limited',
    when: 'the balance of the sandbox was set too often on this UTC day',
    message:
      'The balance of your test-mode account was set {limit} times today, the maximum per day. This request changed nothing. Set the balance again after midnight UTC.',
  },
  slow_of_account: {
    code: 'rate_limited',
    when: 'the account already waits for the maximum number of slow answers of the sandbox',
    message:
      'Your account is already waiting for {limit} slow answers, the maximum at the same time. Nothing was bought or changed. Wait for one of them, then send the same request again.',
  },
  slow_of_all: {
    code: 'rate_limited',
    when: 'all accounts together are waiting for too many slow answers of the sandbox',
    message:
      'The sandbox has too many slow answers to send at the moment. Nothing was bought or changed. Send the same request again in a few seconds.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
