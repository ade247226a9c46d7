import { expect, it } from 'vitest';
import { importAction, SHOWN_LINES_MAX } from '../../../domain/approvals/file-action.ts';
import { hashStaffAction } from '../../../domain/crypto/staff-action-hash.ts';

const hash = (...rows: Parameters<typeof importAction>[1]) =>
  hashStaffAction(importAction('bundle_prices', rows)).toString('hex');

it('the same lines in another order are the same action, and the terms show them', () => {
  expect(hash(['main', 1], ['vtpass', 2])).toBe(hash(['vtpass', 2], ['main', 1]));
  expect(
    importAction('bundle_prices', [
      ['vtpass', '1.20', null],
      ['main', 'a, "b"'],
    ]).terms,
  ).toEqual({
    lines: 2,
    content: ['main,"a, ""b"""', 'vtpass,1.20,'],
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it.each([
  ['another value', [['main', '1.21']]],
  [
    'one more line',
    [
      ['main', '1.20'],
      ['main', '1.20'],
    ],
  ],
  ['a cell that is two', [['main,1.20']]],
  ['a cell more', [['main', '1.20', null]]],
])('%s is another action', (_, rows) => {
  expect(hash(...rows)).not.toBe(hash(['main', '1.20']));
});

it('a long file shows its first lines, and each of its lines counts', () => {
  const rows = Array.from({ length: SHOWN_LINES_MAX + 2 }, (_, at) => [`bnd_${1_000 + at}`, '1.00']);
  const { content, lines } = importAction('bundle_prices', rows).terms;
  expect(lines).toBe(SHOWN_LINES_MAX + 2);
  expect(content).toHaveLength(SHOWN_LINES_MAX + 1);
  expect(content).toContain('and 2 more');
  expect(hash(...rows)).not.toBe(hash(...rows.slice(0, -1), ['bnd_9999', '2.00']));
});
