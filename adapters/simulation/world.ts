import type { Traits } from './behaviour.ts';
import {
  type Account,
  type Book,
  type BookPage,
  type BookQuery,
  createBook,
  type Order,
  type Placed,
  readBook,
} from './book.ts';
import { type CallbackPlan, createCallbackSender } from './callbacks.ts';
import { createHistory, type History } from './history.ts';
import { type Journal, NO_JOURNAL, openJournal, replayJournal } from './journal.ts';
import { createOperator, type Operator } from './operator.ts';
import { createScripts, type Scripts } from './scripts.ts';

/** How long the answer to suffix 983 takes, before scaling. */
const LATE_ANSWER_MS = 45_000;

/** What a callback claims: the true state of the order, or falsely a delivery. */
export type Claim = 'true' | 'delivered';

/** What a protocol adds to a simulation. */
export interface Protocol {
  readonly traits: Traits;
  /** How long an order takes by default, before scaling; without it, orders end immediately. */
  readonly promptMs?: (order: Order) => number;
  /** The status of an order in the gateway's terms; by default in those of the book. */
  readonly statusOf?: (order: Order) => string;
  /** Null where the gateway never calls back. */
  readonly callbacks:
    | (CallbackPlan & {
        /** The body of a callback about an order; null if the gateway sends none about it. */
        readonly body: (order: Order, claim: Claim) => string | null;
        /** What signs a body, for gateways that sign. */
        readonly headers?: (body: string, order: Order, account: Account) => Readonly<Record<string, string>>;
      })
    | null;
}

/** One line of the log: never a phone number, never a secret. */
export interface LogLine {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Everything a running simulator knows. */
export interface World {
  readonly book: Book;
  readonly journal: Journal;
  readonly operator: Operator;
  readonly scripts: Scripts;
  /** Codes with which all orders of an account are refused. */
  readonly refusals: Map<string, string>;
  readonly log: LogLine[];
  readonly history: History;
  readonly timeScale: number;
  readonly lateAnswerMs: number;
  submitLatencyMs: number;
  inquiryLatencyMs: number;
  /** Tells an account of an order. */
  tell(placed: Placed, claim: Claim): void;
  readBook(query: BookQuery): BookPage;
  /** Waits so many milliseconds, scaled; cut short when the simulator closes. */
  pause(ms: number): Promise<void>;
  /** Lets go of every pause and stops the operator. */
  release(): void;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly timeScale: number;
  readonly bookFile: string | null;
  readonly callbackUrls: ReadonlyMap<string, string>;
}

/** Opens a world, with the book of an earlier run where a file keeps one. */
export async function openWorld(
  protocol: Protocol,
  { timeScale, bookFile, callbackUrls }: WorldOptions,
): Promise<World> {
  const book = createBook();
  if (bookFile !== null) await replayJournal(bookFile, book);
  const journal = bookFile === null ? NO_JOURNAL : openJournal(bookFile);
  const history = createHistory();
  const sender = protocol.callbacks === null ? null : createCallbackSender(protocol.callbacks, timeScale);

  const tell: World['tell'] = ({ account, entry, order }, claim) => {
    const url = order.callbackUrl ?? callbackUrls.get(account.key);
    if (url === undefined || sender === null || protocol.callbacks === null) return;
    const { status } = order;
    const body = protocol.callbacks.body(order, claim);
    if (body === null) return;
    const headers = protocol.callbacks.headers?.(body, order, account) ?? {};
    const { callbacks, callbackDelayMs } = order.behaviour;
    const delayMs = claim === 'true' && status !== 'reversed' ? callbackDelayMs * timeScale : 0;
    for (let copy = 0; copy < callbacks; copy++) {
      void sender.send(url, { body, headers }, delayMs).then((taken) => {
        if (!taken || claim !== 'true' || order.status !== status) return;
        order.toldStatus = status;
        journal.write(account, entry);
      });
    }
  };
  const operator = createOperator({
    book,
    journal,
    timeScale,
    promptMs: protocol.promptMs ?? (() => 0),
    // Gateways send callbacks about orders that their answer left open, and about reversals.
    onNews(placed) {
      const { reference, status } = placed.order;
      if (status !== 'open') history.note(reference, status);
      if (placed.order.leftOpen || placed.order.status === 'reversed') tell(placed, 'true');
    },
  });
  operator.resume();

  const pauses = new Set<() => void>();
  return {
    book,
    journal,
    operator,
    scripts: createScripts(protocol.traits),
    refusals: new Map(),
    log: [],
    history,
    timeScale,
    lateAnswerMs: LATE_ANSWER_MS,
    submitLatencyMs: 0,
    inquiryLatencyMs: 0,
    tell,
    readBook: (query) => readBook(book, query, protocol.statusOf ?? (({ status }) => status)),
    pause: (ms) => pauseUntilReleased(ms * timeScale, pauses),
    release() {
      operator.stop();
      for (const wake of pauses) wake();
    },
    async close() {
      await sender?.close();
      journal.close();
    },
  };
}

function pauseUntilReleased(ms: number, pauses: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      pauses.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    pauses.add(wake);
  });
}
