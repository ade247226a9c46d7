import type { AccountId, Id } from '../ids.ts';

export type RequestId = Id<'req'>;

/** A text that was kept, and whether its end was cut off. Null if there was none, or it is not kept. */
export interface KeptText {
  readonly text: string | null;
  readonly isCut: boolean;
}

/** A request that was answered, as it is stored: without secrets, with whole numbers. */
export interface LoggedRequest {
  readonly id: RequestId;
  readonly accountId: AccountId;
  readonly at: Date;
  readonly method: string;
  /** With the query, decoded. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly principalKind: 'key' | 'person';
  readonly principalId: string;
  readonly address: string | null;
  readonly request: KeptText;
  readonly response: KeptText;
}

/** A request as it is read: with the name of its key or person, null if it has none. */
export interface NamedRequest extends LoggedRequest {
  readonly principalName: string | null;
}
