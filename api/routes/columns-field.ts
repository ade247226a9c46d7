import { z } from 'zod';
import type { ColumnTarget } from '../../domain/batch/batch.ts';
import { COLUMNS_MAX, type ColumnMap, NAME_CHARS_MAX, readTarget } from '../../services/batches/header.ts';
import { apiError } from '../plugins/api-error.ts';

/** Room for a mapping of every column, in a text of any script. */
export const COLUMNS_FIELD_BYTES_MAX = 128 * 1024;

/** Our columns and their names in the file; an empty name for a column that is not to be read. The last of two that mean the same column counts, as in JSON. */
const ColumnsField = z
  .record(z.string(), z.string().max(NAME_CHARS_MAX))
  .refine((columns) => Object.keys(columns).length <= COLUMNS_MAX)
  .transform((columns, context): ColumnMap => {
    const map = new Map<ColumnTarget, string>();
    for (const [ours, name] of Object.entries(columns)) {
      const target = readTarget(ours);
      if (target === null) {
        context.addIssue({ code: 'custom', message: 'a column that does not exist' });
        return z.NEVER;
      }
      map.set(target, name);
    }
    return map;
  });

/**
 * Reads the field `columns` of a form: a JSON object such as `{"phone_number":"MSISDN"}`.
 * @throws ApiError that names the field, if it is anything else.
 */
export function readColumnsField(part: {
  readonly value: unknown;
  readonly valueTruncated: boolean;
}): ColumnMap {
  const columns = part.valueTruncated ? null : ColumnsField.safeParse(parseJson(part.value)).data;
  if (columns == null) throw apiError('form_columns', { param: 'columns' });
  return columns;
}

function parseJson(value: unknown): unknown {
  // Fastify parses a field that is declared as JSON.
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
