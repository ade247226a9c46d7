import { describe, expect, it } from 'vitest';
import { HEADER, judge } from '../../support/batches/judge.ts';

describe('good rows', () => {
  it.each([
    [['+2348031234567', 'bnd_mtn', '', '', ''], 'camp.7', 'net_mtn'],
    [['+2348031234567', 'bnd_mtn', 'mine-1', 'net_mtn', 'x'], 'mine-1', 'net_mtn'],
    [[' +2348031234567 ', ' bnd_mtn', '', '', ''], 'camp.7', 'net_mtn'],
    [['+2348030000999', 'bnd_glo', '', '', ''], 'camp.7', 'net_glo'],
    // Escaped by a result file.
    [["'+2348031234567", 'bnd_mtn', '', '', "'=1"], 'camp.7', 'net_mtn'],
  ])('%j is %s on %s', (cells, reference, networkId) => {
    const row = judge(cells);
    expect(row.errors).toEqual([]);
    expect(row).toMatchObject({ reference, networkId, price: 50_000 });
  });
});

describe('bad rows: line, column, code and message', () => {
  it.each([
    [
      ['2348031234567', 'bnd_mtn', '', '', ''],
      'phone_number',
      'invalid_phone_number',
      /no \+ at the beginning/,
    ],
    [['', 'bnd_mtn', '', '', ''], 'phone_number', 'missing_value', /empty/],
    [['+2348031234567', '', '', '', ''], 'bundle_id', 'missing_value', /empty/],
    [['+2348031234567', 'bnd_none', '', '', ''], 'bundle_id', 'bundle_unavailable', /bnd_none/],
    [
      ['+447911123456', 'bnd_mtn', '', '', ''],
      'phone_number',
      'unsupported_network',
      /cannot deliver to the network/,
    ],
    [
      ['+2349091234567', 'bnd_mtn', '', '', ''],
      'phone_number',
      'unsupported_network',
      /cannot deliver to the network/,
    ],
    [
      ['+2348051234567', 'bnd_mtn', '', '', ''],
      'bundle_id',
      'network_mismatch',
      /net_mtn, but the number is on net_glo/,
    ],
    [['+2348030000999', 'bnd_mtn', '', '', ''], 'bundle_id', 'network_mismatch', /net_glo/],
    [
      ['+2348031234567', 'bnd_mtn', '', 'net_glo', ''],
      'network_id',
      'network_mismatch',
      /on net_mtn, not on "net_glo"/,
    ],
    [['+2348031234567', 'bnd_mtn', 'a b', '', ''], 'reference', 'invalid_reference', /letters, digits/],
    [['+2348031234567', 'bnd_mtn', 'r'.repeat(65), '', ''], 'reference', 'invalid_reference', /1 to 64/],
    [['+2348031234567', 'bnd_mtn', '', '', 'x'.repeat(501)], 'metadata.note', 'invalid_metadata', /500/],
    [
      ['+2348031234567', 'bnd_mtn', '', '', 'a\u0000b'],
      'metadata.note',
      'invalid_metadata',
      /cannot be stored/,
    ],
    [['+2348031234567', 'bnd_mtn', '', '', 'caf\ufffd'], 'metadata.note', 'unreadable_text', /not UTF-8/],
    [['+2348031234567', 'bnd_mtn'], null, 'wrong_cell_count', /2 cells, but the header has 5/],
    [['+2348031234567', 'bnd_mtn', '', '', '', 'x'], null, 'wrong_cell_count', /6 cells/],
  ])('%j', (cells, column, code, message) => {
    const { errors, price: bought } = judge(cells);
    expect(bought).toBeNull();
    expect(errors).toMatchObject([{ column, code }]);
    expect(errors[0]?.message).toMatch(message);
  });

  it('reports all errors of a row together', () => {
    const { errors, reference } = judge(['8031234567', 'bnd_none', 'a b', '', 'x'.repeat(501)]);
    expect(errors.map(({ column }) => column)).toEqual([
      'phone_number',
      'bundle_id',
      'reference',
      'metadata.note',
    ]);
    expect(reference).toBeNull();
  });

  it('reports a quote that swallowed the rows after it', () => {
    const { errors } = judge(['"+2348031234567,bnd_mtn\n+234', 'bnd', '', '', ''], HEADER, 9);
    expect(errors).toMatchObject([{ code: 'unclosed_quote' }]);
    expect(errors[0]?.message).toMatch(/opens on line 7 .* line 9/);
  });

  it('reads a line break inside quotes as part of the cell', () => {
    const { errors } = judge(['+2348031234567', 'bnd_mtn', '', '', 'two\nlines'], HEADER, 8);
    expect(errors).toEqual([]);
  });

  it('rejects more metadata than a purchase can have', () => {
    const keys = Array.from({ length: 21 }, (_, index) => `metadata.k${index}`);
    const full = judge(
      ['+2348031234567', 'bnd_mtn', ...keys.map(() => 'x')],
      ['phone_number', 'bundle_id', ...keys],
    );
    expect(full.errors).toMatchObject([{ column: null, code: 'too_many_metadata' }]);
    const roomy = judge(
      ['+2348031234567', 'bnd_mtn', '', ...keys.slice(1).map(() => 'x')],
      ['phone_number', 'bundle_id', ...keys],
    );
    expect(roomy.errors).toEqual([]);
  });

  it('rejects a value in a column without a name', () => {
    const { errors } = judge(['+2348031234567', 'bnd_mtn', 'stray'], ['phone_number', 'bundle_id', '']);
    expect(errors).toMatchObject([{ code: 'wrong_cell_count' }]);
    expect(judge(['+2348031234567', 'bnd_mtn', ''], ['phone_number', 'bundle_id', '']).errors).toEqual([]);
  });
});

describe('a bundle by data and validity', () => {
  const header = ['phone_number', 'bundle_id', 'data_mb', 'validity_hours'];

  it.each([
    ['+2348031234567', 'bnd_mtn', 'net_mtn'],
    ['+2348051234567', 'bnd_glo', 'net_glo'],
    // Ported.
    ['+2348030000999', 'bnd_glo', 'net_glo'],
  ])('[campaign.bundles] is chosen on the network of %s', (number, bundleId, networkId) => {
    expect(judge([number, '', '1024', '24'], header)).toMatchObject({
      errors: [],
      networkId,
      price: 50_000,
      chosen: { bundleId },
      buys: { phoneNumber: number, bundleId },
    });
  });

  it('can be said for all rows by the upload', () => {
    const wish = { dataMb: 1_024, validityHours: 12 };
    expect(judge(['+2348051234567'], ['phone_number'], 7, wish)).toMatchObject({
      chosen: { bundleId: 'bnd_glo' },
    });
  });

  it.each([
    [['', '2048', '24'], 'no_such_bundle', /net_mtn has no bundle of 2048 MB.*bnd_mtn \(1024 MB, 24 hours\)/],
    [['', '1024', '25'], 'no_such_bundle', /at least 25 hours/],
    [['', '1 GB', '24'], 'invalid_number', /data_mb is "1 GB", which is not a whole number/],
    [['', '1024', ''], 'missing_value', /validity_hours is empty/],
    [['', '', ''], 'missing_value', /bundle_id is empty/],
    [['bnd_mtn', '2048', ''], 'bundle_mismatch', /has 1024 MB for 24 hours/],
  ])('%j is %s', (cells, code, message) => {
    const { errors } = judge(['+2348031234567', ...cells], header);
    expect(errors).toMatchObject([{ code, message: expect.stringMatching(message) }]);
  });

  it('may repeat what the named bundle has', () => {
    expect(judge(['+2348031234567', 'bnd_mtn', '1024', '12'], header).errors).toEqual([]);
  });
});
