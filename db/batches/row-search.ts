import type { RowSearch } from '../../domain/batch/rows/row-search.ts';

/** Conditions on rows, as SQL to be added to a WHERE, with their values. */
export interface RowConditions {
  readonly sql: string;
  readonly values: readonly string[];
}

/**
 * The conditions of a search besides the state. They stand in a query on `batch_rows r`, joined to the row's purchase `p`.
 * @param batch SQL for the batch's UUID.
 * @param first number of the first parameter.
 */
export function searchRows(search: Omit<RowSearch, 'state'>, batch: string, first: number): RowConditions {
  const wanted = [
    { value: search.phoneNumber, sql: ofNumber },
    { value: search.bundleId, sql: ofBundle },
    { value: search.networkId, sql: ofNetwork },
    { value: search.reason, sql: ofReason },
  ].flatMap(({ value, sql }) => (value === null ? [] : [{ value, sql }]));
  return {
    sql: wanted.map(({ sql }, index) => `\n         AND ${sql(`$${first + index}`, batch)}`).join(''),
    values: wanted.map(({ value }) => value),
  };
}

/** Rows of earlier versions have no `number`. */
function ofNumber(value: string, batch: string): string {
  return `(r.number = ${value} OR r.number IS NULL AND ${numberOf('r', batch)} = ${value})`;
}

function ofBundle(value: string, batch: string): string {
  return `coalesce(p.bundle_id, ${bundleOf('r', batch)}) = ${value}`;
}

function ofNetwork(value: string): string {
  return `coalesce(p.network_id, r.network_id) = ${value}`;
}

function ofReason(value: string, batch: string): string {
  return `(p.failure_code = ${value}
              OR (p.id IS NULL AND r.errors IS NOT NULL
                  AND EXISTS (SELECT FROM json_array_elements(r.errors) e WHERE e ->> 'code' = ${value}))
              OR (p.id IS NULL AND r.state = 'waiting' AND ${value} = 'canceled'
                  AND (SELECT status FROM batches WHERE id = ${batch}) = 'canceled'))`;
}

/** SQL for the phone number that a row buys for, or else that its file has. */
export function numberOf(row: string, batch: string): string {
  return `coalesce(${row}.chosen ->> 'phoneNumber', ltrim(btrim(${row}.cells ->> ${columnOf(batch, 'phone_number')}), ''''))`;
}

/** SQL for the bundle that a row buys, or else that its file has. */
export function bundleOf(row: string, batch: string): string {
  return `coalesce(${row}.chosen ->> 'bundleId', btrim(${row}.cells ->> ${columnOf(batch, 'bundle_id')}))`;
}

/** SQL for the position of a column in the file of a batch, read once per query; null if it has none. */
function columnOf(batch: string, target: 'phone_number' | 'bundle_id'): string {
  return `(SELECT (c.at - 1)::int
             FROM batches b, json_array_elements(b.columns) WITH ORDINALITY AS c (value, at)
            WHERE b.id = ${batch} AND c.value ->> 'target' = '${target}')`;
}
