import type { ErrorCase } from './error-case.ts';

/** Keys, addresses, rates and overload. */
export const ACCESS_CASES = {
  key_invalid: {
    code: 'invalid_api_key',
    when: 'the key is missing, mistyped, unknown or revoked; the message is the same for all',
    message:
      'The API key is missing or not valid. Check that you copied all of it, and send it in the header Authorization: Bearer <API_KEY>.',
  },
  address_not_allowed: {
    code: 'ip_not_allowed',
    when: 'the key is valid, but the request comes from outside the allowlist of the account',
    message:
      "Your account's keys cannot be used from {address}. Call from an allowed address, or ask your technical contact to allow this one.",
  },
  rate_exceeded: {
    code: 'rate_limited',
    when: 'the account sends more requests per second than it may; RateLimit-Limit has the number',
    message:
      'Your account sent too many requests. Wait for the number of seconds in Retry-After, then send the same request again.',
  },
  lookups_exceeded: {
    code: 'rate_limited',
    when: 'the account looks up more numbers per second than it may: a tenth of its request rate',
    message:
      'Your account can look up {limit} numbers per second. Wait for the number of seconds in Retry-After, then send the same request again.',
  },
  attempts_exceeded: {
    code: 'rate_limited',
    when: 'one address sends many requests with keys that are not valid, or may not be used from there',
    message:
      'Too many requests without a valid key came from your address. Wait for the number of seconds in Retry-After, then try again with a valid key.',
  },
  page_requests_exceeded: {
    code: 'rate_limited',
    when: 'one address loads pages and files of the documentation too often',
    message:
      'Too many requests for pages came from your address. Wait for the number of seconds in Retry-After, then load the page again.',
  },
  keys_waiting: {
    code: 'rate_limited',
    when: 'too many keys that were not seen before are being checked',
    message:
      'Too many new API keys are being checked at the moment. Send the same request again in a second.',
  },
  service_busy: {
    code: 'rate_limited',
    when: 'the service is overloaded; purchases are rejected last',
    message:
      'The service is busy. Wait for the number of seconds in Retry-After, then send the same request again.',
  },
  connection_full: {
    code: 'rate_limited',
    when: 'one connection has more than 64 requests that are not answered yet',
    message:
      'Too many requests on this connection are not answered yet, so it is closed. Read the answers before you send more.',
  },
  downloads_of_account: {
    code: 'rate_limited',
    when: 'the account downloads the most files that it may at the same time',
    message: 'Your account is already downloading {limit} files. Finish one of them, then request the next.',
  },
  downloads_of_all: {
    code: 'rate_limited',
    when: 'all accounts together download too many files at the same time',
    message: 'Too many files are being downloaded at the moment. Request the file again in a few seconds.',
  },
  lists_of_account: {
    code: 'rate_limited',
    when: 'the account has requested many lists and has not read the answers',
    message:
      'Your account has requested {limit} lists that it has not read yet. Read one of them, then request the next.',
  },
  lists_of_all: {
    code: 'rate_limited',
    when: 'all accounts together have too many lists that are not read yet',
    message: 'Too many lists are being read at the moment. Request the list again in a few seconds.',
  },
  internal: {
    code: 'internal_error',
    when: 'something unexpected fails; repeat a purchase with the same reference, and it is bought once',
    message: 'Something failed on our side. Send the same request again.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
