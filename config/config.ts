import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { SecretsKeys } from '../domain/crypto/sealed-secret.ts';
import { RESOLVE_MARGIN_MS } from '../domain/purchase/deadline.ts';
import { ConfigError, read } from './read.ts';
import { archiveEnvironment, REQUESTS_SETTING, RETENTION_SETTINGS } from './retention.ts';
import { ActivationEnvironment, BuildId, CrashSetting } from './worker-settings.ts';

/** A secret key: 32 bytes in base64. */
const SecretKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, { error: 'must be 32 bytes in base64 (openssl rand -base64 32)' });

/** Keys in base64, separated by commas. */
const FormerKeys = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])))
  .pipe(z.array(SecretKey));

const List = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])));

const Cidrs = List.refine((ranges) => ranges.every((range) => ipaddr.isValidCIDR(range)), {
  error: 'must be CIDRs such as 127.0.0.1/32, separated by commas',
});

const Port = z.coerce.number().int().min(0).max(65_535);

/** An empty OpenTelemetry variable counts as unset. */
const Collector = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .pipe(z.url({ protocol: /^https?$/ }).optional())
  .optional();

/** What API and worker read from their environment. descriptions.ts describes each variable. */
const Common = {
  DATABASE_URL: z.string().min(1),
  GATEWAYS_FILE: z.string().min(1),
  RESOLVE_MARGIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(RESOLVE_MARGIN_MS.max)
    .default(RESOLVE_MARGIN_MS.default),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: Collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Collector,
  OTEL_SDK_DISABLED: z
    .string()
    .default('')
    .transform((text) => text.toLowerCase() === 'true'),
};

/** A base URL without a slash at its end; empty counts as left out. */
const PublicUrl = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .transform((text) => (text === '' ? undefined : text))
  .pipe(z.url({ protocol: /^https?$/ }).optional())
  .optional();

const ApiEnvironment = z
  .object({
    ...Common,
    HOST: z.string().default('127.0.0.1'),
    PORT: Port.default(8080),
    PROBES_PORT: Port.default(9465),
    PROBES_HOST: z.string().min(1).optional(),
    DRAIN_MS: z.coerce.number().int().min(0).max(300_000).default(0),
    TRUSTED_PROXIES: Cidrs,
    PUBLIC_URL: PublicUrl,
    SECRETS_KEY: SecretKey.optional(),
    SECRETS_KEYS_FORMER: FormerKeys,
    AUTH_SECRET: SecretKey.optional(),
    TEMPORAL_NAMESPACE: z.string().default('default'),
    TEMPORAL_UI_URL: z.url().optional(),
    ...REQUESTS_SETTING,
    SIMULATED_NETWORKS: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
    WEBHOOK_ALLOW_PRIVATE: Cidrs,
    WEBHOOK_REFUSE: Cidrs,
    FAILED_ATTEMPTS_PER_SECOND: z.coerce.number().positive().default(10),
    FAILED_ATTEMPTS_BURST: z.coerce.number().int().min(1).default(100),
    MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).default(3_000),
    MAX_RSS_MIB: z.coerce.number().int().min(0).default(896),
    PORTING_URL: z.url({ protocol: /^https?$/ }).optional(),
    PORTING_KEY: z.string().min(1).optional(),
    PORTING_TIMEOUT_MS: z.coerce.number().int().min(100).max(5_000).default(1_500),
    PORTING_FRESH_HOURS: z.coerce
      .number()
      .min(1)
      .max(24 * 30)
      .default(24),
  })
  .refine(({ PORTING_URL, PORTING_KEY }) => (PORTING_URL === undefined) === (PORTING_KEY === undefined), {
    path: ['PORTING_KEY'],
    error: 'PORTING_URL and PORTING_KEY must be set together',
  });

const WorkerSettings = z.object({
  ...Common,
  NODE_ENV: z.string().default(''),
  HOST: z.string().default('127.0.0.1'),
  PORT: Port.default(9464),
  TEMPORAL_ADDRESS: z.string().min(1),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  SECRETS_KEY: SecretKey,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  PUBLIC_URL: PublicUrl,
  MAIL_FROM: z.email().default('no-reply@localhost.localdomain'),
  SECRETS_KEYS_FORMER: FormerKeys,
  WEBHOOK_ALLOW_PRIVATE: Cidrs,
  WEBHOOK_REFUSE: Cidrs,
  WORKFLOW_BUNDLES: z.string().min(1).default('workflow-bundles'),
  NETWORK_QUEUES: List,
  WORKER_BUILD_ID: BuildId,
  ...RETENTION_SETTINGS,
  SILENT_MS: z.coerce.number().int().min(1_000).default(60_000),
  CRASH_POINT: CrashSetting.optional(),
});

const WorkerEnvironment = WorkerSettings.refine(
  ({ NODE_ENV, CRASH_POINT }) => NODE_ENV !== 'production' || CRASH_POINT === undefined,
  { path: ['CRASH_POINT'], error: 'is for tests; unset it in production' },
);

/** What the command line reads. Without DATABASE_URL it uses the stack that runs in its folder. */
const CliEnvironment = z.object({
  DATABASE_URL: z.string().min(1).optional(),
  TEMPORAL_ADDRESS: z.string().min(1).optional(),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_UI_URL: z.url().optional(),
  GATEWAYS_FILE: z.string().min(1).optional(),
  SECRETS_KEY: SecretKey.optional(),
  WEBHOOK_ALLOW_PRIVATE: Cidrs,
  BUNDLEWIRE_OPERATOR: z.string().trim().min(1).max(200).optional(),
  PUBLIC_URL: z.url().optional(),
});

const MigrationEnvironment = z.object({
  DATABASE_URL: Common.DATABASE_URL,
  TEMPORAL_ADDRESS: z.string().min(1),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  SEED_DEMO_CATALOGUE: z.enum(['yes', 'no']).default('no'),
});

const ArchiveEnvironment = archiveEnvironment(Common.DATABASE_URL);

/** The variables of each process, for docs/configuration.md. */
export const ENVIRONMENTS = {
  api: ApiEnvironment,
  worker: WorkerEnvironment,
  'command line': CliEnvironment.extend({ SECRETS_KEYS_FORMER: FormerKeys }),
  migrations: MigrationEnvironment,
  activation: ActivationEnvironment,
  archive: ArchiveEnvironment,
};

export type ApiConfig = z.output<typeof ApiEnvironment>;
export type WorkerConfig = z.output<typeof WorkerEnvironment>;

/** Reads the API's settings. @throws ConfigError */
export function readApiConfig(environment: NodeJS.ProcessEnv): ApiConfig {
  return read(ApiEnvironment, environment);
}

/**
 * Reads the command line's settings. An empty one counts as unset, except where the database is: without one, commands would
 * change the stack of the folder in place of the installation that was meant.
 * @throws ConfigError
 */
export function readCliConfig(environment: NodeJS.ProcessEnv): z.output<typeof CliEnvironment> {
  const { DATABASE_URL: url, DATABASE_URL_FILE: file } = environment;
  if (file === '' || (url === '' && file === undefined))
    throw new ConfigError(
      `${file === '' ? 'DATABASE_URL_FILE' : 'DATABASE_URL'} is empty. Set it to the installation that you mean, or unset it to use the stack that npm start runs in this folder.`,
    );
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  return read(CliEnvironment, Object.fromEntries(given));
}

/** Reads the keys that encrypt stored secrets. @throws ConfigError */
export function readSecretsKeys(environment: NodeJS.ProcessEnv): SecretsKeys {
  const keys = z.object({ SECRETS_KEY: SecretKey, SECRETS_KEYS_FORMER: FormerKeys });
  return toSecretsKeys(read(keys, environment));
}

/** The keys that encrypt stored secrets, from settings that were read before. */
export function toSecretsKeys(config: {
  readonly SECRETS_KEY: Buffer;
  readonly SECRETS_KEYS_FORMER: readonly Buffer[];
}): SecretsKeys {
  return { current: config.SECRETS_KEY, former: config.SECRETS_KEYS_FORMER };
}

/** Reads the worker's settings. @throws ConfigError */
export function readWorkerConfig(environment: NodeJS.ProcessEnv): WorkerConfig {
  return read(WorkerEnvironment, environment);
}

/** Reads the settings of `deploy/migrate.ts`. @throws ConfigError */
export function readMigrationConfig(environment: NodeJS.ProcessEnv): z.output<typeof MigrationEnvironment> {
  return read(MigrationEnvironment, environment);
}

/** Reads the settings of `deploy/archive.ts`. @throws ConfigError */
export function readArchiveConfig(environment: NodeJS.ProcessEnv): z.output<typeof ArchiveEnvironment> {
  return read(ArchiveEnvironment, environment);
}

/** Reads the settings of `deploy/activate.ts`. @throws ConfigError */
export function readActivationConfig(environment: NodeJS.ProcessEnv): z.output<typeof ActivationEnvironment> {
  return read(ActivationEnvironment, environment);
}
