import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { ANSWERS, SIGNATURES } from './behaviour.ts';
import type { Account, Book, Entry } from './book.ts';

export interface Journal {
  /** Writes an entry down as it is now. */
  write(account: Account, entry: Entry): void;
  close(): void;
}

/** Remembers nothing. */
export const NO_JOURNAL: Journal = { write() {}, close() {} };

/**
 * An append-only file of JSON lines, each a whole entry; the last of an entry counts. Each line is handed to the kernel
 * before the answer it stands for is given, so that a killed simulator forgets no delivery.
 */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a');
  // A line that was cut short by a kill must not swallow the next one.
  writeSync(file, '\n');
  return {
    write: (account, { reference, submits, orders }) =>
      void writeSync(file, `${JSON.stringify({ k: account.key, x: reference, submits, orders })}\n`),
    close: () => closeSync(file),
  };
}

const Instant = z.number().nullable();

const Kept = z.object({
  id: z.string(),
  reference: z.string(),
  number: z.string(),
  product: z.string(),
  behaviour: z.object({
    end: z.enum(['delivered', 'failed']).nullable(),
    failCode: z.string().nullable(),
    endAfterMs: z.number(),
    reverseAfterMs: Instant,
    answer: z.enum(ANSWERS),
    inquiryAnswer: z.enum(ANSWERS),
    openWord: z.string().nullable(),
    accepts: z.boolean(),
    refuse: z.string().nullable(),
    answerAfterMs: z.number(),
    hiddenForMs: z.number(),
    callbacks: z.number(),
    callbackDelayMs: z.number(),
    signature: z.enum(SIGNATURES),
    callbackBeforeAnswer: z.boolean(),
    forgedCallback: z.boolean(),
  }),
  takenAtMs: z.number(),
  status: z.enum(['open', 'delivered', 'failed', 'reversed']),
  endsAtMs: Instant,
  deliveries: z.number(),
  deliveredAtMs: Instant,
  reversesAtMs: Instant,
  reversedAtMs: Instant,
  leftOpen: z.boolean(),
  toldStatus: z.string().nullable(),
});

const Line = z.object({ k: z.string(), x: z.string(), submits: z.int(), orders: z.array(Kept) });

/** Writes the last line of every entry of an earlier run into an empty book; a missing file is an empty one. */
export function replayJournal(path: string, book: Book): void {
  if (!existsSync(path)) return;
  const last = new Map<string, z.output<typeof Line>>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    const line = text === '' ? undefined : readLine(text);
    if (line !== undefined) last.set(JSON.stringify([line.k, line.x]), line);
  }
  for (const { k, x, submits, orders } of last.values()) {
    const account = book.account(k);
    const entry = book.receive(account, x);
    account.totals.submits += submits - 1;
    entry.submits = submits;
    for (const order of orders) book.take(account, entry, order);
  }
}

function readLine(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
