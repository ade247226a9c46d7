import { readFileSync } from 'node:fs';

const LOOK_MS = 500;

/**
 * A signal that is aborted when this process must end: by SIGINT, SIGTERM or SIGHUP, when no one reads its output any more,
 * or when the process that started it is gone.
 */
export function watchEnds(): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end);
  const starters = readStarters();
  setInterval(() => readStarters() !== starters && end(), LOOK_MS).unref();
  return ending.signal;
}

/**
 * The processes that started this one. An orphan has another parent than before. npm starts a command through a shell, which
 * lives on if npm is killed, so the parent of that shell counts too, where /proc shows it. bundlewire-client.mjs has the same.
 */
function readStarters(): string {
  const parent = process.ppid;
  if (process.env.npm_command === undefined) return `${parent}`;
  try {
    const status = readFileSync(`/proc/${parent}/status`, 'utf8');
    const isShell = /^Name:\s+(sh|dash|ash|bash)$/m.test(status);
    return isShell ? `${parent} ${/^PPid:\s+(\d+)$/m.exec(status)?.[1]}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}
