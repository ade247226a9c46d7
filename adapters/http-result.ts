/** A complete HTTP answer with any status. Redirects are not followed, so they are answers too. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Certain: no byte of the request was written to a connection. */
export interface NotConnected {
  readonly kind: 'not_connected';
  readonly detail: string;
}

/** The request was written, or may have been, and no complete answer came back. */
export interface Lost {
  readonly kind: 'lost';
  /** `unreadable`: the answer is not HTTP, or is too long. */
  readonly reason: 'timed_out' | 'connection_lost' | 'unreadable';
  readonly detail: string;
}

export type HttpResult = Answered | NotConnected | Lost;
