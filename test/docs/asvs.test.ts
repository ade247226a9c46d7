import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'guides', 'asvs.md'), 'utf8');
const STATES = ['met', 'in part', 'not met', 'not applicable'];
/** The requirements of levels 1 and 2 in each section of ASVS 4.0.3; 4.1.4 was deleted there. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  '2.1': upTo(12),
  '2.2': upTo(3),
  '2.3': upTo(3),
  '2.4': upTo(6),
  '2.5': upTo(7),
  '2.6': upTo(3),
  '2.7': upTo(6),
  '2.8': upTo(7),
  '2.9': upTo(3),
  '2.10': upTo(4),
  '3.1': upTo(1),
  '3.2': upTo(4),
  '3.3': upTo(4),
  '3.4': upTo(5),
  '3.5': upTo(3),
  '3.7': upTo(1),
  '4.1': [1, 2, 3, 5],
  '4.2': upTo(2),
  '4.3': upTo(3),
};

interface Line {
  readonly number: string;
  readonly state: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  readonly note: string;
}

const LINES = readLines();

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

function readLines(): Line[] {
  return [...PAGE.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| .+? \| (.+?) \| (.*?) \| (.*?) ?\|$/gm)].map(
    ([, number = '', state = '', tests = '', note = '']) => ({
      number,
      state,
      tests: readTests(tests),
      note,
    }),
  );
}

function readTests(cell: string): Line['tests'] {
  if (cell.trim() === '') return [];
  return cell.split('<br>').map((text) => {
    const [, file = '', title = ''] = /^`([a-z/-]+)` (.+)$/.exec(text.trim()) ?? [];
    return { file, title };
  });
}

/** Whether the code has a test with this title. The page leaves out ids of rules before the title. */
function hasTitle(file: string, title: string): boolean {
  const path = join(ROOT, 'test', `${file}.test.ts`);
  if (!existsSync(path)) return false;
  const code = readFileSync(path, 'utf8').replaceAll(/\\(['"`])/g, '$1');
  return new RegExp(`(['"\`])(?:\\[[a-z0-9_.]+\\] )*${RegExp.escape(title)}\\1,`).test(code);
}

describe('docs/guides/asvs.md', () => {
  it('has every requirement of levels 1 and 2 of the three chapters once, in order', () => {
    const expected = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
      numbers.map((number) => `${section}.${number}`),
    );
    expect(LINES.map(({ number }) => number)).toEqual(expected);
  });

  it('counts its lines by state', () => {
    const counted = [...PAGE.matchAll(/^\| ([a-z ]+) \| (\d+) \|/gm)].map(([, state, lines]) => [
      state,
      Number(lines),
    ]);
    const found = STATES.map((name) => [name, LINES.filter(({ state }) => state === name).length]);
    expect(counted).toEqual(found);
    expect(LINES.filter(({ state }) => !STATES.includes(state))).toEqual([]);
  });

  it('names tests that exist, for every line that is met, at least in part', () => {
    const named = LINES.flatMap(({ number, tests }) => tests.map((test) => ({ number, ...test })));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ file, title }) => !hasTitle(file, title))).toEqual([]);
    const untested = LINES.filter(({ state, tests }) => /^met|^in part/.test(state) && tests.length === 0);
    expect(untested).toEqual([]);
  });

  it('names tests that exist, for every attack and claim', () => {
    const rows = [...PAGE.matchAll(/^\| [A-Z0-9][^|]+ \| (`[a-z/-]+` [^|]+) \|/gm)].map(([, cell = '']) =>
      readTests(cell),
    );
    expect(rows.length).toBe(12);
    expect(rows.flat().filter(({ file, title }) => !hasTitle(file, title))).toEqual([]);
  });

  it('says why for every line that is not met', () => {
    expect(LINES.filter(({ state, note }) => state !== 'met' && note === '')).toEqual([]);
  });
});
