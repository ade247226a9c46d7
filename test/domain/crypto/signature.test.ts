import { describe, expect, it } from 'vitest';
import { signWebhook } from '../../../domain/crypto/signature.ts';

const BODY = '{"id":"evt_1"}';
const SENT_AT = 1_767_225_600;
/** Made by another implementation of HMAC-SHA256 over `{timestamp}.{raw body}`. */
const BY_NEW = 'v1=45b40331de0325606dc5400202ade162460fbe48daf9401adfdcd0d7b4f35470';
const BY_OLD = 'v1=61bcefac4f9512b63d3097151cd7eb3b0d0b6304a8be2314870b0129a24644f6';

describe('the signature of a webhook', () => {
  it('[events.verify.2] is v1= and the HMAC-SHA256 of timestamp, dot and raw body', () => {
    expect(signWebhook(BODY, SENT_AT, ['whsec_test'])).toBe(BY_NEW);
  });

  it('has two values while a secret is being replaced', () => {
    expect(signWebhook(BODY, SENT_AT, ['whsec_test', 'old'])).toBe(`${BY_NEW},${BY_OLD}`);
  });

  it('is over the bytes of UTF-8', () => {
    expect(signWebhook('héé 😀', 0, ['clé'])).toBe(
      'v1=7989405078e0902f25788afa8952b599ebf98dd19ff4df434d122487120d5e5e',
    );
  });

  it('is another for another second and another body', () => {
    expect(signWebhook(BODY, SENT_AT + 1, ['whsec_test'])).not.toBe(BY_NEW);
    expect(signWebhook(`${BODY} `, SENT_AT, ['whsec_test'])).not.toBe(BY_NEW);
  });
});
