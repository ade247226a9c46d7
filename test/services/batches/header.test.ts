import { describe, expect, it } from 'vitest';
import { type ColumnMap, readHeader } from '../../../services/batches/header.ts';

const NO_MAP: ColumnMap = new Map();

function targets(names: readonly string[], map = NO_MAP) {
  const header = readHeader(names, 1, map);
  return header.kind === 'usable' ? header.columns.map(({ target }) => target) : header.rejection.code;
}

describe('the header of a campaign', () => {
  it.each([
    [
      ['phone_number', 'bundle_id'],
      ['phone_number', 'bundle_id'],
    ],
    [
      ['bundle_id', 'phone_number'],
      ['bundle_id', 'phone_number'],
    ],
    [
      ['Phone Number', ' BUNDLE-ID '],
      ['phone_number', 'bundle_id'],
    ],
    [
      ['phone_number', 'bundle_id', 'reference', 'network_id', 'metadata.Customer'],
      ['phone_number', 'bundle_id', 'reference', 'network_id', 'metadata.Customer'],
    ],
    // Spreadsheets write empty columns after the last; result files bring their own.
    [
      ['phone_number', 'bundle_id', '', ''],
      ['phone_number', 'bundle_id', null, null],
    ],
    [
      ['phone_number', 'bundle_id', 'result.state'],
      ['phone_number', 'bundle_id', null],
    ],
  ])('reads %j', (names, expected) => {
    expect(targets(names)).toEqual(expected);
  });

  it('reads columns by the parameters of the upload', () => {
    const map: ColumnMap = new Map([
      ['phone_number', 'MSISDN'],
      ['metadata.customer', 'Kunde'],
    ]);
    expect(targets(['MSISDN', 'bundle_id', 'Kunde'], map)).toEqual([
      'phone_number',
      'bundle_id',
      'metadata.customer',
    ]);
  });

  it.each([
    [['phone_number'], 'missing_column', /no column bundle_id.*column\.bundle_id/],
    [['phone_number', 'bundle_id', 'Name'], 'unknown_column', /The column "Name" is not recognised/],
    [
      ['phone_number', 'bundle_id', 'phone_number'],
      'duplicate_column',
      /Two columns of the file are read as phone_number/,
    ],
    [['phone_number', 'bundle_id', 'metadata.a', 'metadata.a'], 'duplicate_column', /metadata\.a/],
    [['phone_number', 'bundle_id', 'metadata.'], 'invalid_column', /metadata key/],
    [['phone_number', 'bundle_id', 'metadata.a b'], 'invalid_column', /metadata key/],
    [['phone_number', 'bundle_id', 'metadata.__proto__'], 'invalid_column', /metadata key/],
    [['+2348031234567', 'bnd_x'], 'missing_header', /not a header/],
    [['08031234567', 'bnd_x'], 'missing_header', /not a header/],
    [['Ada', '0803 123 4567'], 'missing_header', /not a header/],
    [['+234-803-123-4567', '1GB'], 'missing_header', /not a header/],
    [['2.34803E+12', 'bnd_x'], 'missing_header', /not a header/],
    [[''], 'missing_column', /phone_number/],
  ])('rejects %j: %s', (names, code, message) => {
    const header = readHeader(names, 1, NO_MAP);
    expect(header).toMatchObject({ kind: 'unusable', rejection: { code, line: 1 } });
    expect(header.kind === 'unusable' && header.rejection.message).toMatch(message);
  });

  it.each([
    'MSISDN',
    'Phone',
    'PHONE NO.',
    'Mobile-Number',
    'Numéro de téléphone',
    'NUMERO DE TELEPHONE',
    'N° de téléphone',
    'Telemóvel',
    'Nº de telefone',
    'Teléfono móvil',
    'Namba ya simu',
    'Simu',
    'Lambar Waya',
    'waya',
  ])('[campaign.columns.synonyms] reads %j as the phone number', (name) => {
    const header = readHeader([name, 'bundle_id'], 1, NO_MAP);
    expect(header).toMatchObject({
      kind: 'usable',
      columns: [{ name, target: 'phone_number' }, {}],
      notices: [{ code: 'column_guessed', message: expect.stringContaining(JSON.stringify(name)) }],
    });
  });

  it('reads other columns by their synonyms', () => {
    expect(targets(['Tél.', 'Code du forfait', 'Référence', 'Code réseau'])).toEqual([
      'phone_number',
      'bundle_id',
      'reference',
      'network_id',
    ]);
    expect(targets(['Simu', 'Kifurushi'])).toEqual(['phone_number', 'bundle_id']);
  });

  it('[campaign.columns.ambiguous] names the columns that can mean the same', () => {
    const header = readHeader(['Phone', 'Mobile', 'bundle_id'], 1, NO_MAP);
    expect(header).toMatchObject({ kind: 'unusable', rejection: { code: 'ambiguous_column', line: 1 } });
    expect(header.kind === 'unusable' && header.rejection.message).toMatch(
      /"Phone", "Mobile" can be phone_number.*column\.phone_number=Phone/,
    );
  });

  it('takes our name and the mapping of the upload before a synonym', () => {
    expect(targets(['phone_number', 'MSISDN', 'bundle_id'])).toBe('unknown_column');
    expect(targets(['Phone', 'Mobile', 'bundle_id'], new Map([['phone_number', 'Mobile']]))).toBe(
      'unknown_column',
    );
    expect(
      targets(
        ['Phone', 'Mobile', 'bundle_id'],
        new Map([
          ['phone_number', 'Mobile'],
          ['metadata.other', 'Phone'],
        ]),
      ),
    ).toEqual(['metadata.other', 'phone_number', 'bundle_id']);
  });

  it('keeps a column as your own, if the map gives its meaning to no column or to another one', () => {
    const keep = (names: readonly string[], map: ColumnMap) => {
      const header = readHeader(names, 1, map, 'keep', { dataMb: 1_024, validityHours: 24 });
      return header.kind === 'usable' ? header.columns.map(({ target }) => target) : header.rejection.code;
    };
    const none: ColumnMap = new Map([['bundle_id', ' ']]);
    // By our name, by a synonym, and by two of them, which would be ambiguous.
    expect(keep(['phone_number', 'bundle_id'], none)).toEqual(['phone_number', 'own']);
    expect(keep(['Phone', 'Plan'], none)).toEqual(['phone_number', 'own']);
    expect(keep(['Phone', 'Plan', 'Package'], none)).toEqual(['phone_number', 'own', 'own']);
    // A column without a name is not one with an empty name.
    expect(keep(['Phone', 'Plan', ''], none)).toEqual(['phone_number', 'own', null]);
    expect(keep(['Phone', 'bundle_id', 'Code'], new Map([['bundle_id', 'Code']]))).toEqual([
      'phone_number',
      'own',
      'bundle_id',
    ]);
    // Also where unknown columns are rejected, since the upload has said what it wants.
    expect(targets(['phone_number', 'bundle_id', 'reference'], new Map([['reference', '']]))).toEqual([
      'phone_number',
      'bundle_id',
      'own',
    ]);
  });

  it('rejects a map that names a missing column', () => {
    expect(targets(['phone_number', 'bundle_id'], new Map([['reference', 'Order']]))).toBe('missing_column');
  });

  it('rejects more columns than the maximum', () => {
    expect(targets(Array.from({ length: 101 }, (_, index) => `metadata.k${index}`))).toBe('too_many_columns');
  });
});
