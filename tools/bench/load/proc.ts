import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, on every machine that Node runs on. */
export const MS_PER_TICK = 10;
const KIB_PER_MIB = 1_024;

/** Whether this machine has /proc; without it the costs of processes are unknown. */
export const HAS_PROC = existsSync('/proc/self/stat');

interface Stat {
  readonly parent: number;
  readonly ownMs: number;
  /** Of children that have ended and were waited for. */
  readonly endedChildrenMs: number;
}

/** Processor time of a process, in milliseconds: user and system, with those of its children that have ended. */
export function cpuMsOf(pid: number): number {
  const stat = readStat(pid);
  return stat === null ? 0 : stat.ownMs + stat.endedChildrenMs;
}

/** Processor time of a process and all children that run now, as PostgreSQL has one for each connection. */
export function cpuMsOfFamily(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), cpuMsOf(pid));
}

/** The memory that a process has resident now, in MiB. */
export function residentMibOf(pid: number): number {
  return fieldOf(`/proc/${pid}/status`, 'VmRSS') / KIB_PER_MIB;
}

/** The most memory that a process ever had resident, in MiB. */
export function peakMibOf(pid: number): number {
  return fieldOf(`/proc/${pid}/status`, 'VmHWM') / KIB_PER_MIB;
}

/** Memory of a process and its children now, in MiB; what they share is counted once. */
export function sharedMibOfFamily(pid: number): number {
  const kib = [pid, ...childrenOf(pid)].map((each) => fieldOf(`/proc/${each}/smaps_rollup`, 'Pss'));
  return kib.reduce((sum, each) => sum + each, 0) / KIB_PER_MIB;
}

/** The parent of a process that runs on this machine; null when there is none such. */
export function parentOf(pid: number): number | null {
  return readStat(pid)?.parent ?? null;
}

/** The name of the program that a process runs, as the kernel has it. */
export function programOf(pid: number): string {
  return read(`/proc/${pid}/comm`).trim();
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid);
}

/** The parent and the processor time of a process; null when there is none such. */
export function readStat(pid: number): Stat | null {
  // The fields follow the name, which stands in brackets and may itself hold brackets and spaces.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  if (fields.length < 15) return null;
  const ms = (index: number) => Number(fields[index]) * MS_PER_TICK;
  return { parent: Number(fields[1]), ownMs: ms(11) + ms(12), endedChildrenMs: ms(13) + ms(14) };
}

function fieldOf(path: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(path))?.[1] ?? 0);
}

/** Empty when the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
