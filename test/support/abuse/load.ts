/** What a process of abuse sends repeatedly until it is stopped. */
export interface Load {
  /** `{serial}` is replaced by a different name in each request, here and in the head of the body. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** `head`, then `text` repeated `times` times. */
  readonly body?: { readonly head?: string; readonly text: string; readonly times: number };
  readonly connections: number;
  /**
   * `to_the_end`: reads each answer before the next request. `never`: sends pipelined requests and reads nothing until the
   * abuse has stopped; the answers read then show that the requests were served.
   */
  readonly reads: 'to_the_end' | 'never';
  /** Requests sent together on one connection, if nothing is read. */
  readonly pipelined?: number;
  /** Sends a different made-up key with each request. */
  readonly madeUpKeys?: boolean;
}

/** The answers to the requests of a load. */
export interface Answers {
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Received in all answers together. */
  readonly bytes: number;
  /** Connections that ended without an answer. */
  readonly broken: number;
}

/** Adds up answers of several rounds. */
export function sumOf(rounds: readonly Answers[]): Answers {
  const statuses: Record<string, number> = {};
  for (const round of rounds)
    for (const [status, count] of Object.entries(round.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
  return {
    statuses,
    bytes: rounds.reduce((sum, { bytes }) => sum + bytes, 0),
    broken: rounds.reduce((sum, { broken }) => sum + broken, 0),
  };
}
