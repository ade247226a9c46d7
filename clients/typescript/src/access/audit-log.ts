import type { Calls } from '../calls.ts';
import { type FileFormat, fileTypeOf, formatOf } from '../file-type.ts';
import { saveFile } from '../files.ts';
import type { Listing } from '../listing.ts';
import type { AuditEntry, ListAuditLogQuery } from '../types.ts';

/** Which entries a file has. `bom` is for CSV only. */
export type AuditLogFileQuery = Omit<ListAuditLogQuery, 'cursor' | 'limit' | 'bom'> & {
  readonly bom?: boolean | 'true' | 'false' | undefined;
};

/** Who did what, when and from where in your account. Needs the right `audit:read`. */
export interface AuditLog {
  /** Newest first. */
  list(query?: Omit<ListAuditLogQuery, 'cursor' | 'bom'>): Listing<AuditEntry>;
  /** All entries as CSV with a header row, or as a workbook with the format `xlsx`. */
  file(query?: AuditLogFileQuery, format?: FileFormat): Promise<ReadableStream<Uint8Array>>;
  /**
   * Saves all entries as a file. A download that breaks off starts again. Without a format, a path that ends in `.xlsx` gets a
   * workbook, and any other path gets CSV. Returns the number of bytes.
   */
  download(path: string, query?: AuditLogFileQuery, format?: FileFormat): Promise<number>;
}

const PATH = '/v1/audit-log';

export function createAuditLog({ list, file, attempts }: Calls): AuditLog {
  const open = async (query?: AuditLogFileQuery, format: FileFormat = 'csv') =>
    file(PATH, query, fileTypeOf(format));
  return {
    list: (query) => list(PATH, query),
    file: open,
    download: async (path, query, format = formatOf(path)) =>
      saveFile(() => open(query, format), path, attempts),
  };
}
