/**
 * What a column of a record may hold. Pass the value of a `json` column as its text and cast it in SQL: `json` stores every
 * escape and the order of keys, and reading a record refuses `\u0000`.
 */
export type Cell = string | number | boolean | Date | Uint8Array | readonly string[] | null;

/** Values by column name. Every record of a collection has the same columns. */
export type JsonRecord = Readonly<Record<string, Cell>>;

/**
 * A collection as one parameter. SQL reads it with `json_to_recordset($1) AS r (id uuid, price bigint, …)`, which finds each
 * column by its name. A column that no record has is null.
 *
 * The planner assumes 100 records. A plan kept from when a table was small may then read the whole table to join it. Add
 * `key = ANY (ARRAY(SELECT key FROM …))` to such a join; where that costs too much, use `unnested`.
 * @throws RangeError for a number that is not an exact integer, and for an invalid date.
 */
export function toJsonRecords(records: readonly JsonRecord[]): string {
  return JSON.stringify(records.map(exactly));
}

/** The same for one record, read with `json_to_record($1)`. */
export function toJsonRecord(record: JsonRecord): string {
  return JSON.stringify(exactly(record));
}

/** JSON has no type for integers of 64 bits, times or bytes: they become the text that PostgreSQL reads. */
function exactly(record: JsonRecord): JsonRecord {
  const exact: Record<string, Cell> = {};
  for (const column in record) exact[column] = toText(record[column] ?? null);
  return exact;
}

function toText(cell: Cell): Cell {
  if (typeof cell === 'string') return cell.toWellFormed();
  if (typeof cell === 'number') return integerText(cell);
  if (cell instanceof Date) return cell.toISOString();
  if (cell instanceof Uint8Array) return `\\x${Buffer.from(cell).toString('hex')}`;
  if (Array.isArray(cell)) return cell.map((text: string) => text.toWellFormed());
  return cell;
}

function integerText(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact integer: ${value}`);
  return String(value);
}
