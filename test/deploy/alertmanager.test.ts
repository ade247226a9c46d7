import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findOnPath } from '../../tools/run-tool.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MONITORING = join(ROOT, 'deploy', 'monitoring');
const EXAMPLE = join(MONITORING, 'alertmanager', 'alertmanager.yml');
const read = (path: string): unknown => parse(readFileSync(path, 'utf8'));

const Times = {
  group_wait: z.string().regex(/^\d+[smh]$/),
  group_interval: z.string().regex(/^\d+[smh]$/),
  repeat_interval: z.string().regex(/^\d+[smh]$/),
};
const Matchers = z.array(z.string().regex(/^\w+=~?"[^"]+"$/)).min(1);
const Example = z.strictObject({
  global: z.record(z.string(), z.string()),
  route: z.strictObject({
    ...Times,
    receiver: z.string(),
    group_by: z.array(z.string()),
    routes: z.array(
      z.strictObject({ ...z.object(Times).partial().shape, matchers: Matchers, receiver: z.string() }),
    ),
  }),
  inhibit_rules: z.array(
    z.strictObject({
      source_matchers: Matchers,
      target_matchers: Matchers,
      equal: z.array(z.string()).optional(),
    }),
  ),
  receivers: z.array(
    z.strictObject({
      name: z.string(),
      pagerduty_configs: z.array(z.looseObject({ routing_key_file: z.string() })).optional(),
      email_configs: z.array(z.looseObject({ to: z.email() })).optional(),
    }),
  ),
});
const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string().optional(),
          labels: z.record(z.string(), z.string()).default({}),
          annotations: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  ),
});

const example = Example.parse(read(EXAMPLE));
const alerts = ['alerts.yml', 'objectives.yml']
  .flatMap((name) => Rules.parse(read(join(MONITORING, 'prometheus', name))).groups)
  .flatMap(({ rules }) => rules)
  .flatMap(({ alert, labels, annotations }) =>
    alert === undefined
      ? []
      : [{ alert, severity: labels.severity, labels: { ...labels, alertname: alert }, annotations }],
  );

/** Whether an alert with these labels has what all the matchers want. */
function isMatched(matchers: readonly string[], labels: Readonly<Record<string, string>>): boolean {
  return matchers.every((matcher) => {
    const [, label = '', operator = '', wanted = ''] = /^(\w+)(=~?)"(.*)"$/.exec(matcher) ?? [];
    const value = labels[label] ?? '';
    return operator === '=' ? value === wanted : new RegExp(`^(?:${wanted})$`).test(value);
  });
}

function receiverOf(labels: Readonly<Record<string, string>>): string {
  const route = example.route.routes.find(({ matchers }) => isMatched(matchers, labels));
  return route?.receiver ?? example.route.receiver;
}

describe('the example for Alertmanager', () => {
  it.each(alerts)('sends $alert to the receiver of its severity', ({ labels, severity }) => {
    expect(receiverOf(labels)).toBe(severity === 'page' ? 'on-call' : 'tickets');
  });

  it('sends an alert without a severity to the person on call', () => {
    expect(receiverOf({ alertname: 'Watchdog' })).toBe('on-call');
  });

  it('has every receiver that a route names, and each sends the link to the runbook', () => {
    const named = [example.route, ...example.route.routes].map(({ receiver }) => receiver);
    expect(example.receivers.map(({ name }) => name).toSorted()).toEqual([...new Set(named)].toSorted());
    for (const receiver of example.receivers)
      expect(JSON.stringify(receiver), receiver.name).toContain('.Annotations.runbook_url }}');
  });

  it('silences only alerts that exist, for alerts that exist', () => {
    const known = alerts.map(({ alert }) => alert);
    const matchers = example.inhibit_rules.flatMap(({ source_matchers: source, target_matchers: target }) => [
      ...source,
      ...target,
    ]);
    const names = matchers.flatMap((matcher) => matcher.replace(/^alertname=~?"(.*)"$/, '$1').split('|'));
    expect(names.length).toBeGreaterThan(3);
    expect(known).toEqual(expect.arrayContaining(names));
  });

  it('passes amtool', (context) => {
    if (findOnPath('amtool') === null) return context.skip('amtool, of Alertmanager, is not installed');
    const { status, stdout, stderr } = spawnSync('amtool', ['check-config', EXAMPLE], { encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
  });
});

describe('every alert', () => {
  const page = readFileSync(join(ROOT, 'docs', 'operators.md'), 'utf8');
  const sections = new Map(
    page.split(/^## /m).map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
  );
  const escalate = (name: string) =>
    /^\*\*Escalate\*\*[\s\S]*?(?=\n\n|$)/m.exec(sections.get(name) ?? '')?.[0];

  it.each(alerts)('$alert links to its runbook, which says when to escalate', ({ alert, annotations }) => {
    expect(annotations?.runbook_url).toBe(
      `{{ $externalLabels.installation_url }}/docs/guides/operators.html#${alert.toLowerCase()}`,
    );
    expect(sections.has(alert), `docs/operators.md has no section ${alert}`).toBe(true);
    expect(escalate(alert), `${alert} does not say when to escalate`).toBeDefined();
  });

  it('has its own sentence on whom to call', () => {
    const sentences = alerts.map(({ alert }) => escalate(alert));
    expect(new Set(sentences).size).toBe(alerts.length);
  });
});
