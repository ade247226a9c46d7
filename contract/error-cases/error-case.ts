import type { ErrorCode } from '../errors.ts';

/** One way in which the API rejects a request. */
export interface ErrorCase {
  readonly code: ErrorCode;
  /** Set where it differs from the code's own status: 405 for a wrong method. */
  readonly status?: number;
  /** Request field concerned; a request-specific one is passed when the error is created. */
  readonly param?: string;
  /** Completes "The API sends this when …". */
  readonly when: string;
  /** As sent. `{name}` stands for a value of the request. */
  readonly message: string;
}

/** The names that a message has in braces. */
export type PlaceholdersOf<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** Puts values in the place of `{name}`. */
export function fillMessage(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => String(values[name] ?? ''));
}
