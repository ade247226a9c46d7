import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The parts of a workbook by name, as text. */
export async function partsOf(workbook: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const archive = await fromBufferPromise(workbook);
  for await (const entry of archive.eachEntry()) {
    parts.set(entry.fileName, String(await buffer(await archive.openReadStreamPromise(entry))));
  }
  return parts;
}
