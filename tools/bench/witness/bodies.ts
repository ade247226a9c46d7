import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const LINES_PER_PIECE = 10_000;

/** The body of a purchase under a reference that no other number of the same name has. */
function purchaseBody(name: string, number: number): string {
  const digits = String(number).padStart(7, '0');
  return `{"reference":"${name}-${digits}","phone_number":"+234803${digits}","bundle_id":"bnd_mtn_ng_500mb_7d"}`;
}

/** Writes the bodies of so many purchases, one per line. */
export function writeBodies(file: string, name: string, count: number): Promise<void> {
  function* pieces() {
    for (let from = 0; from < count; from += LINES_PER_PIECE) {
      const lines = Array.from({ length: Math.min(LINES_PER_PIECE, count - from) }, (_, nth) =>
        purchaseBody(name, from + nth),
      );
      yield `${lines.join('\n')}\n`;
    }
  }
  return pipeline(Readable.from(pieces()), createWriteStream(file));
}
