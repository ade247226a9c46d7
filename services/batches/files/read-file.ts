import { assertNever } from '../../../domain/assert-never.ts';
import { rejectFile } from '../../../domain/batch/findings.ts';
import { shownCell } from '../../../domain/batch/phone-number.ts';
import { type CsvPart, readCsv } from '../read-csv.ts';
import type { Turns } from '../turns.ts';
import { type ReadOptions, readWorkbook } from '../workbook/read-workbook.ts';
import { decodeText } from './decode-text.ts';
import { RECOGNISED_BYTES, recognise, searchCompound } from './formats.ts';
import { takeHead, withHead } from './take-head.ts';

/**
 * Reads the table of an uploaded file, whatever its format, as records for the same checks. It always reads to the last byte,
 * even if the file is unusable, because the caller hashes and counts every byte.
 */
export async function* readFile(
  chunks: AsyncIterable<Buffer>,
  turns: Turns,
  options: ReadOptions,
): AsyncGenerator<CsvPart> {
  const { head, rest } = await takeHead(chunks, RECOGNISED_BYTES);
  const whole = withHead(head, rest);
  const found = recognise(head);
  switch (found.kind) {
    case 'text':
      return yield* readText(whole, turns, options);
    case 'zip':
      return yield* readWorkbook(whole, turns, options);
    case 'compound': {
      const search = searchCompound();
      await drain(whole, (bytes) => search.add(bytes));
      return yield foreign(search.name);
    }
    case 'foreign':
      yield foreign(found.name);
      return await drain(whole, () => {});
    default:
      return assertNever(found);
  }
}

function foreign(format: string): CsvPart {
  return { kind: 'unusable', rejection: rejectFile('foreign', { format }) };
}

async function drain(chunks: AsyncIterable<Buffer>, take: (bytes: Buffer) => void): Promise<void> {
  for await (const chunk of chunks) take(chunk);
}

/** The whole text has been seen before its encoding is certain. */
async function* readText(
  chunks: AsyncIterable<Buffer>,
  turns: Turns,
  { readSign, sheet }: ReadOptions,
): AsyncGenerator<CsvPart> {
  if (sheet !== null) {
    yield { kind: 'unusable', rejection: rejectFile('sheet_of_text', { sheet: shownCell(sheet) }) };
    return await drain(chunks, () => {});
  }
  const text = decodeText(chunks, turns);
  for await (const part of readCsv(text.chunks, turns, readSign)) {
    const rejection = text.rejection();
    if (rejection !== null) return yield { kind: 'unusable', rejection };
    yield part;
  }
  yield { kind: 'head', notices: text.notices() };
}
