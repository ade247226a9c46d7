import { createWriteStream, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { userCache } from '../../cache.ts';
import { hashOfFiles } from '../../hash-of-files.ts';
import { findOnPath, isExecutable, runTool } from '../../run-tool.ts';
import { BringUpError, messageOf } from '../failure.ts';

/** The releases of the server that share the tables of one database. `temporal-server/go.mod` and the CLI have one of them. */
export const SERVER_LINE = '1.32';
/** The CLI with a server of that line. Go cannot install it, because of its replace directive. */
const CLI = '1.9.1';
/** A server with the same flags, for machines that have Go but cannot download the CLI. */
const PROGRAM = join(import.meta.dirname, 'temporal-server');
const DOWNLOADS = 'https://temporal.download';
const ANSWER_TIMEOUT_MS = 5_000;
const DOWNLOAD_TIMEOUT_MS = 180_000;
const COMPILE_TIMEOUT_MS = 20 * 60_000;

export interface FindBinaryOptions {
  readonly log: (line: string) => void;
  /** The URL of the official downloads; tests replace it by a local server. */
  readonly downloads?: string | undefined;
  readonly cache?: string | undefined;
}

/**
 * The Temporal CLI, which contains the server and its UI, from PATH, from the cache or downloaded. If that fails, a program
 * with the same server, compiled with Go. Throws a `BringUpError` that names everything it tried.
 */
export async function findTemporalBinary(options: FindBinaryOptions): Promise<string> {
  const onPath = findOnPath('temporal');
  if (onPath !== null && (await hasServerLine(onPath, options.log))) return onPath;
  const cache = options.cache ?? userCache();
  const cli = join(cache, `temporal-${CLI}`, 'temporal');
  const program = join(cache, `temporal-server-${hashOfFiles(PROGRAM)}`, 'temporal');
  const cached = [cli, program].find(isExecutable);
  if (cached !== undefined) return cached;

  const downloadFailure = await download(cli, options);
  if (downloadFailure === null) return cli;
  const compileFailure = await compile(program, options.log);
  if (compileFailure === null) return program;
  throw new BringUpError(
    `Temporal server: no \`temporal\` on PATH, no cached one, the official download failed (${downloadFailure}), ` +
      `and it could not be compiled (${compileFailure}); install the Temporal CLI or Go, or set TEMPORAL_ADDRESS to a running server.`,
  );
}

/** Whether a CLI has a server of the line that the database file is for. One that does not say its version is taken as it is. */
async function hasServerLine(cli: string, log: (line: string) => void): Promise<boolean> {
  const { ok, lastLine } = await runTool(cli, ['--version'], { timeoutMs: ANSWER_TIMEOUT_MS });
  const line = /\(Server (\d+\.\d+)\./.exec(lastLine)?.[1];
  if (!ok || line === undefined || line === SERVER_LINE) return true;
  log(`${cli} has server ${line} of Temporal, so it is not used: Bundlewire needs ${SERVER_LINE}.`);
  return false;
}

/** Null on success, otherwise the reason. */
async function download(target: string, options: FindBinaryOptions): Promise<string | null> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const url = `${options.downloads ?? DOWNLOADS}/cli/archive/v${CLI}?platform=${platform}&arch=${arch}`;
  return intoCache(target, async (folder) => {
    const body = await open(url);
    options.log(`Downloading the Temporal server ${SERVER_LINE} (usually under a minute, once).`);
    const archive = join(folder, 'temporal.tar.gz');
    await pipeline(Readable.fromWeb(body), createWriteStream(archive), {
      signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
    });
    const unpacked = await runTool('tar', ['-xzf', archive, '-C', folder, 'temporal'], { timeoutMs: 60_000 });
    if (!unpacked.ok) throw new Error(`tar: ${unpacked.lastLine}`);
  });
}

/** Opens a download; a server that does not answer within a few seconds counts as unreachable. */
async function open(url: string): Promise<ReadableStream> {
  const abort = new AbortController();
  const noAnswer = setTimeout(() => abort.abort(new Error('no answer in 5 s')), ANSWER_TIMEOUT_MS);
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
    return response.body;
  } catch (error) {
    if (error instanceof Error && error.cause !== undefined) throw new Error(messageOf(error.cause));
    throw error;
  } finally {
    clearTimeout(noAnswer);
  }
}

async function compile(target: string, log: (line: string) => void): Promise<string | null> {
  const go = findOnPath('go');
  if (go === null) return 'Go is not on the PATH';
  log(`Compiling the Temporal server ${SERVER_LINE} with Go: about 6 minutes, once.`);
  return intoCache(target, async (folder) => {
    const built = await runTool(
      go,
      ['build', '-trimpath', '-ldflags=-s -w', '-o', join(folder, 'temporal')],
      {
        cwd: PROGRAM,
        env: { CGO_ENABLED: '0' },
        timeoutMs: COMPILE_TIMEOUT_MS,
      },
    );
    if (!built.ok) throw new Error(`go build: ${built.lastLine}`);
  });
}

/** Fills a temporary folder beside the cache, then renames the binary, so that no partial file is ever run. */
async function intoCache(target: string, fill: (folder: string) => Promise<void>): Promise<string | null> {
  let folder: string | null = null;
  try {
    mkdirSync(dirname(target), { recursive: true });
    folder = mkdtempSync(`${dirname(target)}.new-`);
    await fill(folder);
    renameSync(join(folder, 'temporal'), target);
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}
