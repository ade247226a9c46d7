/** What people are mailed about. The first two have a link that works once. */
export type PersonMailKind =
  | 'invitation'
  | 'recovery'
  | 'new_device'
  | 'password_changed'
  | 'second_factor_changed'
  | 'passkey_changed'
  | 'code_repeated';

/** What happened, from where. */
export interface PersonMailFacts {
  readonly address?: string | null;
  readonly userAgent?: string | null;
  /** For example `added` or `removed`. */
  readonly change?: string;
  /** Name of a passkey. */
  readonly name?: string;
}

/** How the token of a link in a mail begins, by kind of mail. Tokens of other links have no underscore. */
export const LINK_PREFIX = { invitation: 'inv_', recovery: 'rec_' } as const;
