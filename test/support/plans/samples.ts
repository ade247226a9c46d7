/** Names that a template uses, each with an expression for its value; the expression sees what the module of the template declares. */
type Sample = Readonly<Record<string, string>>;

const BOTH_ATTEMPT_TABLES = [
  { table: "'webhook_attempts'", id: "'event_id'" },
  { table: "'delivery_attempts'", id: "'delivery_id'" },
];
const OPERATOR =
  "{ subjects: 'events', attempts: 'webhook_attempts', subjectId: 'event_id', endpoints: 'webhook_endpoints', turn: 'account_id', retryTopic: 'retry_event' }";
const CLIENT =
  "{ subjects: 'deliveries', attempts: 'delivery_attempts', subjectId: 'delivery_id', endpoints: 'client_endpoints', turn: 'id', retryTopic: 'retry_delivery' }";
const ENDPOINTS_OF_BOTH = [{ endpointId: null }, { endpointId: "'wep'" }];
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Values for the templates that use names of their function: each sample is one statement. */
export const SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'db/accounts/sealed-secrets.ts (findSealedSecrets)': ENDPOINTS_OF_BOTH.map((owner) => ({
    owner: `{ endpointId: ${owner.endpointId} }`,
  })),
  'db/accounts/sealed-secrets.ts (replaceSealedSecrets)': ENDPOINTS_OF_BOTH.map((owner) => ({
    from: `{ endpointId: ${owner.endpointId} }`,
  })),
  'db/audit/search.ts (searchAudit)': [
    { accountId: 'null' },
    { accountId: "'platform'" },
    { accountId: "'acc'" },
  ],
  'db/batches/lists/of-all-accounts.ts (listBatchesOfAll)': [{ status: "'open'" }, { status: "'all'" }],
  'db/batches/money.ts (moneyOf)': [{ batch: "'b.id'" }],
  'db/batches/resume.ts (resume)': [
    { paused: "'SELECT id FROM batches ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED'" },
  ],
  'db/batches/row-search.ts (columnOf)': [
    { batch: "'$2'", target: "'phone_number'" },
    { batch: "'$2'", target: "'bundle_id'" },
  ],
  'db/batches/rows.ts (listBatchRows)': [
    { search: "searchRows({ phoneNumber: null, bundleId: null, networkId: null, reason: null }, '$2', 9)" },
    { search: "searchRows({ phoneNumber: 'x', bundleId: 'x', networkId: 'x', reason: 'x' }, '$2', 9)" },
  ],
  'db/batches/store-checked.ts (listed)': [{ column: "'errors'", where: `"r.state = 'invalid'"` }],
  'db/batches/works.ts (agesOf)': [
    {
      at: "'clock.at'",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: evaluated where the template stands
      isLate: '`age > greatest(whole * ${LATE.part}, ${LATE.secondsMin})`',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: evaluated where the template stands
      isSlow: '`age > greatest(whole * ${LATE.part}, ${LATE.secondsMin}) / 2`',
    },
  ],
  'db/batches/works.ts (othersOf)': [{ at: "'clock.at'" }],
  'db/batches/works.ts (worksOf)': [{ at: "'clock.at'" }],
  'db/costs/margins.ts (readMargins)': [
    { by: "'account'" },
    { by: "'network'" },
    { by: "'bundle'" },
    { by: "'route'" },
  ],
  'db/endpoints/queued.ts (countLately)': [{ condition: 'RETRYING' }],
  'services/invariants/record-rules.ts (orphans)': [
    { table: "'submissions'", column: "'purchase_id'", of: "'purchases'", kind: "'pur'" },
    { table: "'webhook_attempts'", column: "'event_id'", of: "'events'", kind: "'evt'" },
  ],
  'db/networks/call-history.ts (readCallHistory)': [{ step: "'1 hour'", length: "'7 days'" }],
  'db/outbox/claim-statement.ts (accountsWithin)': [{ range: "'o.account_id > $4::uuid'", lap: '0' }],
  'db/outbox/in-flight.ts (readInFlightText)': [{ route: "'NULL::text'" }, { route: 'HELD_ROUTE' }],
  'db/people/invitations/accept.ts (accept)': [
    { which: "{ column: 'id' }" },
    { which: "{ column: 'email' }" },
  ],
  'db/privacy/records.ts (forgetIn)': [
    { table: "'webhook_attempts a'", ids: 'EVENTS', column: "'event_id'" },
    { table: "'delivery_attempts a'", ids: 'DELIVERIES', column: "'delivery_id'" },
  ],
  'db/privacy/retention.ts (answersOf)': BOTH_ATTEMPT_TABLES,
  'db/purchases/contradictions.ts (keepContradictions)': [
    { found: "'SELECT id AS purchase_id, $2::text AS kind, app_now() AS at FROM purchases WHERE id = $1'" },
  ],
  'db/purchases/lost-waits.ts (requeueSilentRetries)': [OPERATOR, CLIENT].map((tables) => ({
    '{ subjectId, attempts, subjects, retryTopic, topic }': `{ ...${tables}, topic: 'deliver_event' }`,
  })),
  'db/recurrence/recurrences.ts (readForRun)': [{ lock: 'true' }, { lock: 'false' }],
  'db/statements/lines.ts (readLines)': [
    { set: '[]' },
    { set: "['type']" },
    { set: "['reference']" },
    { set: "['phoneNumber']" },
    { set: "['type', 'reference', 'phoneNumber']" },
  ],
  'db/statements/text.ts (copyLines)': [
    { accountId: `'${NO_ID}'`, uuidOf: '(_, id) => id', firstSeq: '1', lastSeq: '2048' },
  ],
  'db/statements/verify.ts (applyRule)': [
    {
      rule: "{ broken: 'SELECT NULL AS kind, NULL AS uuid, NULL AS account, NULL AS why WHERE $1::uuid IS NULL' }",
    },
  ],
  'db/webhooks/webhooks.ts (dropAttempts)': [{ subjects: "'events'" }, { subjects: "'deliveries'" }],
  'db/webhooks/webhooks.ts (finishStatement)': [{ t: OPERATOR }, { t: CLIENT }],
  'db/webhooks/webhooks.ts (openAttempts)': [
    { table: "'webhook_attempts'", subjectId: "'event_id'", column: "''", value: "''" },
    {
      table: "'delivery_attempts'",
      subjectId: "'delivery_id'",
      column: "', endpoint_id'",
      value: "', turn'",
    },
  ],
};
