/** A whole HTTP answer, whatever its status; redirects are answers too, they are never followed. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Certain: not one byte of the request was given to a connection. */
export interface NotConnected {
  readonly kind: 'not_connected';
  readonly detail: string;
}

/** The request was, or may have been, written; no whole answer came back. */
export interface Lost {
  readonly kind: 'lost';
  /** `unreadable`: something came back that is not HTTP, or is longer than any answer may be. */
  readonly reason: 'timed_out' | 'connection_lost' | 'unreadable';
  readonly detail: string;
}

export type HttpResult = Answered | NotConnected | Lost;
