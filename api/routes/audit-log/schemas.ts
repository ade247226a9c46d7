import type { Readable } from 'node:stream';
import { z } from 'zod';
import { AuditEntry } from '../../../contract/audit-entry.ts';
import { Instant, NamedId, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { XLSX_TYPE } from '../../../services/sheets/write-workbook.ts';
import { FileQuery } from '../files/file-form.ts';

export const AuditQuery = z.strictObject({
  action: z
    .string()
    .regex(/^[a-z_]{1,64}$/, { error: FIELD_RULES.audit_action })
    .optional()
    .meta({ description: 'Only entries with this action.', examples: ['batch_start'] }),
  principal: z
    .string()
    .regex(/^(key|per)_[0-9a-z]{26}$/, { error: FIELD_RULES.audit_principal })
    .optional()
    .meta({
      description: 'Only what this key or person did.',
      examples: ['key_01kf0x6q0sfb7r9m2ptq4n6wze'],
    }),
  subject: NamedId.optional().meta({
    description: 'Only what was done to this: the id of a resource, or a word such as `account`.',
    examples: ['bat_01kf0x8v5sfb7r9m2ptq4n6wze'],
  }),
  created_from: Instant.optional().describe('Only entries recorded at or after this time.'),
  created_to: Instant.optional().describe('Only entries recorded before this time.'),
  bom: FileQuery.bom,
  ...Page,
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const LIST = {
  operationId: 'listAuditLog',
  summary: 'List the audit log',
  description: `Who did what, when and from where in your account, newest first. It has changes of settings, rules and webhook endpoints; batches that were uploaded, started, paused or canceled; downloads of files with phone numbers; and requests that were refused because a key lacks a right or no longer works. Entries are never changed or removed. Single purchases are not in it.

What the staff and the processes of the platform did is listed without names, addresses, reasons and details.

With \`Accept: text/csv\`, returns all entries that match as one CSV file with a header row. With \`Accept: ${XLSX_TYPE}\`, it is an Excel workbook with text cells. \`limit\` and \`cursor\` are ignored. An account can have four downloads at the same time. One more is rejected with 429.`,
  tags: ['Audit log'],
  querystring: AuditQuery,
  response: {
    200: {
      description: 'A page of entries, or all of them as CSV or as a workbook.',
      content: {
        'application/json': { schema: namedList('AuditEntryList', AuditEntry) },
        'text/csv': { schema: z.custom<Readable | string>().meta({ type: 'string' }) },
        [XLSX_TYPE]: { schema: z.custom<Readable | string>().meta({ type: 'string', format: 'binary' }) },
      },
    },
    400: ErrorBody,
    401: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};
