import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BringUpError } from './failure.ts';
import { commandLineOf, endProcess, isOurs } from './pid.ts';
import { readPrivateJson, writePrivateJson } from './private-file.ts';
import { type ChosenPort, freePort, requireFree } from './servers/ports.ts';
import { stopPostgres } from './servers/postgres.ts';
import { stopTemporal } from './servers/temporal.ts';

/** The folder of `npm start`, unless BUNDLEWIRE_STATE_DIR names another. Other stacks have folders inside it. */
export const MAIN_STATE_DIR =
  process.env.BUNDLEWIRE_STATE_DIR ?? join(import.meta.dirname, '..', '..', '.bundlewire');

/** The paths of a stack's files, all below one folder. */
export function stackPaths(stateDir: string) {
  return {
    owner: join(stateDir, 'owner.json'),
    ports: join(stateDir, 'ports.json'),
    processes: join(stateDir, 'processes.json'),
    secrets: join(stateDir, 'secrets.json'),
    authSecret: join(stateDir, 'auth-secret.json'),
    gateways: join(stateDir, 'gateways.json'),
    accounts: join(stateDir, 'accounts.json'),
    receiver: join(stateDir, 'receiver.json'),
    stack: join(stateDir, 'stack.json'),
    logs: join(stateDir, 'logs'),
    workflowBundles: join(stateDir, 'workflow-bundles'),
    postgres: join(stateDir, 'postgres'),
    temporal: join(stateDir, 'temporal'),
    simulatorBook: join(stateDir, 'simulator-book.jsonl'),
    reloadlyBook: join(stateDir, 'reloadly-book.jsonl'),
  };
}

interface Owner {
  readonly pid: number;
  readonly commandLine: string;
}

/** The process that runs a stack in this folder, or null. */
export function ownerOf(stateDir: string): number | null {
  const owner = readPrivateJson<Owner>(stackPaths(stateDir).owner);
  return owner !== null && isOurs(owner.pid, owner.commandLine) ? owner.pid : null;
}

/** Makes this process the owner of the folder. @throws BringUpError while another owner runs */
export function claimState(stateDir: string): void {
  const owner = ownerOf(stateDir);
  if (owner !== null && owner !== process.pid) {
    throw new BringUpError(
      `A stack is already running in ${stateDir} (process ${owner}). To stop it: npm run stop`,
    );
  }
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  writePrivateJson(stackPaths(stateDir).owner, { pid: process.pid, commandLine: commandLineOf(process.pid) });
}

/** The opposite of `claimState`. Also deletes the files that describe running processes. */
export function releaseState(stateDir: string): void {
  const { owner, processes, stack } = stackPaths(stateDir);
  for (const file of [stack, processes, owner]) rmSync(file, { force: true });
}

export interface RecordedProcess {
  readonly pid: number;
  /** Path inside the repository, by which the process is recognised later. */
  readonly script: string;
  readonly metricsUrl: string | null;
}

/** The programs of a stack, by name, as they were last started. */
export function recordedProcesses(stateDir: string): Readonly<Record<string, RecordedProcess>> {
  return readPrivateJson<Record<string, RecordedProcess>>(stackPaths(stateDir).processes) ?? {};
}

/**
 * Ends the processes that a killed owner has left running: our programs and, with `servers`, PostgreSQL and Temporal.
 * @returns their names
 */
export async function stopLeftovers(stateDir: string, { servers }: { servers: boolean }): Promise<string[]> {
  const paths = stackPaths(stateDir);
  const stopped: string[] = [];
  const recorded = recordedProcesses(stateDir);
  const endings = Object.entries(recorded).map(async ([name, { pid, script }]) => {
    if (!isOurs(pid, script)) return;
    stopped.push(name);
    await endProcess(pid, { polite: 'SIGTERM', graceMs: 20_000, firm: 'SIGKILL' });
  });
  await Promise.all(endings);
  rmSync(paths.processes, { force: true });
  if (!servers) return stopped;

  if (await stopTemporal(paths.temporal)) stopped.push('Temporal');
  if (await stopPostgres(paths.postgres)) stopped.push('PostgreSQL');
  return stopped;
}

/** The key that encrypts secrets in the database: 32 random bytes in base64, generated once per folder. */
export function secretsKeyOf(stateDir: string): string {
  return keptKey(stackPaths(stateDir).secrets);
}

/** The key that signs the cookies of people, generated in the same way. */
export function authSecretOf(stateDir: string): string {
  return keptKey(stackPaths(stateDir).authSecret);
}

function keptKey(file: string): string {
  const kept = readPrivateJson<{ key: string }>(file);
  if (kept !== null) return kept.key;
  const key = randomBytes(32).toString('base64');
  writePrivateJson(file, { key });
  return key;
}

export interface Ports {
  api: number;
  apiProbes: number;
  worker: number;
  simulator: number;
  reloadly: number;
  postgres: number;
  temporal: number;
  temporalUi: number;
}

const PORT_NAMES = [
  'api',
  'apiProbes',
  'worker',
  'simulator',
  'reloadly',
  'postgres',
  'temporal',
  'temporalUi',
] as const;

export type ChosenPorts = { readonly [Name in keyof Ports]?: ChosenPort };

/**
 * The chosen ports; of the others, those of the last start if they are free, otherwise the wished ones, otherwise any.
 * @throws BringUpError if another program listens on a chosen port.
 */
export async function choosePorts(
  stateDir: string,
  wished: Partial<Ports>,
  chosen: ChosenPorts = {},
): Promise<Ports> {
  const last = readPrivateJson<Ports>(stackPaths(stateDir).ports);
  const ports: Ports = {
    api: 0,
    apiProbes: 0,
    worker: 0,
    simulator: 0,
    reloadly: 0,
    postgres: 0,
    temporal: 0,
    temporalUi: 0,
  };
  for (const name of PORT_NAMES) {
    const taken = Object.values(ports);
    const wanted = chosen[name];
    ports[name] = await (wanted === undefined ? freePort(last?.[name] ?? wished[name]) : requireFree(wanted));
    while (taken.includes(ports[name])) ports[name] = await freePort();
  }
  return ports;
}

/** Remembers the ports for the next start. */
export function keepPorts(stateDir: string, ports: Ports): void {
  writePrivateJson(stackPaths(stateDir).ports, ports);
}
