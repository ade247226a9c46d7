import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../clients/typescript/src/verify-webhook.ts';

const SECRET = 'whsec_test';
const BODY = '{"id":"evt_1"}';
const SENT_AT = 1_767_225_600;
/** Computed by another implementation of HMAC-SHA256 over `{timestamp}.{raw body}`, as in test/domain/crypto/signature.test.ts. */
const RIGHT = '45b40331de0325606dc5400202ade162460fbe48daf9401adfdcd0d7b4f35470';
const BY_OLD = '61bcefac4f9512b63d3097151cd7eb3b0d0b6304a8be2314870b0129a24644f6';
const WRONG = '0'.repeat(64);

interface Case {
  readonly body?: string | Buffer;
  readonly timestamp?: string | string[] | undefined;
  readonly signature?: string | string[] | undefined;
  readonly secrets?: readonly string[];
  readonly now?: number;
  readonly toleranceSeconds?: number;
}

function verify(change: Case = {}) {
  const { body = BODY, secrets = [SECRET], now = SENT_AT, toleranceSeconds = 300 } = change;
  const headers = {
    'svc-timestamp': 'timestamp' in change ? change.timestamp : String(SENT_AT),
    'svc-signature': 'signature' in change ? change.signature : `v1=${RIGHT}`,
  };
  const verdict = verifyWebhook(body, headers, secrets, { now, toleranceSeconds });
  return verdict.kind === 'genuine' ? 'genuine' : verdict.why;
}

describe('a webhook is genuine', () => {
  it.each<[string, Case]>([
    ['with the right signature', {}],
    ['as bytes', { body: Buffer.from(BODY) }],
    ['by the second of two secrets', { secrets: ['new', SECRET] }],
    ['by the old secret during a rotation', { secrets: ['old'], signature: `v1=${WRONG},v1=${BY_OLD}` }],
    ['[events.verify.3] by any of two signatures', { signature: `v1=${BY_OLD},v1=${RIGHT}` }],
    ['by the last of many', { signature: `${`v1=${WRONG},`.repeat(50)}v1=${RIGHT}` }],
    ['with spaces around the comma', { signature: `v1=${WRONG} , v1=${RIGHT}` }],
    ['next to a signature of a future scheme', { signature: `v2=abc,v1=${RIGHT}` }],
    ['[limits.webhook_tolerance] exactly five minutes old', { now: SENT_AT + 300 }],
    ['exactly five minutes ahead', { now: SENT_AT - 300 }],
    ['long after, if the receiver tolerates that', { now: SENT_AT + 5_000, toleranceSeconds: 6_000 }],
  ])('%s', (_name, change) => expect(verify(change)).toBe('genuine'));

  it("against the receiver's own clock when none is given", () => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = `v1=${createHmac('sha256', SECRET).update(`${timestamp}.${BODY}`).digest('hex')}`;
    const headers = { 'svc-timestamp': timestamp, 'svc-signature': signature };
    expect(verifyWebhook(BODY, headers, [SECRET])).toEqual({ kind: 'genuine' });
  });
});

describe('a webhook is rejected', () => {
  it.each<[string, Case]>([
    ['with a wrong signature', { signature: `v1=${WRONG}` }],
    ['by another secret', { secrets: ['whsec_other'] }],
    ['by no secret', { secrets: [] }],
    ['with another body', { body: `${BODY} ` }],
    ['with a timestamp other than the signed one', { timestamp: String(SENT_AT + 1) }],
    ['in upper-case hex', { signature: `v1=${RIGHT.toUpperCase()}` }],
    ['with a truncated signature', { signature: `v1=${RIGHT.slice(0, 62)}` }],
    ['with a signature that is too long', { signature: `v1=${RIGHT}00` }],
    ['without v1', { signature: RIGHT }],
    ['with another version', { signature: `v0=${RIGHT}` }],
    ['with an empty signature', { signature: '' }],
  ])('[events.verify.3] %s: the signature is wrong', (_name, change) =>
    expect(verify(change)).toBe('signature_wrong'),
  );

  it.each<[string, Case]>([
    ['a second more than five minutes old', { now: SENT_AT + 301 }],
    ['a second more than five minutes ahead', { now: SENT_AT - 301 }],
    ['old, even with the right signature', { now: SENT_AT + 86_400 }],
  ])('[events.verify.4] [limits.webhook_tolerance] %s: the timestamp is too far', (_name, change) =>
    expect(verify(change)).toBe('timestamp_too_far'),
  );

  it.each<[string, Case]>([
    ['without a timestamp', { timestamp: undefined }],
    ['without a signature', { signature: undefined }],
    ['with a timestamp that is not a number', { timestamp: 'yesterday' }],
    ['with a negative timestamp', { timestamp: '-1' }],
    ['with a timestamp in milliseconds and more', { timestamp: '17672256000000' }],
    ['with a fraction', { timestamp: `${SENT_AT}.0` }],
    ['with two timestamps', { timestamp: [String(SENT_AT), String(SENT_AT)] }],
    ['with two signature headers', { signature: [`v1=${RIGHT}`, `v1=${WRONG}`] }],
  ])('[events.verify.1] %s: a header is missing', (_name, change) =>
    expect(verify(change)).toBe('header_missing'),
  );
});
