import { randomBytes } from 'node:crypto';

/** The numbers and bundles that a file has had so far, in a few bytes per row: a million rows take 24 MiB. */
export interface SeenPurchases {
  /** Adds a row; returns the line of the first row with the same number and bundle, null if this is the first. */
  note(phoneNumber: string, bundleId: string, line: number): number | null;
}

/** Tables that grow separately: enlarging one table of a million rows would block for 100 ms. */
const TABLES = 64;
const SLOTS_FIRST = 64;
/** Part of the slots that may be taken before a table grows. */
const LOAD_MAX = 0.6;

/**
 * Keeps 64 bits of a keyed hash for each row. In a file of a million rows, two different rows share them once in 37 million
 * files. The only consequence is one warning too many or, if duplicates are held back, one row that must be uploaded again.
 */
export function createSeenPurchases(): SeenPurchases {
  const seed = randomBytes(8);
  const [seedA, seedB] = [seed.readUInt32LE(0), seed.readUInt32LE(4)];
  const tables = Array.from({ length: TABLES }, () => ({ table: createTable(SLOTS_FIRST), taken: 0 }));

  return {
    note(phoneNumber, bundleId, line) {
      const text = `${phoneNumber} ${bundleId}`;
      const high = hash(text, seedA);
      const low = hash(text, seedB);
      const part = tables[low % TABLES];
      if (part === undefined) throw new TypeError('no such table');
      if (part.taken >= part.table.lines.length * LOAD_MAX) part.table = grown(part.table);
      const first = place(part.table, high, low, line);
      if (first === null) part.taken += 1;
      return first;
    },
  };
}

interface Table {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** 0 where the slot is free; lines count from 1. */
  readonly lines: Uint32Array;
}

function createTable(slots: number): Table {
  return { high: new Uint32Array(slots), low: new Uint32Array(slots), lines: new Uint32Array(slots) };
}

function grown({ high, low, lines }: Table): Table {
  const table = createTable(lines.length * 2);
  for (const [slot, line] of lines.entries()) {
    if (line !== 0) place(table, high[slot] ?? 0, low[slot] ?? 0, line);
  }
  return table;
}

function place({ high, low, lines }: Table, a: number, b: number, line: number): number | null {
  const mask = lines.length - 1;
  for (let slot = a & mask; ; slot = (slot + 1) & mask) {
    const there = lines[slot] ?? 0;
    if (there === 0) {
      high[slot] = a;
      low[slot] = b;
      lines[slot] = line;
      return null;
    }
    if (high[slot] === a && low[slot] === b) return there;
  }
}

/** MurmurHash3's mixing over UTF-16 units, started from a seed. */
function hash(text: string, seed: number): number {
  let h = seed;
  for (let index = 0; index < text.length; index++) {
    h = Math.imul(h ^ text.charCodeAt(index), 0xcc9e2d51);
    h = (h << 15) | (h >>> 17);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
