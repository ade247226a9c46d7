import type { Pool } from 'pg';
import { z } from 'zod';

/** One change of a row that belongs to a purchase, or of the clock, as PostgreSQL wrote it down within its transaction. */
export interface RowChange {
  /** Changes with the same number were committed together. */
  readonly transaction: string;
  /** Microseconds since 1970, after the transaction got its locks. */
  readonly at: number;
  readonly table: string;
  /** Null for a new row. */
  readonly was: Row | null;
  readonly row: Row;
}

/** A row with its columns as JSON. */
export type Row = Readonly<Record<string, unknown>>;

/** What happened at a gateway to one reference: adapters/simulation/history.ts. */
export type Happening = z.output<typeof Happening>;

const Happening = z.object({
  atMs: z.number(),
  reference: z.string(),
  what: z.enum(['submitted', 'taken', 'delivered', 'failed', 'reversed', 'denied']),
});

const Happenings = z.object({ happenings: z.array(Happening) });

/** Everything that a run leaves behind about its purchases, in no order. */
export interface Recorded {
  readonly changes: readonly RowChange[];
  readonly happenings: readonly Happening[];
}

/** Has PostgreSQL and the simulators write down what happens from now on. */
export async function recordSteps(pool: Pool, simulators: readonly string[]): Promise<void> {
  await pool.query(RECORD);
  for (const url of simulators) {
    const response = await fetch(historyOf(url), { method: 'POST' });
    if (!response.ok) throw new Error(`${historyOf(url)}: ${await response.text()}`);
  }
}

/** Reads what was written down. */
export async function readSteps(pool: Pool, simulators: readonly string[]): Promise<Recorded> {
  const { rows } = await pool.query<Omit<RowChange, 'at'> & { readonly at: string }>(`
    SELECT transaction::text, (extract(epoch FROM at) * 1000000)::bigint AS at, name AS table, was, became AS row
      FROM chaos.rows
     ORDER BY seq`);
  const happenings = await Promise.all(
    simulators.map(async (url) => {
      const response = await fetch(historyOf(url));
      return Happenings.parse(await response.json()).happenings;
    }),
  );
  return { changes: rows.map((row) => ({ ...row, at: Number(row.at) })), happenings: happenings.flat() };
}

function historyOf(simulator: string): string {
  return `${simulator}/_simulator/history`;
}

/** What is written down: table, events, and which rows. */
const TRIGGERS: readonly (readonly [table: string, events: string, condition?: string])[] = [
  ['purchases', 'INSERT'],
  ['purchases', 'UPDATE', 'OLD.status <> NEW.status'],
  ['accounts', 'UPDATE', 'OLD.held <> NEW.held'],
  ['app_clock', 'UPDATE'],
  ['audit_log', 'INSERT', "NEW.action = 'purchase_resolve'"],
  ['submissions', 'INSERT OR UPDATE'],
  ['confirmations', 'INSERT OR UPDATE'],
  ['gateway_callbacks', 'INSERT OR UPDATE'],
  ['late_confirmations', 'INSERT OR UPDATE'],
  ['late_inquiries', 'INSERT OR UPDATE'],
  ['statement_lines', 'INSERT'],
  ['events', 'INSERT'],
];

/**
 * A statement's triggers run after it has changed all its rows, so after it has waited for their locks. They are given the name of their
 * table, because rows may be in a partition with another name. Bodies of callbacks and events are long, and say nothing more.
 */
const RECORD = `
  CREATE SCHEMA IF NOT EXISTS chaos;
  CREATE TABLE chaos.rows (
    seq         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transaction xid8        NOT NULL DEFAULT pg_current_xact_id(),
    at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    name        text        NOT NULL,
    was         jsonb,
    became      jsonb       NOT NULL);

  CREATE FUNCTION chaos.note_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  BEGIN
    INSERT INTO chaos.rows (name, was, became)
    VALUES (TG_ARGV[0], CASE TG_OP WHEN 'UPDATE' THEN to_jsonb(OLD) - '{body,headers}'::text[] END,
            to_jsonb(NEW) - '{body,headers}'::text[]);
    RETURN NULL;
  END $$;

  ${TRIGGERS.map(
    ([table, events, condition = 'true']) =>
      `CREATE TRIGGER chaos_rows_${events.toLowerCase().replaceAll(' ', '_')} AFTER ${events} ON ${table} FOR EACH ROW
    WHEN (${condition}) EXECUTE FUNCTION chaos.note_row('${table}');`,
  ).join('\n  ')}`;
