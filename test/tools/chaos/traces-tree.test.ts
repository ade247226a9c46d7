import { describe, expect, it } from 'vitest';
import { renderTree } from '../../../tools/chaos/traces/tla.ts';
import { toTree } from '../../../tools/chaos/traces/tree.ts';
import { TRUE_TRACES } from '../../support/chaos/traces.ts';

describe('the tree of all traces', () => {
  const traces = Object.values(TRUE_TRACES);
  const { nodes, paths } = toTree(traces);

  it('has what traces have in common once, and what is below a step immediately after it', () => {
    expect(paths.map(({ length }) => length)).toEqual(traces.map(({ length }) => length));
    expect(new Set(paths.map(([first]) => first)).size).toBeLessThan(3);
    for (const { number, next, last } of nodes) {
      for (const one of next) {
        expect(one).toBeGreaterThan(number);
        expect(nodes[one - 1]?.last).toBeLessThanOrEqual(last);
      }
    }
  });

  it('says which readings the clock may have: none later than the next one that is known', () => {
    const [first, ...late] = paths[traces.indexOf(TRUE_TRACES['a delivery after the deadline'] ?? [])] ?? [];
    expect(nodes[(first ?? 0) - 1]).toMatchObject({ from: 0, until: 0 });
    const readings = late.map((number) => [nodes[number - 1]?.from, nodes[number - 1]?.until]);
    expect(readings).toEqual([
      [0, 0],
      [0, 2],
      [2, 2],
      [0, 3],
      [0, 3],
      [0, 3],
      [0, 3],
    ]);
  });

  it('is written with as many fences as the longest trace has', () => {
    const { text, config } = renderTree(toTree(traces), { workers: 2, guards: 1 });
    expect(text).toContain('fence |-> <<"open", "none">>');
    expect(config).toContain('Attempts = {1, 2}');
    expect(config).toContain('Workers = {w1, w2}');
  });
});
