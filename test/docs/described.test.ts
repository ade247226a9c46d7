import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROTOCOLS } from '../../adapters/registry.ts';
import { FURTHER, GOALS } from '../../tools/bench/figures.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

it('docs/gateways.md has a section for each gateway protocol, with a table of its codes', () => {
  const sections = readFileSync(join(DOCS, 'gateways.md'), 'utf8').split('\n## ');
  const protocols = sections.flatMap((section) => {
    const readme = /\(\.\.\/adapters\/([a-z]+)\/README\.md\)/.exec(section);
    return readme === null ? [] : [[readme[1], /^\| `/m.test(section)]];
  });
  expect(protocols).toEqual(PROTOCOLS.map(({ name }) => [name, true]));
});

it('docs/operating/measurements.md describes the yardstick of every figure', () => {
  const page = readFileSync(join(DOCS, 'operating', 'measurements.md'), 'utf8');
  const begin = page.indexOf('## What the yardsticks are');
  const described = page
    .slice(begin, page.indexOf('\n## ', begin + 1))
    .matchAll(/^- \*\*`([^`]+)`\*\*: \S/gm);
  const figures = [...GOALS, ...FURTHER].map(({ rows }) => rows.replace(/, $/, ''));
  expect([...described].map(([, name]) => name)).toEqual(figures);
});
