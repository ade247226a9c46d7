import { describe, expect, it } from 'vitest';
import { createBundleTextReader, readBundleText } from '../../../domain/batch/bundle-text.ts';

const offer = (
  bundleId: string,
  dataMb: number,
  validityHours: number,
  price: number,
  networkId = 'net_mtn',
) => ({
  bundleId,
  networkId,
  name: bundleId,
  dataMb,
  validityHours,
  productCode: '1',
  price,
});
const OFFERS = [
  offer('day', 1024, 24, 30_000),
  offer('month', 1024, 720, 100_000),
  offer('small', 500, 24, 10_000),
  offer('round', 2000, 720, 150_000),
  offer('glo', 1024, 720, 90_000, 'net_glo'),
];
const read = createBundleTextReader(new Map(OFFERS.map((one) => [one.bundleId, one])));

describe('what a text says about a bundle', () => {
  it.each([
    ['1GB', [1000, 1024], null],
    ['1 gb', [1000, 1024], null],
    ['1,5 Go', [1500, 1536], null],
    ['500MB', [500], null],
    ['1GB 30 days', [1000, 1024], [720]],
    ['1gb/30d', [1000, 1024], [720]],
    ['1 Go (7 jours)', [1000, 1024], [168]],
    ['1GB - 24 hrs', [1000, 1024], [24]],
    ['Monthly data plan 2GB', [2000, 2048], [720, 744]],
    ['1 month 2GB', [2000, 2048], [720, 744]],
    ['Forfait internet 1 Go pour 2 semaines', [1000, 1024], [336]],
    ['MTN 1GB', [1000, 1024], null],
  ])('%j', (text, dataMb, hours) => {
    expect(readBundleText(text, 'net_mtn_ng')).toEqual({ dataMb, hours });
  });

  it.each([
    '',
    'bnd_mtn_ng_1gb_30d',
    '30 days',
    '1GB + 500MB',
    '1GB 7 days 30 days',
    '1GB night',
    'Glo 1GB',
    '1GB Ada',
    '10,000 MB',
    '-1GB?x',
    '4G',
    '1gbps',
    `1GB ${'x'.repeat(60)}`,
  ])('%j says nothing that is certain', (text) => {
    expect(readBundleText(text, 'net_mtn_ng')).toBeNull();
  });
});

describe('the bundle of a text', () => {
  it('is the only one of the network that fits', () => {
    expect(read('net_mtn', '500 MB')).toMatchObject({ kind: 'one', offer: { bundleId: 'small' } });
    expect(read('net_mtn', '1GB 30 days')).toMatchObject({ kind: 'one', offer: { bundleId: 'month' } });
    expect(read('net_mtn', '2GB')).toMatchObject({ kind: 'one', offer: { bundleId: 'round' } });
    expect(read('net_glo', '1GB')).toMatchObject({ kind: 'one', offer: { bundleId: 'glo' } });
  });

  it('is not chosen if several fit, the cheapest of which is named first, or none', () => {
    expect(read('net_mtn', '1GB')).toMatchObject({
      kind: 'several',
      nearest: [{ bundleId: 'day' }, { bundleId: 'month' }],
    });
    // The right data with another validity is another bundle.
    expect(read('net_mtn', '1GB 7 days')).toMatchObject({
      kind: 'none',
      nearest: [{ bundleId: 'day' }, { bundleId: 'month' }, { bundleId: 'small' }],
    });
    expect(read('net_none', '1GB')).toEqual({ kind: 'none', nearest: [] });
    // Also when it is asked again.
    expect(read('net_mtn', 'anything')).toBeNull();
    expect(read('net_mtn', 'anything')).toBeNull();
  });
});
