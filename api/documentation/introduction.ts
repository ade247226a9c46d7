/** What the reference begins with. */
export const INFO = {
  title: 'Bundlewire',
  version: 'v1',
  description: `Buy prepaid mobile data bundles for phone numbers: exactly once, or your money back by a promised time.

A purchase is \`pending\` first: its price is held. The network confirms or refuses it, at the latest by \`resolve_by\`; then it is
\`successful\` and charged, or \`failed\` and nothing is charged. A network may take a credit back later: it is \`reversed\`, and refunded.
Every final state is sent to you by webhook and can be read at any time.

**Try again safely.** After a time-out, a dropped connection, 429 or 5xx send the same request with the same \`reference\`: nothing is bought
twice. If an answer carries \`Svc-Request-Id\` and is not 201, it bought nothing new; an answer without that header came from something between us.

**Errors** have one shape, \`Error\`. Go by \`error.code\`; treat a code that you do not know by the HTTP status and \`error.retryable\`. A known path
with a wrong method is answered by 405, with \`Allow\`. Quote \`Svc-Request-Id\` when you ask us about a request.

**Lists** come in pages: send \`next_cursor\` as \`cursor\`, with the same filters, until \`has_more\` is false.

Amounts are integers in the currency's minor unit (kobo for NGN). Times are UTC.`,
};

/** The groups of operations, in the order in which they are met. */
export const TAGS = [
  { name: 'Purchases', description: 'Buy bundles, and read what became of them.' },
  { name: 'Number lookups', description: 'Which network a number is on today, porting taken into account.' },
  { name: 'Networks', description: 'The networks that you can buy for, and how they do.' },
  { name: 'Bundles', description: 'What is sold to you, and at which price.' },
  { name: 'Balance', description: 'What can be spent, and what is held for pending purchases.' },
  { name: 'Statements', description: 'Every movement of the balance, a UTC day at a time, to reconcile by.' },
  { name: 'Batches', description: 'Campaigns: one CSV file, thousands of purchases.' },
  { name: 'Events', description: 'What webhooks told, to be read again.' },
  { name: 'Webhooks', description: 'What we send to your endpoint.' },
  { name: 'Status', description: 'Whether platform and networks are well.' },
];
