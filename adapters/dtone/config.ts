export interface DtOneConfig {
  /** Up to and including the version, such as `https://dvs-api.dtone.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** For one HTTP call, from start to last byte. */
  readonly timeoutMs: number;
  /** Only this long after a send does "not found" mean that the order was never received. */
  readonly holdMs: number;
  /** Where DT One sends callbacks about async orders. Contains a token, so treat it as a secret. */
  readonly callbackUrl: string | null;
  /** `sync` holds the call open for the final answer, for up to `timeoutMs`. */
  readonly mode: 'async' | 'sync';
  /** Creates an order and confirms it with a second call, so that a lost answer to the first delivers nothing. */
  readonly twoStep: boolean;
  /** The clock; tests pass theirs. */
  readonly now?: () => Date;
}
