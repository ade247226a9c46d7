import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { freePort } from '../../../tools/stack/servers/ports.ts';
import { eventually } from '../faults/ends-well.ts';

const RULES = join(import.meta.dirname, '..', '..', '..', 'deploy', 'monitoring', 'prometheus');
const Rules = z.object({ groups: z.array(z.looseObject({ name: z.string() })) });

/** A Prometheus that scrapes every second. */
export interface Prometheus {
  /** How many series a query returns. @throws if Prometheus rejects the query. */
  count(query: string): Promise<number>;
  /** Names of the alerts that fire now. */
  firing(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Starts Prometheus with the shipped rules over these metrics pages, by job. An alert fires at its first evaluation,
 * because no test waits for the minutes of its `for`.
 */
export async function startPrometheus(pages: Readonly<Record<string, string>>): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-prometheus-'));
  const rules = readFileSync(join(RULES, 'alerts.yml'), 'utf8').replaceAll(/^ +for: .*\n/gm, '');
  writeFileSync(join(folder, 'alerts.yml'), rules);
  // Without the alerts on budgets: a busy machine may use up a budget of 300 ms. promtool tests them.
  const { groups } = Rules.parse(parse(readFileSync(join(RULES, 'objectives.yml'), 'utf8')));
  const recorded = { groups: groups.filter(({ name }) => name === 'objectives') };
  writeFileSync(join(folder, 'objectives.yml'), JSON.stringify(recorded));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml', 'objectives.yml'],
    scrape_configs: Object.entries(pages).map(([job_name, page]) => ({
      job_name,
      static_configs: [{ targets: [new URL(page).host] }],
    })),
  };
  // Every JSON text is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const port = await freePort();
  const options = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('prometheus', options, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const api = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const body = JSON.parse(await response.text());
    if (body.status !== 'success') throw new Error(`${path}: ${body.error}`);
    return body.data;
  };
  await eventually('Prometheus answers', 180_000, async () => (await api('rules')).groups.length > 0);
  return {
    count: async (query) => (await api(`query?query=${encodeURIComponent(query)}`)).result.length,
    firing: async () => {
      const { alerts }: { alerts: { state: string; labels: { alertname: string } }[] } = await api('alerts');
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
