import { describe, expect, it } from 'vitest';
import { masked, maskNumbers, maskQuoted, withoutNumber } from '../../domain/masking.ts';

const NUMBER = '+2348031234567';

describe('a text that must not show a phone number', () => {
  it.each(['2348031234567', '08031234567', 'top-up.0803-123-4567', 'x:2348031234567:7'])(
    'hides %s, which contains the number',
    (text) => {
      expect(withoutNumber(text, NUMBER)).toBe('(holds the phone number)');
    },
  );

  it.each(['order-1001', '20261121.42', '08031234568'])('shows %s', (text) => {
    expect(withoutNumber(text, NUMBER)).toBe(text);
  });

  it('masks a number so that people can still recognise it', () => {
    expect(masked(NUMBER)).toBe('+23480…567');
    expect(masked('+1234')).toBe('…');
  });
});

describe('a text that may quote a number', () => {
  it('has the numbers of clients masked, however they are written', () => {
    expect(maskQuoted('Write +2348031234567. 0803 123 4567 and 2348031234567 are the same.')).toBe(
      'Write +23480…567. 0803 1…567 and 234803…567 are the same.',
    );
    expect(maskQuoted('080.312.345.67')).toBe('080.31….67');
    // They could be IPv4 addresses, and are numbers of Benin, Togo and Senegal.
    for (const number of ['97.12.34.56', '90.12.34.56', '77.123.45.67'])
      expect(maskQuoted(`"${number}" is in local format`)).not.toContain(number);
    expect(maskQuoted('ref_08031234567aaaaaaaaaaaaaaa')).not.toContain('08031234567');
  });

  it('keeps the example of a message, ids and dates', () => {
    for (const text of [
      '080 is not a phone number. Write + and 8 to 15 digits, for example +2348031234567.',
      'The purchase pur_01234567891234567890123456 exists.',
      'Send it after 2026-11-20T09:30:00.000Z.',
    ])
      expect(maskQuoted(text)).toBe(text);
  });
});

describe('an answer for a principal without numbers:read', () => {
  it('has its numbers, cells and quoted numbers masked, and everything else as it was', () => {
    const answer = {
      object: 'purchase',
      reference: '20261121.42',
      phone_number: NUMBER,
      price: { amount: 123_456_789, currency: 'NGN' },
      send_between: { from: '08:00', until: '20:00' },
      errors: [{ message: 'The number 08031234567 is too short.', column: 'MSISDN' }],
      corrections: [{ from: '0803 123 4567', to: NUMBER, damage: 'separators' }],
      own_columns: [{ name: 'Town', value: 'Kano' }],
      data: { object: { phone_number: NUMBER, failure: null } },
    };
    expect(maskNumbers(answer)).toEqual({
      ...answer,
      phone_number: '+23480…567',
      errors: [{ message: 'The number 080312…567 is too short.', column: 'MSISDN' }],
      corrections: [{ from: '0803 1…567', to: '+23480…567', damage: 'separators' }],
      data: { object: { phone_number: '+23480…567', failure: null } },
    });
  });

  it('has only the phone numbers in what a client stored masked', () => {
    const metadata = {
      to: 'INV-20261128',
      order: '20261128001',
      alternative: '0803 123 4611',
      phone_number: '2348031234567',
    };
    expect(maskNumbers({ metadata })).toEqual({
      metadata: { ...metadata, alternative: '0803 1…611', phone_number: '234803…567' },
    });
  });
});
