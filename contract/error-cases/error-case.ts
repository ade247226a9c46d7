import type { ErrorCode } from '../errors.ts';

/** One way in which the API rejects a request. */
export interface ErrorCase {
  readonly code: ErrorCode;
  /** Set where it differs from the code's own status: 405 for a wrong method. */
  readonly status?: number;
  /** Request field concerned; a request-specific one is passed when the error is created. */
  readonly param?: string;
  /** Set if a gateway reads the error and clients never do: docs/errors.md leaves it out. */
  readonly reader?: 'gateway';
  /** Completes "The API sends this when …". */
  readonly when: string;
  /** As sent. `{name}` stands for a value of the request. */
  readonly message: string;
}
