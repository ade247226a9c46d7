import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type Explained, explain } from '../../../../tools/chaos/traces/check.ts';
import { judgeShapes } from '../../../../tools/chaos/traces/judge.ts';
import { TRUE_TRACES, WRONG_TRACES } from '../../../support/chaos/traces.ts';
import { temporaryStateDir } from '../../../support/state-dir.ts';

const TRUE = Object.entries(TRUE_TRACES);
const WRONG = Object.entries(WRONG_TRACES);
let explained: ReadonlyMap<string, Explained>;

beforeAll(async () => {
  const all = [...TRUE, ...WRONG];
  const found = await explain(
    all.map(([, trace]) => trace),
    join(temporaryStateDir(), 'traces'),
  );
  explained = new Map(all.flatMap(([name], at) => (found[at] === undefined ? [] : [[name, found[at]]])));
});

it.each(TRUE)('the model allows %s', (name, trace) => {
  expect(explained.get(name)?.steps).toBe(trace.length);
});

it.each(WRONG)('the model refuses %s, and allows what comes before', (name, trace) => {
  expect(explained.get(name)?.steps).toBe(trace.length - 1);
});

it('the judge says which step of which purchase the model refuses', async () => {
  const [, right = []] = TRUE[0] ?? [];
  const wrong = WRONG_TRACES['a send without a fence'] ?? [];
  const shapes = [
    { trace: right, purchases: ['pur_right'] },
    { trace: wrong, purchases: ['pur_wrong', 'pur_other'] },
  ];
  const [finding, ...others] = await judgeShapes(shapes, join(temporaryStateDir(), 'traces'));
  expect(others).toEqual([]);
  expect(finding).toContain('step 2 of pur_wrong and 1 more');
  expect(finding).toContain('✗ what |-> "change", became |-> [order |-> "has", orders |-> 1]');
});
