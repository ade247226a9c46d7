/** What one environment variable is for; docs/configuration.md shows it beside the default and the range from config.ts. */
export interface Description {
  /** What it does, and when you would change it: one or two plain sentences. */
  readonly what: string;
  /** What a number counts. */
  readonly unit?: string;
  /** Must not appear in logs, and may be given as a file: `<name>_FILE`. */
  readonly secret?: true;
  /** Developers' tools read it as well, or alone. */
  readonly tools?: true;
}

/** Every variable that config.ts or developers' tools read, and those that you may set for the OpenTelemetry SDK. */
export const DESCRIPTIONS = {
  DATABASE_URL: {
    what: 'Connects to PostgreSQL: `postgresql://user:password@host:5432/database`.',
    secret: true,
    tools: true,
  },
  GATEWAYS_FILE: { what: 'Names the JSON file with the gateways of each network; see `docs/gateways.md`.' },
  RESOLVE_MARGIN_MS: {
    what: 'How long before `resolve_by` a purchase without a confirmation is settled. The same for API and workers; raise it where the database is slow.',
    unit: 'ms',
  },
  LOG_LEVEL: {
    what: 'The least important lines that are logged. Take `debug` to follow a purchase step by step.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    what: 'Sends traces to this collector, by OTLP over HTTP. Without it there are no traces.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    what: 'The same with the full path, for traces alone; it takes precedence.',
  },
  OTEL_SDK_DISABLED: { what: 'With `true`, switches traces off although an endpoint is set.' },
  OTEL_EXPORTER_OTLP_HEADERS: {
    what: 'Headers for the collector, such as its key; read by the OpenTelemetry SDK.',
    secret: true,
  },
  OTEL_TRACES_SAMPLER: {
    what: 'Records only some traces, such as `parentbased_traceidratio`; read by the OpenTelemetry SDK.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    what: 'The argument of the sampler, such as `0.1`. The same for all processes; read by the OpenTelemetry SDK.',
  },
  HOST: { what: 'The address that the process listens on. Take `0.0.0.0` in a container.' },
  PORT: { what: 'The port of the API; for a worker, of its metrics and probes. 0 takes a free one.' },
  PROBES_PORT: {
    what: 'The port of `/metrics`, `/livez` and `/readyz`, for the inside network only. 0 takes a free one.',
  },
  PROBES_HOST: { what: 'The address that `PROBES_PORT` listens on; `HOST` unless set.' },
  DRAIN_MS: {
    what: 'How long the API keeps serving after SIGTERM. Set it longer than the load balancer takes to notice.',
    unit: 'ms',
  },
  TRUSTED_PROXIES: {
    what: 'The proxies whose `X-Forwarded-For` is believed, as CIDRs separated by commas. Set it behind a proxy.',
  },
  PUBLIC_URL: {
    what: 'The base URL that clients use, such as `https://api.example.com`. The API reference and `/openapi.json` show it.',
  },
  FAILED_ATTEMPTS_PER_SECOND: {
    what: 'How fast an address may try wrong keys. Raise it where many clients share an address.',
    unit: 'attempts per second',
  },
  FAILED_ATTEMPTS_BURST: { what: 'How many wrong keys an address may try at once.', unit: 'attempts' },
  MAX_EVENT_LOOP_DELAY_MS: {
    what: 'Clients get 429 while the event loop is later than this, averaged over a second. 0 for no limit.',
    unit: 'ms',
  },
  MAX_RSS_MIB: {
    what: 'Clients get 429 while the process uses more resident memory than this. Set it below the memory of the container; 0 for no limit.',
    unit: 'MiB',
  },
  PORTING_URL: {
    what: 'The base address of a number portability lookup. Without it only the imported tables decide.',
  },
  PORTING_KEY: {
    what: 'The key for the portability lookup; it goes together with `PORTING_URL`.',
    secret: true,
  },
  PORTING_TIMEOUT_MS: { what: 'The longest that a purchase waits for the portability lookup.', unit: 'ms' },
  PORTING_FRESH_HOURS: { what: 'How long an answer of the portability lookup is used again.', unit: 'hours' },
  NODE_ENV: { what: 'With `production`, as in the image, a worker refuses `CRASH_POINT`.' },
  TEMPORAL_ADDRESS: { what: 'The address of the Temporal server: `host:7233`.', tools: true },
  TEMPORAL_NAMESPACE: {
    what: 'The namespace in Temporal. The migration creates it where it does not exist.',
    tools: true,
  },
  SECRETS_KEY: {
    what: 'Encrypts the signing secrets of webhooks: 32 bytes in base64 (`openssl rand -base64 32`). `docs/production.md` says how to rotate it.',
    secret: true,
  },
  SECRETS_KEYS_FORMER: {
    what: 'Former values of `SECRETS_KEY`, separated by commas, which still decrypt. Set it while you rotate the key.',
    secret: true,
  },
  SMTP_URL: {
    what: 'The mail server for low-balance alerts: `smtp://user:password@host:587` or `smtps://…`. Without it alerts are only logged and counted.',
    secret: true,
  },
  MAIL_FROM: { what: 'The sender of low-balance alerts.' },
  WEBHOOK_ALLOW_PRIVATE: {
    what: 'Webhook receivers on these CIDRs may be private and use http. For development only.',
    tools: true,
  },
  WEBHOOK_REFUSE: { what: 'CIDRs where no webhook may go, such as your own public addresses.' },
  WORKFLOW_BUNDLES: {
    what: 'The folder of the bundled workflow code, as `node worker/temporal/write-bundles.ts FOLDER` writes it.',
  },
  NETWORK_QUEUES: {
    what: 'The network queues that this worker serves, separated by commas; all when empty.',
  },
  SILENT_MS: {
    what: 'How long a workflow may be past its next action before its purchase is started again.',
    unit: 'ms',
  },
  CRASH_POINT: {
    what: 'Where the process ends itself: `<point>[:nth][:SIGKILL|SIGSTOP]`. For fault tests only.',
  },
  TEMPORAL_UI_URL: { what: 'Where people open the Temporal UI; the command line prints links to it.' },
  BASE_URL: { what: 'The address of the API, for commands that call it.' },
  BUNDLEWIRE_API_KEY: {
    what: "A client's API key, for commands that run campaigns through the API.",
    secret: true,
  },
  BUNDLEWIRE_OPERATOR: {
    what: "The name that changes are recorded under; your system user's name unless set.",
  },
  SEED_DEMO_CATALOGUE: {
    what: 'With `yes`, the migration adds the demonstration catalogue. Leave it out in production.',
  },
  BUNDLEWIRE_STATE_DIR: {
    what: 'Where `npm start` keeps its data and keys; `.bundlewire` unless set.',
    tools: true,
  },
  XDG_CACHE_HOME: {
    what: 'Where downloaded and compiled servers are cached; `~/.cache` unless set.',
    tools: true,
  },
} satisfies Readonly<Record<string, Description>>;
