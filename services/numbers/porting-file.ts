import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { OTHER_NETWORK } from '../../db/networks/number-lookups.ts';
import type { StagedRow } from '../../db/networks/porting-import.ts';
import { isE164 } from '../../domain/network/number-plan.ts';

/** What is wrong with a line of the file. */
export interface BadRow {
  readonly line: number;
  readonly message: string;
}

export type FileRow = { readonly kind: 'row'; readonly row: StagedRow } | ({ readonly kind: 'bad' } & BadRow);

const HEADER = ['phone_number', 'network_id'];
const RECORD_CHARS_MAX = 1_024;
const SHOWN_CHARS = 40;

interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
}

/**
 * Reads a file of ported numbers as it arrives, row by row. The header is `phone_number,network_id`; the network is a network id
 * or `other`. Line breaks, quotes and a byte order mark are as in CSV. Reading ends at the first text that is not CSV.
 */
export async function* readPortingFile(
  chunks: AsyncIterable<Buffer>,
  networks: ReadonlySet<string>,
): AsyncGenerator<FileRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARS_MAX,
  });
  // Errors in reading the file come out of the parser too.
  pipeline(Readable.from(chunks), parser, () => {});
  let header = true;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (!header) {
        yield judge(record, info.lines, networks);
        continue;
      }
      header = false;
      if (record.join() !== HEADER.join()) {
        const found = record.join().slice(0, SHOWN_CHARS);
        yield { kind: 'bad', line: 1, message: `The header must be ${HEADER.join()}, not ${found}.` };
        return;
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { kind: 'bad', line: Number(error.lines ?? 1), message: `This is not CSV: ${error.code}.` };
    return;
  }
  if (header)
    yield { kind: 'bad', line: 1, message: `The file is empty. Its header must be ${HEADER.join()}.` };
}

function judge(record: readonly string[], line: number, networks: ReadonlySet<string>): FileRow {
  const [phoneNumber = '', networkId = ''] = record;
  const bad = (message: string): FileRow => ({ kind: 'bad', line, message });
  if (record.length !== HEADER.length)
    return bad(`The row has ${record.length} cells instead of ${HEADER.length}.`);
  if (!isE164(phoneNumber)) {
    return bad(`phone_number must be E.164, like +2348031234567, not ${phoneNumber.slice(0, SHOWN_CHARS)}.`);
  }
  if (networkId !== OTHER_NETWORK && !networks.has(networkId)) {
    return bad(
      `There is no network ${networkId.slice(0, SHOWN_CHARS)}. For a network that we do not sell, write other.`,
    );
  }
  return { kind: 'row', row: { line, phoneNumber, networkId } };
}
