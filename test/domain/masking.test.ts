import { describe, expect, it } from 'vitest';
import { masked, withoutNumber } from '../../domain/masking.ts';

const NUMBER = '+2348031234567';

describe('a text where no phone number may be', () => {
  it.each(['2348031234567', '08031234567', 'top-up.0803-123-4567', 'x:2348031234567:7'])(
    'does not show %s, which is the number',
    (text) => {
      expect(withoutNumber(text, NUMBER)).toBe('(holds the phone number)');
    },
  );

  it.each(['order-1001', '20261121.42', '08031234568'])('shows %s', (text) => {
    expect(withoutNumber(text, NUMBER)).toBe(text);
  });

  it('masks a number so that it can still be told from another', () => {
    expect(masked(NUMBER)).toBe('+23480…567');
    expect(masked('+1234')).toBe('…');
  });
});
