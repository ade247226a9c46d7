import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RawCallback } from '../../../adapters/adapter.ts';
import { parseDecimalJson } from '../../../adapters/decimal-json.ts';
import { ERROR_CODES } from '../../../adapters/reloadly/codes.ts';
import { readInquiryById, readInquiryByKey, readSubmission } from '../../../adapters/reloadly/outcomes.ts';
import { readCallback } from '../../../adapters/reloadly/webhook.ts';
import { readBalance, readReport } from '../../../adapters/reloadly/wire.ts';

const KEY = 'pur_01k9';
const NOW = new Date('2026-11-20T12:00:00.000Z');
const SECRET = 'signing-secret';
const ASKED = { gatewayReference: KEY, gatewayId: null, sentAt: NOW, now: NOW, holdMs: 180_000 };

/** A body as Reloadly's documentation shows it. */
const TEXT = readFileSync(
  new URL('../../support/adapters/fixtures/reloadly-top-up.json', import.meta.url),
  'utf8',
);
const SAMPLE: Readonly<Record<string, unknown>> = JSON.parse(TEXT);

const answered = (body: string, status = 200) => ({ kind: 'answered', status, headers: {}, body }) as const;
const withStatus = (status: string, more: object = {}) => JSON.stringify({ ...SAMPLE, status, ...more });
const submitted = (body: string, status = 200) => readSubmission(answered(body, status), KEY, NOW);
const refusedWith = (errorCode: string | null, message = 'words') =>
  JSON.stringify({ timeStamp: '2021', message, path: '/topups', errorCode, infoLink: null, details: [] });

describe('the statuses of an order', () => {
  it.each([
    [
      'SUCCESSFUL',
      { kind: 'confirmed', networkReference: '7297929551:OrderConfirmed' },
      { kind: 'confirmed' },
    ],
    ['PROCESSING', { kind: 'accepted', gatewayId: '4602843' }, { kind: 'pending', gatewayId: '4602843' }],
    ['PENDING', { kind: 'accepted' }, { kind: 'pending' }],
    ['FAILED', { kind: 'refused', code: 'network_unavailable' }, { kind: 'refused' }],
    ['REFUNDED', { kind: 'refused', code: 'network_rejected' }, { kind: 'reversed', deliveryKnown: false }],
    [
      'DEFERRED',
      { kind: 'unknown', reason: 'undocumented_code' },
      { kind: 'unavailable', undocumented: true },
    ],
  ])('%s', (status, toSubmit, toInquiry) => {
    expect(submitted(withStatus(status))).toMatchObject(toSubmit);
    expect(readInquiryById(answered(withStatus(status)), ASKED)).toMatchObject(toInquiry);
    expect(readInquiryByKey(answered(`{"content":[${withStatus(status)}]}`), ASKED)).toMatchObject(toInquiry);
  });

  it('prove nothing when the order is not ours', () => {
    const other = withStatus('SUCCESSFUL', { customIdentifier: 'pur_other' });
    expect(submitted(other)).toMatchObject({ kind: 'unknown', reason: 'unreadable_response' });
    expect(readInquiryById(answered(other), ASKED)).toBeNull();
    expect(readInquiryByKey(answered(`{"content":[${other}]}`), ASKED)).toMatchObject({
      kind: 'unavailable',
    });
  });

  it('of several orders under our key are judged by the one that delivered', () => {
    const both = `{"content":[${withStatus('FAILED')},${withStatus('SUCCESSFUL')}]}`;
    expect(readInquiryByKey(answered(both), ASKED)).toMatchObject({ kind: 'confirmed' });
  });

  it('are absent only when the report is empty and its HTTP status right', () => {
    const old = { ...ASKED, sentAt: new Date(NOW.getTime() - 181_000) };
    expect(readInquiryByKey(answered('{"content":[]}'), old)).toEqual({
      kind: 'not_found',
      conclusive: true,
    });
    expect(readInquiryByKey(answered('{"content":[]}'), ASKED)).toMatchObject({ conclusive: false });
    expect(readInquiryByKey(answered('{"content":[]}', 502), old)).toMatchObject({ kind: 'unavailable' });
    expect(readInquiryByKey(answered('{"content":[{}]}'), old)).toMatchObject({ kind: 'unavailable' });
  });
});

describe('the error codes in the answer to a submit', () => {
  it.each([...ERROR_CODES])('%s means what the table says, under any HTTP status', (code, meaning) => {
    for (const status of [200, 400, 401, 500]) {
      const outcome = submitted(refusedWith(code), status);
      if (meaning.kind === 'token') expect(outcome).toBe('token');
      else if (meaning.kind === 'exists') expect(outcome).toMatchObject({ reason: 'duplicate_reference' });
      else if (meaning.kind === 'unclear') expect(outcome).toMatchObject({ reason: 'gateway_error' });
      else expect(outcome).toMatchObject({ ...meaning, gatewayCode: `${code} words` });
    }
  });

  it('that are undocumented or null leave the outcome unknown', () => {
    expect(submitted(refusedWith('SOMETHING_NEW'), 400)).toMatchObject({ reason: 'undocumented_code' });
    expect(submitted(refusedWith(null), 400)).toMatchObject({ kind: 'unknown' });
    expect(submitted('{"timeStamp":"2021","status":404,"error":"Not Found","path":"/x"}', 404)).toMatchObject(
      {
        kind: 'unknown',
      },
    );
  });

  it('are shown without phone numbers', () => {
    const outcome = submitted(refusedWith('INVALID_RECIPIENT_PHONE', 'number 2348031234567 is wrong'), 400);
    expect(outcome).toMatchObject({ gatewayCode: 'INVALID_RECIPIENT_PHONE number … is wrong' });
  });
});

describe('amounts', () => {
  it('stay the text they were written as, whatever a float would make of them', () => {
    expect(readBalance('{"balance":90071992547409.93,"currencyCode":"NGN"}')).toEqual({
      currency: 'NGN',
      available: '90071992547409.93',
    });
    expect(parseDecimalJson('{"a":0.10,"b":1e2}')).toEqual({ a: { decimal: '0.10' }, b: { decimal: '1e2' } });
  });

  it('and 64-bit ids lose no digit', () => {
    expect(submitted('{"transactionId":9007199254740993}')).toEqual({
      kind: 'accepted',
      gatewayId: '9007199254740993',
    });
  });
});

describe('what an order cost', () => {
  const costOf = (more: object) =>
    readReport(`{"content":[${withStatus('SUCCESSFUL', more)}]}`)?.orders[0]?.cost;
  const balances = { oldBalance: 5109.53732, newBalance: 2004.50532, currencyCode: 'NGN' };

  it('is the exact difference of the balances before and after it', () => {
    expect(costOf({})).toEqual({ amount: '3105.032', currency: 'NGN' });
    expect(costOf({ discount: 0, requestedAmount: 3105.032 })).toEqual({
      amount: '3105.032',
      currency: 'NGN',
    });
  });

  it.each([
    ['there are no balances', { balanceInfo: null }],
    ['the difference is another amount than what was requested less the discount', { discount: 60 }],
    ['there is no discount to compare with', { discount: null }],
    ['the balances are in another currency', { balanceInfo: { ...balances, currencyCode: 'USD' } }],
    ['the discount is in another currency', { discountCurrencyCode: 'GBP' }],
    [
      'the balance has grown',
      { requestedAmount: -3105.03, discount: 0, balanceInfo: { ...balances, newBalance: 8214.56732 } },
    ],
    ['an amount has an exponent', { requestedAmount: 3.1684e21 }],
  ])('is not read if %s', (_why, more) => {
    expect(costOf(more)).toBeNull();
  });
});

describe('a signed webhook', () => {
  const BODY = `{"type":"airtime_transaction.status","data":${TEXT}}`;
  const seconds = String(NOW.getTime() / 1_000);
  const sign = (body: string, timestamp: string, secret = SECRET) =>
    createHmac('sha256', secret).update(`${body}:${timestamp}`).digest('hex');
  const callback = (timestamp: string, signature: string, body = BODY): RawCallback => ({
    body: Buffer.from(body),
    headers: { 'x-reloadly-signature': signature, 'x-reloadly-request-timestamp': timestamp },
    receivedAt: NOW,
  });
  const read = (raw: RawCallback, secret: string | null = SECRET) => readCallback(raw, secret, () => true);

  it.each([
    ['seconds', seconds],
    ['milliseconds', String(NOW.getTime())],
    ['four minutes old', String(NOW.getTime() - 240_000)],
  ])('is believed with a timestamp in %s', (_what, timestamp) => {
    expect(read(callback(timestamp, sign(BODY, timestamp)))).toMatchObject({
      kind: 'verified',
      gatewayReference: KEY,
      outcome: { kind: 'confirmed' },
    });
  });

  it.each([
    ['no signature', callback(seconds, '')],
    ['no timestamp', callback('', sign(BODY, ''))],
    ['the signature of another secret', callback(seconds, sign(BODY, seconds, 'other'))],
    ['the signature of another body', callback(seconds, sign(`${BODY} `, seconds))],
    ['the signature of another time', callback(seconds, sign(BODY, '1'))],
    ['a signature cut short', callback(seconds, sign(BODY, seconds).slice(2))],
    ['more behind its signature', callback(seconds, `${sign(BODY, seconds)}zz`)],
    ['a space behind its signature', callback(seconds, `${sign(BODY, seconds)} `)],
    ['its signature in upper case', callback(seconds, sign(BODY, seconds).toUpperCase())],
    [
      'a timestamp six minutes old',
      callback(String(NOW.getTime() - 360_000), sign(BODY, String(NOW.getTime() - 360_000))),
    ],
    ['a timestamp that is no time', callback('soon', sign(BODY, 'soon'))],
  ])('is rejected with %s', (_what, raw) => {
    expect(read(raw)).toMatchObject({ kind: 'rejected' });
  });

  it('is a hint where no secret is configured, and where its status is unknown', () => {
    expect(read(callback('', ''), null)).toMatchObject({
      kind: 'hint',
      gatewayReference: KEY,
      gatewayId: '4602843',
    });
    const strange = BODY.replace('SUCCESSFUL', 'DEFERRED');
    expect(read(callback(seconds, sign(strange, seconds), strange))).toMatchObject({ kind: 'hint' });
  });

  it('of another type is about no order', () => {
    const other = '{"type":"giftcard_transaction.status","data":{}}';
    expect(read(callback(seconds, sign(other, seconds), other))).toMatchObject({ kind: 'of_no_order' });
  });
});
