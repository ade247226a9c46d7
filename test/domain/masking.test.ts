import { describe, expect, it } from 'vitest';
import { masked, withoutNumber } from '../../domain/masking.ts';

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
