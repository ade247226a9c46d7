/** Every right, with what it allows. Each operation under /v1 names the one that it needs. */
export const RIGHTS = {
  'purchases:create': 'buy bundles one by one',
  'purchases:read': 'read purchases',
  'numbers:lookup': 'find the network of a number',
  'numbers:read': 'see phone numbers in full, and download files that contain them',
  'balance:read': 'read the balance, and the bank details for paying in',
  'sandbox:write': 'set the balance of a test account',
  'statements:read': 'read statements and their lines',
  'catalogue:read': 'read networks, bundles and the status of the service',
  'batches:create':
    'upload files, correct rows, try failed rows again and ask for the start of a batch; not start it',
  'batches:read': 'read batches and their rows',
  'batches:start': 'start, schedule and resume batches, which spends money',
  'approvals:read': 'read requests for approval, and how they were decided',
  'approvals:decide': 'approve and reject what others prepared',
  'approvals:rules': 'change the rules that say what needs an approval',
  'batches:stop': 'pause and cancel batches, and withdraw their schedule',
  'recurring-batches:read': 'read recurring batches',
  'recurring-batches:start': 'create and resume recurring batches, which spends money',
  'recurring-batches:stop': 'pause and delete recurring batches',
  'events:read': 'read events and their deliveries',
  'events:resend': 'send events again',
  'webhooks:read': 'read webhook endpoints and their attempts',
  'webhooks:write': 'create, change, test and delete webhook endpoints, and rotate their secrets',
  'keys:read': 'list API keys with their names, scopes and last use',
  'keys:write':
    'create, change and rotate API keys that have no more rights than your own key; revoke any key',
  'requests:read': 'read the log of requests, with what was sent and answered',
  'audit:read': 'read the audit log',
  'people:read': 'read the organisation, its people and the roles',
  'people:manage':
    'invite people, compose roles and give them up to your own rights, suspend and remove people, and rename the organisation',
  'privacy:manage': 'erase phone numbers from the records, and see erasures',
  'privacy:export': 'export what the records hold about a phone number',
  'settings:read':
    'read the IP allowlist, the low-balance alert and the addresses for e-mails about campaigns',
  'settings:write':
    'change the IP allowlist, the low-balance alert and the addresses for e-mails about campaigns',
  'rules:read': 'read allowed bundles, spending limits and the blocklist',
  'rules:write': 'change allowed bundles, spending limits and the blocklist',
} as const satisfies Readonly<Record<`${string}:${string}`, string>>;

export type Right = keyof typeof RIGHTS;

export function isRight(text: string): text is Right {
  return Object.hasOwn(RIGHTS, text);
}

export const ALL_RIGHTS: ReadonlySet<Right> = new Set(Object.keys(RIGHTS).filter(isRight));

/** The rights that only show something. */
export const READ_RIGHTS: ReadonlySet<Right> = new Set(
  [...ALL_RIGHTS].filter((right) => right.endsWith(':read')),
);

/** Rights that spend the account's money, immediately or later. */
export const SPENDING_RIGHTS: ReadonlySet<Right> = new Set<Right>([
  'purchases:create',
  'batches:start',
  'recurring-batches:start',
]);

/** Rights that move money, change the rules by which it moves or who may move it, or concern all data about a phone number. People with one of them need a second factor. */
export const GUARDED_RIGHTS: ReadonlySet<Right> = new Set<Right>([
  ...SPENDING_RIGHTS,
  'approvals:decide',
  'approvals:rules',
  'rules:write',
  'people:manage',
  'privacy:manage',
  'privacy:export',
]);

/** What a key may do: single rights, or words for several of them. */
export type Scope = Right | keyof typeof SEVERAL;

/**
 * What only those have whose scopes or role name it. With the first ones, a key that may do everything would approve for itself, and
 * programs that buy need no names and addresses of people, erase nothing, and do not read what other keys sent.
 */
export const NAMED_RIGHTS: ReadonlySet<Right> = new Set<Right>([
  'approvals:decide',
  'approvals:rules',
  'people:read',
  'people:manage',
  'privacy:manage',
  'privacy:export',
  'requests:read',
]);

const unnamed = (rights: ReadonlySet<Right>): ReadonlySet<Right> =>
  new Set([...rights].filter((right) => !NAMED_RIGHTS.has(right)));

/** `all` and `read_only` include rights that are added later, except those that must be named. */
const SEVERAL = { all: unnamed(ALL_RIGHTS), read_only: unnamed(READ_RIGHTS) } as const;

export function isScope(text: string): text is Scope {
  return isRight(text) || Object.hasOwn(SEVERAL, text);
}

/** The rights that these scopes give together. A scope that this version does not know gives none. */
export function rightsOf(scopes: readonly string[]): ReadonlySet<Right> {
  const [first, ...more] = scopes;
  // The usual key: no set is copied for it.
  if (first === 'all' && more.length === 0) return SEVERAL.all;
  if (first === 'read_only' && more.length === 0) return SEVERAL.read_only;
  return new Set(scopes.flatMap((scope) => (isScope(scope) ? expand(scope) : [])));
}

function expand(scope: Scope): readonly Right[] {
  return isRight(scope) ? [scope] : [...SEVERAL[scope]];
}
