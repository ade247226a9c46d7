import { expect, it } from 'vitest';
import { toPseudonym } from '../../../domain/crypto/pseudonym.ts';
import { isE164 } from '../../../domain/network/number-plan.ts';
import { eraseRow } from '../../../domain/privacy/erase-row.ts';
import { replaceMentions } from '../../../domain/privacy/mentions.ts';

const PSEUDONYM = '+999000000000001';
const NUMBER = {
  phoneNumber: '+2348031234567',
  pseudonym: PSEUDONYM,
  replace: replaceMentions(
    { phoneNumber: '+2348031234567', callingCode: '234', national: '8031234567' },
    PSEUDONYM,
  ),
};
const COLUMNS = [
  { name: 'Mobile', target: 'phone_number' },
  { name: 'Plan', target: 'bundle_id' },
  { name: 'Ref', target: 'reference' },
  { name: 'customer', target: 'metadata.customer' },
  { name: 'Notes', target: 'own' },
] as const;
const ROW = { line: 2, number: null, chosen: null, edit: null, errors: null, warnings: null };

it('a row for the number keeps what it bought and its reference, and loses all other cells', () => {
  const cells = ['0803 123 4567', 'bnd_1gb', 'r-08031234567', 'Ada', 'a friend of 08031234567'];
  expect(eraseRow({ ...ROW, cells }, COLUMNS, NUMBER)).toEqual({
    ...ROW,
    cells: [PSEUDONYM, 'bnd_1gb', 'r-08031234567', '', ''],
    number: PSEUDONYM,
  });
});

it('a row that a correction or a change made one for the number is for the number', () => {
  const cells = ['2.34803E+12', 'bnd_1gb', '', 'Ada', ''];
  const errors = [{ column: 'Mobile', code: 'x', message: '"+2348031234567" is unusual' }];
  const edit = { phoneNumber: '+2348031234567' };
  expect(eraseRow({ ...ROW, cells, edit, errors }, COLUMNS, NUMBER)).toEqual({
    ...ROW,
    cells: [PSEUDONYM, 'bnd_1gb', '', '', ''],
    number: PSEUDONYM,
    edit: { phoneNumber: PSEUDONYM },
    errors: [{ column: 'Mobile', code: 'x', message: `"${PSEUDONYM}" is unusual` }],
  });
});

it('in a row for another number, only the mention is replaced', () => {
  const cells = ['08039999999', 'bnd_1gb', '', 'Ada', 'or 0803-123-4567'];
  expect(eraseRow({ ...ROW, cells, number: '+2348039999999' }, COLUMNS, NUMBER)).toEqual({
    ...ROW,
    cells: ['08039999999', 'bnd_1gb', '', 'Ada', `or ${PSEUDONYM}`],
    number: '+2348039999999',
  });
  expect(eraseRow({ ...ROW, cells: ['08039999999', '', '', '', ''] }, COLUMNS, NUMBER)).toBeNull();
});

it('a pseudonym has the form of a number, follows from number and key, and tells neither', () => {
  const pseudonym = toPseudonym('+2348031234567', 'key');
  expect(pseudonym).toMatch(/^\+999[0-9]{12}$/);
  expect(isE164(pseudonym)).toBe(true);
  expect(toPseudonym('+2348031234567', 'key')).toBe(pseudonym);
  expect(toPseudonym('+2348031234567', 'other')).not.toBe(pseudonym);
  expect(toPseudonym('+2348031234568', 'key')).not.toBe(pseudonym);
});
