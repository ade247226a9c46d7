import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkModel, listBrokenVariants, PROOF } from '../support/proof/check-model.ts';

/** Steps that only variants with a mistake take. */
const OF_VARIANTS = ['MarkSent', 'WriteEvent', 'ForgetEvent'];

const seconds = (verdict: { seconds: number }) => `${verdict.seconds.toFixed(0)} s`;

describe('the model of a purchase', () => {
  it('has no reachable state that breaks a promise, and takes every step that it has', async () => {
    const verdict = await checkModel('Purchase.cfg', { coverage: true });
    expect(verdict.kind, verdict.output).toBe('holds');
    // A model that does nothing would break no promise either.
    const untaken = [...verdict.actions].flatMap(([name, count]) => (count === 0 ? [name] : []));
    expect(untaken.toSorted()).toEqual(OF_VARIANTS.toSorted());
    console.log(`  proof: ${verdict.states} states, ${seconds(verdict)}`);
  });

  it('keeps its promises with two guards', async () => {
    const verdict = await checkModel('Guards.cfg');
    expect(verdict.kind, verdict.output).toBe('holds');
    console.log(`  proof, two guards: ${verdict.states} states, ${seconds(verdict)}`);
  });

  it('ends every purchase and records every delivery, if faults end', async () => {
    const verdict = await checkModel('Liveness.cfg');
    expect(verdict.kind, verdict.output).toBe('holds');
    console.log(`  proof, what must happen: ${verdict.states} states, ${seconds(verdict)}`);
  });
});

describe('the model of two gateways', () => {
  it('has no reachable state in which two gateways may deliver, and takes every step that it has', async () => {
    const verdict = await checkModel('Routes.cfg', { module: 'Routes', coverage: true });
    expect(verdict.kind, verdict.output).toBe('holds');
    expect([...verdict.actions].flatMap(([name, count]) => (count === 0 ? [name] : []))).toEqual([]);
    expect(verdict.actions.size).toBeGreaterThan(10);
  });

  it('keeps an order at a gateway that reports it, whatever that gateway says at the same time', async () => {
    const verdict = await checkModel('RoutesReport.cfg', { module: 'Routes' });
    expect(verdict.kind, verdict.output).toBe('holds');
  });

  it('keeps its promises by the fence alone, if a wrong route is chosen', async () => {
    const verdict = await checkModel('RoutesFence.cfg', { module: 'Routes' });
    expect(verdict.kind, verdict.output).toBe('holds');
  });
});

const VARIANTS = listBrokenVariants();
const OF_ROUTES = listBrokenVariants('broken/routes');

describe('a variant with a mistake is refuted', () => {
  it.each([
    ...VARIANTS.map((variant) => ({ ...variant, module: 'Purchase' })),
    ...OF_ROUTES.map((variant) => ({ ...variant, module: 'Routes' })),
  ])('$name breaks $property', async ({ config, property, module }) => {
    const verdict = await checkModel(config, { module });
    expect(verdict.kind, verdict.output).toBe('refuted');
    // TLC names no property that is about a whole behaviour; then it is the only one of the configuration.
    expect(verdict.property ?? property).toBe(property);
    expect(verdict.output).toMatch(/^State [2-9]/m);
  });

  it('and the page explains each of them', () => {
    const page = readFileSync(join(PROOF, 'README.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z-]+)` \| .+ \| `(\w+)` \|/gm)].map(([, name, property]) => ({
      name,
      property,
    }));
    const variants = [...VARIANTS, ...OF_ROUTES];
    expect(rows).toEqual(variants.map(({ name, property }) => ({ name, property })));
  });
});
