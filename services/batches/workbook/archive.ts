import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { damaged, tooLarge, WorkbookFault } from './workbook-fault.ts';

/** A ZIP archive on disk. */
export interface Archive {
  /** Names of its parts, in lower case, without folders. */
  readonly names: ReadonlySet<string>;
  /** Whether a part needs a password. */
  readonly isEncrypted: boolean;
  /** The unpacked bytes of a part. @throws WorkbookFault if it is missing, too large or damaged. */
  open(name: string): AsyncGenerator<Buffer>;
}

/** Parts of an archive: a workbook has a few per sheet and picture. */
const ENTRIES_MAX = 10_000;
/** Unpacked bytes of all parts that are read: a million rows of twenty cells. */
export const UNPACKED_MAX = 1024 ** 3;
/** From this size on, a part may not be larger than RATIO_MAX times its packed size. Rows of one repeated number reach 100. */
const SMALL_PART = 16 * 1024 ** 2;
const RATIO_MAX = 250;

/** Reads the directory of an archive. @throws WorkbookFault */
export async function openArchive(fd: number): Promise<Archive> {
  const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false }).catch(() => {
    throw damaged('the archive');
  });
  const entries = await readEntries(zip);
  const counted = new Set<string>();
  let unpacked = 0;
  return {
    names: new Set(entries.keys()),
    isEncrypted: [...entries.values()].some((entry) => entry.isEncrypted()),
    async *open(name) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined || !entry.canDecodeFileData()) throw damaged(name);
      if (!counted.has(name)) unpacked += entry.uncompressedSize;
      counted.add(name);
      checkSize(entry, unpacked);
      yield* unpack(zip, entry, name);
    },
  };
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ENTRIES_MAX) throw tooLarge(`it has ${zip.entryCount.toLocaleString('en')} parts`);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (name.endsWith('/')) continue;
      // Two parts of one name: programs would not agree on which one counts.
      if (entries.has(name)) throw damaged(entry.fileName);
      entries.set(name, entry);
    }
  } catch (error) {
    throw error instanceof WorkbookFault ? error : damaged('the archive');
  }
  return entries;
}

function checkSize({ uncompressedSize, compressedSize, fileName }: Entry, unpacked: number): void {
  const mebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`;
  if (unpacked > UNPACKED_MAX)
    throw tooLarge(
      `its content is ${mebibytes(unpacked)}, and at most ${mebibytes(UNPACKED_MAX)} can be read`,
    );
  if (uncompressedSize > SMALL_PART && uncompressedSize > compressedSize * RATIO_MAX)
    throw tooLarge(
      `its part ${fileName} is compressed more than ${RATIO_MAX} times, which no spreadsheet does`,
    );
}

/** yauzl ends the stream with an error if the part is longer or shorter than the directory says. */
async function* unpack(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Buffer> {
  const stream = await zip.openReadStreamPromise(entry).catch(() => {
    throw damaged(name);
  });
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof WorkbookFault ? error : damaged(name);
  } finally {
    stream.destroy();
  }
}
