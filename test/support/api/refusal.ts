import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ErrorCase } from '../../../contract/error-cases/error-case.ts';
import { ERROR_CASES } from '../../../contract/error-cases/error-cases.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { nothingBroken } from '../../../services/invariants/report.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import type { ApiFixture } from './fixture.ts';
import { type Answer, errorOf } from './http.ts';

/** The fields of a rejection that programs read, after checking what holds for every rejection. */
export function refusalOf(answer: Answer) {
  const { message, request_id, ...facts } = errorOf(answer);
  expect(request_id).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(answer.headers.get('svc-request-id')).toBe(request_id);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(
    messagesOf(facts.code, answer.status).some((pattern) => pattern.test(message)),
    message,
  ).toBe(true);
  expect(Buffer.byteLength(answer.text)).toBeLessThan(1024);
  return { status: answer.status, ...facts };
}

/** The messages that docs/errors.md lists for a code under a status. */
function messagesOf(code: string, status: number): RegExp[] {
  const cases: readonly ErrorCase[] = Object.values(ERROR_CASES);
  return cases
    .filter((one) => one.code === code && (one.status ?? ERRORS[one.code].status) === status)
    .map(({ message }) => new RegExp(`^${RegExp.escape(message).replaceAll(/\\\{\w+\\\}/g, '[^]+')}$`));
}

/** A 400 that names the field. */
export function invalid(param?: string) {
  const refusal = { status: 400, code: 'invalid_request', retryable: false };
  return param === undefined ? refusal : { ...refusal, param };
}

export const INVALID_PHONE_NUMBER = {
  status: 400,
  code: 'invalid_phone_number',
  param: 'phone_number',
  retryable: false,
};

/** Waits until every cache of the API, at most a second old, has the newest reference data and keys. */
export function knownEverywhere(): Promise<void> {
  return sleep(1_050);
}

/** Checks every promise about money that needs no worker. */
export async function expectBooksInOrder({ pool }: ApiFixture): Promise<void> {
  const report = await verifyInvariants({ pool, temporal: null, books: null, recheckAfterMs: 0 });
  expect(report.results.filter(({ kind }) => kind === 'broken')).toEqual([]);
  expect(nothingBroken(report)).toBe(true);
}
