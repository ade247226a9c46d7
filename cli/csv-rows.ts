import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { wrongUsage } from './failure.ts';

/** The lines of a CSV file with a header, by the names of its columns. @throws CliError if the file cannot be read */
export async function readRecords(path: string): Promise<Record<string, string>[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrongUsage(`${path} cannot be read. Check the path.`);
  });
  return parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
}

/** The same as rows of a schema. @throws CliError that names the line and the column of the first error */
export async function readRows<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const records = await readRecords(path);
  return records.map((record, at) => {
    const row = schema.safeParse(record);
    if (row.success) return row.data;
    const [issue] = row.error.issues;
    const column = issue?.path.join('.') ?? '';
    if (column !== '' && !(column in record))
      throw wrongUsage(`${path} has no column ${column}. Nothing was changed.`);
    throw wrongUsage(`${path}, line ${at + 2}, ${column}: ${issue?.message}. Nothing was changed.`);
  });
}

/** The first key that a list has twice. */
export function findRepeated(keys: readonly string[]): string | undefined {
  return keys.find((key, at) => keys.indexOf(key) !== at);
}
