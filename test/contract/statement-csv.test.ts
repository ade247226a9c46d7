import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeStatementLines } from '../../contract/statement-csv.ts';
import { idFromUuid } from '../../domain/ids.ts';

const AFTER_TIME = fc.constantFrom(
  ',order-1,+2348031234567,bnd_mtn_ng_1gb_30d,-50000,NGN,9007199254740991',
  ',,,,100000,NGN,100000',
);

const line = fc.record({
  id: fc.uuid(),
  type: fc.constantFrom('purchase', 'reversal', 'funding', 'adjustment'),
  at: fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
  purchase: fc.option(fc.uuid()),
  rest: AFTER_TIME,
});

/** As PostgreSQL writes a time: no zeros at the end of the fraction, and no fraction at all for a whole second. */
function postgresTime(at: Date): string {
  return at
    .toISOString()
    .replace('T', ' ')
    .replace('Z', '')
    .replace(/\.?0+$/, (zeros, offset: number) => (offset < 19 ? zeros : ''));
}

it('writes lines from PostgreSQL in the format of the contract', () => {
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const given = lines.map(
        ({ id, type, at, purchase, rest }) => `${id},${type},${postgresTime(at)},${purchase ?? ''}${rest}\n`,
      );
      const expected = lines.map(({ id, type, at, purchase, rest }) => {
        const bought = purchase === null ? '' : idFromUuid('pur', purchase);
        return `${idFromUuid('stl', id)},${type},${at.toISOString()},${bought}${rest}\n`;
      });
      expect(written(given.join(''))).toBe(expected.join(''));
    }),
  );
});

it.each(['\n', 'no line', '01980000-0000-7000-8000-00000000000,purchase,2026-03-01 00:00:00,,,,,1,NGN,1\n'])(
  'rejects %j, which is not a line',
  (text) => expect(() => written(text)).toThrow(RangeError),
);

function written(text: string): string {
  return writeStatementLines(Buffer.from(text)).toString();
}
