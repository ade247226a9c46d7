import { type Client, type FileLine, openWebhook, reconcile, userAgent } from '../src/index.ts';

export interface Driver {
  readonly client: Client;
  /** First pause of every wait. */
  readonly everyMs: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the suite sends the right arguments.
type Args = any;
type Call = (driver: Driver, args: Args) => unknown;

/** Every call of the protocol. */
export const CALLS: Readonly<Record<string, Call>> = {
  async buy({ client }, order) {
    const { purchase, replayed } = await client.purchases.create(order);
    return { purchase, created: !replayed };
  },
  get_purchase: ({ client }, { id }) => client.purchases.get(id),
  find_purchase: ({ client }, { reference }) => client.purchases.find(reference),
  wait_purchase: ({ client, everyMs }, { id }) => client.purchases.untilFinal(id, { everyMs }),
  list_purchases: ({ client }, { query, limit_total }) => collect(client.purchases.list(query), limit_total),
  list_bundles: ({ client }, { query }) => collect(client.bundles.list(query)),
  list_networks: ({ client }, { query }) => collect(client.networks.list(query)),
  get_bundle: ({ client }, { id }) => client.bundles.get(id),
  get_network: ({ client }, { id }) => client.networks.get(id),
  get_batch: ({ client }, { id }) => client.batches.get(id),
  list_batches: ({ client }, { query }) => collect(client.batches.list(query)),
  list_events: ({ client }, { query }) => collect(client.events.list(query)),
  balance: ({ client }) => client.balance(),
  status: ({ client }) => client.status(),
  lookup: ({ client }, { phone_number }) => client.numberLookups.create(phone_number),
  upload_batch: ({ client }, { reference, path, query }) =>
    client.batches.upload(path, { ...query, reference }),
  wait_batch_checked: ({ client, everyMs }, { id }) => client.batches.untilChecked(id, { everyMs }),
  accept_corrections: ({ client }, { id }) => client.batches.acceptCorrections(id),
  reject_corrections: ({ client }, { id }) => client.batches.rejectCorrections(id),
  start_batch: ({ client }, { id, ...agreed }) => client.batches.start(id, given(agreed)),
  schedule_batch: ({ client }, { id, ...schedule }) => client.batches.schedule(id, schedule),
  request_batch_start: ({ client }, { id, ...wanted }) => client.batches.requestStart(id, wanted),
  start_batch_now: ({ client }, { id }) => client.batches.startNow(id),
  unschedule_batch: ({ client }, { id }) => client.batches.unschedule(id),
  pause_batch: ({ client }, { id }) => client.batches.pause(id),
  resume_batch: ({ client }, { id, ...agreed }) => client.batches.resume(id, given(agreed)),
  cancel_batch: ({ client }, { id }) => client.batches.cancel(id),
  wait_batch: ({ client, everyMs }, { id }) => client.batches.untilEnded(id, { everyMs }),
  list_rows: ({ client }, { id, query }) => collect(client.batches.rows(id, query)),
  async download_rows({ client }, { id, path, query, format }) {
    return { bytes: await client.batches.download(id, path, query, format) };
  },
  ...rowCalls(),
  ...recurringCalls(),
  statement: ({ client }, { date }) => client.statements.get(date),
  async statement_lines({ client, everyMs }, { date, wait = false }) {
    const lines = await collect(client.statements.checkedLines(date, { wait, everyMs }));
    return { lines: lines.map(asInApi), sum: lines.reduce((sum, { amount }) => sum + amount, 0) };
  },
  async download_statement({ client }, { date, path, query, format }) {
    return { bytes: await client.statements.download(date, path, query, format) };
  },
  async reconcile({ client, everyMs }, { date, records, wait = false }) {
    const found = await reconcile(client, { date, records, wait, everyMs });
    return {
      adds_up: found.addsUp,
      matched: found.matched,
      differing: found.differing.map(({ record, line }) => ({ record, line: asInApi(line) })),
      missing: found.missing,
      unexpected: found.unexpected.map(asInApi),
      others: found.others.map(asInApi),
    };
  },
  ...endpointCalls(),
  ...accessCalls(),
  ...peopleCalls(),
  ...privacyCalls(),
  get_event: ({ client }, { id }) => client.events.get(id),
  resend_event: ({ client }, { id, endpoint_id }) =>
    client.events.resend(id, endpoint_id === undefined ? {} : { endpointId: endpoint_id }),
  ip_allowlist: ({ client }) => client.settings.ipAllowlist(),
  replace_ip_allowlist: ({ client }, allowlist) => client.settings.replaceIpAllowlist(allowlist),
  low_balance_alert: ({ client }) => client.settings.lowBalanceAlert(),
  replace_low_balance_alert: ({ client }, alert) => client.settings.replaceLowBalanceAlert(alert),
  allowed_bundles: ({ client }) => client.settings.allowedBundles(),
  replace_allowed_bundles: ({ client }, { bundle_ids }) => client.settings.replaceAllowedBundles(bundle_ids),
  spending_limits: ({ client }) => client.settings.spendingLimits(),
  replace_spending_limits: ({ client }, limits) => client.settings.replaceSpendingLimits(limits),
  notices: ({ client }) => client.settings.notices(),
  replace_notices: ({ client }, notices) => client.settings.replaceNotices(notices),
  blocklist: ({ client }) => client.settings.blocklist(),
  block_numbers: ({ client }, { phone_numbers }) => client.settings.addBlockedNumbers(phone_numbers),
  unblock_numbers: ({ client }, { phone_numbers }) => client.settings.removeBlockedNumbers(phone_numbers),
  blocked_number: ({ client }, { phone_number }) => client.settings.lookUpBlockedNumber(phone_number),
  set_sandbox_balance: ({ client }, { available }) => client.sandbox.setBalance(available),
  verify_webhook: (_driver, { body, headers, secrets, tolerance_seconds, now }) =>
    openWebhook(body, headers, secrets, {
      ...(tolerance_seconds == null ? {} : { toleranceSeconds: tolerance_seconds }),
      ...(now == null ? {} : { now }),
    }),
  request: ({ client }, { method, path, query, body }) =>
    client.request(method, path, given({ query, body })),
  user_agent: () => userAgent(),
};

function endpointCalls(): Record<string, Call> {
  return {
    create_endpoint: ({ client }, endpoint) => client.webhookEndpoints.create(endpoint),
    get_endpoint: ({ client }, { id }) => client.webhookEndpoints.get(id),
    list_endpoints: ({ client }, { query }) => collect(client.webhookEndpoints.list(query)),
    update_endpoint: ({ client }, { id, changes }) => client.webhookEndpoints.update(id, changes),
    delete_endpoint: ({ client }, { id }) => client.webhookEndpoints.delete(id),
    rotate_secret: ({ client }, { id, ...rotation }) => client.webhookEndpoints.rotateSecret(id, rotation),
    send_test: ({ client }, { id, ...test }) => client.webhookEndpoints.sendTest(id, test),
    list_attempts: ({ client }, { id, query }) => collect(client.webhookEndpoints.attempts(id, query)),
  };
}

/** Keys, the audit log and approvals. */
function accessCalls(): Record<string, Call> {
  return {
    list_keys: ({ client }, { query }) => collect(client.apiKeys.list(query)),
    create_key: ({ client }, key) => client.apiKeys.create(key),
    get_key: ({ client }, { id }) => client.apiKeys.get(id),
    update_key: ({ client }, { id, changes }) => client.apiKeys.update(id, changes),
    rotate_key: ({ client }, { id, ...rotation }) => client.apiKeys.rotate(id, rotation),
    revoke_key: ({ client }, { id }) => client.apiKeys.revoke(id),
    list_requests: ({ client }, { query }) => collect(client.requestLog.list(query)),
    get_request: ({ client }, { id }) => client.requestLog.get(id),
    list_audit_log: ({ client }, { query }) => collect(client.auditLog.list(query)),
    async download_audit_log({ client }, { path, query, format }) {
      return { bytes: await client.auditLog.download(path, query, format) };
    },
    list_approvals: ({ client }, { query }) => collect(client.approvals.list(query)),
    get_approval: ({ client }, { id }) => client.approvals.get(id),
    approve: ({ client }, { id, ...decision }) => client.approvals.approve(id, decision),
    reject_approval: ({ client }, { id, ...end }) => client.approvals.reject(id, end),
    withdraw_approval: ({ client }, { id, ...end }) => client.approvals.withdraw(id, end),
    approval_rules: ({ client }) => client.settings.approvalRules(),
    replace_approval_rules: ({ client }, rules) => client.settings.replaceApprovalRules(rules),
  };
}

function privacyCalls(): Record<string, Call> {
  return {
    list_erasures: ({ client }, { query }) => collect(client.erasures.list(query)),
    get_erasure: ({ client }, { id }) => client.erasures.get(id),
    erase_number: ({ client }, { phone_number }) => client.erasures.create(phone_number),
    export_number: ({ client }, { phone_number }) => client.numberExports.create(phone_number),
  };
}

function peopleCalls(): Record<string, Call> {
  return {
    list_people: ({ client }, { query }) => collect(client.people.list(query)),
    get_person: ({ client }, { id }) => client.people.get(id),
    update_person: ({ client }, { id, changes }) => client.people.update(id, changes),
    remove_person: ({ client }, { id }) => client.people.remove(id),
    list_roles: ({ client }, { query }) => collect(client.roles.list(query)),
    get_role: ({ client }, { id }) => client.roles.get(id),
    create_role: ({ client }, role) => client.roles.create(role),
    update_role: ({ client }, { id, changes }) => client.roles.update(id, changes),
    delete_role: ({ client }, { id }) => client.roles.delete(id),
    list_invitations: ({ client }, { query }) => collect(client.invitations.list(query)),
    create_invitation: ({ client }, invitation) => client.invitations.create(invitation),
    withdraw_invitation: ({ client }, { id }) => client.invitations.withdraw(id),
    list_sessions: ({ client }, { query }) => collect(client.sessions.list(query)),
    end_session: ({ client }, { id }) => client.sessions.end(id),
    organisation: ({ client }) => client.organisation.get(),
    update_organisation: ({ client }, changes) => client.organisation.update(changes),
  };
}

/** Rows of a batch that is not started, and those that failed. */
function rowCalls(): Record<string, Call> {
  return {
    change_row: ({ client }, { id, line, changes }) => client.batches.changeRow(id, line, changes),
    change_rows: ({ client }, { id, ...changes }) => client.batches.changeRows(id, changes),
    batch_breakdown: ({ client }, { id }) => client.batches.breakdown(id),
    recheck_batch: ({ client }, { id }) => client.batches.recheck(id),
    retry_batch: ({ client }, { id, ...wanted }) => client.batches.retry(id, given(wanted)),
    async download_template({ client }, { path }) {
      return { bytes: await client.batches.downloadTemplate(path) };
    },
  };
}

function recurringCalls(): Record<string, Call> {
  return {
    create_recurring_batch: ({ client }, recurring) => client.recurringBatches.create(recurring),
    get_recurring_batch: ({ client }, { id }) => client.recurringBatches.get(id),
    list_recurring_batches: ({ client }, { query }) => collect(client.recurringBatches.list(query)),
    pause_recurring_batch: ({ client }, { id }) => client.recurringBatches.pause(id),
    resume_recurring_batch: ({ client }, { id }) => client.recurringBatches.resume(id),
    delete_recurring_batch: ({ client }, { id }) => client.recurringBatches.delete(id),
  };
}

/** Undefined if nothing was agreed to. */
function given<T extends object>(agreed: T): T | undefined {
  return Object.keys(agreed).length === 0 ? undefined : agreed;
}

async function collect<T>(items: AsyncIterable<T>, most = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) if (found.push(item) >= most) break;
  return found;
}

function asInApi(line: FileLine): object {
  const { id, type, reference, amount, currency } = line;
  return {
    id,
    object: 'statement_line',
    type,
    occurred_at: line.occurredAt,
    amount,
    currency,
    balance_after: line.balanceAfter,
    purchase_id: line.purchaseId,
    reference,
    phone_number: line.phoneNumber,
    bundle_id: line.bundleId,
  };
}
