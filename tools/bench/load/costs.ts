import type { Pool } from 'pg';
import {
  cpuMsOf,
  cpuMsOfFamily,
  HAS_PROC,
  parentOf,
  peakMibOf,
  programOf,
  sharedMibOfFamily,
} from './proc.ts';

/** What one unit of work cost, and how much memory was taken by it all. */
export interface UnitCosts {
  /** What is counted: 'purchase', 'row', 'line'. */
  readonly per: string;
  readonly units: number;
  /** Processor time, user and system, in milliseconds per unit, by process. */
  readonly cpuMs: Readonly<Record<string, number>>;
  /** In MiB. Of PostgreSQL the proportional share of all its processes at the end; of others the most since they started. */
  readonly peakMib: Readonly<Record<string, number>>;
  readonly walBytes: number;
  readonly statements: number;
  /** Where the number of statements comes from: without the extension only transactions can be counted. */
  readonly statementsFrom: 'pg_stat_statements' | 'pg_stat_database (transactions)';
}

/** Adds up what a benchmark's own rounds cost, without those of its yardstick. */
export interface Meter {
  /** Runs a part of the benchmark whose costs count. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** What was added up so far, divided by the units of work done; a field of the result's row. */
  perUnit(per: string, units: number): UnitCosts;
}

/** Settings with which PostgreSQL counts statements; loaded when the server starts. */
export const COUNTING_STATEMENTS = { shared_preload_libraries: 'pg_stat_statements' } as const;

const POSTGRESQL = 'PostgreSQL';

interface Reading {
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly walBytes: number;
  readonly statements: number;
}

/**
 * Measures the costs of processes by their pids (null: runs elsewhere, and is left out), of the PostgreSQL server behind
 * the pool, where that runs on this machine, and of this process, which makes the load.
 */
export async function createMeter(
  pool: Pool,
  processes: Readonly<Record<string, number | null>>,
): Promise<Meter> {
  const counter = await statementCounter(pool);
  const server = await serverOf(pool);
  const pids = Object.entries({ ...processes, 'load generator': process.pid }).flatMap(([name, pid]) =>
    pid === null || !HAS_PROC ? [] : [{ name, pid }],
  );
  const readCpu = () => ({
    ...Object.fromEntries(pids.map(({ name, pid }) => [name, cpuMsOf(pid)])),
    ...(server === null ? {} : { [POSTGRESQL]: cpuMsOfFamily(server) }),
  });
  const read = async (): Promise<Reading> => {
    const { rows } = await pool.query<{ wal: number; statements: number }>(
      `SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS wal, (${counter.sql})::float8 AS statements`,
    );
    return { cpuMs: readCpu(), walBytes: rows[0]?.wal ?? 0, statements: rows[0]?.statements ?? 0 };
  };

  let sum: Reading = { cpuMs: {}, walBytes: 0, statements: 0 };
  return {
    async during(work) {
      const before = await read();
      const result = await work();
      sum = add(sum, before, await read());
      return result;
    },
    perUnit: (per, units) => ({
      per,
      units,
      cpuMs: mapValues(sum.cpuMs, (ms) => significant(ms / units)),
      peakMib: {
        ...Object.fromEntries(pids.map(({ name, pid }) => [name, Math.round(peakMibOf(pid))])),
        ...(server === null ? {} : { [POSTGRESQL]: Math.round(sharedMibOfFamily(server)) }),
      },
      walBytes: Math.round(sum.walBytes / units),
      statements: significant(sum.statements / units),
      statementsFrom: counter.name,
    }),
  };
}

function add(sum: Reading, before: Reading, after: Reading): Reading {
  return {
    cpuMs: mapValues(after.cpuMs, (ms, name) => (sum.cpuMs[name] ?? 0) + ms - (before.cpuMs[name] ?? 0)),
    walBytes: sum.walBytes + after.walBytes - before.walBytes,
    statements: sum.statements + after.statements - before.statements,
  };
}

/** Counts statements where the server was started so that it can, BEGIN and COMMIT included; otherwise transactions. */
async function statementCounter(
  pool: Pool,
): Promise<{ readonly sql: string; readonly name: UnitCosts['statementsFrom'] }> {
  try {
    await pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const sql = `SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await pool.query(sql);
    return { sql, name: 'pg_stat_statements' };
  } catch {
    const sql = `SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()`;
    return { sql, name: 'pg_stat_database (transactions)' };
  }
}

/** The first process of the PostgreSQL server behind a pool; null when it runs on another machine. */
export async function serverOf(pool: Pool): Promise<number | null> {
  if (!HAS_PROC) return null;
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = rows[0]?.pid ?? 0;
  return programOf(backend) === 'postgres' ? parentOf(backend) : null;
}

function mapValues(
  record: Readonly<Record<string, number>>,
  change: (value: number, name: string) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

/** Three digits that count: costs of a unit reach from microseconds to seconds. */
function significant(figure: number): number {
  return Number(figure.toPrecision(3));
}
