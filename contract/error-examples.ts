import { ERRORS, type ErrorBody, type ErrorCode } from './errors.ts';

interface Facts {
  readonly message: string;
  readonly param?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What each code looks like when it is met: message, field and details. */
const FACTS: Readonly<Record<ErrorCode, Facts>> = {
  invalid_request: { message: 'bundle_id is missing.', param: 'bundle_id' },
  invalid_phone_number: {
    message: 'phone_number must be E.164, for example +2348031234567.',
    param: 'phone_number',
  },
  invalid_api_key: { message: 'Send your API key in the header: Authorization: Bearer <API_KEY>.' },
  ip_not_allowed: { message: 'Requests of your account are not allowed from this address.' },
  not_found: { message: 'Your account has no such purchase.', param: 'purchase_id' },
  insufficient_balance: {
    message: 'The available balance is lower than the price. Top up, then send the same request again.',
  },
  reference_conflict: {
    message: 'This reference was used with a different body. Use a new one.',
    param: 'reference',
    details: { purchase_id: 'pur_01kf0x8v5sfb7r9m2ptq4n6wze' },
  },
  bundle_unavailable: {
    message: 'This bundle does not exist or is not sold to your account. Choose another bundle_id.',
    param: 'bundle_id',
  },
  network_mismatch: {
    message: 'The number is on net_glo_ng. Choose a bundle of that network.',
    param: 'bundle_id',
    details: { detected_network_id: 'net_glo_ng' },
  },
  unsupported_network: {
    message: 'The number is on no network that your account can buy for. Check the number.',
    param: 'phone_number',
  },
  webhook_endpoint_missing: {
    message: 'Your account has no webhook endpoint. Ask your technical contact to set one.',
  },
  rate_limited: { message: 'Too many requests. Wait for the seconds in Retry-After, then send it again.' },
  internal_error: { message: 'Something failed on our side. Send the same request again.' },
  network_unavailable: {
    message: 'net_mtn_ng takes no purchases at the moment. Send the same request again later.',
    details: {
      network: {
        id: 'net_mtn_ng',
        status: 'unavailable',
        status_message: 'Maintenance until noon',
        status_updated_at: '2026-11-20T06:00:00.000Z',
      },
    },
  },
};

/** The body of an error with a code, as a client may meet it. */
export function errorExample(code: ErrorCode): ErrorBody {
  const { message, param, details } = FACTS[code];
  return {
    error: {
      code,
      message,
      ...(param === undefined ? {} : { param }),
      retryable: ERRORS[code].retryable,
      request_id: 'req_01kf0x8w9mfb7r9m2ptq4n6wze',
      ...(details === undefined ? {} : { details: { ...details } }),
    },
  };
}
