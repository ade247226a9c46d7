import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProof } from './page.ts';
import { rule } from './rule.ts';
import { SECTIONS } from './rules.ts';
import { unprovedRules } from './verdict.ts';

const TESTS = join(import.meta.dirname, '..');
const RULES = SECTIONS.flatMap(({ rules }) => rules);

describe('the rules of the contract', () => {
  it('have an id of their own, and a test each', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    expect(RULES.filter(({ shownBy }) => shownBy.length === 0)).toEqual([]);
  });

  it('name tests that are there', () => {
    const missing = RULES.flatMap(({ id, shownBy }) => shownBy.map((proof) => [id, proof] as const)).filter(
      ([, proof]) => !isThere(proof),
    );
    expect(missing).toEqual([]);
  });
});

function isThere(proof: string): boolean {
  const { file, names } = readProof(proof);
  const path = join(TESTS, `${file}.test.ts`);
  if (!existsSync(path)) return false;
  const code = readFileSync(path, 'utf8').replaceAll('\\', '');
  return names.every((name) => code.includes(name.replaceAll('\\', '')));
}

describe('what a run proves', () => {
  const sections = [{ title: 'T', rules: [rule('a.1', 'says', 'folder/file: a thing > does %s')] }];
  const result = (title: string, status = 'passed') => ({ ancestorTitles: ['a thing'], title, status });
  const judge = (...results: ReturnType<typeof result>[]) =>
    unprovedRules(sections, new Map([['folder/file', results]]));

  it('is a rule whose tests have all passed', () => {
    expect(judge(result('does this'), result('does that'), result('is other', 'failed'))).toEqual([]);
  });

  it.each([
    ['has failed', [result('does this'), result('does that', 'failed')], 'has failed'],
    ['was skipped', [result('does this', 'skipped')], 'has skipped'],
    ['is not there', [result('was renamed')], 'there is no such test'],
  ] as const)('is no rule of which a test %s', (_case, results, why) => {
    expect(judge(...results)).toEqual([expect.stringContaining(why)]);
  });

  it('is no rule without a test', () => {
    expect(unprovedRules([{ title: 'T', rules: [rule('a.2', 'says')] }], new Map())).toEqual([
      'a.2: no test proves it',
    ]);
  });
});
