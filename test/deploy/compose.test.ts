import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ENVIRONMENTS, SECRETS } from '../../config/config.ts';

const Service = z.object({
  environment: z.record(z.string(), z.string().nullable()).default({}),
  secrets: z.array(z.string()).default([]),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const ROOT = join(import.meta.dirname, '..', '..');
const file = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const compose = Compose.parse(parse(file, { merge: true }));
/** What the OpenTelemetry SDK reads itself. */
const TRACING = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'];

/** Settings that a container does not need, with the reason. */
const NOT_PASSED: Readonly<Record<string, string>> = {
  NODE_ENV: 'set by the image',
  WORKFLOW_BUNDLES: 'the image has the bundles in the default folder',
  PROBES_HOST: 'HOST serves',
  CRASH_POINT: 'for fault tests only',
  WEBHOOK_ALLOW_PRIVATE: 'for development only',
};

/** Names of the settings that a service of docker-compose.yml passes; a secret may be passed as a file. */
function passedBy(service: string): string[] {
  const { environment } = compose.services[service] ?? { environment: {} };
  return Object.keys(environment).map((name) => SECRETS.find((secret) => name === `${secret}_FILE`) ?? name);
}

describe('docker-compose.yml', () => {
  it.each([
    ['api', [...Object.keys(ENVIRONMENTS.api.shape), ...TRACING]],
    ['worker', [...Object.keys(ENVIRONMENTS.worker.shape), ...TRACING]],
    ['migrate', Object.keys(ENVIRONMENTS.migrations.shape)],
    ['verify', ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE']],
  ])('passes %s every setting that it reads', (service, read) => {
    expect(read.length).toBeGreaterThan(2);
    const passed = passedBy(service);
    expect(read.filter((name) => !passed.includes(name) && NOT_PASSED[name] === undefined)).toEqual([]);
  });

  it('gives each service the secrets that its environment names, and each secret a file', () => {
    for (const [name, { environment, secrets }] of Object.entries(compose.services)) {
      const named = Object.values(environment).flatMap((value) => {
        const secret = /^\/run\/secrets\/(\w+)$/.exec(value ?? '')?.[1];
        return secret === undefined ? [] : [secret];
      });
      expect(secrets, name).toEqual(expect.arrayContaining(named));
      expect(Object.keys(compose.secrets), name).toEqual(expect.arrayContaining(secrets));
    }
  });

  // The UI has no sign-in. With this setting, its server answers every write with 405.
  it('makes the Temporal UI read-only', () => {
    expect(compose.services['temporal-ui']?.environment.TEMPORAL_DISABLE_WRITE_ACTIONS).toBe('true');
  });
});
