import { expect, it } from 'vitest';
import { ERROR_CODES as DING_ERRORS } from '../../../adapters/ding/codes.ts';
import {
  ERROR_CODES as DTONE_ERRORS,
  REASONS as DTONE_REASONS,
  toRefusal,
} from '../../../adapters/dtone/codes.ts';
import { CARRIER_MEANINGS, STATUSES as PRETUPS_STATUSES } from '../../../adapters/pretups/codes.ts';
import { ERROR_CODES as RELOADLY_ERRORS } from '../../../adapters/reloadly/codes.ts';
import { CODES as VTPASS_CODES } from '../../../adapters/vtpass/codes.ts';
import {
  FAILURE_CODES,
  failureMessage,
  isFailureCode,
  isRefusalCode,
} from '../../../domain/purchase/failure-codes.ts';

/** The failure codes of the gateways' documented codes, and of the deadline. */
const PRODUCED = new Set([
  'network_timeout',
  ...[
    ...DTONE_ERRORS.values(),
    ...RELOADLY_ERRORS.values(),
    ...DING_ERRORS.values(),
    ...[...PRETUPS_STATUSES.values(), ...VTPASS_CODES.values()].map(({ meaning }) => meaning),
    ...Object.values(CARRIER_MEANINGS),
  ].flatMap((meaning) => (meaning.kind === 'refused' ? [meaning.code] : [])),
  ...[...DTONE_REASONS.values(), toRefusal('CANCELLED', 'CANCELLED')].map(({ code }) => code),
]);

it('every published failure code can be produced, and every code that can be produced is published', () => {
  expect(Object.keys(FAILURE_CODES).sort()).toEqual([...PRODUCED].sort());
});

it('a code that operators could once set stays readable, and cannot be set now', () => {
  expect(isFailureCode('network_error') && failureMessage('network_error')).toMatch(/nothing was delivered/);
  expect(isRefusalCode('network_error')).toBe(false);
  expect(isRefusalCode('network_timeout')).toBe(false);
  expect(isFailureCode('toString')).toBe(false);
});

it('the message for an order cancelled at the gateway does not claim that it was never sent', () => {
  expect(FAILURE_CODES.cancelled.message).toBe(
    'The order was cancelled at the network. Nothing was delivered.',
  );
});
