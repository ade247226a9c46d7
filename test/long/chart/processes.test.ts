import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ENVIRONMENTS } from '../../../config/config.ts';
import { SECRETS } from '../../../config/read.ts';
import { CHART, COMPILE_MS, findObject, type Manifest, renderObjects } from '../../support/chart/helm.ts';
import { type PodSpec, podsOf, settingsOf } from '../../support/chart/pods.ts';

/** What the OpenTelemetry SDK reads itself. */
const TRACING = ['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'];
/** Settings that are not values of the chart, with the reason. */
const NOT_VALUES: Readonly<Record<string, string>> = {
  NODE_ENV: 'set by the image',
  WORKFLOW_BUNDLES: 'the image has the bundles in the default folder',
  PROBES_HOST: 'HOST serves',
  CRASH_POINT: 'for fault tests only',
  WEBHOOK_ALLOW_PRIVATE: 'for development only',
};

/** What examples/production.yaml sets. */
const IN_EXAMPLE = ['PUBLIC_URL', 'MAIL_FROM'];

const Schema = z.object({
  properties: z.record(
    z.string(),
    z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }),
  ),
});
const Names = z.looseObject({ propertyNames: z.object({ enum: z.array(z.string()) }) });
const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({ command: z.union([z.string(), z.array(z.string())]).optional() }),
  ),
});

const ROOT = join(CHART, '..', '..');
const schema = Schema.parse(JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')));
const compose = Compose.parse(parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }));

/** The settings that a process reads and the chart neither sets itself nor mounts as a secret. */
function valuesOf(process: 'api' | 'worker', pod: PodSpec): string[] {
  const settings = settingsOf(pod);
  for (const name of IN_EXAMPLE) settings.delete(name);
  const fixed = (name: string) =>
    SECRETS.some((secret) => secret === name) || NOT_VALUES[name] !== undefined || settings.has(name);
  return [...Object.keys(ENVIRONMENTS[process].shape).filter((name) => !fixed(name)), ...TRACING].toSorted();
}

function allowed(part: 'api' | 'worker' | null): string[] {
  const node = part === null ? schema.properties.settings : schema.properties[part]?.properties?.settings;
  return Names.parse(node).propertyNames.enum.toSorted();
}

let objects: Manifest[];
let pods: Map<string, PodSpec>;
beforeAll(async () => {
  objects = await renderObjects();
  pods = podsOf(objects);
}, COMPILE_MS);

function pod(name: string): PodSpec {
  const found = pods.get(name);
  if (found === undefined) throw new Error(`The chart runs no ${name}.`);
  return found;
}

describe('every pod', () => {
  it('is one of these', () => {
    expect([...pods.keys()].toSorted()).toEqual([
      'bw-activation-1',
      'bw-api',
      'bw-cli',
      'bw-migration',
      'bw-reconcile',
      'bw-verify',
      'bw-worker-mtn',
      'bw-worker-others',
    ]);
  });

  it('runs as an unprivileged user on a read-only file system, without a token for the API server', () => {
    for (const [name, { automountServiceAccountToken, securityContext, containers }] of pods) {
      expect(automountServiceAccountToken, name).toBe(false);
      expect(securityContext, name).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(containers[0].securityContext, name).toMatchObject({
        runAsNonRoot: true,
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('mounts only the Secret of its process', () => {
    const mounted = [...pods].map(([name, { volumes }]) => [
      name,
      volumes.flatMap(
        ({ secret }) => z.object({ secretName: z.string() }).optional().parse(secret)?.secretName ?? [],
      ),
    ]);
    expect(Object.fromEntries(mounted)).toEqual({
      'bw-activation-1': [],
      'bw-api': ['bundlewire-api'],
      'bw-cli': ['bundlewire-cli'],
      'bw-migration': ['bundlewire-migrations'],
      'bw-reconcile': ['bundlewire-reconciler'],
      'bw-verify': ['bundlewire-operator'],
      'bw-worker-mtn': ['bundlewire-worker'],
      'bw-worker-others': ['bundlewire-worker'],
    });
  });

  it('runs the command of docker-compose.yml', () => {
    expect(pod('bw-api').containers[0].command).toEqual(compose.services.api?.command);
    expect(pod('bw-worker-mtn').containers[0].command).toEqual(compose.services.worker?.command);
    expect(pod('bw-migration').containers[0].command).toEqual(compose.services.migrate?.command);
    for (const name of ['bw-verify', 'bw-reconcile'])
      expect(compose.services.verify?.command, name).toContainEqual(
        expect.stringContaining(pod(name).containers[0].command.join(' ')),
      );
  });

  it('can be given every setting that its process reads, and no other', () => {
    expect(allowed('api')).toEqual(valuesOf('api', pod('bw-api')));
    expect(allowed('worker')).toEqual(valuesOf('worker', pod('bw-worker-mtn')));
    expect(allowed(null)).toEqual(allowed('api').filter((name) => allowed('worker').includes(name)));
    for (const name of Object.keys(ENVIRONMENTS.migrations.shape))
      expect([...settingsOf(pod('bw-migration')).keys()]).toContain(name);
  });

  it('has the time to drain: DRAIN_MS and 20 s for the API, and 30 s for a worker', () => {
    expect(settingsOf(pod('bw-api')).get('DRAIN_MS')).toBe('15000');
    expect(pod('bw-api').terminationGracePeriodSeconds).toBe(35);
    expect(pod('bw-worker-mtn').terminationGracePeriodSeconds).toBe(30);
  });

  it('has more memory than MAX_RSS_MIB, above which the API refuses requests', () => {
    expect(pod('bw-api').containers[0].resources.limits.memory).toBe('1Gi');
    expect(ENVIRONMENTS.api.shape.MAX_RSS_MIB.parse(undefined)).toBeLessThan(1_024);
  });
});

describe('versioned workers', () => {
  it('are of the build of their image, which a Job of each revision activates', async () => {
    const buildOf = (found: PodSpec | undefined) => found && settingsOf(found).get('WORKER_BUILD_ID');
    for (const name of ['bw-worker-mtn', 'bw-worker-others', 'bw-activation-1'])
      expect(buildOf(pod(name)), name).toBe('000000000000');
    expect(pod('bw-activation-1').containers[0].command).toEqual(['node', 'deploy/activate.ts']);
    const tagged = podsOf(await renderObjects({ image: { digest: '', tag: '0.3.0' } }));
    expect(buildOf(tagged.get('bw-worker-mtn'))).toBe('0.3.0');
  });

  it('replace those of the former build only after a time in which the Job can activate them', () => {
    expect(findObject(objects, 'Deployment', 'bw-worker-mtn').spec).toMatchObject({ minReadySeconds: 30 });
  });

  it('can be switched off', async () => {
    const off = podsOf(await renderObjects({ worker: { versioning: { enabled: false } } }));
    expect([...off.keys()].filter((name) => name.includes('activation'))).toEqual([]);
    expect(settingsOf(off.get('bw-worker-mtn') ?? pod('bw-api')).has('WORKER_BUILD_ID')).toBe(false);
    expect(off.has('bw-worker-mtn')).toBe(true);
  });
});

describe('groups of workers', () => {
  it('serve the queues of their networks', () => {
    expect(settingsOf(pod('bw-worker-mtn')).get('NETWORK_QUEUES')).toBe('network.mtn_ng,network.mtn_ng.test');
  });

  it('take a setting of the workers before one of all processes', async () => {
    const more = { settings: { LOG_LEVEL: 'warn' }, worker: { settings: { LOG_LEVEL: 'debug' } } };
    const changed = podsOf(await renderObjects(more));
    const levels = ['bw-api', 'bw-worker-mtn'].map((name) => {
      const found = changed.get(name);
      return found === undefined ? null : settingsOf(found).get('LOG_LEVEL');
    });
    expect(levels).toEqual(['warn', 'debug']);
  });
});

describe('hooks', () => {
  it('run before the pods: first the Secrets, then the network policy, then the migration', () => {
    const hooks = objects.flatMap(({ kind, metadata }) =>
      metadata.annotations['helm.sh/hook'] === undefined
        ? []
        : [
            {
              kind,
              on: metadata.annotations['helm.sh/hook'],
              weight: metadata.annotations['helm.sh/hook-weight'],
            },
          ],
    );
    expect(new Set(hooks.map(({ on }) => on))).toEqual(new Set(['pre-install,pre-upgrade']));
    expect(new Set(hooks.map(({ kind, weight }) => `${weight} ${kind}`))).toEqual(
      new Set(['-10 ExternalSecret', '-5 NetworkPolicy', '0 Job']),
    );
  });

  // Helm deletes a hook before it makes it again.
  it('leave the Secrets in place when Helm replaces the ExternalSecrets', () => {
    const secrets = objects.filter(({ kind }) => kind === 'ExternalSecret');
    expect(secrets.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'bundlewire-api',
      'bundlewire-cli',
      'bundlewire-migrations',
      'bundlewire-operator',
      'bundlewire-reconciler',
      'bundlewire-scaler',
      'bundlewire-worker',
    ]);
    for (const { spec } of secrets)
      expect(spec).toMatchObject({ target: { creationPolicy: 'Orphan', deletionPolicy: 'Retain' } });
  });
});

it('the network policies let only monitoring reach the port of metrics', () => {
  const { ingress } = z
    .object({
      ingress: z.array(z.object({ from: z.array(z.unknown()), ports: z.array(z.object({ port: z.int() })) })),
    })
    .parse(findObject(objects, 'NetworkPolicy', 'bw-api').spec);
  expect(ingress.map(({ from, ports }) => [ports[0]?.port, JSON.stringify(from)])).toEqual([
    [8080, expect.stringContaining('ingress-nginx')],
    [9465, expect.stringContaining('"monitoring"')],
  ]);
});

it('the API keeps its image while an update replaces the workers first', async () => {
  const digest = `sha256:${'1'.repeat(64)}`;
  const changed = podsOf(await renderObjects({ api: { image: { digest } } }));
  expect(changed.get('bw-api')?.containers[0].image).toBe(`registry.example.com/bundlewire@${digest}`);
  expect(changed.get('bw-worker-mtn')?.containers[0].image).toMatch(/@sha256:0{64}$/);
  const tagged = podsOf(await renderObjects({ api: { image: { tag: '0.1.0' } } }));
  expect(tagged.get('bw-api')?.containers[0].image).toBe('registry.example.com/bundlewire:0.1.0');
});
