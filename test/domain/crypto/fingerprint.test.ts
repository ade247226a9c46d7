import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFingerprint, type PurchaseMeaning } from '../../../domain/crypto/fingerprint.ts';

const body: PurchaseMeaning = { reference: 'order-1', phone_number: '+2348031234567', bundle_id: 'bnd_1gb' };
const same = (one: PurchaseMeaning, other: PurchaseMeaning) =>
  computeFingerprint(one) === computeFingerprint(other);

describe('two bodies mean the same', () => {
  it('when metadata is absent in one and empty in the other', () => {
    expect(same(body, { ...body, metadata: {} })).toBe(true);
    expect(same(body, { ...body, metadata: undefined })).toBe(true);
  });

  it('when network_id is absent in both, left out or undefined', () => {
    expect(same(body, { ...body, network_id: undefined })).toBe(true);
  });

  it('when metadata has its keys in another order', () => {
    const metadata = fc.dictionary(fc.string(), fc.string());
    fc.assert(
      fc.property(metadata, (one) => {
        const turned = Object.fromEntries(Object.entries(one).reverse());
        expect(same({ ...body, metadata: one }, { ...body, metadata: turned })).toBe(true);
      }),
    );
  });

  it('when their fields come in another order', () => {
    const { reference, phone_number, bundle_id } = body;
    expect(same(body, { bundle_id, phone_number, reference })).toBe(true);
  });
});

describe('two bodies mean different things', () => {
  it.each<[string, Partial<PurchaseMeaning>]>([
    ['another reference', { reference: 'order-2' }],
    ['another case of the reference', { reference: 'Order-1' }],
    ['another number', { phone_number: '+2348031234568' }],
    ['another bundle', { bundle_id: 'bnd_2gb' }],
    ['an explicit network_id', { network_id: 'net_mtn_ng' }],
    ['some metadata', { metadata: { a: '' } }],
  ])('with %s', (_, change) => {
    expect(same(body, { ...body, ...change })).toBe(false);
  });

  it('with another key or value in metadata', () => {
    const entries = fc.dictionary(fc.string(), fc.string());
    fc.assert(
      fc.property(entries, entries, (one, other) => {
        const sorted = (metadata: object) => JSON.stringify(Object.entries(metadata).sort());
        const equal = sorted(one) === sorted(other);
        expect(same({ ...body, metadata: one }, { ...body, metadata: other })).toBe(equal);
      }),
    );
  });

  it('however a value imitates the next field', () => {
    const tricks = [{ a: 'b', c: 'd' }, { 'a":"b","c': 'd' }, { a: 'b","c":"d' }, { ab: 'cd' }, { a: 'bcd' }];
    expect(new Set(tricks.map((metadata) => computeFingerprint({ ...body, metadata }))).size).toBe(
      tricks.length,
    );
    expect(same({ ...body, network_id: 'null' }, body)).toBe(false);
  });
});

it('never changes its format, because stored fingerprints are compared with new ones', () => {
  expect(computeFingerprint({ ...body, metadata: { b: '2', a: '1' } })).toBe(
    '7d18e98d3688db3f79e5df4087d6811d69a80ea10691b289c9a42b4e5de92862',
  );
});
