/** What stands for an id in the address of a screen, as in the console's router. */
export type Ids = Readonly<
  Record<
    | 'purchaseId'
    | 'batchId'
    | 'keyId'
    | 'endpointId'
    | 'eventId'
    | 'requestId'
    | 'personId'
    | 'roleId'
    | 'accountId'
    | 'networkId',
    string
  >
>;

/** A screen: a name for its pictures, its address in the router, and a text that it shows once it has its data. */
export type Shown = readonly [name: string, route: string, text: string];

/** Before anyone has signed in. */
export const OPEN_SCREENS: readonly Shown[] = [['sign-in', '/sign-in', 'E-mail address']];

/** For the owner of an account that has two of everything. */
export const CLIENT_SCREENS: readonly Shown[] = [
  ['home', '/', 'Balance'],
  ['profile', '/profile', 'Passkeys'],
  ['approvals', '/approvals', 'A campaign of ₦20.00'],
  ['campaigns', '/campaigns', 'own-2'],
  ['new-campaign', '/campaigns/new', 'Check the file'],
  ['schedules', '/campaigns/schedules', 'own-weekly'],
  ['campaign-ready', '/campaigns/$batchId', 'What it costs'],
  ['purchases', '/purchases', 'Delivered'],
  ['purchase', '/purchases/$purchaseId', 'What happens next'],
  ['statement', '/statements', 'Balance over time'],
  ['campaign-money', '/statements/campaigns', 'own-1'],
  ['cost-centres', '/statements/cost-centres', 'All together'],
  ['top-up', '/statements/top-up', 'ACME-LIVE'],
  ['developers', '/developers', 'Programs use API keys.'],
  ['keys', '/developers/keys', 'Own'],
  ['new-key', '/developers/keys/new', 'You can give only rights that you have.'],
  ['key', '/developers/keys/$keyId', 'Revoke the key'],
  ['webhooks', '/developers/webhooks', 'https://hooks.example.com/second'],
  ['new-webhook', '/developers/webhooks/new', 'Add an endpoint'],
  ['webhook', '/developers/webhooks/$endpointId', 'Attempt 2'],
  ['event', '/developers/events/$eventId', 'Payload'],
  ['requests', '/developers/requests', 'GET /v1/balance'],
  ['request', '/developers/requests/$requestId', 'GET /v1/balance'],
  ['sandbox', '/developers/sandbox', 'The sandbox is in your test account'],
  ['people', '/admin/people', 'own-2@own.example'],
  ['person', '/admin/people/$personId', 'Change the role'],
  ['roles', '/admin/roles', 'Own 2'],
  ['new-role', '/admin/roles/new', 'Name of the role'],
  ['role', '/admin/roles/$roleId', 'No one has this role.'],
  ['limits', '/admin/limits', 'These rules protect the account from mistakes.'],
  ['approval-rules', '/admin/approvals', 'other people must agree before a campaign'],
  ['sign-on', '/admin/sign-on', 'Whether your people sign in'],
  ['audit', '/admin/audit', 'Entries are never changed or removed.'],
];

/** For a staff member, with rights for money. */
export const STAFF_SCREENS: readonly Shown[] = [
  ['staff-overview', '/operations', 'you now'],
  ['staff-alerts', '/operations/alerts', 'Act now'],
  ['staff-search', '/operations/search', 'Number, reference, purchase id, or account'],
  ['staff-stuck', '/operations/stuck', 'stuck-1'],
  ['staff-queues', '/operations/queues', 'What workers'],
  ['staff-webhooks', '/operations/webhooks', 'Failing webhooks'],
  ['staff-trace', '/operations/purchases/$purchaseId', 'What the client sees'],
  ['staff-network', '/operations/networks/$networkId', 'In progress'],
  ['staff-approvals', '/operations/approvals', 'Approvals'],
  ['staff-late', '/operations/late', 'Who pays'],
  ['staff-contradictions', '/operations/contradictions', 'Ask it which is true'],
  ['staff-accounts', '/operations/accounts', 'Own'],
  ['staff-account', '/operations/accounts/$accountId', 'Book a payment'],
  ['staff-account-rules', '/operations/accounts/$accountId/approval-rules', 'Approval rules'],
  ['staff-prices', '/operations/accounts/$accountId/prices', 'Stop selling'],
  ['staff-campaigns', '/operations/campaigns', 'of 2 rows'],
  ['staff-people', '/operations/people', 'own-2@own.example'],
  ['staff-reconciliations', '/operations/reconciliations', 'Reconciliations'],
  ['staff-margins', '/operations/margins', 'Margins'],
  ['staff-team', '/operations/team', 'Bisi'],
  ['staff-audit', '/operations/audit', 'staff_invite'],
];

/** The address of a screen in a browser. */
export function addressOf(route: string, ids: Ids): string {
  // Without a day, it shows yesterday, when the account did not exist.
  if (route === '/statements') return `${route}?day=${new Date().toISOString().slice(0, 10)}`;
  const known: Readonly<Record<string, string>> = ids;
  return route.replaceAll(/\$(\w+)/g, (_whole, name) => {
    const id = known[name];
    if (id === undefined) throw new Error(`${route}: no ${name}`);
    return id;
  });
}
