import { describe, expect, it } from 'vitest';
import { createBundleTextReader, readBundleText, type TextWish } from '../../../domain/batch/bundle-text.ts';
import type { Offer } from '../../../domain/purchase/accept.ts';

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
  { ...offer('nights', 1024, 720, 20_000), name: 'MTN 1 GB Nights' },
  offer('small', 500, 24, 10_000),
  offer('thousand', 1000, 24, 9_000),
  offer('round', 2000, 720, 150_000),
  { ...offer('half', 512, 24, 11_000, 'net_airtel'), name: '500 MB' },
  { ...offer('halves', 512, 720, 30_000, 'net_airtel'), name: 'Airtel 500 MB Monthly' },
  { ...offer('evening', 300, 24, 5_000, 'net_airtel'), name: 'Happy Hour' },
  { ...offer('late', 300, 24, 4_000, 'net_airtel'), name: '300 MB Night' },
  offer('glo', 1024, 720, 90_000, 'net_glo'),
];
const reader = createBundleTextReader(new Map(OFFERS.map((one) => [one.bundleId, one])));

/** Ids of the bundles that fit a text on a network, then of the nearest. */
function read(text: string, wish: Partial<TextWish> = {}) {
  const all = { networkId: 'net_mtn', networkName: 'MTN Nigeria', dataMb: null, validityHours: 0, ...wish };
  const found = reader.find({ text, ...all });
  const ids = (offers: readonly Offer[]) => offers.map(({ bundleId }) => bundleId);
  return found === null ? null : { fitting: ids(found.fitting), nearest: ids(found.nearest) };
}

describe('what a text says about a bundle', () => {
  it.each([
    ['1GB', [1024, 1000], 0, []],
    ['1 gb', [1024, 1000], 0, []],
    ['1,5 Go', [1536, 1500], 0, []],
    ['500MB', [500], 0, []],
    ['10,000 MB', [10_000], 0, []],
    ['1GB 30 days', [1024, 1000], 720, []],
    ['1gb/30d', [1024, 1000], 720, []],
    ['1 Go (7 jours)', [1024, 1000], 168, []],
    ['1GB - 24 hrs', [1024, 1000], 24, []],
    ['Monthly data plan 2GB', [2048, 2000], 720, []],
    ['1 month 2GB', [2048, 2000], 720, []],
    ['Forfait internet 1 Go pour 2 semaines', [1024, 1000], 336, []],
    ['1GB 7 days 30 days', [1024, 1000], 720, []],
    ['MTN 1GB', [1024, 1000], 0, ['mtn']],
    ['1GB for Ada', [1024, 1000], 0, ['ada']],
    // Which amount is meant is not certain.
    ['1GB + 500MB', [], 0, []],
    ['1.024 GB', [], 0, []],
  ])('%j', (text, dataMb, hours, words) => {
    expect(readBundleText(text)).toEqual({ dataMb, hours, words });
  });

  it.each(['', 'bnd_mtn_ng_1gb_30d', '30 days', '4G', '1gbps', `1GB ${'x'.repeat(60)}`])(
    '%j says no amount of data',
    (text) => {
      expect(readBundleText(text)).toBeNull();
      // Also when it is asked again.
      expect(read(text)).toBeNull();
      expect(read(text)).toBeNull();
    },
  );
});

describe('the bundles that fit a text', () => {
  it('have its data, of which a gigabyte has 1,024 MB, or 1,000 if no such bundle fits', () => {
    expect(read('500 MB')).toEqual({ fitting: ['small'], nearest: [] });
    expect(read('1GB')).toEqual({ fitting: ['day', 'month'], nearest: [] });
    expect(read('2GB')).toEqual({ fitting: ['round'], nearest: [] });
    expect(read('1000MB')).toEqual({ fitting: ['thousand'], nearest: [] });
    expect(read('1GB', { networkId: 'net_glo' })).toEqual({ fitting: ['glo'], nearest: [] });
  });

  it('have at least the validity of the text, and that of the row or the upload', () => {
    expect(read('1GB 7 days')).toMatchObject({ fitting: ['month'] });
    expect(read('1GB', { validityHours: 168 })).toMatchObject({ fitting: ['month'] });
    expect(read('1GB 1 day', { validityHours: 168 })).toMatchObject({ fitting: ['month'] });
    expect(read('1GB 60 days')).toEqual({ fitting: [], nearest: ['nights', 'month', 'day'] });
  });

  it('have the data of the row, if it says other data', () => {
    expect(read('1GB', { dataMb: 1000 })).toMatchObject({ fitting: ['thousand'] });
    expect(read('1GB', { dataMb: 500 })).toMatchObject({ fitting: [] });
  });

  it('are those that their name says, also if they have other data', () => {
    const airtel = { networkId: 'net_airtel', networkName: 'Airtel' };
    expect(read('500 MB', airtel)).toEqual({ fitting: ['half'], nearest: [] });
    expect(read('airtel 500mb', airtel)).toEqual({ fitting: ['half', 'halves'], nearest: [] });
    expect(read('500MB 30 days', airtel)).toEqual({ fitting: ['halves'], nearest: [] });
    expect(read('512 MB', airtel)).toEqual({ fitting: ['half', 'halves'], nearest: [] });
    expect(read('happy hour', airtel)).toEqual({ fitting: ['evening'], nearest: [] });
    expect(read('300MB', airtel)).toEqual({ fitting: ['evening'], nearest: [] });
    expect(read('300MB night', airtel)).toEqual({ fitting: ['late'], nearest: [] });
    expect(read('500 MB', { ...airtel, dataMb: 300 })).toMatchObject({ fitting: [] });
    expect(read('500 MB', { ...airtel, validityHours: 48 })).toMatchObject({ fitting: ['halves'] });
    expect(read('Happy Hour')).toMatchObject({ fitting: [] });
    expect(reader.isText('HAPPY  hour')).toBe(true);
    expect(reader.isText('happy')).toBe(false);
  });

  it('are restricted only if the text says so, and have all its words', () => {
    expect(read('1GB night')).toMatchObject({ fitting: ['nights'] });
    expect(read('mtn nigeria 1GB')).toMatchObject({ fitting: ['day', 'month'] });
    // Another network, or another word that may matter.
    expect(read('Glo 1GB')).toMatchObject({ fitting: [] });
    expect(read('1GB Ada')).toMatchObject({ fitting: [] });
    expect(read('1GB + 500MB')).toMatchObject({ fitting: [] });
    expect(read('1GB', { networkId: 'net_none' })).toEqual({ fitting: [], nearest: [] });
  });
});
