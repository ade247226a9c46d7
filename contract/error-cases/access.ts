import type { ErrorCase } from './error-case.ts';

/** Keys, addresses, rates and overload. */
export const ACCESS_CASES = {
  key_invalid: {
    code: 'invalid_api_key',
    when: 'the key is missing, mistyped, unknown, revoked or expired; the message is the same for all',
    message:
      'The API key is missing or not valid. Check that you copied all of it, and send it in the header "Authorization: Bearer YOUR_KEY". If it is rejected again, check whether it was revoked, rotated or has expired.',
  },
  address_not_allowed: {
    code: 'ip_not_allowed',
    when: 'the key is valid, but the request comes from an IP address that is not on the allowlist of the account',
    message:
      'The keys of your account cannot be used from the IP address {address}. Send the request from an allowed IP address, or ask your technical contact to allow this one.',
  },
  right_missing: {
    code: 'permission_denied',
    when: 'the key is valid, but does not have the right that the operation needs',
    message:
      'Your key does not have the right {right}, which this request needs. Nothing was bought or changed. Use a key that has it, or have it added to the scopes of this one.',
  },
  rate_exceeded: {
    code: 'rate_limited',
    when: 'the account sends more requests per second than it may; RateLimit-Limit has the number',
    message:
      'Your account sent too many requests. Nothing was bought or changed. Wait for the number of seconds in Retry-After, then send the same request again.',
  },
  lookups_exceeded: {
    code: 'rate_limited',
    when: 'the account looks up more numbers per second than it may: a tenth of its request rate',
    message:
      'Your account may look up {limit} numbers per second, and it looked up more. Wait for the number of seconds in Retry-After, then send the same request again.',
  },
  attempts_exceeded: {
    code: 'rate_limited',
    when: 'one IP address sends many requests whose keys are not valid, or are not allowed from this address',
    message:
      'Too many requests from your IP address had a key that is not valid or not allowed from this address. Wait for the number of seconds in Retry-After, then use a valid key from an allowed address.',
  },
  page_requests_exceeded: {
    code: 'rate_limited',
    when: 'one IP address loads pages and files of the documentation or the console too often',
    message:
      'Your IP address loaded pages too often. Wait for the number of seconds in Retry-After, then load the page again.',
  },
  keys_waiting: {
    code: 'rate_limited',
    when: 'the service is checking too many new keys at the same time',
    message:
      'The service is checking too many API keys at the moment. Your key was not checked, and nothing was bought or changed. Send the same request again in a second.',
  },
  service_busy: {
    code: 'rate_limited',
    when: 'the service is overloaded; purchases are rejected last',
    message:
      'The service is busy. Nothing was bought or changed. Wait for the number of seconds in Retry-After, then send the same request again.',
  },
  database_busy: {
    code: 'internal_error',
    status: 503,
    when: 'the database is slow or cannot be reached while someone signs in or uses a page under /v1/auth',
    message:
      'The database of the service is slow or cannot be reached at the moment, so your request was not completed. Wait for the number of seconds in Retry-After, then send the same request again.',
  },
  connection_full: {
    code: 'rate_limited',
    when: 'one connection has more than 64 requests that are not answered yet',
    message:
      'Too many requests on this connection have no answer yet. This request was not carried out, and the connection is closed. Wait for the answers, then send the request again.',
  },
  downloads_of_account: {
    code: 'rate_limited',
    when: 'the account already has the maximum number of downloads at the same time',
    message:
      'Your account is already downloading {limit} files, the maximum at the same time. Finish one download, then start the next.',
  },
  downloads_of_all: {
    code: 'rate_limited',
    when: 'all accounts together have too many downloads at the same time',
    message: 'The service has too many downloads at the moment. Request the file again in a few seconds.',
  },
  streams_of_account: {
    code: 'rate_limited',
    when: 'the account already follows the maximum number of batches at the same time',
    message:
      'Your account is already following {limit} batches, the maximum at the same time. Close one stream, or read the batch every few seconds instead.',
  },
  streams_of_all: {
    code: 'rate_limited',
    when: 'all accounts together follow too many batches at the same time',
    message: 'The service has too many streams at the moment. Read the batch every few seconds instead.',
  },
  lists_of_account: {
    code: 'rate_limited',
    when: 'the account requested too many lists before it received the earlier ones completely',
    message:
      'Your account requested {limit} lists that your program has not received completely. Receive one of them completely, then request the next.',
  },
  lists_of_all: {
    code: 'rate_limited',
    when: 'all accounts together have requested too many lists that they have not received completely',
    message: 'The service is sending too many lists at the moment. Request the list again in a few seconds.',
  },
  database_away: {
    code: 'internal_error',
    when: 'the database is slow or cannot be reached during any other request',
    message:
      'The database of the service is slow or cannot be reached at the moment, so your request was not completed. Wait for the number of seconds in Retry-After, then send the same request again. For a purchase, use the same reference, so that it is bought only once.',
  },
  internal: {
    code: 'internal_error',
    when: 'something unexpected fails',
    message:
      'Something failed on our side. Send the same request again. For a purchase, use the same reference, so that it is bought only once.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
