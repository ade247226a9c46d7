import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../report.ts';

const WRITES = 200;
const PAGE_BYTES = 8_192;

/** Median time of a page written and flushed in a folder, in milliseconds: what a durable commit costs at the least. */
export function fsyncLatencyMs(folder: string): number {
  const directory = mkdtempSync(join(folder, 'fsync-'));
  const file = openSync(join(directory, 'page'), 'w');
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const times: number[] = [];
  try {
    for (let write = 0; write < WRITES; write++) {
      const begin = performance.now();
      writeSync(file, page, 0, PAGE_BYTES, 0);
      fdatasyncSync(file);
      times.push(performance.now() - begin);
    }
  } finally {
    closeSync(file);
    rmSync(directory, { recursive: true });
  }
  return Math.round(median(times) * 1_000) / 1_000;
}
