import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { idsIn, rule } from '../../../tools/conformance/rule.ts';
import { SECTIONS } from '../../../tools/conformance/rules.ts';
import { readTitles } from '../../../tools/conformance/titles.ts';
import { unprovedRules } from '../../../tools/conformance/verdict.ts';

const IDS = SECTIONS.flatMap(({ rules }) => rules.map(({ id }) => id));

describe('the rules of the contract', () => {
  it('have an id each', () => {
    expect(new Set(IDS).size).toBe(IDS.length);
  });

  it('and the ids in titles of tests are the same', () => {
    const carried = new Set(
      readTitles(join(import.meta.dirname, '..', '..')).flatMap(({ title }) => idsIn(title)),
    );
    expect([...carried].toSorted()).toEqual(IDS.toSorted());
  });
});

describe('a run', () => {
  const sections = [{ title: 'T', rules: [rule('a.1', 'says'), rule('b.2', 'says')] }];
  const judge = (...results: [title: string, status: string][]) =>
    unprovedRules(
      sections,
      results.map(([title, status]) => ({ title, status })),
    );

  it('proves a rule by a test that passed and carries its id, beside ids of others', () => {
    expect(judge(['[a.1] [b.2] does this', 'passed'], ['does that', 'passed'])).toEqual([]);
  });

  it.each([
    ['has failed', '[a.1] does this', 'failed'],
    ['was skipped', '[a.1] does this', 'skipped'],
    ['lost its id', 'does this', 'passed'],
    ['only mentions the id', 'does this [a.1] and that', 'passed'],
    ['carries another id', '[a.11] does this', 'passed'],
  ])('does not prove a rule by a test that %s', (_case, title, status) => {
    expect(judge([title, status], ['[b.2] does that', 'passed'])).toEqual(['a.1']);
  });
});
