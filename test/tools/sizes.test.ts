import { expect, it } from 'vitest';
import { LIMITS, type SourceFile, tooLarge } from '../../tools/sizes.ts';

const filesOf = (folder: string, count: number): SourceFile[] =>
  Array.from({ length: count }, (_, nth) => ({ path: `${folder}/${nth}.ts`, lines: 1 }));

it('accepts what is within the limits, and pages, data and generated types of any length', () => {
  const files = filesOf('db', LIMITS.folderFiles);
  const long = [
    'README.md',
    'docs/decisions/README.md',
    'clients/typescript/src/types.ts',
    'docs/examples/campaign.csv',
  ];
  files.push(...filesOf('db/migrations', 100), ...filesOf('clients/go', 30));
  expect(tooLarge([...files, ...long.map((path) => ({ path, lines: 5_000 }))])).toEqual([]);
});

it.each([
  ['a long file', [{ path: 'db/a.ts', lines: 251 }], 'db/a.ts has 251 lines, more than 250: split it'],
  ['a full folder', filesOf('db/a', 26), 'db/a has 26 files, more than 25: group them'],
  ['a full package of Go', filesOf('clients/go', 31), 'clients/go has 31 files, more than 30: group them'],
  [
    'one folder too many at the root',
    Array.from({ length: 19 }, (_, nth) => ({ path: `room${nth}/a.ts`, lines: 1 })),
    'The root has 19 folders, more than 18: find the room',
  ],
])('refuses %s, and says what to do', (_what, files, sentence) => {
  expect(tooLarge(files)).toEqual([expect.stringContaining(sentence)]);
});
