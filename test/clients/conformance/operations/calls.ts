/** What a call of a driver gets, for one operation. */
export interface Given {
  /** Values of the parameters in the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** A CSV file to upload. */
  readonly file: string;
  /** Where a download goes. */
  readonly target: string;
}

/** A call of the drivers (clients/conformance.md) that sends an operation. */
export interface OperationCall {
  readonly call: string;
  readonly args: (given: Given) => object;
  /** Parameters of the query that this call cannot send. Another call of the operation sends them. */
  readonly without?: readonly string[];
  /** Fields that the drivers always get, although the API does not require them. */
  readonly always?: readonly string[];
}

const none = (call: string): OperationCall[] => [{ call, args: () => ({}) }];
const body = (call: string): OperationCall[] => [{ call, args: (given) => given.body }];
const query = (call: string): OperationCall[] => [{ call, args: (given) => ({ query: given.query }) }];
/** The first parameter of the path is the id. */
const byId = (call: string, more: (given: Given) => object = () => ({})): OperationCall[] => [
  { call, args: (given) => ({ id: Object.values(given.path)[0], ...more(given) }) },
];
const byIdAndBody = (call: string): OperationCall[] => byId(call, (given) => given.body);
const byIdAndQuery = (call: string): OperationCall[] => byId(call, (given) => ({ query: given.query }));

/** How the drivers send each operation. */
export const CALLS: Readonly<Record<string, readonly OperationCall[]>> = {
  createPurchase: body('buy'),
  listPurchases: query('list_purchases'),
  getPurchase: byId('get_purchase'),
  createNumberLookup: body('lookup'),
  getBalance: none('balance'),
  replaceSandboxBalance: body('set_sandbox_balance'),
  getStatus: none('status'),
  listNetworks: query('list_networks'),
  getNetwork: byId('get_network'),
  listBundles: query('list_bundles'),
  getBundle: byId('get_bundle'),

  getBatchTemplate: [{ call: 'download_template', args: ({ target }) => ({ path: `${target}.xlsx` }) }],
  createBatch: [
    {
      call: 'upload_batch',
      args: ({ file, query: { reference, ...options } }) => ({ path: file, reference, query: options }),
    },
  ],
  listBatches: query('list_batches'),
  getBatch: byId('get_batch'),
  acceptBatchCorrections: byId('accept_corrections'),
  rejectBatchCorrections: byId('reject_corrections'),
  startBatch: byIdAndBody('start_batch'),
  resumeBatch: byIdAndBody('resume_batch'),
  pauseBatch: byId('pause_batch'),
  cancelBatch: byId('cancel_batch'),
  scheduleBatch: byIdAndBody('schedule_batch'),
  requestBatchStart: byIdAndBody('request_batch_start'),
  startBatchNow: byId('start_batch_now'),
  unscheduleBatch: byId('unschedule_batch'),
  listBatchRows: [
    ...byIdAndQuery('list_rows').map((call) => ({ ...call, without: ['amounts', 'bom'] })),
    ...byId('download_rows', (given) => ({ path: given.target, query: given.query })).map((call) => ({
      ...call,
      without: ['limit'],
    })),
  ],
  getBatchBreakdown: byId('batch_breakdown'),
  changeBatchRow: byId('change_row', (given) => ({ line: Number(given.path.line), changes: given.body })),
  changeBatchRows: byIdAndBody('change_rows'),
  recheckBatch: byId('recheck_batch'),
  retryBatch: byIdAndBody('retry_batch'),

  createRecurringBatch: body('create_recurring_batch'),
  listRecurringBatches: query('list_recurring_batches'),
  getRecurringBatch: byId('get_recurring_batch'),
  deleteRecurringBatch: byId('delete_recurring_batch'),
  pauseRecurringBatch: byId('pause_recurring_batch'),
  resumeRecurringBatch: byId('resume_recurring_batch'),

  getStatement: [{ call: 'statement', args: (given) => given.path }],
  listStatementLines: [
    {
      call: 'download_statement',
      args: (given) => ({ ...given.path, path: given.target, query: given.query }),
      without: ['limit', 'type', 'reference', 'phone_number'],
    },
  ],
  listEvents: query('list_events'),
  getEvent: byId('get_event'),
  resendEvent: byId('resend_event', (given) => given.query),

  getIpAllowlist: none('ip_allowlist'),
  replaceIpAllowlist: body('replace_ip_allowlist'),
  getLowBalanceAlert: none('low_balance_alert'),
  replaceLowBalanceAlert: body('replace_low_balance_alert'),
  getAllowedBundles: none('allowed_bundles'),
  replaceAllowedBundles: body('replace_allowed_bundles'),
  getSpendingLimits: none('spending_limits'),
  replaceSpendingLimits: body('replace_spending_limits'),
  getBlocklist: none('blocklist'),
  addBlockedNumbers: body('block_numbers'),
  removeBlockedNumbers: body('unblock_numbers'),
  lookUpBlockedNumber: body('blocked_number'),
  getNotices: none('notices'),
  replaceNotices: body('replace_notices'),

  listWebhookEndpoints: query('list_endpoints'),
  createWebhookEndpoint: body('create_endpoint'),
  getWebhookEndpoint: byId('get_endpoint'),
  updateWebhookEndpoint: byId('update_endpoint', (given) => ({ changes: given.body })),
  deleteWebhookEndpoint: byId('delete_endpoint'),
  rotateWebhookSecret: byIdAndBody('rotate_secret').map((call) => ({ ...call, always: ['overlap_seconds'] })),
  testWebhookEndpoint: byIdAndBody('send_test'),
  listWebhookEndpointAttempts: byIdAndQuery('list_attempts'),

  listApiKeys: query('list_keys'),
  createApiKey: body('create_key'),
  getApiKey: byId('get_key'),
  updateApiKey: byId('update_key', (given) => ({ changes: given.body })),
  rotateApiKey: byIdAndBody('rotate_key').map((call) => ({ ...call, always: ['overlap_seconds'] })),
  revokeApiKey: byId('revoke_key'),

  listRequests: query('list_requests'),
  getRequest: byId('get_request'),
  listAuditLog: [
    ...query('list_audit_log').map((call) => ({ ...call, without: ['bom'] })),
    {
      call: 'download_audit_log',
      args: (given) => ({ path: given.target, query: given.query }),
      without: ['limit'],
    },
  ],

  listApprovals: query('list_approvals'),
  getApproval: byId('get_approval'),
  approveApproval: byIdAndBody('approve'),
  rejectApproval: byIdAndBody('reject_approval'),
  withdrawApproval: byIdAndBody('withdraw_approval'),
  getApprovalRules: none('approval_rules'),
  replaceApprovalRules: body('replace_approval_rules'),

  getOrganisation: none('organisation'),
  updateOrganisation: body('update_organisation'),
  listRoles: query('list_roles'),
  getRole: byId('get_role'),
  createRole: body('create_role'),
  updateRole: byId('update_role', (given) => ({ changes: given.body })),
  deleteRole: byId('delete_role'),
  listInvitations: query('list_invitations'),
  createInvitation: body('create_invitation'),
  withdrawInvitation: byId('withdraw_invitation'),
  listSessions: query('list_sessions'),
  endSession: byId('end_session'),
  listPeople: query('list_people'),
  getPerson: byId('get_person'),
  updatePerson: byId('update_person', (given) => ({ changes: given.body })),
  removePerson: byId('remove_person'),

  listErasures: query('list_erasures'),
  getErasure: byId('get_erasure'),
  createErasure: body('erase_number'),
  createNumberExport: body('export_number'),
};

const FOR_PEOPLE = 'The console shows it to people. `request` sends it.';
const LOOKED_AT = 'People look at the columns of a file before its upload, not programs. `request` sends it.';
const LABELS = 'People keep notes and archives in the console. `request` sends it.';
const WHOLE_DAY = 'The clients download whole days. `request` sends it.';

/** Operations that no client has a method for, each with the reason. */
export const WITHOUT_METHOD: Readonly<Record<string, string>> = {
  getLateDelivery: FOR_PEOPLE,
  listStatements: FOR_PEOPLE,
  listCostCentreTotals: FOR_PEOPLE,
  getTopUpDetails: FOR_PEOPLE,
  previewBatch: LOOKED_AT,
  updateBatch: LABELS,
  streamBatchProgress: 'The clients read the batch every few seconds. `EventSource` follows the stream.',
};

/** Parameters that no client sends, each with the reason. */
export const PARAMETERS_WITHOUT_METHOD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listStatementLines: {
    type: WHOLE_DAY,
    reference: WHOLE_DAY,
    phone_number: WHOLE_DAY,
    limit: 'Go, Python and PHP read all lines from one file, without pages.',
  },
};
