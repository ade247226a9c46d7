import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  demoGateways,
  type SimulatorName,
  simulatorEnvironment,
} from '../../services/catalogue/demo/gateways.ts';
import { DEFAULT_SETTINGS } from '../../services/catalogue/demo/seed.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import { allOrCleanUp } from './all-or-clean-up.ts';
import type { Stack, StackOptions } from './options.ts';
import { writePrivateJson } from './private-file.ts';
import type { ManagedProcess } from './process.ts';
import { type Database, openDatabase } from './servers/database.ts';
import { fillDatabase } from './servers/fill-database.ts';
import { destroyPostgres } from './servers/postgres.ts';
import { urlAs } from './servers/roles.ts';
import { startTemporal, type Temporal } from './servers/temporal.ts';
import { MORE_APIS, MORE_WORKERS, type StackProcesses, stackProcesses } from './stack-processes.ts';
import {
  authSecretOf,
  choosePorts,
  claimState,
  keepPorts,
  type Ports,
  releaseState,
  secretsKeyOf,
  stackPaths,
  stopLeftovers,
} from './state.ts';
import { bundleWorkflows } from './workflow-bundles.ts';

const LOOPBACK = '127.0.0.1';

export type { ReachedPart, Stack, StackOptions } from './options.ts';

type Options = StackOptions & { readonly ports: Ports };
type Undo = (() => Promise<void>)[];

/**
 * Starts PostgreSQL with its migrations, Temporal, the simulators and the workflow bundler in parallel, then API and
 * worker. Throws `BringUpError` if a part does not start, after stopping all the others.
 */
export async function startStack(given: StackOptions): Promise<Stack> {
  const stateDir = resolve(given.stateDir);
  claimState(stateDir);
  const undo: Undo = [];
  try {
    await stopLeftovers(stateDir, { servers: !given.keepData });
    if (!given.keepData) await deleteData(stateDir);
    const ports = await choosePorts(stateDir, given.wishedPorts ?? {}, given.chosenPorts);
    return await bringUp({ ...given, stateDir, ports }, undo);
  } catch (error) {
    await stopLeftovers(stateDir, { servers: true });
    for (const step of undo) await step();
    releaseState(stateDir);
    throw error;
  }
}

async function bringUp(options: Options, undo: Undo): Promise<Stack> {
  const { stateDir, ports, log } = options;
  const secretsKey = secretsKeyOf(stateDir);
  const simulators = { dtone: urlOf(ports.simulator), reloadly: urlOf(ports.reloadly) };
  const addresses = { apiUrl: urlOf(ports.api), simulators };
  const via = options.via ?? ((_part, port) => Promise.resolve(port));
  const gatewaysFile = stackPaths(stateDir).gateways;
  const reached = {
    dtone: urlOf(await via('gateway', ports.simulator)),
    reloadly: urlOf(await via('reloadly', ports.reloadly)),
  };
  const gateways = { ...addresses, simulators: reached };
  const { networks } = demoGateways(
    { ...gateways, secretsKey },
    options.gatewayOverrides,
    options.gatewayOverridesByNetwork,
  );
  writePrivateJson(gatewaysFile, { networks: { ...networks, ...options.moreGateways } });

  const processes = stackProcesses(stateDir, options.env ?? {});
  const [database, temporal, workflowBundles] = await allOrCleanUp(
    timed(log, 'PostgreSQL', openSeeded(options, undo)),
    timed(log, 'Temporal', openTemporal(options)),
    options.workflowBundles ?? timed(log, 'Workflow code', bundleFor(options)),
    timed(log, 'DT One simulator', startSimulator(options, processes, 'dtone')),
    timed(log, 'Reloadly simulator', startSimulator(options, processes, 'reloadly')),
  );
  keepPorts(stateDir, { ...ports, postgres: database.port ?? ports.postgres, ...temporalPorts(temporal) });

  const databaseUrl = await throughPort(database.url, (port) => via('postgres', port));
  const env = {
    HOST: LOOPBACK,
    TEMPORAL_ADDRESS: new URL(await throughPort(`tcp://${temporal.address}`, (port) => via('temporal', port)))
      .host,
    TEMPORAL_NAMESPACE: temporal.namespace,
    GATEWAYS_FILE: gatewaysFile,
    SECRETS_KEY: secretsKey,
    WEBHOOK_ALLOW_PRIVATE: process.env.WEBHOOK_ALLOW_PRIVATE ?? `${LOOPBACK}/32`,
  };
  const apiEnv = {
    ...env,
    DATABASE_URL: urlAs('api', databaseUrl),
    AUTH_SECRET: authSecretOf(stateDir),
    PUBLIC_URL: process.env.PUBLIC_URL ?? urlOf(ports.api),
    ...(temporal.uiUrl === null ? {} : { TEMPORAL_UI_URL: temporal.uiUrl }),
    SIMULATED_NETWORKS: 'true',
  };
  processes.plan('api', { ...apiEnv, PORT: String(ports.api), PROBES_PORT: String(ports.apiProbes) });
  for (const more of MORE_APIS) processes.plan(more, { ...apiEnv, PORT: '0', PROBES_PORT: '0' });
  const workerEnv = {
    ...env,
    DATABASE_URL: urlAs('worker', databaseUrl),
    WORKFLOW_BUNDLES: workflowBundles,
  };
  processes.plan('worker', { ...workerEnv, PORT: String(ports.worker) });
  for (const more of MORE_WORKERS) processes.plan(more, { ...workerEnv, PORT: '0' });
  await allOrCleanUp(
    timed(log, 'API', processes.start('api')),
    timed(log, 'Worker', processes.start('worker')),
  );
  return {
    ...addresses,
    databaseUrl: database.url,
    temporalAddress: temporal.address,
    temporalUiUrl: temporal.uiUrl,
    temporal,
    secretsKey,
    gatewaysFile,
    get processes() {
      return {
        api: processes.running('api'),
        worker: processes.running('worker'),
        simulator: processes.running('simulator'),
        reloadly: processes.running('reloadly'),
      };
    },
    restart: processes.start,
    stop: () => stop(options, processes, database, temporal),
  };
}

async function openSeeded(options: Options, undo: Undo): Promise<Database> {
  const { postgres, logs } = stackPaths(options.stateDir);
  const database = await openDatabase({
    dataDir: postgres,
    keepData: options.keepData,
    port: options.ports.postgres,
    log: options.log,
    logFile: join(logs, 'postgres.log'),
    settings: options.postgresSettings,
  });
  undo.push(options.keepData ? database.stop : database.destroy);
  const url = patient(database.url, options.connectSeconds);
  await fillDatabase(url, options.networkSettings ?? DEFAULT_SETTINGS, options.stateDir);
  await options.seed?.(url);
  return { ...database, url };
}

/** The same address with another limit for opening a connection. */
function patient(address: string, connectSeconds: number | undefined): string {
  if (connectSeconds === undefined) return address;
  const url = new URL(address);
  url.searchParams.set('connect_timeout', String(connectSeconds));
  return url.href;
}

function openTemporal({ stateDir, ports, log }: Options): Promise<Temporal> {
  const { temporal, logs } = stackPaths(stateDir);
  return startTemporal({
    stateDir: temporal,
    address: process.env.TEMPORAL_ADDRESS,
    namespace: process.env.TEMPORAL_NAMESPACE,
    port: ports.temporal,
    uiPort: ports.temporalUi,
    searchAttributes: SEARCH_ATTRIBUTES,
    log,
    logFile: join(logs, 'temporal.log'),
  });
}

/** Bundling the traced code doubles the time, so it is bundled only if an OTEL_ variable is set. */
function bundleFor({ stateDir, env }: Options): Promise<string> {
  const isTraced = Object.keys({ ...process.env, ...env }).some((name) => name.startsWith('OTEL_'));
  return bundleWorkflows(stackPaths(stateDir).workflowBundles, isTraced ? ['plain', 'traced'] : ['plain']);
}

function startSimulator(
  { stateDir, ports }: Options,
  processes: StackProcesses,
  name: SimulatorName,
): Promise<ManagedProcess> {
  const program = name === 'dtone' ? 'simulator' : name;
  const { simulatorBook, reloadlyBook } = stackPaths(stateDir);
  processes.plan(program, {
    ...simulatorEnvironment(name, { apiUrl: urlOf(ports.api), secretsKey: secretsKeyOf(stateDir) }),
    HOST: LOOPBACK,
    PORT: String(ports[program]),
    // The book of deliveries must survive a restart: invariant 9 is checked against it.
    BOOK_FILE: name === 'dtone' ? simulatorBook : reloadlyBook,
  });
  return processes.start(program);
}

async function stop(options: Options, processes: StackProcesses, database: Database, temporal: Temporal) {
  await processes.stop();
  if (options.keepData) await allOrCleanUp(temporal.stop(), database.stop());
  else await allOrCleanUp(temporal.destroy(), database.destroy());
  releaseState(options.stateDir);
}

async function deleteData(stateDir: string): Promise<void> {
  const paths = stackPaths(stateDir);
  await destroyPostgres(paths.postgres);
  rmSync(paths.temporal, { recursive: true, force: true });
  rmSync(paths.simulatorBook, { force: true });
  rmSync(paths.reloadlyBook, { force: true });
}

async function timed<T>(log: (line: string) => void, name: string, starting: Promise<T>): Promise<T> {
  const begin = performance.now();
  const started = await starting;
  log(`${name} is ready (${((performance.now() - begin) / 1_000).toFixed(1)} s).`);
  return started;
}

/** A server that was already running keeps its ports. */
function temporalPorts({ address, uiUrl }: Temporal): Partial<Ports> {
  return uiUrl === null ? {} : { temporal: portOf(`http://${address}`), temporalUi: portOf(uiUrl) };
}

/** The same address with another port; unchanged if the port stays. */
async function throughPort(address: string, via: (port: number) => Promise<number>): Promise<string> {
  const url = new URL(address);
  const port = await via(Number(url.port));
  if (port === Number(url.port)) return address;
  url.port = String(port);
  return url.href;
}

const portOf = (url: string) => Number(new URL(url).port);
const urlOf = (port: number) => `http://${LOOPBACK}:${port}`;
