import type { ErrorCase } from './error-case.ts';

/** Requests that cannot be read, and fields that are wrong. */
export const REQUEST_CASES = {
  field_missing: {
    code: 'invalid_request',
    when: 'a required field or parameter is missing',
    message: '{field} is missing. Add it, then send the request again.',
  },
  field_unknown: {
    code: 'invalid_request',
    when: 'the request has no such field or parameter, for example after a spelling mistake',
    message: '{field} is not a field or parameter of this request. Correct its name, or remove it.',
  },
  field_invalid: {
    code: 'invalid_request',
    when: 'a field or parameter breaks one of the [rules for fields](#rules-for-fields)',
    message: '{field} {rule}.',
  },
  body_not_object: {
    code: 'invalid_request',
    when: 'the body is JSON, but not an object',
    message: 'The body must be a JSON object. Check it against the API reference.',
  },
  body_empty: {
    code: 'invalid_request',
    when: 'the body is empty',
    message: 'The body is empty. Send a JSON object.',
  },
  body_unreadable: {
    code: 'invalid_request',
    when: 'the body is not valid JSON, or the request is malformed in another way',
    message: 'The request could not be read. Check that its body is valid JSON in UTF-8.',
  },
  body_not_utf8: {
    code: 'invalid_request',
    when: 'the body has bytes that are not UTF-8',
    message: 'The body is not valid UTF-8. Encode it as UTF-8, then send it again.',
  },
  body_incomplete: {
    code: 'invalid_request',
    when: 'the connection ends in the middle of the body',
    message:
      'The connection ended before the whole body arrived. Nothing was bought or changed. Check your connection, then send the same request again.',
  },
  body_too_slow: {
    code: 'invalid_request',
    status: 408,
    when: 'the body takes longer than 10 seconds to arrive',
    message:
      'The body arrived too slowly. Nothing was bought or changed. Check your connection, then send the same request again.',
  },
  body_too_large: {
    code: 'invalid_request',
    status: 413,
    when: 'the body is larger than the [limit](limits.md) of the request',
    message:
      'The body is too large. Most requests may have 64 KiB, and a purchase may have 128 KiB. Make the body smaller, then send it again.',
  },
  content_type_unsupported: {
    code: 'invalid_request',
    status: 415,
    when: 'the body is not sent as JSON',
    message:
      'The Content-Type of this request is not supported. Send JSON, with Content-Type: application/json.',
  },
  body_encoded: {
    code: 'invalid_request',
    status: 415,
    when: 'the body has a Content-Encoding, such as gzip',
    message:
      'The body was sent with a Content-Encoding, which is not supported. Send it uncompressed, without this header.',
  },
  charset_unsupported: {
    code: 'invalid_request',
    status: 415,
    when: 'the Content-Type names a character set other than UTF-8',
    message: 'The character set of the body is not supported. Send the body in UTF-8.',
  },
  method_not_allowed: {
    code: 'invalid_request',
    status: 405,
    when: 'the address exists, but not with this method; the header `Allow` lists the methods',
    message: '{method} is not allowed at this address. Use {allowed} instead.',
  },
  headers_too_slow: {
    code: 'invalid_request',
    status: 408,
    when: 'the headers take longer than 10 seconds to arrive',
    message:
      'The request arrived too slowly. Nothing was bought or changed. Check your connection, then send the same request again.',
  },
  headers_too_long: {
    code: 'invalid_request',
    status: 431,
    when: 'the address and headers are longer than 16 KiB',
    message:
      'The address and headers together are longer than 16 KiB. Shorten them, then send the request again.',
  },
  not_http: {
    code: 'invalid_request',
    when: 'the bytes on the connection are not HTTP',
    message: 'This is not a valid HTTP request. Check the program or proxy that sent it.',
  },
  cursor_invalid: {
    code: 'invalid_request',
    param: 'cursor',
    when: 'the cursor was changed, or belongs to another list or to other filters',
    message:
      'This cursor is not valid for this list. Send the next_cursor of the previous page, with the same filters.',
  },
  phone_number_invalid: {
    code: 'invalid_phone_number',
    param: 'phone_number',
    when: 'phone_number is not in E.164 format; in a query, + must be written as %2B',
    message: 'phone_number must be + and 8 to 15 digits (E.164 format), for example {example}.',
  },
  address_unknown: {
    code: 'not_found',
    when: 'the address is not one of the API',
    message: 'There is nothing at {method} {path}. Check the address against the API reference.',
  },
  address_unreadable: {
    code: 'not_found',
    when: 'the address cannot be decoded, or a part of it is longer than 128 characters',
    message: 'There is nothing at this address. Check the address against the API reference.',
  },
  callback_unknown: {
    code: 'not_found',
    reader: 'gateway',
    when: 'a gateway calls a callback address that is not configured',
    message: 'No gateway is configured for this address. Check the callback URL.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
