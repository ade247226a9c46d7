import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userCache } from '../../../tools/cache.ts';
import { document } from '../contract/document.ts';
import { readCommands } from './generators.ts';

const PROGRAMS = join(import.meta.dirname, '..', '..', 'long', 'generators');
const TIMEOUT_MS = 9 * 60_000;

/** What is generated each time; packages that were installed before are kept. */
const GENERATED = ['bundlewire', 'bundlewire.ts', 'bundlewire.py', 'built', 'classes', 'jars'];

/** The folder in which the commands of the page run. It is kept, so that packages are installed once. */
export const FOLDER = join(userCache(), 'generators');
/** One file per type of event, with the example of the document. */
export const WEBHOOKS = join(FOLDER, 'webhooks');

export interface Outcome {
  readonly code: number | null;
  /** Standard output, without what the commands before the program printed. */
  readonly lines: readonly string[];
  /** Everything, for the message of a failure. */
  readonly output: string;
}

/** The body of each webhook in the document. */
export function listWebhooks(): [type: string, body: { data: { object: Record<string, unknown> } }][] {
  return Object.entries(document.webhooks ?? {}).map(([type, { post }]) => {
    const example: unknown = post.requestBody?.content['application/json']?.example;
    return [type, JSON.parse(JSON.stringify(example))];
  });
}

/** Makes the folder, with the webhooks in it. */
export function openWorkplace(): void {
  rmSync(WEBHOOKS, { recursive: true, force: true });
  mkdirSync(WEBHOOKS, { recursive: true });
  for (const [type, body] of listWebhooks())
    writeFileSync(join(WEBHOOKS, `${type}.json`), JSON.stringify(body));
}

/** Runs the commands of a section of the page in the folder. */
export function runCommands(heading: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
  return runShell(FOLDER, readCommands(heading), env);
}

/** Generates the client as the page says, compiles it with our program and runs that. */
export async function runGenerator(name: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
  const folder = join(FOLDER, name);
  for (const one of GENERATED) rmSync(join(folder, one), { recursive: true, force: true });
  cpSync(join(PROGRAMS, name), folder, { recursive: true });
  const generated = await runCommands(name, env);
  if (generated.code !== 0) return generated;
  return runShell(folder, '. ./run.sh', env);
}

function runShell(cwd: string, script: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-euc', script], {
      cwd,
      env: { ...process.env, GOFLAGS: '-mod=mod', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    let lines = '';
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      lines += chunk.toString();
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, lines: lines.trimEnd().split('\n'), output }));
  });
}
