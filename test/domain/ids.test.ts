import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idFromUuid, parseId, uuidOf } from '../../domain/ids.ts';

const uuid = fc.uuid();

describe('an identifier', () => {
  it('[conventions.ids] is its prefix and 26 characters of lower-case Crockford base32', () => {
    expect(idFromUuid('pur', '00000000-0000-0000-0000-000000000000')).toBe('pur_00000000000000000000000000');
    expect(idFromUuid('evt', 'ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('evt_7zzzzzzzzzzzzzzzzzzzzzzzzz');
    expect(idFromUuid('acc', '019a9f00-0000-7000-8000-000000000020')).toBe('acc_01kafg0000e008000000000010');
  });

  it('can be read back to its UUID, in capitals or not', () => {
    fc.assert(
      fc.property(uuid, (one) => {
        expect(parseId('pur', idFromUuid('pur', one))).toBe(one);
        expect(uuidOf('pur', idFromUuid('pur', one.toUpperCase()))).toBe(one);
      }),
    );
  });

  it('sorts as its UUID sorts', () => {
    fc.assert(
      fc.property(uuid, uuid, (one, other) => {
        const [id, otherId] = [idFromUuid('stl', one), idFromUuid('stl', other)];
        expect(id < otherId).toBe(one < other);
        expect(id === otherId).toBe(one === other);
      }),
    );
  });

  it('has no character that looks like another', () => {
    fc.assert(fc.property(uuid, (one) => !/[iloA-Z]|[^0-9a-z_]|u/.test(idFromUuid('req', one).slice(4))));
  });
});

describe('a text that is not an identifier of this kind', () => {
  const good = 'pur_01kafg0000e008000000000010';

  it.each([
    ['an empty one', ''],
    ['another prefix', `evt${good.slice(3)}`],
    ['no underscore', `pur-${good.slice(4)}`],
    ['one character fewer', good.slice(0, -1)],
    ['one character more', `${good}0`],
    ['capitals', good.toUpperCase()],
    ['a letter that Crockford leaves out', `pur_l${good.slice(5)}`],
    ['a value above 128 bits', `pur_8${'z'.repeat(25)}`],
    ['a space before it', ` ${good.slice(0, -1)}`],
    ['a full-width digit', `${good.slice(0, -1)}０`],
  ])('%s is rejected', (_, text) => {
    expect(parseId('pur', text)).toBeNull();
  });

  it('throws where an identifier is required', () => {
    expect(parseId('pur', good)).not.toBeNull();
    expect(() => uuidOf('pur', 'pur_nonsense')).toThrow(RangeError);
  });
});
