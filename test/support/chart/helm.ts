import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';
import { findHelm } from '../../../tools/kubernetes/helm.ts';

export const CHART = join(import.meta.dirname, '..', '..', '..', 'deploy', 'chart');
export const PRODUCTION = join(CHART, 'examples', 'production.yaml');
/** The version of Kubernetes for which the chart is rendered. */
export const KUBERNETES = '1.36';

/** A hook that renders the chart may compile Helm. */
export const COMPILE_MS = 25 * 60_000;

const Manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), annotations: z.record(z.string(), z.string()).default({}) }),
  spec: z.looseObject({}).default({}),
});
export type Manifest = z.output<typeof Manifest>;

/** Runs `helm lint --strict` on the chart with its example. */
export async function lintChart(): Promise<string> {
  const helm = await findHelm();
  const args = ['lint', CHART, '--strict', '--values', PRODUCTION, '--kube-version', KUBERNETES];
  return execFileSync(helm, args, { encoding: 'utf8' });
}

/**
 * Renders the chart with its example and more values, as YAML.
 * @returns what Helm printed as an error, if it refused the values
 */
export async function renderChart(
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly text: string } | { readonly refused: string }> {
  const helm = await findHelm();
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-chart-'));
  try {
    const values = join(folder, 'values.yaml');
    writeFileSync(values, stringify(more));
    const args = ['template', 'bw', CHART, '--values', PRODUCTION, '--values', values];
    const { status, stdout, stderr } = spawnSync(helm, [...args, '--kube-version', KUBERNETES], {
      encoding: 'utf8',
    });
    return status === 0 ? { text: stdout } : { refused: stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The objects of the chart with its example and more values. */
export async function renderObjects(more: Readonly<Record<string, unknown>> = {}): Promise<Manifest[]> {
  const rendered = await renderChart(more);
  if ('refused' in rendered) throw new Error(rendered.refused);
  return parseAllDocuments(rendered.text).flatMap((document) => {
    const value: unknown = document.toJS();
    return value === null ? [] : [Manifest.parse(value)];
  });
}

/** The object of a kind and name. */
export function findObject(objects: readonly Manifest[], kind: string, name: string): Manifest {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`The chart renders no ${kind} ${name}.`);
  return found;
}
