import { closeSync, createReadStream, existsSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Behaviour, USUAL } from './behaviours.ts';
import type { Account, Book, Order } from './book.ts';

/** The parts of an order that change. */
type Change = Partial<
  Pick<
    Order,
    | 'confirmedAtMs'
    | 'status'
    | 'endsAtMs'
    | 'deliveries'
    | 'deliveredAtMs'
    | 'reversesAtMs'
    | 'reversedAtMs'
    | 'toldStatus'
  >
>;

export interface Journal {
  /** A submit that made no order. */
  submitted(account: Account, externalId: string): void;
  taken(account: Account, order: Order): void;
  changed(account: Account, order: Order, change: Change): void;
  close(): void;
}

/** Remembers nothing. */
export const NO_JOURNAL: Journal = { submitted() {}, taken() {}, changed() {}, close() {} };

/**
 * An append-only file of JSON lines. Each line is handed to the kernel before the answer it stands for is given, so that
 * a killed simulator forgets no delivery; it is not flushed to disk, for a simulator need not survive the machine.
 */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a');
  const write = (line: object) => writeSync(file, `${JSON.stringify(line)}\n`);
  // A line that was cut short by a kill must not swallow the next one.
  writeSync(file, '\n');

  return {
    submitted: (account, externalId) => void write({ t: 'submit', k: account.apiKey, x: externalId }),
    taken: (account, order) =>
      void write({ t: 'order', k: account.apiKey, order: { ...order, behaviour: unusual(order.behaviour) } }),
    changed: (account, { externalId }, change) =>
      void write({ t: 'is', k: account.apiKey, x: externalId, change }),
    close: () => closeSync(file),
  };
}

/** Only what differs from the usual, to keep the lines short. */
function unusual(behaviour: Behaviour): Partial<Behaviour> {
  if (behaviour === USUAL) return {};
  return Object.fromEntries(Object.entries(behaviour).filter(([name, value]) => !isUsual(name, value)));
}

function isUsual(name: string, value: unknown): boolean {
  return Object.entries(USUAL).some(([usualName, usual]) => usualName === name && usual === value);
}

const Instant = z.number().nullable();

const Changeable = z.object({
  confirmedAtMs: Instant,
  status: z.string(),
  endsAtMs: Instant,
  deliveries: z.number(),
  deliveredAtMs: Instant,
  reversesAtMs: Instant,
  reversedAtMs: Instant,
  toldStatus: z.string().nullable(),
});

const Line = z.discriminatedUnion('t', [
  z.object({ t: z.literal('submit'), k: z.string(), x: z.string() }),
  z.object({
    t: z.literal('order'),
    k: z.string(),
    order: Changeable.extend({
      id: z.number(),
      externalId: z.string(),
      mobileNumber: z.string(),
      productId: z.number(),
      callbackUrl: z.string().nullable(),
      sync: z.boolean(),
      createdAtMs: z.number(),
      behaviour: z.looseObject({}),
    }),
  }),
  z.object({ t: z.literal('is'), k: z.string(), x: z.string(), change: Changeable.partial() }),
]);

/** Writes the lines of an earlier run into an empty book; a missing file is an empty one. */
export async function replayJournal(path: string, book: Book): Promise<void> {
  if (!existsSync(path)) return;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const line = text === '' ? undefined : readLine(text);
    if (line !== undefined) replay(book, line);
  }
}

function replay(book: Book, line: z.output<typeof Line>): void {
  const account = book.account(line.k);
  switch (line.t) {
    case 'submit':
      book.receive(account, line.x);
      return;
    case 'order': {
      const order = { ...line.order, behaviour: { ...USUAL, ...line.order.behaviour } };
      book.take(account, book.receive(account, order.externalId), order);
      return;
    }
    case 'is': {
      const order = account.entries.get(line.x)?.order;
      if (order === null || order === undefined) return;
      account.totals.deliveries += (line.change.deliveries ?? order.deliveries) - order.deliveries;
      Object.assign(order, line.change);
      return;
    }
  }
}

function readLine(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
