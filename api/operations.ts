import { apiKeyRoutes } from './routes/api-keys/routes.ts';
import { approvalRoutes } from './routes/approvals/routes.ts';
import { auditRoutes } from './routes/audit-log/routes.ts';
import { balanceRoutes } from './routes/balance.ts';
import { batchCommandRoutes } from './routes/batch-commands.ts';
import { batchLabelRoutes } from './routes/batch-labels/routes.ts';
import { batchPreviewRoutes } from './routes/batch-preview/routes.ts';
import { batchProgressRoutes } from './routes/batch-progress/routes.ts';
import { batchBreakdownRoutes } from './routes/batch-rows/breakdown.ts';
import { batchRetryRoutes } from './routes/batch-rows/retry.ts';
import { batchRowRoutes } from './routes/batch-rows/routes.ts';
import { batchScheduleRoutes } from './routes/batch-schedule/routes.ts';
import { batchRoutes } from './routes/batches.ts';
import { eventRoutes } from './routes/events.ts';
import { templateRoutes } from './routes/files/template.ts';
import { lateDeliveryRoutes } from './routes/late-delivery.ts';
import { numberLookupRoutes } from './routes/number-lookups.ts';
import { invitationRoutes } from './routes/organisation/invitations.ts';
import { roleRoutes } from './routes/organisation/roles.ts';
import { organisationRoutes } from './routes/organisation/routes.ts';
import { memberSessionRoutes } from './routes/organisation/sessions.ts';
import { privacyRoutes } from './routes/privacy/routes.ts';
import { recurringBatchRoutes } from './routes/recurring-batches/routes.ts';
import { referenceDataRoutes } from './routes/reference-data.ts';
import { requestRoutes } from './routes/requests/routes.ts';
import { noticeRoutes } from './routes/rules/notices.ts';
import { ruleRoutes } from './routes/rules/routes.ts';
import { topUpRoutes } from './routes/rules/top-up.ts';
import { settingsRoutes } from './routes/settings.ts';
import { costCentreRoutes } from './routes/statement-days/cost-centres.ts';
import { statementListRoutes } from './routes/statement-days/list.ts';
import { statementRoutes } from './routes/statements.ts';
import { webhookEndpointRoutes } from './routes/webhook-endpoints/routes.ts';

/** The operations of /v1 after those of purchases, as plug-ins of what they need. */
export const OPERATIONS = [
  lateDeliveryRoutes,
  numberLookupRoutes,
  balanceRoutes,
  templateRoutes,
  batchRoutes,
  batchPreviewRoutes,
  batchCommandRoutes,
  batchScheduleRoutes,
  batchRowRoutes,
  batchBreakdownRoutes,
  batchLabelRoutes,
  batchProgressRoutes,
  recurringBatchRoutes,
  batchRetryRoutes,
  referenceDataRoutes,
  statementRoutes,
  statementListRoutes,
  costCentreRoutes,
  eventRoutes,
  settingsRoutes,
  ruleRoutes,
  noticeRoutes,
  topUpRoutes,
  approvalRoutes,
  organisationRoutes,
  roleRoutes,
  invitationRoutes,
  memberSessionRoutes,
  privacyRoutes,
  webhookEndpointRoutes,
  apiKeyRoutes,
  auditRoutes,
  requestRoutes,
] as const;
