import type { Connection, PoolClient } from 'pg';

/** Told of each row's bytes, from and to before; they are its only while it runs. */
export type OnRow = (bytes: Buffer, from: number, end: number) => void;

/** What a message of PostgreSQL begins with: its code, and its length without the code in four bytes. */
const HEAD = 5;
const code = (char: string) => char.charCodeAt(0);
const ROW = code('d');
/** Come before and between rows, and are of no interest: that the copy begins, notices, parameters and notifications. */
const PASSED_OVER = new Set(['H', 'N', 'S', 'A'].map(code));

/**
 * Runs a `COPY … TO STDOUT` and gives each row as it arrives, one message each, as the protocol promises. It reads the
 * connection's bytes itself, so that a row costs no object and no copy: a day's statement may have millions.
 * @throws what PostgreSQL answers, what `onRow` throws, or what the connection breaks of; the client is then of no more use.
 */
export function copyRows(client: PoolClient, sql: string, onRow: OnRow): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut(sql, onRow, (error) => (error === null ? resolve() : reject(error))));
  });
}

/** A query as pg takes them: between `submit` and the last row the connection's bytes are ours. */
class CopyOut {
  /** pg puts the end of its timer here, and leaves it to us to call it. */
  callback: () => void = () => {};
  private readonly sql: string;
  private readonly done: (error: Error | null) => void;
  private readonly frames: Frames;
  private giveBack: () => void = () => {};

  constructor(sql: string, onRow: OnRow, done: (error: Error | null) => void) {
    this.sql = sql;
    this.done = done;
    this.frames = createFrames(onRow);
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    const [theirs, ...others] = stream.listeners('data') as ((bytes: Buffer) => void)[];
    if (theirs === undefined || others.length > 0)
      throw new TypeError('pg reads its connection in another way');
    const ours = (bytes: Buffer) => {
      let used: number;
      try {
        used = this.frames(bytes);
      } catch (error) {
        this.handleError(error instanceof Error ? error : new TypeError(String(error)));
        return;
      }
      if (used === bytes.length) return;
      // The copy has ended, or failed: that and all behind it is pg's to read.
      this.giveBack();
      theirs(bytes.subarray(used));
    };
    this.giveBack = () => {
      this.giveBack = () => {};
      stream.off('data', ours);
      stream.on('data', theirs);
    };
    stream.off('data', theirs);
    stream.on('data', ours);
    connection.query(this.sql);
  }

  handleError(error: Error): void {
    this.giveBack();
    this.callback();
    this.done(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback();
    this.done(null);
  }
}

/** Takes bytes, however they are cut; answers how many were used: all, unless a message begins that is not of the copy. */
export type Frames = (bytes: Buffer) => number;

/** Finds the rows in what PostgreSQL sends, and keeps nothing but a message that is not whole. */
export function createFrames(onRow: OnRow): Frames {
  /** A message of which the rest has not come. */
  let held = Buffer.alloc(4_096);
  let heldLength = 0;
  const hold = (bytes: Buffer, from: number, end: number) => {
    if (heldLength + end - from > held.length)
      held = Buffer.concat([held, Buffer.alloc(end - from + held.length)]);
    heldLength += bytes.copy(held, heldLength, from, end);
  };
  const take = (bytes: Buffer, from: number, end: number) => {
    if (bytes[from] === ROW) onRow(bytes, from + HEAD, end);
  };
  /** Completes the message that is held; answers where the next one begins. */
  const complete = (bytes: Buffer): number => {
    let at = 0;
    while (heldLength > 0 && at < bytes.length) {
      const wanted = heldLength < HEAD ? HEAD : lengthOf(held, 0);
      const end = Math.min(bytes.length, at + wanted - heldLength);
      hold(bytes, at, end);
      at = end;
      if (heldLength < HEAD || heldLength < lengthOf(held, 0)) continue;
      take(held, 0, heldLength);
      heldLength = 0;
    }
    return at;
  };

  return (bytes) => {
    let at = complete(bytes);
    while (at < bytes.length) {
      const type = bytes[at] ?? 0;
      if (type !== ROW && !PASSED_OVER.has(type)) return at;
      const end = bytes.length - at < HEAD ? Number.POSITIVE_INFINITY : at + lengthOf(bytes, at);
      if (end > bytes.length) {
        hold(bytes, at, bytes.length);
        return bytes.length;
      }
      take(bytes, at, end);
      at = end;
    }
    return at;
  };
}

/** Of a whole message: its code, and what its length counts. */
function lengthOf(bytes: Buffer, at: number): number {
  return 1 + bytes.readUInt32BE(at + 1);
}
