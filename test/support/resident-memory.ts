import { readFileSync } from 'node:fs';

const LOOK_MS = 250;

/** The resident memory of a process, in MiB, from /proc. */
export function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1_024;
}

/** By how many MiB a process grew at most while the work ran. */
export async function growthDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly mib: number }> {
  const before = residentMib(pid);
  let peak = before;
  const looking = setInterval(() => {
    peak = Math.max(peak, residentMib(pid));
  }, LOOK_MS);
  try {
    return { result: await work(), mib: peak - before };
  } finally {
    clearInterval(looking);
  }
}
