import type { ReachedText } from './reach.ts';

/** A right that a statement needs: S, I, U, D, or L for a lock. */
export interface Need {
  readonly table: string;
  readonly verb: string;
  readonly place: string;
}

/** What stands for the name of a table in a template, and the tables that it stands for: db/webhooks/attempt-tables.ts. */
const PLACEHOLDERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\$\{(?:t\.)?(?:table|attempts)\}/g, ['webhook_attempts', 'delivery_attempts']],
  [/\$\{(?:t\.)?subjects\}/g, ['events', 'deliveries']],
  [/\$\{(?:t\.)?endpoints\}/g, ['webhook_endpoints', 'client_endpoints']],
];

/** What the SQL in these texts needs. It reads the words before the names of tables; the tests of each role do the rest. */
export function needsOf(texts: readonly ReachedText[], tables: readonly string[]): Need[] {
  const find = statementReader(tables);
  return texts.flatMap(({ place, text }) =>
    expand(text)
      .flatMap(find)
      .map((need) => ({ ...need, place })),
  );
}

function expand(text: string): string[] {
  return PLACEHOLDERS.reduce(
    (texts, [placeholder, tables]) =>
      texts.flatMap((each) =>
        each.search(placeholder) < 0 ? [each] : tables.map((table) => each.replace(placeholder, table)),
      ),
    [text],
  );
}

function statementReader(tables: readonly string[]): (sql: string) => Omit<Need, 'place'>[] {
  const table = `(${tables.join('|')})\\b`;
  const read = new RegExp(`(?<!DELETE\\s)\\b(?:FROM|JOIN|USING)\\s+(?:ONLY\\s+|LATERAL\\s+)?${table}`, 'g');
  const listed = new RegExp(`,\\s*${table}\\s+(?:AS\\s+)?[a-z]{1,12}\\b`, 'g');
  const inserted = new RegExp(`\\bINSERT\\s+INTO\\s+${table}|\\bCOPY\\s+${table}`, 'g');
  const updated = new RegExp(`(?<!FOR )(?<!FOR NO KEY )\\bUPDATE\\s+${table}`, 'g');
  const deleted = new RegExp(`\\bDELETE\\s+FROM\\s+${table}`, 'g');
  const locked = /\bFOR (?:NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)(?: OF (\w+(?:, \w+)*))?/g;
  const namesIn = (sql: string, pattern: RegExp) =>
    [...sql.matchAll(pattern)].map((match) => ({
      table: match[1] ?? match[2] ?? '',
      rest: sql.slice(match.index),
    }));
  const lockedBy = (before: string, aliases: string | undefined): string[] => {
    if (aliases === undefined) return namesIn(innermostSelect(before), read).map((each) => each.table);
    return aliases.split(', ').flatMap((alias) => {
      const found = namesIn(before, new RegExp(`\\b${table}\\s+(?:AS\\s+)?${alias}\\b`, 'g')).at(-1)?.table;
      return found ?? (tables.includes(alias) ? alias : []);
    });
  };

  return (sql) => [
    ...[...namesIn(sql, read), ...namesIn(sql, listed)].map((each) => ({ table: each.table, verb: 'S' })),
    ...namesIn(sql, inserted).flatMap((each) => toNeeds(each.table, insertVerbs(each.rest))),
    ...namesIn(sql, updated).flatMap((each) => toNeeds(each.table, 'SU')),
    ...namesIn(sql, deleted).flatMap((each) => toNeeds(each.table, 'SD')),
    ...[...sql.matchAll(locked)].flatMap((match) =>
      lockedBy(sql.slice(0, match.index), match[1]).flatMap((each) => toNeeds(each, 'SL')),
    ),
  ];
}

/** The SELECT whose end this is, without the queries in parentheses inside it. */
function innermostSelect(before: string): string {
  const flat = before.replace(/\([^()]*\)/g, '');
  if (flat !== before) return innermostSelect(flat);
  return before.slice(Math.max(before.lastIndexOf('('), before.lastIndexOf('SELECT')));
}

/** ON CONFLICT and RETURNING read the row. */
function insertVerbs(statement: string): string {
  const conflict = /\bON CONFLICT\b[^;]*?\bDO (UPDATE|NOTHING)\b/.exec(statement)?.[1];
  const reads = conflict !== undefined || /\bRETURNING\b/.test(statement);
  return `I${reads ? 'S' : ''}${conflict === 'UPDATE' ? 'U' : ''}`;
}

function toNeeds(table: string, verbs: string): Omit<Need, 'place'>[] {
  return [...verbs].map((verb) => ({ table, verb }));
}
