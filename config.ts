import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { SecretsKeys } from './domain/crypto/sealed-secret.ts';
import { BATCH_CRASH_POINTS, CRASH_POINTS } from './domain/purchase/crash-points.ts';
import { RESOLVE_MARGIN_MS } from './domain/purchase/deadline.ts';

/** Reads a secret key: 32 bytes in base64. */
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
  error: 'must be address ranges like 127.0.0.1/32, separated by commas',
});

/** `<point>[:nth][:SIGKILL|SIGSTOP]`, for fault tests only. */
const CrashSetting = z
  .string()
  .transform((text) => {
    const [name, nth = '1', signal = 'SIGKILL'] = text.split(':');
    return { name, nth, signal };
  })
  .pipe(
    z.strictObject({
      name: z.enum([...CRASH_POINTS, ...BATCH_CRASH_POINTS]),
      nth: z.coerce.number<string>().int().min(1),
      signal: z.enum(['SIGKILL', 'SIGSTOP']),
    }),
  );

const Port = z.coerce.number().int().min(0).max(65_535);

/** Of OpenTelemetry's variables an empty one counts as left out. */
const Collector = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .pipe(z.url({ protocol: /^https?$/ }).optional())
  .optional();

/** What every process reads from its environment. */
const Common = {
  DATABASE_URL: z.string().min(1),
  GATEWAYS_FILE: z.string().min(1),
  /** How long before `resolve_by` a purchase without a confirmation is settled, in milliseconds. The same for API and worker. */
  RESOLVE_MARGIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(RESOLVE_MARGIN_MS.max)
    .default(RESOLVE_MARGIN_MS.default),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Where traces go, by OTLP over HTTP; with neither there are none. The SDK reads the other OTEL_… variables itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: Collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Collector,
  OTEL_SDK_DISABLED: z
    .string()
    .default('')
    .transform((text) => text.toLowerCase() === 'true'),
};

const ApiEnvironment = z
  .object({
    ...Common,
    HOST: z.string().default('127.0.0.1'),
    PORT: Port.default(8080),
    /** Port of /metrics, /livez and /readyz, which is for the inside network only; 0 takes any that is free. */
    PROBES_PORT: Port.default(9465),
    /** Address that PROBES_PORT listens on; HOST unless set. */
    PROBES_HOST: z.string().min(1).optional(),
    /** How long, once told to stop, it serves on while load balancers learn of it; more than they take to. */
    DRAIN_MS: z.coerce.number().int().min(0).max(300_000).default(0),
    /** Proxies whose X-Forwarded-For is believed, as CIDRs; of everybody else it is ignored. */
    TRUSTED_PROXIES: Cidrs,
    /** Attempts with keys that open nothing, by address; more where many clients share one. */
    FAILED_ATTEMPTS_PER_SECOND: z.coerce.number().positive().default(10),
    FAILED_ATTEMPTS_BURST: z.coerce.number().int().min(1).default(100),
    /** Mean delay of the event loop over a second, in milliseconds, beyond which clients get 429; 0 for no limit. */
    MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).default(3_000),
    /** Resident memory in MiB beyond which clients get 429; 0 for no limit. Below the memory that the process may have. */
    MAX_RSS_MIB: z.coerce.number().int().min(0).default(896),
    /** Base address of the portability lookup that is asked where numbers are; the tables alone when it is left out. */
    PORTING_URL: z.url({ protocol: /^https?$/ }).optional(),
    PORTING_KEY: z.string().min(1).optional(),
    /** Longest that a purchase waits for its answer. */
    PORTING_TIMEOUT_MS: z.coerce.number().int().min(100).max(5_000).default(1_500),
    /** How long its answers are used again. */
    PORTING_FRESH_HOURS: z.coerce
      .number()
      .min(1)
      .max(24 * 30)
      .default(24),
  })
  .refine(({ PORTING_URL, PORTING_KEY }) => (PORTING_URL === undefined) === (PORTING_KEY === undefined), {
    path: ['PORTING_KEY'],
    error: 'PORTING_URL and PORTING_KEY go together',
  });

const WorkerSettings = z.object({
  ...Common,
  NODE_ENV: z.string().default(''),
  HOST: z.string().default('127.0.0.1'),
  /** Of the metrics. */
  PORT: Port.default(9464),
  TEMPORAL_ADDRESS: z.string().min(1),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  SECRETS_KEY: SecretKey,
  /** `smtp://user:password@host:587` or `smtps://…`; without it low-balance alerts are logged and counted, not mailed. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Whom mail is from. */
  MAIL_FROM: z.email().default('no-reply@localhost.localdomain'),
  /** Keys that SECRETS_KEY has replaced; what they sealed is still opened. */
  SECRETS_KEYS_FORMER: FormerKeys,
  /** Receivers on these CIDRs may be private and use http: development only. */
  WEBHOOK_ALLOW_PRIVATE: Cidrs,
  /** Public addresses of our own, where no webhook may go. */
  WEBHOOK_REFUSE: Cidrs,
  /** Folder of the bundled workflow code, as worker/temporal/write-bundles.ts writes it. */
  WORKFLOW_BUNDLES: z.string().min(1).default('workflow-bundles'),
  /** Network queues that this process serves; all when empty. */
  NETWORK_QUEUES: List,
  /** How long a workflow may be past its next action before its purchase is started again. */
  SILENT_MS: z.coerce.number().int().min(1_000).default(60_000),
  /** Where this process strikes itself; for fault tests. */
  CRASH_POINT: CrashSetting.optional(),
});

const WorkerEnvironment = WorkerSettings.refine(
  ({ NODE_ENV, CRASH_POINT }) => NODE_ENV !== 'production' || CRASH_POINT === undefined,
  { path: ['CRASH_POINT'], error: 'is for tests and refused in production' },
);

/** What the command line tool reads; without DATABASE_URL it takes the stack that runs in its folder. */
const CliEnvironment = z.object({
  DATABASE_URL: z.string().min(1).optional(),
  TEMPORAL_ADDRESS: z.string().min(1).optional(),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  /** Where people open the Temporal UI, for links. */
  TEMPORAL_UI_URL: z.url().optional(),
  /** Of the API, for what is asked of it. */
  BASE_URL: z.url().optional(),
  /** Opens and seals webhook secrets; only commands that do either need it. */
  SECRETS_KEY: SecretKey.optional(),
  WEBHOOK_ALLOW_PRIVATE: Cidrs,
  /** Who acts, for the record; the name of the system's user when it is left out. */
  /** The key of a client, with which campaigns are run over the API. */
  BUNDLEWIRE_API_KEY: z.string().optional(),
  BUNDLEWIRE_OPERATOR: z.string().trim().min(1).max(200).optional(),
});

const MigrationEnvironment = z.object({
  DATABASE_URL: Common.DATABASE_URL,
  TEMPORAL_ADDRESS: z.string().min(1),
  /** Created where the cluster does not have it. */
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  SEED_DEMO_CATALOGUE: z.enum(['yes', 'no']).default('no'),
});

/** Settings that may lie in a file named by `<setting>_FILE`, as containers are given their secrets. */
const SECRETS = ['DATABASE_URL', 'SECRETS_KEY', 'SECRETS_KEYS_FORMER', 'PORTING_KEY', 'SMTP_URL'] as const;

export type ApiConfig = z.output<typeof ApiEnvironment>;
export type WorkerConfig = z.output<typeof WorkerEnvironment>;

/** A setting that is missing or wrong, in a sentence that names it. */
export class ConfigError extends Error {}

/** Reads the API's settings. @throws ConfigError */
export function readApiConfig(environment: NodeJS.ProcessEnv): ApiConfig {
  return read(ApiEnvironment, environment);
}

/** Reads the command line tool's settings; one that is empty counts as left out. @throws ConfigError */
export function readCliConfig(environment: NodeJS.ProcessEnv): z.output<typeof CliEnvironment> {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  return read(CliEnvironment, Object.fromEntries(given));
}

/** The keys that secrets are sealed with. @throws ConfigError */
export function readSecretsKeys(environment: NodeJS.ProcessEnv): SecretsKeys {
  const keys = z.object({ SECRETS_KEY: SecretKey, SECRETS_KEYS_FORMER: FormerKeys });
  return toSecretsKeys(read(keys, environment));
}

/** The keys that secrets are sealed with, of settings that were read. */
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

function read<T extends z.ZodType>(schema: T, environment: NodeJS.ProcessEnv): z.output<T> {
  const result = schema.safeParse({ ...environment, ...secretsFromFiles(environment) });
  if (result.success) return result.data;

  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(`settings in the environment are missing or wrong. ${faults.join('; ')}`);
}

function secretsFromFiles(environment: NodeJS.ProcessEnv): Record<string, string> {
  const found = SECRETS.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    return file === undefined ? [] : [[name, readSecret(`${name}_FILE`, file)] as const];
  });
  return Object.fromEntries(found);
}

function readSecret(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${setting} names ${file}, which cannot be read.`);
  }
}
