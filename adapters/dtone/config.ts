export interface DtOneConfig {
  /** Up to and including the version, such as `https://dvs-api.dtone.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** For one HTTP call, from start to last byte. */
  readonly timeoutMs: number;
  /** An order that is not found is taken for never received only this long after it was sent. */
  readonly holdMs: number;
  /** Where DT One tells about orders sent in async mode; holds a token, so treat it as a secret. */
  readonly callbackUrl: string | null;
  /** `sync` holds the call open for the final answer, for up to `timeoutMs`. */
  readonly mode: 'async' | 'sync';
  /** Creates an order first and confirms it with a second call: one whose creation is never answered delivers nothing. */
  readonly twoStep: boolean;
  /** The clock; given by tests. */
  readonly now?: () => Date;
}
