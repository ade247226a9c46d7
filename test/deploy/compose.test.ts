import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ENVIRONMENTS } from '../../config/config.ts';
import { SECRETS } from '../../config/read.ts';

const Service = z.object({
  build: z.string().optional(),
  profiles: z.array(z.string()).default([]),
  entrypoint: z.union([z.string(), z.array(z.string())]).optional(),
  user: z.string().optional(),
  depends_on: z.unknown().optional(),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.looseObject({}))]).default([]),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  secrets: z.array(z.string()).default([]),
  command: z.union([z.string(), z.array(z.string())]).default([]),
  volumes: z.array(z.string()).default([]),
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
    ['verify', ['DATABASE_URL', 'GATEWAYS_FILE', 'TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE']],
    ['cli', Object.keys(ENVIRONMENTS['command line'].shape)],
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

  it('has the operators’ command, which starts nothing else and runs as a user without a name', () => {
    const { cli } = compose.services;
    expect(cli).toMatchObject({ profiles: ['cli'], entrypoint: ['bundlewire'], user: '10001:10001' });
    expect(cli?.depends_on).toBeUndefined();
    expect(cli?.secrets.toSorted()).toEqual(['gateways', 'operator_database_url', 'secrets_key']);
    const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    const [, target = ''] = /ln -s \/app\/(\S+) \/usr\/local\/bin\/bundlewire$/m.exec(image) ?? [];
    accessSync(join(ROOT, target), constants.X_OK);
  });

  // The UI has no sign-in. With this setting, its server answers every write with 405.
  it('makes the Temporal UI read-only', () => {
    expect(compose.services['temporal-ui']?.environment.TEMPORAL_DISABLE_WRITE_ACTIONS).toBe('true');
  });

  it('gives our containers no privilege, and no file system to write but /tmp', () => {
    const ours = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);
    expect(ours.map(([name]) => name).toSorted()).toEqual(
      ['api', 'cli', 'migrate', 'reloadly-simulator', 'simulator', 'verify', 'worker'].toSorted(),
    );
    for (const [name, service] of ours)
      expect(service, name).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
  });

  it('publishes only the proxy with TLS to other machines, and the API trusts its address', () => {
    const open = Object.entries(compose.services).filter(([, { ports }]) =>
      ports.some((port) => !port.startsWith('127.0.0.1:')),
    );
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    const { front } = z
      .object({ front: z.object({ ipv4_address: z.string() }) })
      .parse(compose.services.proxy?.networks);
    expect(compose.services.api?.environment.TRUSTED_PROXIES).toBe(
      `\${TRUSTED_PROXIES:-${front.ipv4_address}/32}`,
    );
    expect(compose.services.api?.networks).toContain('front');
  });

  it('gives Temporal the dynamic configuration that docs/production.md needs', () => {
    const temporal = compose.services.temporal;
    expect(temporal?.volumes).toContain('./deploy/temporal:/etc/temporal/bundlewire:ro');
    expect(temporal?.environment.DYNAMIC_CONFIG_FILE_PATH).toBe(
      '/etc/temporal/bundlewire/dynamic-config.yaml',
    );
    const settings = readFileSync(join(ROOT, 'deploy', 'temporal', 'dynamic-config.yaml'), 'utf8');
    expect(settings).toContain('matching.numTaskqueueReadPartitions');
  });

  it('archives the WAL of PostgreSQL with our script, at least once a minute', () => {
    const postgres = compose.services.postgres;
    expect(postgres?.command).toEqual(
      expect.arrayContaining([
        '--archive_mode=on',
        '--archive_timeout=60s',
        '--archive_command=sh /backup/archive-wal.sh %p %f /archive',
      ]),
    );
    expect(postgres?.volumes).toEqual(
      expect.arrayContaining(['./deploy/postgres/backup:/backup:ro', 'archive:/archive']),
    );
    expect(existsSync(join(ROOT, 'deploy', 'postgres', 'backup', 'archive-wal.sh'))).toBe(true);
  });
});
