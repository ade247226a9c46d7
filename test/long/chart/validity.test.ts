import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findGoProgram } from '../../../tools/go-program.ts';
import { findKubernetesValidate } from '../../../tools/kubernetes/validate.ts';
import {
  CHART,
  COMPILE_MS,
  findObject,
  KUBERNETES,
  lintChart,
  renderChart,
  renderObjects,
} from '../../support/chart/helm.ts';

/** Advice of kube-score that the chart does not follow, with the reason. */
const NOT_FOLLOWED = {
  'container-image-pull-policy': 'a digest names one image, so that pulling it again changes nothing',
  'container-resources': 'a limit on CPU throttles a process that other processes wait for',
  'deployment-has-host-podantiaffinity': 'topology spread constraints do it',
  'deployment-replicas': 'KEDA sets them',
};
/** Kinds of operators, whose schemas Kubernetes does not have; the installation on an API server checks them. */
const FROM_OPERATORS =
  /kind (ExternalSecret|PrometheusRule|ScaledObject|ServiceMonitor|TriggerAuthentication) /;

let folder: string;
let file: string;
let text: string;
beforeAll(async () => {
  const rendered = await renderChart();
  if ('refused' in rendered) throw new Error(rendered.refused);
  text = rendered.text;
  folder = mkdtempSync(join(tmpdir(), 'bundlewire-manifests-'));
  file = join(folder, 'all.yaml');
  writeFileSync(file, text);
}, COMPILE_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function validate(path: string): Promise<{ status: number | null; lines: string[] }> {
  const { python, packages } = await findKubernetesValidate();
  const { status, stdout, stderr } = spawnSync(
    python,
    ['-m', 'kubernetes_validate', '-k', KUBERNETES, '--strict', path],
    { encoding: 'utf8', env: { ...process.env, PYTHONPATH: packages } },
  );
  return { status, lines: `${stdout}${stderr}`.split('\n').filter(Boolean) };
}

describe('the chart', () => {
  it('passes helm lint', async () => {
    expect(await lintChart()).toContain('0 chart(s) failed');
  });

  it(`has only objects that the schemas of Kubernetes ${KUBERNETES} accept, without unknown fields`, async () => {
    const { status, lines } = await validate(file);
    expect(lines.filter((line) => !line.startsWith('INFO ') && !FROM_OPERATORS.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('INFO ')).length).toBeGreaterThan(15);
    expect(status).toBe(0);
    const wrong = join(folder, 'wrong.yaml');
    writeFileSync(wrong, text.replace('revisionHistoryLimit:', 'revisionHistoryLimits:'));
    expect((await validate(wrong)).status).not.toBe(0);
  });

  it('follows the advice of kube-score', async () => {
    const score = await findGoProgram('github.com/zegl/kube-score/cmd/kube-score', '1.20.0');
    const ignored = Object.keys(NOT_FOLLOWED).join(',');
    const { status, stdout, stderr } = spawnSync(
      score,
      [
        'score',
        '--kubernetes-version',
        `v${KUBERNETES}`,
        '--exit-one-on-warning',
        '--output-format',
        'ci',
      ].concat(['--ignore-test', ignored, file]),
      { encoding: 'utf8' },
    );
    const bad = `${stdout}${stderr}`.split('\n').filter((line) => /^\[(WARNING|CRITICAL)\]/.test(line));
    expect({ status, bad }).toEqual({ status: 0, bad: [] });
  });

  const readRules = (name: string) =>
    readFileSync(join(CHART, '..', 'monitoring', 'prometheus', `${name}.yml`), 'utf8');

  it.each(['alerts', 'objectives'])('has the rules of deploy/monitoring/prometheus/%s.yml', async (name) => {
    const linked = readRules(name).replaceAll(
      '{{ $externalLabels.installation_url }}',
      'https://api.example.com',
    );
    expect(linked).toContain('https://api.example.com/docs/guides/operators.html#');
    expect(findObject(await renderObjects(), 'PrometheusRule', `bw-${name}`).spec).toEqual(parse(linked));
  });

  it('leaves the links of alerts to a label of Prometheus if it does not know PUBLIC_URL', async () => {
    const found = await renderObjects({ settings: { PUBLIC_URL: '' } });
    expect(findObject(found, 'PrometheusRule', 'bw-alerts').spec).toEqual(parse(readRules('alerts')));
  });
});

it('the example for Temporal has the dynamic configuration of deploy/temporal', () => {
  const example = parse(readFileSync(join(CHART, 'examples', 'temporal.yaml'), 'utf8'));
  const needed = parse(readFileSync(join(CHART, '..', 'temporal', 'dynamic-config.yaml'), 'utf8'));
  expect(example.server.dynamicConfig).toEqual(needed);
});
