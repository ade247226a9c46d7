/** The version of the API: the day of the last change to it. `docs/api-changes.md` has a section for each. */
export const API_VERSION = '2026-11-23';

/** The introduction of the reference. */
export const INFO = {
  title: 'Bundlewire',
  version: API_VERSION,
  description: `Buy prepaid mobile data bundles for phone numbers: exactly once, or your money back by a promised time.

A purchase starts as \`pending\`, and its price is held. By \`resolve_by\` it is final: \`successful\` and charged if the network
confirmed it in time, otherwise \`failed\` and not charged. A network may reverse a confirmed delivery later: the purchase is then
\`reversed\`, and you are refunded. Every final state is sent to you by webhook, and you can read it at any time.

**Live and test.** Your key selects the mode: \`bw_live_…\` buys, and \`bw_test_…\` uses the sandbox, where nothing is delivered or charged.
In test mode, the header \`Svc-Sandbox\` causes errors and slow answers: \`insufficient-balance\`, \`rate-limited\`, \`internal-error\`,
\`unavailable\` or \`slow\`. With \`short-deadline\`, \`resolve_by\` of a purchase is 30 s after it is accepted. With \`closed-day\`, the statement of an open day is shown as if the day were closed. In live mode, a request with this header is rejected with 400.

**Retries.** After a timeout, a dropped connection, 429 or 5xx, send the same request with the same \`reference\`. Nothing is bought
twice. An answer that has \`Svc-Request-Id\` and is not 201 bought nothing new. An answer without that header came from a proxy between us.

**Errors** have one shape, \`Error\`. Branch on \`error.code\`. Treat a code that you do not know by the HTTP status and \`error.retryable\`. A known
path with a wrong method is answered with 405 and the header \`Allow\`. Quote \`Svc-Request-Id\` when you ask us about a request.
Send \`Accept-Language: fr\` to get \`error.message\` in French.

**Lists** have pages. Send \`next_cursor\` as \`cursor\`, with the same filters, until \`has_more\` is false.

**Amounts** are integers in the currency's minor unit (kobo for NGN). **Times** are UTC.

**Changes.** New fields, codes and event types may be added without notice: ignore what you do not know. Other changes get a new path prefix.`,
  contact: { name: 'Your technical contact' },
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};

/** The groups of operations, in reading order. */
export const TAGS = [
  { name: 'Purchases', description: 'Buy bundles, and read the outcomes.' },
  { name: 'Number lookups', description: 'Find the network of a number, taking porting into account.' },
  { name: 'Networks', description: 'The networks that you can buy for, with their live status.' },
  { name: 'Bundles', description: 'The bundles that you can buy, with your prices.' },
  { name: 'Balance', description: 'What you can spend, and what is held for pending purchases.' },
  { name: 'Sandbox', description: 'What only test mode has.' },
  { name: 'Statements', description: 'Every movement of the balance, by UTC day, for reconciliation.' },
  { name: 'Batches', description: 'Campaigns: thousands of purchases from one spreadsheet.' },
  { name: 'Approvals', description: 'Campaigns that others approve before they buy.' },
  { name: 'Webhook endpoints', description: 'Where your events are sent, with which secrets.' },
  { name: 'API keys', description: 'The keys of your account, and what each may do.' },
  { name: 'People', description: 'Your organisation, its people and their roles.' },
  { name: 'Privacy', description: 'What your records hold about a phone number, and its erasure.' },
  { name: 'Events', description: 'Webhook events and their deliveries.' },
  { name: 'Webhooks', description: 'What we send to your endpoint.' },
  { name: 'Settings', description: 'What you set for your account: allowed addresses and alerts.' },
  { name: 'Audit log', description: 'Who did what, when and from where.' },
  { name: 'Requests', description: 'What your programs sent to the API, and what was answered.' },
  { name: 'Status', description: 'Whether the service and its networks work.' },
];

const MODES = 'Your key selects the mode: `bw_live_…` buys, `bw_test_…` uses the sandbox.';

/** The servers of the document: the configured address, or the server that serves the document and an example. */
export function listServers(publicUrl: string | null) {
  if (publicUrl !== null) return [{ url: publicUrl, description: `Live and test. ${MODES}` }];
  return [
    { url: '/', description: `The server that serves this document, live and test. ${MODES}` },
    {
      url: 'https://{host}',
      description: `Live and test over HTTPS; your contract has the host. ${MODES}`,
      variables: { host: { default: 'api.bundlewire.example', description: 'The host in your contract.' } },
    },
  ];
}
