import { closeSync, createReadStream, existsSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ANSWERS, type Behaviour, SIGNATURES, USUAL } from './behaviour.ts';
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
 * before the answer it stands for is given, so that a killed simulator forgets no delivery; it is not flushed to disk,
 * for a simulator need not survive the machine.
 */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a');
  // A line that was cut short by a kill must not swallow the next one.
  writeSync(file, '\n');
  return {
    write(account, { reference, submits, orders }) {
      const kept = orders.map((order) => ({ ...order, behaviour: unusual(order.behaviour) }));
      writeSync(file, `${JSON.stringify({ k: account.key, x: reference, submits, orders: kept })}\n`);
    },
    close: () => closeSync(file),
  };
}

/** Only what differs from the usual, to keep the lines short. */
function unusual(behaviour: Behaviour): object {
  if (behaviour === USUAL) return {};
  const usual = new Map<string, unknown>(Object.entries(USUAL));
  return Object.fromEntries(Object.entries(behaviour).filter(([name, value]) => usual.get(name) !== value));
}

const Instant = z.number().nullable();

const KeptBehaviour = z.object({
  end: z.enum(['delivered', 'failed']).nullable().default(USUAL.end),
  failCode: z.string().nullable().default(USUAL.failCode),
  endAfterMs: Instant.default(USUAL.endAfterMs),
  pin: z.boolean().default(USUAL.pin),
  reverseAfterMs: Instant.default(USUAL.reverseAfterMs),
  answer: z.enum(ANSWERS).default(USUAL.answer),
  inquiryAnswer: z.enum(ANSWERS).default(USUAL.inquiryAnswer),
  openWord: z.string().nullable().default(USUAL.openWord),
  accepts: z.boolean().default(USUAL.accepts),
  refuse: z.string().nullable().default(USUAL.refuse),
  answerAfterMs: z.number().default(USUAL.answerAfterMs),
  hiddenForMs: z.number().default(USUAL.hiddenForMs),
  callbacks: z.number().default(USUAL.callbacks),
  callbackDelayMs: z.number().default(USUAL.callbackDelayMs),
  signature: z.enum(SIGNATURES).default(USUAL.signature),
  callbackBeforeAnswer: z.boolean().default(USUAL.callbackBeforeAnswer),
  forgedCallback: z.boolean().default(USUAL.forgedCallback),
  shownProduct: z.string().nullable().default(USUAL.shownProduct),
});

const KeptOrder = z.object({
  id: z.string(),
  reference: z.string(),
  number: z.string(),
  product: z.string(),
  callbackUrl: z.string().nullable(),
  behaviour: KeptBehaviour,
  takenAtMs: z.number(),
  begunAtMs: Instant,
  status: z.enum(['open', 'delivered', 'failed', 'reversed']),
  endsAtMs: Instant,
  deliveries: z.number(),
  deliveredAtMs: Instant,
  reversesAtMs: Instant,
  reversedAtMs: Instant,
  leftOpen: z.boolean(),
  toldStatus: z.string().nullable(),
});

const Line = z.object({ k: z.string(), x: z.string(), submits: z.int(), orders: z.array(KeptOrder) });

/** Writes the last line of every entry of an earlier run into an empty book; a missing file is an empty one. */
export async function replayJournal(path: string, book: Book): Promise<void> {
  if (!existsSync(path)) return;
  const last = new Map<string, z.output<typeof Line>>();
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const line = text === '' ? undefined : readLine(text);
    if (line !== undefined) last.set(JSON.stringify([line.k, line.x]), line);
  }
  for (const { k, x, submits, orders } of last.values()) {
    const account = book.account(k);
    const entry = book.receive(account, x);
    account.totals.submits += submits - 1;
    entry.submits = submits;
    for (const order of orders) book.take({ account, entry, order });
  }
}

function readLine(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
