import { RETENTION_DESCRIPTIONS } from './retention-descriptions.ts';

/** What one environment variable is for. docs/configuration.md shows it with the default and range from config.ts. */
export interface Description {
  /** What it does, and when to change it: one or two sentences. */
  readonly what: string;
  /** What a number counts. */
  readonly unit?: string;
  /** Must not appear in logs; may be passed as a file, `<name>_FILE`. */
  readonly secret?: true;
  /** Developers' tools read it, perhaps as the only ones. */
  readonly tools?: true;
}

/** Every variable that config.ts or developers' tools read, and some of the OpenTelemetry SDK's. */
export const DESCRIPTIONS = {
  DATABASE_URL: {
    what: 'The database: `postgresql://bundlewire_api:password@host:5432/bundlewire`. Each process has its own role ([Database roles](production.md#database-roles)).',
    secret: true,
    tools: true,
  },
  GATEWAYS_FILE: {
    what: 'The JSON file with the gateways of each network; see `docs/operating/adding-a-network.md`.',
  },
  RESOLVE_MARGIN_MS: {
    what: 'How long before `resolve_by` an unconfirmed purchase is settled. Set the same value for API and workers. Raise it if the database is slow.',
    unit: 'ms',
  },
  LOG_LEVEL: {
    what: 'The lowest level that is logged. Set `debug` to follow a purchase step by step.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    what: 'The collector for traces (OTLP over HTTP). Without it, there are no traces.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    what: 'The full URL of the collector, for traces only. It takes precedence.',
  },
  OTEL_SDK_DISABLED: { what: '`true` switches traces off even if a collector is set.' },
  OTEL_EXPORTER_OTLP_HEADERS: {
    what: 'Headers for the collector, such as its key. The OpenTelemetry SDK reads it.',
    secret: true,
  },
  OTEL_TRACES_SAMPLER: {
    what: 'The sampler, such as `parentbased_traceidratio`. The OpenTelemetry SDK reads it.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    what: "The sampler's argument, such as `0.1`. Set the same value for all processes. The OpenTelemetry SDK reads it.",
  },
  HOST: { what: 'The address that the process listens on. In a container, set `0.0.0.0`.' },
  PORT: {
    what: 'The port of the API. For a worker, the port of its metrics and probes. 0 means any free port.',
  },
  PROBES_PORT: {
    what: 'The port of `/metrics`, `/livez` and `/readyz`. Do not expose it. 0 means any free port.',
  },
  PROBES_HOST: { what: 'The address that `PROBES_PORT` listens on; `HOST` by default.' },
  DRAIN_MS: {
    what: 'How long the API continues to serve requests after SIGTERM. Set it to more time than your load balancer needs to notice that `/readyz` fails.',
    unit: 'ms',
  },
  TRUSTED_PROXIES: {
    what: 'Proxies whose `X-Forwarded-For` is trusted, as CIDRs separated by commas. Required behind a proxy.',
  },
  PUBLIC_URL: {
    what: 'The base URL that clients use, such as `https://api.example.com`. The API reference and `/openapi.json` show it. Passkeys work only at its host. In a worker, e-mails about campaigns link to it.',
  },
  FAILED_ATTEMPTS_PER_SECOND: {
    what: 'How many wrong API keys an address may send per second. Raise it if many clients share an address.',
    unit: 'attempts per second',
  },
  FAILED_ATTEMPTS_BURST: {
    what: 'How many wrong API keys an address may send in a burst.',
    unit: 'attempts',
  },
  MAX_EVENT_LOOP_DELAY_MS: {
    what: 'Clients get 429 while the mean delay of the event loop is above this. 0 means no limit.',
    unit: 'ms',
  },
  MAX_RSS_MIB: {
    what: 'Clients get 429 while the process uses more resident memory than this. Set it below the memory of the container. 0 means no limit.',
    unit: 'MiB',
  },
  PORTING_URL: {
    what: 'The base URL of a number portability service. Without it, only imported tables are used.',
  },
  PORTING_KEY: {
    what: 'The key for the portability service. Required with `PORTING_URL`.',
    secret: true,
  },
  SIMULATED_NETWORKS: {
    what: '`true` if the gateways are simulators for live accounts too, as in the demo. The console then shows people that no real bundle is bought. It changes nothing else.',
  },
  PORTING_TIMEOUT_MS: { what: 'How long a purchase waits for the portability service at most.', unit: 'ms' },
  PORTING_FRESH_HOURS: { what: 'How long an answer of the portability service is reused.', unit: 'hours' },
  NODE_ENV: { what: 'With `production`, as in the image, a worker rejects `CRASH_POINT`.' },
  TEMPORAL_ADDRESS: { what: 'The address of the Temporal server: `host:7233`.', tools: true },
  TEMPORAL_NAMESPACE: {
    what: 'The namespace in Temporal. The migration creates it if it does not exist.',
    tools: true,
  },
  SECRETS_KEY: {
    what: 'The key that encrypts the signing secrets of webhooks and the secrets of single sign-on: 32 bytes in base64 (`openssl rand -base64 32`). Without it, the API cannot create webhook endpoints, and no one can use single sign-on. To rotate it, see `docs/production.md`.',
    secret: true,
  },
  SECRETS_KEYS_FORMER: {
    what: 'Former values of `SECRETS_KEY`, separated by commas. They are only used to decrypt. Set this while you rotate the key.',
    secret: true,
  },
  AUTH_SECRET: {
    what: 'The key that signs the cookies of people who sign in: 32 bytes in base64 (`openssl rand -base64 32`), the same for all API processes. Without it, no one can sign in, and only API keys are accepted. A new key ends all sessions, and the second factors must be set up again.',
    secret: true,
  },
  SMTP_URL: {
    what: 'The mail server for low-balance alerts: `smtp://user:password@host:587` or `smtps://…`. Without it, alerts are only logged and counted.',
    secret: true,
  },
  MAIL_FROM: { what: 'The sender of low-balance alerts.' },
  WEBHOOK_ALLOW_PRIVATE: {
    what: 'CIDR ranges in which webhook receivers and providers of single sign-on may have private addresses and use http. For development only.',
    tools: true,
  },
  WEBHOOK_REFUSE: {
    what: 'CIDR ranges to which no webhook and no request for single sign-on is sent, such as your own public addresses.',
  },
  WORKFLOW_BUNDLES: {
    what: 'The folder with the bundled workflow code, written by `node worker/temporal/write-bundles.ts FOLDER`.',
  },
  NETWORK_QUEUES: {
    what: 'The network queues that this worker serves, separated by commas. If it is empty, the worker serves all.',
  },
  WORKER_BUILD_ID: {
    what: 'The name of the build that the worker runs, such as the tag of its image. The worker then takes tasks only while this build is the current one, which `node deploy/activate.ts` sets. Without it, the worker takes all tasks. See [Worker builds](operating/worker-builds.md).',
  },
  ...RETENTION_DESCRIPTIONS,
  SILENT_MS: {
    what: 'If the next action of a workflow is this late, its purchase is started again.',
    unit: 'ms',
  },
  CRASH_POINT: {
    what: 'The point in the code at which the process ends itself: `<point>[:nth][:SIGKILL|SIGSTOP]`. For fault tests only.',
  },
  TEMPORAL_UI_URL: {
    what: 'The URL of the Temporal UI, for links that commands print and that the console shows to the staff.',
  },
  BUNDLEWIRE_OPERATOR: {
    what: 'The name under which changes are recorded; your system user name by default. In a container, where the user has no name, a change without it is rejected.',
  },
  SEED_DEMO_CATALOGUE: {
    what: '`yes` makes the migration add the demo catalogue. Do not set it in production.',
  },
  BUNDLEWIRE_STATE_DIR: {
    what: 'The folder where `npm start` keeps its data and keys; `.bundlewire` by default.',
    tools: true,
  },
  BUNDLEWIRE_API_PORT: {
    what: 'The port of the API of `npm start`. Without it, the port is 8080, or another free port if 8080 is taken.',
    tools: true,
  },
  BUNDLEWIRE_WEBHOOK_PORT: {
    what: 'The port of the webhook receiver of `npm start`. Without it, the port is 8989, or another free port if 8989 is taken.',
    tools: true,
  },
  CHROMIUM: {
    what: 'The path of the browser for tests and benchmarks. If unset, the one that `tools/install-chromium.sh` installs.',
    tools: true,
  },
  XDG_CACHE_HOME: {
    what: 'The folder where downloaded and compiled servers are cached; `~/.cache` by default.',
    tools: true,
  },
} satisfies Readonly<Record<string, Description>>;

/** A variable of a program that does not run in production. */
export interface ToolVariable {
  readonly what: string;
  readonly default: string;
}

/** What the simulators of gateways read. An account is a gateway's own name for a customer, such as its API key. */
export const SIMULATOR_VARIABLES = {
  HOST: { what: 'The address that it listens on.', default: '`127.0.0.1`' },
  PORT: { what: 'The port that it listens on. 0 means any free port.', default: '`0`' },
  SIMULATOR_ACCOUNTS: {
    what: 'The accounts that may sign in: a JSON object from account to secret.',
    default: 'any account; its first secret is kept',
  },
  CALLBACK_URLS: {
    what: 'Where it reports outcomes: a JSON object from account to URL.',
    default: 'none',
  },
  SIGNING_SECRETS: {
    what: 'What it signs callbacks with: a JSON object from account to secret.',
    default: 'none',
  },
  BOOK_FILE: {
    what: 'The file that keeps its book of orders across restarts. Without it, the book is in memory.',
    default: 'none',
  },
  TIME_SCALE: { what: 'Multiplies its scripted delays. 0.1 makes them ten times shorter.', default: '`1`' },
  RATE_LIMIT: {
    what: 'DT One only: requests per second and account before it answers 429.',
    default: '`1000000`',
  },
  SEED: { what: 'DT One only: the seed of its random delays.', default: '`1`' },
} satisfies Readonly<Record<string, ToolVariable>>;

/** What `npm run bench` reads, to make a measurement smaller or larger. */
export const BENCH_VARIABLES = {
  BENCH_ROUNDS: {
    what: 'How often product and yardstick are measured in turn. Fewer rounds than 7 reach no goal.',
    default: '`7`',
  },
  BENCH_ROUND_MS: {
    what: 'How long a round of `batch-beside` or `witness` takes, in ms.',
    default: '`12000`; `witness`: `6000`',
  },
  BENCH_SOAK_MINUTES: { what: 'How long `soak` takes.', default: '`120`' },
  BENCH_PURCHASES: {
    what: 'Purchases per round of `drain`, `callbacks` and `mix`, or in the grown database of `growth` and `growth-drain`.',
    default: '`1500`; `mix`: `2000`; grown: `1000000`',
  },
  BENCH_DRAINED_ROWS: { what: 'Rows of the campaign in `batch-drain`.', default: '`2000`' },
  BENCH_FILE_ROWS: { what: 'Rows of each file in `files`.', default: '`1000000`' },
  BENCH_SETTLES: { what: 'Purchases that the lane settles in `settle`.', default: '`20000`' },
  BENCH_LINES: { what: 'Lines of the statement in `statement`.', default: '`1000000`' },
  BENCH_HOLDS: { what: 'Holds on one account in `hot-row`.', default: '`1000000`' },
  BENCH_TEMPORAL: {
    what: 'What to call the server of `TEMPORAL_ADDRESS` in the results.',
    default: '`Temporal by its address`',
  },
} satisfies Readonly<Record<string, ToolVariable>>;
