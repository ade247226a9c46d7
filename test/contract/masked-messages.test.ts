import { expect, it } from 'vitest';
import { ERROR_CASES, type ErrorCaseName } from '../../contract/error-cases/error-cases.ts';
import { messageInFrench } from '../../contract/error-cases/french/french.ts';
import { FIELD_RULES, SHAPE_RULES } from '../../contract/field-rules.ts';
import { FILE_CASES } from '../../domain/batch/file-cases.ts';
import { ROW_CASES } from '../../domain/batch/rows/row-cases.ts';
import { maskNumbers } from '../../domain/masking.ts';
import { fillMessage } from '../../domain/messages.ts';

const NAMES = Object.keys(ERROR_CASES) as ErrorCaseName[];
/** As `api/plugins/validation.ts` fills it in. */
const EXAMPLES = ['+2348031234567', '%2B2348031234567 (+ written as %2B)'];
const RULES = [...Object.values(FIELD_RULES), SHAPE_RULES.longest(2_000)];

/** What is in a message besides what the client sent. */
function wordings(): string[] {
  const uploads = [...Object.values(FILE_CASES), ...Object.values(ROW_CASES)];
  return [
    ...NAMES.flatMap((name) => [fillMessage(ERROR_CASES[name].message, {}), messageInFrench(name, {})]),
    ...uploads.map(({ message }) => fillMessage(message, {})),
    ...EXAMPLES.flatMap((example) => [
      fillMessage(ERROR_CASES.phone_number_invalid.message, { example }),
      messageInFrench('phone_number_invalid', { example }),
    ]),
    ...RULES.flatMap((rule) => [
      fillMessage(ERROR_CASES.field_invalid.message, { field: 'It', rule }),
      messageInFrench('field_invalid', { field: 'It', rule }),
    ]),
  ];
}

it('[keys.masked] our words, limits and examples in messages are the same for those who see numbers masked', () => {
  const all = wordings();
  expect(all.filter((text) => text.includes('2348031234567')).length).toBeGreaterThan(8);
  expect(all.map((message) => maskNumbers({ message }))).toEqual(all.map((message) => ({ message })));
});

it('[keys.masked] what the client sent is masked in the same sentence', () => {
  const message = fillMessage(ROW_CASES.number_local.message, { cell: '"0803 123 4568"' });
  expect(maskNumbers({ message })).toEqual({
    message: expect.stringMatching(/^"0803 1…568".*2348031234567\.$/),
  });
});

it.each(['address_not_allowed', 'address_locked_out'] as const)(
  '[keys.masked] %s shows the address of the caller',
  (name) => {
    const values = { address: '198.51.100.23' };
    for (const message of [fillMessage(ERROR_CASES[name].message, values), messageInFrench(name, values)]) {
      expect(message).toContain(values.address);
      expect(maskNumbers({ message })).toEqual({ message });
    }
  },
);
