import { fillMessage } from './error-cases/error-case.ts';
import { ERROR_CASES, type ErrorCaseName, type MessageValues } from './error-cases/error-cases.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from './errors.ts';

interface ErrorExample {
  readonly message: string;
  readonly param?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What each code looks like in an answer: message, field and details. */
const EXAMPLES: Readonly<Record<ErrorCode, ErrorExample>> = {
  invalid_request: { ...exampleOf('field_missing', { field: 'bundle_id' }), param: 'bundle_id' },
  invalid_phone_number: exampleOf('phone_number_invalid', { example: '+2348031234567' }),
  invalid_api_key: exampleOf('key_invalid', {}),
  ip_not_allowed: exampleOf('address_not_allowed', { address: '203.0.113.7' }),
  not_found: exampleOf('purchase_unknown', {}),
  insufficient_balance: exampleOf('insufficient_balance', {}),
  reference_conflict: {
    ...exampleOf('purchase_reference_used', {}),
    details: { purchase_id: 'pur_01kf0x8v5sfb7r9m2ptq4n6wze' },
  },
  bundle_unavailable: exampleOf('bundle_unavailable', {}),
  network_mismatch: {
    ...exampleOf('network_mismatch', { network_id: 'net_glo_ng' }),
    details: { detected_network_id: 'net_glo_ng' },
  },
  unsupported_network: exampleOf('unsupported_network', {}),
  webhook_endpoint_missing: exampleOf('webhook_endpoint_missing', {}),
  rate_limited: exampleOf('rate_exceeded', {}),
  internal_error: exampleOf('internal', {}),
  network_unavailable: {
    ...exampleOf('network_unavailable', { network_id: 'net_mtn_ng' }),
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

/** The message of a case with example values, and its field. */
export function exampleOf<Name extends ErrorCaseName>(
  name: Name,
  values: MessageValues<Name>,
): Pick<ErrorExample, 'message' | 'param'> {
  const { message, param }: { readonly message: string; readonly param?: string } = ERROR_CASES[name];
  return { message: fillMessage(message, values), ...(param === undefined ? {} : { param }) };
}

/** The body of an error with a code, as a client may meet it. */
export function errorExample(code: ErrorCode): ErrorBody {
  const { message, param, details } = EXAMPLES[code];
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
