import { z } from 'zod';
import { Instant, NamedId, NoQuery, namedList, Page } from '../../../contract/common.ts';
import { StaffAlert } from '../../../contract/staff/alert.ts';
import { staffList } from '../../../contract/staff/common.ts';
import { MARGIN_KEYS, StaffBelowCostList, StaffMarginList } from '../../../contract/staff/margin.ts';
import { StaffAuditEntry, StaffGatewayAlert, StaffReconciliation } from '../../../contract/staff/records.ts';
import { RecoverEvents, RecoveredEvents, ResendEvent, ResentEvent } from '../../../contract/staff/resend.ts';
import { COMMAND_REFUSALS, FOUND, READ_REFUSALS } from './responses.ts';

export const STANDING = {
  tags: ['Alerts'],
  operationId: 'listAlerts',
  summary: 'List what is wrong now, the most urgent first, each with its runbook',
  description:
    'What PostgreSQL shows at the moment, by the same limits as the rules of Prometheus, without their delay. Some alerts exist only in Prometheus, such as `ApiAway` and `DatabaseAway`.',
  querystring: NoQuery,
  response: { 200: staffList('StaffAlertList', StaffAlert), ...READ_REFUSALS },
};

export const ALERTS = {
  tags: ['Networks'],
  operationId: 'listGatewayAlerts',
  summary: 'List open alerts of gateways, each with its runbook',
  querystring: NoQuery,
  response: { 200: staffList('StaffGatewayAlertList', StaffGatewayAlert), ...READ_REFUSALS },
};

export const RECONCILIATIONS = {
  tags: ['Networks'],
  operationId: 'listReconciliations',
  summary: 'List comparisons with the lists of gateways, newest first',
  description:
    'The command `gateway reconcile` runs them, and workers run those that were requested. Those that failed are only in the list of requests.',
  querystring: z.strictObject({
    network_id: NamedId.optional().meta({ description: 'Only this network.', examples: ['net_mtn_ng'] }),
    ...Page,
  }),
  response: { 200: namedList('StaffReconciliationList', StaffReconciliation), ...READ_REFUSALS },
};

const Day = z.iso.date();

export const MARGINS = {
  tags: ['Networks'],
  operationId: 'listMargins',
  summary: 'Get what the deliveries of some days earned and cost',
  description: 'Only live deliveries. Each counts on the UTC day on which the gateway confirmed it.',
  querystring: z.strictObject({
    from: Day.meta({ description: 'The first UTC day (YYYY-MM-DD).', examples: ['2026-11-01'] }),
    to: Day.optional().meta({
      description: 'The last UTC day; the first one if you leave it out. At most 92 days are added up.',
      examples: ['2026-11-30'],
    }),
    by: z.enum(MARGIN_KEYS).default('network').describe('What `key` is.'),
  }),
  response: { 200: StaffMarginList, ...READ_REFUSALS },
};

export const BELOW_COST = {
  tags: ['Networks'],
  operationId: 'listBelowCost',
  summary: 'List bundles that cost more than an account pays for them',
  description:
    'One row per bundle, currency and gateway, with the lowest price of a live account. Only bundles on sale whose cost and rate are known, and only gateways that sell them and take purchases.',
  querystring: NoQuery,
  response: { 200: StaffBelowCostList, ...READ_REFUSALS },
};

export const AUDIT_LOG = {
  tags: ['Audit log'],
  operationId: 'searchAuditLog',
  summary: 'Search the audit log of all accounts and of the platform, newest first',
  querystring: z.strictObject({
    account_id: NamedId.optional().describe(
      'Only entries of this account; `platform` for entries that concern no account.',
    ),
    action: NamedId.optional().meta({ description: 'Only this action.', examples: ['key_revoke'] }),
    principal: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Only what this key or person did: an id, or the name of an operator or process.'),
    subject: NamedId.optional().describe('Only what was done to this: an id, or a word such as `account`.'),
    created_from: Instant.optional().describe('Only entries recorded at or after this time.'),
    created_to: Instant.optional().describe('Only entries recorded before this time.'),
    ...Page,
  }),
  response: { 200: namedList('StaffAuditEntryList', StaffAuditEntry), ...FOUND, ...READ_REFUSALS },
};

export const RESEND = {
  tags: ['Events'],
  operationId: 'resendEventAsStaff',
  summary: 'Send an event of a client again',
  description:
    'One more attempt at each endpoint that wants the event, whether it was delivered or not. If an attempt waits already, none is added.',
  querystring: NoQuery,
  params: z.object({ event_id: z.string().describe('Id of the event.') }),
  body: ResendEvent,
  response: { 200: ResentEvent, ...COMMAND_REFUSALS },
};

export const RECOVER = {
  tags: ['Events'],
  operationId: 'recoverEventsAsStaff',
  summary: 'Send undelivered events of an endpoint again, oldest first',
  description:
    'Up to 200 events for each request. Events that wait for an attempt, and test events, are left out. Continue with `after` while `has_more` is true.',
  querystring: NoQuery,
  params: z.object({ account_id: z.string().describe('Id of the account.') }),
  body: RecoverEvents,
  response: { 200: RecoveredEvents, ...COMMAND_REFUSALS },
};
