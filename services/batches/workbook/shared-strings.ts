import { createSpool, type Spool } from './spool.ts';
import { damaged, tooLarge } from './workbook-fault.ts';

/** The texts that the cells of a workbook share: on disk, since they can be as large as the file. */
export interface SharedStrings {
  add(text: string): void;
  /** Writes what was added. Call it often while adding, and once at the end. */
  flush(): Promise<void>;
  get(index: number): Promise<string>;
  close(): Promise<void>;
}

/** A million rows with four texts each that no other row has. */
const COUNT_MAX = 4_000_000;
const BLOCK_BYTES = 16 * 1024;
/** Blocks in memory. Cells use texts nearly in their order, so most are found here. */
const BLOCKS_MAX = 64;
const WRITE_BYTES = 64 * 1024;

/** Keeps four bytes per text and one mebibyte in memory. */
export async function createSharedStrings(): Promise<SharedStrings> {
  const spool = await createSpool();
  let ends = new Uint32Array(1024);
  let count = 0;
  let end = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const read = createBlocks(spool);
  const write = async () => {
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    await spool.append(bytes);
  };

  return {
    add(text) {
      if (count === COUNT_MAX)
        throw tooLarge(`it has more than ${COUNT_MAX.toLocaleString('en')} different texts`);
      if (count === ends.length) {
        const longer = new Uint32Array(2 * count);
        longer.set(ends);
        ends = longer;
      }
      const bytes = Buffer.from(text);
      pending.push(bytes);
      pendingBytes += bytes.length;
      end += bytes.length;
      ends[count] = end;
      count += 1;
    },
    async flush() {
      if (pendingBytes >= WRITE_BYTES) await write();
    },
    async get(index) {
      if (pendingBytes > 0) await write();
      if (!Number.isInteger(index) || index < 0 || index >= count) throw damaged('xl/sharedStrings.xml');
      return read(index === 0 ? 0 : (ends[index - 1] ?? 0), ends[index] ?? 0);
    },
    close: () => spool.close(),
  };
}

/** Reads ranges of a file through the blocks that were used last. */
function createBlocks(spool: Spool): (start: number, end: number) => Promise<string> {
  const blocks = new Map<number, Buffer>();
  const load = async (index: number): Promise<Buffer> => {
    const known = blocks.get(index);
    if (known !== undefined) return known;
    const length = Math.min(BLOCK_BYTES, spool.size - index * BLOCK_BYTES);
    const block = Buffer.alloc(length);
    await spool.file.read(block, 0, length, index * BLOCK_BYTES);
    const [oldest] = blocks.keys();
    if (blocks.size === BLOCKS_MAX && oldest !== undefined) blocks.delete(oldest);
    blocks.set(index, block);
    return block;
  };
  return async (start, end) => {
    const first = Math.floor(start / BLOCK_BYTES);
    const last = Math.floor(Math.max(start, end - 1) / BLOCK_BYTES);
    if (start === end) return '';
    if (first === last)
      return (await load(first)).toString('utf8', start - first * BLOCK_BYTES, end - first * BLOCK_BYTES);
    const parts: Buffer[] = [];
    for (let index = first; index <= last; index++) parts.push(await load(index));
    return Buffer.concat(parts).toString('utf8', start - first * BLOCK_BYTES, end - first * BLOCK_BYTES);
  };
}
