import type { ClientBase } from 'pg';
import { type PlanNode, planOf, withPrepared } from './prepared.ts';

/** How a prepared statement is planned: `generic` once for all values, `custom` for the values of each run. */
export type PlanMode = (typeof PLAN_MODES)[number];
export const PLAN_MODES = ['generic', 'custom'] as const;

/** A custom plan may be another one for other values, so two sets of them are tried. */
const ROUNDS: Readonly<Record<PlanMode, readonly Round[]>> = {
  generic: ['early'],
  custom: ['early', 'late'],
};
type Round = 'early' | 'late';

/** The tables that the plans of a statement read from end to end, with `plan_cache_mode` both ways. */
export function tablesScanned(client: ClientBase, sql: string): Promise<Record<PlanMode, string[]>> {
  return withPrepared(client, sql, async (types) => {
    const scanned: Record<PlanMode, string[]> = { generic: [], custom: [] };
    for (const mode of PLAN_MODES) {
      const scans: string[] = [];
      for (const round of ROUNDS[mode]) {
        const values = types.map((type, at) => `${sampleOf(type, columnOf(sql, at + 1), round)}::${type}`);
        scans.push(...scansOf(await planOf(client, mode, values)));
      }
      scanned[mode] = [...new Set(scans)].sort();
    }
    return scanned;
  });
}

function scansOf(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [nameOfTable(node['Relation Name'] ?? '')] : [];
  return [...own, ...node.Plans.flatMap(scansOf)].filter((name) => !/_\d{4}_\d\d$/.test(name));
}

/** Of a table by month, all rows are in the default partition here, and its months are empty. */
function nameOfTable(relation: string): string {
  return relation.replace(/_default$/, '');
}

/** The column that a parameter is compared with, if the text says so. */
function columnOf(sql: string, nth: number): string {
  const compared = new RegExp(
    `(\\w+) (?:=|<|>|<=|>=|<>|IN|IS DISTINCT FROM|IS NOT DISTINCT FROM) (?:ANY )?\\(?\\$${nth}\\b`,
  );
  return compared.exec(sql)?.[1] ?? '';
}

/** A value that is as frequent as any in its column. */
function sampleOf(type: string, column: string, round: Round): string {
  const list = type.endsWith('[]');
  const one = single(list ? type.slice(0, -2) : type, column, round);
  return list ? `ARRAY[${one}]` : one;
}

function single(type: string, column: string, round: Round): string {
  switch (type) {
    case 'uuid':
      if (/account|organisation/.test(column)) return "md5('accounts0')::uuid";
      if (/batch/.test(column)) return "md5('batches0')::uuid";
      return "md5('purchases77')::uuid";
    case 'text':
      if (column === 'network_id') return "'net_1'";
      if (column === 'queue') return "'webhooks'";
      if (column === 'status') return "'successful'";
      return "'x'";
    case 'boolean':
      return round === 'early' ? 'true' : 'false';
    case 'timestamp with time zone':
    case 'date':
      return round === 'early' ? "'2026-01-02'" : "'2026-02-28'";
    case 'bytea':
      return "'\\x00'";
    case 'json':
    case 'jsonb':
      return "'[]'";
    case 'inet':
    case 'cidr':
      return "'10.0.0.1'";
    case 'interval':
      return "'1 day'";
    default:
      return '100';
  }
}
