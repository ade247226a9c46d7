import { describe, expect, it } from 'vitest';
import {
  BODY_CHARS_MAX,
  keepPath,
  keepText,
  maskBody,
  maskPath,
  mentionOfNumber,
  mentionsOf,
} from '../../../domain/requests/kept-text.ts';

const NUMBER = '+2348031234567';

describe('a kept text', () => {
  it.each([
    ['a new key', '{"id":"key_1","key":"bw_live_abc123"}', '{"id":"key_1","key":"[redacted]"}'],
    ['a signing secret', '{"secret":"whsec_a+b/c="}', '{"secret":"[redacted]"}'],
    ['a former secret', '{"former_secret": "x\\"y"}', '{"former_secret": "[redacted]"}'],
    [
      'a password in metadata',
      '{"metadata":{"Password":"hunter2"}}',
      '{"metadata":{"Password":"[redacted]"}}',
    ],
    ['a key within a sentence', '{"message":"use bw_test_xyz now"}', '{"message":"use [redacted] now"}'],
  ])('has no secret: %s', (_what, text, kept) => {
    expect(keepText(text)).toEqual({ text: kept, isCut: false });
  });

  it('keeps other fields, such as codes of errors', () => {
    const text = '{"error":{"code":"invalid_request","param":"key_id"}}';
    expect(keepText(text).text).toBe(text);
  });

  it('is null if there was none', () => {
    expect([keepText(null), keepText('')]).toEqual([
      { text: null, isCut: false },
      { text: null, isCut: false },
    ]);
  });

  it.each([1, 5, 13])('keeps no part of a secret or number that is cut off after %s characters', (chars) => {
    const cutInside = (text: string, part: string) => {
      const start = text.indexOf(part) + chars;
      return `${' '.repeat(BODY_CHARS_MAX - start)}${text}`;
    };
    const secret = keepText(cutInside('{"secret":"correct-horse-battery"}', 'correct'));
    expect(secret.text).not.toContain('c-');
    expect(secret.text?.trimStart()).toBe('{"secret":"[redacted]'.slice(0, secret.text?.trimStart().length));
    expect(secret.isCut).toBe(true);
    const number = keepText(cutInside(`{"phone_number":"${NUMBER}"}`, NUMBER));
    expect(number.text?.trimStart()).toBe('{"phone_number":"');
  });

  it('never exceeds its size, even where a secret is shorter than what replaces it', () => {
    const text = `{${'"secret":"",'.repeat(1_000)}}`;
    expect(keepText(text).text).toHaveLength(BODY_CHARS_MAX);
  });
});

it('keeps an address decoded, without secrets', () => {
  expect(keepPath('/v1/purchases?phone_number=%2B2348031234567&token=abc&limit=1')).toBe(
    `/v1/purchases?phone_number=${NUMBER}&token=[redacted]&limit=1`,
  );
  expect(keepPath('/v1/%E0%A4%A')).toBe('/v1/%E0%A4%A');
  expect(keepPath(`/v1/${'a'.repeat(3_000)}`)).toHaveLength(1_000);
});

describe('masking', () => {
  it.each([
    ['in E.164', `{"phone_number":"${NUMBER}"}`],
    ['as people write it', '{"message":"0803 123 4567 is blocked"}'],
    ['sent without quotes', '{"phone_number":2348031234567}'],
    ['at the cut', '{"value":"0803-123-4567'],
  ])('hides a number %s', (_how, text) => {
    expect(maskBody(text)).not.toMatch(/123[ -]?4/);
  });

  it('leaves amounts and times as they are', () => {
    const text =
      '{"price":{"amount":4140000000,"currency":"NGN"},"limit":50000000,"at":"2026-11-24T09:30:00.000Z"}';
    expect(maskBody(text)).toBe(text);
  });

  it('hides a number in an address', () => {
    expect(maskPath(`/v1/purchases?phone_number=${NUMBER}`)).toBe('/v1/purchases?phone_number=+23480…567');
  });
});

it('mentions a number however it is written, and purchases, each once', () => {
  const id = 'pur_01kf0x8v5sfb7r9m2ptq4n6wze';
  const texts = [`/v1/purchases/${id}`, `{"a":"${NUMBER}","b":"0803 123 4567","c":2348031234567}`, null];
  expect(mentionsOf(texts)).toEqual([id, mentionOfNumber(NUMBER)]);
});
