import type { ErrorCase } from './error-case.ts';

/** API keys that clients manage over the API. */
export const API_KEY_CASES = {
  api_key_unknown: {
    code: 'not_found',
    param: 'key_id',
    when: 'the account has no API key with this id',
    message: 'Your account has no API key with this id. List the keys to see their ids.',
  },
  api_key_exceeds_rights: {
    code: 'permission_denied',
    when: 'a key would be created, changed or rotated that has a right which the request does not have; `details.required_right` is one of them',
    message:
      'You do not have the right {right}, so you cannot make, change or rotate a key that has it. Nothing was changed. Leave the right out, or send the request with a key that has it.',
  },
  spend_cap_of_day: {
    code: 'spend_cap_exceeded',
    when: 'the purchase would lift what its key spent in the UTC day above the cap of the key',
    message:
      'Your API key may spend {cap} per day (UTC), and has spent {spent}. Nothing was bought. Wait until {resets_at}, use another key, or have the cap raised. Then send the same request again.',
  },
  spend_cap_of_purchase: {
    code: 'spend_cap_exceeded',
    when: 'the price of the purchase is above the cap per purchase of its key',
    message:
      'Your API key may spend {cap} per purchase, and this one costs more. Nothing was bought. Use another key, or have the cap raised. Then send the same request again.',
  },
  api_key_exceeds_caps: {
    code: 'permission_denied',
    when: 'a key with a spend cap would raise it, or make, change or rotate another key that can spend',
    message:
      'Your key has a spend cap, so it cannot raise this cap, and cannot make, change or rotate another key that can spend. Nothing was changed. Leave rights that spend out, or use a key without a cap.',
  },
  api_key_outlives: {
    code: 'permission_denied',
    when: 'a key would be created, changed or rotated that works longer than the key of the request',
    message:
      'Your key works until {latest}, so you cannot make, change or rotate a key that works longer. Nothing was changed. Send expires_at with that time or an earlier one.',
  },
  api_key_limit: {
    code: 'api_key_limit',
    when: 'the account has 100 API keys that work',
    message:
      'Your account has {limit} API keys that work, which is the maximum. Revoke one that you no longer need, then create the new one.',
  },
  api_key_revoked: {
    code: 'api_key_revoked',
    when: 'a change or rotation of a key that was revoked',
    message: 'This key was revoked, and can never work again. Create a new one.',
  },
  key_rotation_under_way: {
    code: 'secret_rotation_under_way',
    when: 'a key is rotated while its former key still works, until `details.former_key_until`',
    message:
      'The key was rotated before, and the former key still works until {until}. Nothing was changed. Wait until then. To end the former key now, send overlap_seconds as 0.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
