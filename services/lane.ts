/** A request that left its lane before its transaction started: nothing was done for it. */
export class Withdrawn extends Error {
  constructor() {
    super('withdrawn from its lane before its transaction started');
    this.name = 'Withdrawn';
  }
}

/** A lane is full: nothing was done for the request, and it is not queued. */
export class Overloaded extends Error {
  constructor() {
    super('the lane is full');
    this.name = 'Overloaded';
  }
}

/** One for all: in an overload, the stack traces would take longer than the refusals. */
const OVERLOADED = new Overloaded();

export interface LaneOptions<Key, Item, Result> {
  /** Most items that one transaction takes. */
  readonly cap: number;
  /** Whether a lane accepts no more; by default never, for callers that limit themselves. */
  readonly isFull?: FullLane;
  /** Runs one transaction for one account; returns one result per item, in order. */
  readonly work: (key: Key, items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether a failed transaction may succeed item by item, so that one bad item never hurts another. */
  readonly shouldRetryIndividually: (error: unknown) => boolean;
  /** Whether a transaction that failed has done nothing and may succeed when run again, three times in all; by default never. */
  readonly shouldRepeat?: (error: unknown) => boolean;
  /** Called before each transaction starts. */
  readonly onGroup?: LaneObserver;
}

/** `waitedMs`: how long the item that waited longest was in the lane. */
export type LaneObserver = (group: { readonly size: number; readonly waitedMs: number }) => void;

/** Decides by how many items wait, and for how many milliseconds the first of them has waited. */
export type FullLane = (waiting: number, waitedMs: number) => boolean;

export interface Lanes<Key, Item, Result> {
  /**
   * Queues an item in the lane of `key`.
   * @throws Overloaded when the lane is full.
   * @throws Withdrawn when `signal` aborts before the item's transaction starts; after that, only its result is returned.
   */
  run(key: Key, item: Item, signal?: AbortSignal): Promise<Result>;
  /** Whether `run` would throw Overloaded now, so that callers can skip the work before it. */
  isFull(key: Key): boolean;
  /** Resolves once no transaction is in flight and nothing waits. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  /** Of `performance.now()`. */
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One lane per key: while a transaction for the key is in flight, further items queue. When it returns, all queued items go into
 * the next transaction together, and half of the earlier items are answered while that runs. There is no timer: a group has one
 * item when idle, up to `cap` under load.
 */
export function createLanes<Key, Item, Result>(
  options: LaneOptions<Key, Item, Result>,
): Lanes<Key, Item, Result> {
  const queues = new Map<Key, Waiting<Item, Result>[]>();
  const running = new Set<Promise<void>>();
  const isFull = (queue: readonly Waiting<Item, Result>[]) =>
    options.isFull?.(queue.length, performance.now() - (queue[0]?.since ?? performance.now())) === true;

  return {
    run(key, item, signal) {
      return new Promise<Result>((resolve, reject) => {
        const waiting = { item, since: performance.now(), resolve, reject };
        const queue = queues.get(key);
        if (signal?.aborted === true) {
          reject(new Withdrawn());
          return;
        }
        if (queue !== undefined) {
          if (isFull(queue)) reject(OVERLOADED);
          else wait(queue, waiting, signal);
          return;
        }
        queues.set(key, [waiting]);
        const lane = drainLane(key, queues, options).finally(() => running.delete(lane));
        running.add(lane);
      });
    },

    isFull(key) {
      const queue = queues.get(key);
      return queue !== undefined && isFull(queue);
    },

    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

async function drainLane<Key, Item, Result>(
  key: Key,
  queues: Map<Key, Waiting<Item, Result>[]>,
  options: LaneOptions<Key, Item, Result>,
): Promise<void> {
  // One turn of the event loop, so that requests read from the sockets together start together.
  await nextTurn();
  const queue = queues.get(key) ?? [];
  let unanswered: readonly Answer[] = [];
  while (queue.length > 0) {
    const group = queue.splice(0, options.cap);
    const waitedMs = performance.now() - (group[0]?.since ?? performance.now());
    options.onGroup?.({ size: group.length, waitedMs });
    const running = runGroup(key, group, options);
    // Under overload, one turn of the event loop can take seconds, because Node first reads every readable socket.
    await Promise.race([nextTurn(), running]);
    answerAll(unanswered);
    const answers = await running;
    // Half of them are answered while the next transaction runs; otherwise the database would idle while we answer.
    const half = Math.ceil(answers.length / 2);
    answerAll(answers.slice(0, half));
    unanswered = answers.slice(half);
    // In an overload, a turn takes long, and the next transaction is full without it.
    if (queue.length < options.cap) await nextTurn();
  }
  answerAll(unanswered);
  queues.delete(key);
}

/** Settles the promise of one item. */
type Answer = () => void;

function answerAll(answers: readonly Answer[]): void {
  for (const answer of answers) answer();
}

/** Lets pending writes leave and received data be read. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Queues an item. A withdrawn item leaves immediately, even while the transaction in front of it still runs. */
function wait<Item, Result>(
  queue: Waiting<Item, Result>[],
  waiting: Waiting<Item, Result>,
  signal: AbortSignal | undefined,
): void {
  queue.push(waiting);
  signal?.addEventListener(
    'abort',
    () => {
      const place = queue.indexOf(waiting);
      if (place === -1) return;
      queue.splice(place, 1);
      waiting.reject(new Withdrawn());
    },
    { once: true },
  );
}

const RUNS_MAX = 3;

async function workRepeatedly<Key, Item, Result>(
  key: Key,
  items: readonly Item[],
  { work, shouldRepeat }: LaneOptions<Key, Item, Result>,
): Promise<readonly Result[]> {
  for (let run = 1; ; run++) {
    try {
      return await work(key, items);
    } catch (error) {
      if (run === RUNS_MAX || shouldRepeat?.(error) !== true) throw error;
    }
  }
}

/** Runs one transaction and returns how to answer its items; items that were run one by one are already answered. */
async function runGroup<Key, Item, Result>(
  key: Key,
  group: readonly Waiting<Item, Result>[],
  options: LaneOptions<Key, Item, Result>,
): Promise<readonly Answer[]> {
  try {
    const items = group.map(({ item }) => item);
    const results = await workRepeatedly(key, items, options);
    return group.map(({ resolve, reject }, index) => {
      const result = results[index];
      if (result === undefined)
        return () => reject(new TypeError('the lane returned fewer results than items'));
      return () => resolve(result);
    });
  } catch (error) {
    if (group.length > 1 && options.shouldRetryIndividually(error)) {
      for (const waiting of group) answerAll(await runGroup(key, [waiting], options));
      return [];
    }
    return group.map(
      ({ reject }) =>
        () =>
          reject(error),
    );
  }
}
