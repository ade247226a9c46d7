import { relative } from 'node:path';
import type { DemoAccounts } from '../demo/accounts.ts';
import { readPrivateJson, writePrivateJson } from './private-file.ts';
import { urlAs } from './servers/roles.ts';
import type { Stack } from './stack.ts';
import { recordedProcesses, stackPaths } from './state.ts';

/** The content of `.bundlewire/stack.json`, which other programs read: its names are stable. */
export interface StackFile {
  readonly base_url: string;
  readonly api_key: string;
  readonly test_api_key: string;
  readonly account_id: string;
  /** For the role that owns the tables. */
  readonly database_url: string;
  /** For the role of the command line. */
  readonly operator_database_url: string;
  readonly temporal_address: string;
  readonly temporal_ui_url: string | null;
  readonly simulators: Readonly<Record<string, string>>;
  readonly webhook_signing_secret: string;
  /** Process ids by name. */
  readonly processes: Readonly<Record<string, number>>;
}

/** Writes the file, mode 0600: it holds keys. */
export function writeStackFile(stateDir: string, stack: Stack, accounts: DemoAccounts): void {
  const pids = Object.entries(recordedProcesses(stateDir)).map(([name, { pid }]) => [name, pid]);
  const file: StackFile = {
    base_url: stack.apiUrl,
    api_key: accounts.apiKey,
    test_api_key: accounts.testApiKey,
    account_id: accounts.accountId,
    database_url: stack.databaseUrl,
    operator_database_url: urlAs('operator', stack.databaseUrl),
    temporal_address: stack.temporalAddress,
    temporal_ui_url: stack.temporalUiUrl,
    simulators: stack.simulators,
    webhook_signing_secret: accounts.webhookSigningSecret,
    processes: Object.fromEntries(pids),
  };
  writePrivateJson(stackPaths(stateDir).stack, file);
}

/**
 * The running stack's addresses as a table for people; null before the file is written. Of the keys it has only the one that
 * spends no money.
 */
export function addressTable(stateDir: string): string | null {
  const paths = stackPaths(stateDir);
  const file = readPrivateJson<StackFile>(paths.stack);
  if (file === null) return null;

  const recorded = recordedProcesses(stateDir);
  const metrics = ['api', 'worker', 'simulator'].flatMap((name) => {
    const url = recorded[name]?.metricsUrl ?? null;
    return url === null ? [] : [[`Metrics, ${name}`, url] as const];
  });
  const rows = [
    ['API', file.base_url],
    ['Test API key', file.test_api_key],
    ['API reference', `${file.base_url}/docs`],
    ['Guides', `${file.base_url}/docs/guides`],
    ['Temporal UI', file.temporal_ui_url ?? 'see the server at TEMPORAL_ADDRESS'],
    ...metrics,
    ['Temporal', file.temporal_address],
    ['PostgreSQL', withoutPassword(file.database_url)],
    ...Object.entries(file.simulators).map(([name, url]) => [`Simulator, ${name}`, url] as const),
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  const here = (path: string) => relative(process.cwd(), path);
  return [
    ...rows.map(([name, address]) => `  ${name.padEnd(width)}  ${address}`),
    '',
    `  All keys and addresses are in ${here(paths.stack)}; logs are in ${here(paths.logs)}.`,
  ].join('\n');
}

function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  return url.href;
}
