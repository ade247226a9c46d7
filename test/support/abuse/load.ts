/** What a process of abuse sends, again and again until it is stopped. */
export interface Load {
  /** `{serial}` becomes another name in each request, here and in the head of the body. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** `head`, then `text` as often as `times` says. */
  readonly body?: { readonly head?: string; readonly text: string; readonly times: number };
  readonly connections: number;
  /**
   * `to_the_end`: each answer before the next request. `never`: pipelined requests on connections that nothing is read from
   * until the abuse has stopped; what is read then shows that they were served.
   */
  readonly reads: 'to_the_end' | 'never';
  /** Requests of one connection at once, where nothing is read. */
  readonly pipelined?: number;
  /** Replaced by another made-up key in each request. */
  readonly madeUpKeys?: boolean;
}

/** What became of the requests of a load. */
export interface Answers {
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Received, in all answers together. */
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
