import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface ToolOutcome {
  readonly ok: boolean;
  /** The last line of output, for error messages. */
  readonly lastLine: string;
}

/** Runs a program to its end without showing its output. Never throws: a missing program is an outcome too. */
export function runTool(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly timeoutMs: number },
): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
    });
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-4_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ ok: false, lastLine: error.message }));
    child.once('close', (code, signal) => {
      const last = output.trimEnd().split('\n').at(-1)?.trim() ?? '';
      const timedOut = signal === 'SIGTERM' ? `stopped after ${options.timeoutMs / 1_000} s` : last;
      resolve({ ok: code === 0, lastLine: timedOut === '' ? `exit code ${code}` : timedOut });
    });
  });
}

/** The full path of a program on PATH, or null. */
export function findOnPath(program: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    if (folder !== '' && isExecutable(path)) return path;
  }
  return null;
}

/** True for a file that may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
