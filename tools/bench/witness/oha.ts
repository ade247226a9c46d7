import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cachedFolder } from '../../cached-folder.ts';
import { findOnPath, isExecutable, runTool } from '../../run-tool.ts';
import { BringUpError } from '../../stack/failure.ts';

const VERSION = '1.16.0';
const COMPILE_TIMEOUT_MS = 60 * 60_000;
/** Where the installer of Rust puts it. */
const USUAL = join(homedir(), '.cargo', 'bin', 'cargo');
const OUTPUT_BYTES_MAX = 16 * 1_024 * 1_024;

/**
 * The load generator oha, compiled once from crates.io into the user's cache.
 * @throws BringUpError if there is no Rust, or it cannot be compiled
 */
export async function findOha(log: (line: string) => void): Promise<string> {
  const folder = await cachedFolder(`oha-${VERSION}`, async (target) => {
    const cargo = findOnPath('cargo') ?? (isExecutable(USUAL) ? USUAL : null);
    if (cargo === null) throw new BringUpError('Rust is missing. Install Rust 1.88 or later.');
    log(`  compiling oha ${VERSION}: some minutes, once`);
    const args = ['install', 'oha', '--version', VERSION, '--locked'];
    const { ok, lastLine } = await runTool(cargo, [...args, '--root', target], {
      timeoutMs: COMPILE_TIMEOUT_MS,
    });
    if (!ok) throw new BringUpError(`oha could not be compiled: cargo install: ${lastLine}`);
  });
  return join(folder, 'bin', 'oha');
}

export interface OhaLoad {
  /** One URL, or a file of URLs of which each request draws one. */
  readonly target: { readonly url: string } | { readonly urlsFile: string };
  readonly connections: number;
  readonly seconds: number;
  readonly apiKey: string;
  /** POST with bodies from the lines of this file, of which each request draws one; otherwise GET. */
  readonly bodiesFile?: string;
}

export interface OhaResult {
  readonly seconds: number;
  /** Responses by HTTP status. */
  readonly byStatus: ReadonlyMap<number, number>;
  /** Requests without a response. */
  readonly failed: number;
  readonly p99Ms: number;
}

/** Runs oha: so many keep-alive connections, one request at a time on each. */
export async function runOha(oha: string, load: OhaLoad): Promise<OhaResult> {
  const { stdout } = await promisify(execFile)(oha, ohaArguments(load), { maxBuffer: OUTPUT_BYTES_MAX });
  return readOha(stdout);
}

/** Requests under way at the end are awaited, as our generator does it. */
export function ohaArguments({ target, connections, seconds, apiKey, bodiesFile }: OhaLoad): string[] {
  const post = ['-m', 'POST', '-T', 'application/json'];
  return [
    ...['--no-tui', '--output-format', 'json', '-c', String(connections), '-z', `${seconds}s`, '-w'],
    ...['-H', `authorization: Bearer ${apiKey}`],
    ...(bodiesFile === undefined ? [] : [...post, '-Z', bodiesFile]),
    ...('url' in target ? [target.url] : ['--urls-from-file', target.urlsFile]),
  ];
}

interface OhaOutput {
  readonly summary: { readonly total: number };
  readonly latencyPercentiles: { readonly p99: number | null };
  readonly statusCodeDistribution: Readonly<Record<string, number>>;
  readonly errorDistribution: Readonly<Record<string, number>>;
}

/** Reads what oha prints with `--output-format json`. */
export function readOha(stdout: string): OhaResult {
  const { summary, latencyPercentiles, statusCodeDistribution, errorDistribution }: OhaOutput =
    JSON.parse(stdout);
  return {
    seconds: summary.total,
    byStatus: new Map(
      Object.entries(statusCodeDistribution).map(([status, count]) => [Number(status), count]),
    ),
    failed: Object.values(errorDistribution).reduce((sum, count) => sum + count, 0),
    p99Ms: (latencyPercentiles.p99 ?? Number.NaN) * 1_000,
  };
}
