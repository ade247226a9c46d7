import { z } from 'zod';
import { isUtcDay, toDayBounds } from '../../domain/money/statement.ts';
import {
  RECONCILIATION_FAILURES,
  RECONCILIATION_STATUSES,
} from '../../domain/network/reconciliation-request.ts';
import { DateTime, NamedId, NetworkId } from '../common.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { Reason } from './commands.ts';

export const RequestReconciliation = z
  .strictObject({
    network_id: NamedId.meta({ description: 'Id of the network.', examples: ['net_mtn_ng'] }),
    date: z
      .string({ error: FIELD_RULES.begun_day })
      .refine((day) => isUtcDay(day) && toDayBounds(day).start <= new Date(), {
        error: FIELD_RULES.begun_day,
      })
      .meta({
        format: 'date',
        description:
          'The UTC day (YYYY-MM-DD) that is compared. Choose a day that has ended, so that the list is complete.',
        examples: ['2026-11-20'],
      }),
    livemode: z
      .boolean()
      .optional()
      .describe(
        'Whether live purchases are compared, which is the default. False for the account of the gateway for tests.',
      ),
    route: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,30}$/, { error: FIELD_RULES.route })
      .optional()
      .meta({
        description: 'Which gateway of the network, if it has several; `main` by default.',
        examples: ['main'],
      }),
    reason: Reason,
  })
  .meta({ id: 'RequestStaffReconciliation', description: 'Which day of which gateway to compare, and why.' });

const Finding = z
  .object({
    subject: z.string().meta({
      description: 'The purchase, or the key of an order in the list that is not ours.',
      examples: ['pur_01kf0x8v5sfb7r9m2ptq4n6wze'],
    }),
    kind: z.string().meta({
      description: 'What did not agree, as in the guide to gateways.',
      examples: ['settled_successful'],
    }),
    detail: z.string().describe('More about it, without phone numbers.'),
  })
  .meta({
    id: 'StaffReconciliationFinding',
    description: 'One order on which the books and the list did not agree.',
  });

const Result = z
  .object({
    sent: z.int().describe('Purchases that we sent on that day.'),
    listed: z.int().describe('Orders in the list of the gateway.'),
    strangers: z.int().describe('Orders in the list without one of our keys.'),
    findings: z.int().describe('Orders on which the books and the list did not agree.'),
    first_findings: z.array(Finding).describe('The first 100 of them.'),
  })
  .meta({ id: 'StaffReconciliationResult', description: 'What a comparison found.' });

const Failure = z
  .object({
    code: z
      .enum(RECONCILIATION_FAILURES)
      .describe(
        '`no_gateway`, `no_list` (the protocol offers none), `unavailable` (the list could not be read), `interrupted` (each worker stopped before the end), `internal` (our error, which the log of the worker has).',
      ),
    message: z.string().meta({
      description: 'What happened and what to do, without phone numbers.',
      examples: ['The list of the gateway could not be read: timeout. Request it again later.'],
    }),
    detail: z
      .string()
      .nullable()
      .describe('The protocol or the answer of the gateway, without phone numbers; null if there is none.'),
  })
  .meta({ id: 'StaffReconciliationFailure', description: 'Why a comparison could not be made.' });

export const StaffReconciliationRequest = z
  .object({
    id: z.string().meta({ description: 'Id of the request.', examples: ['rcn_01kf0x8v5sfb7r9m2ptq4n6wze'] }),
    object: z.literal('reconciliation_request').describe('Always `reconciliation_request`.'),
    network_id: NetworkId,
    route: z.string().meta({ description: 'Which gateway of the network.', examples: ['main'] }),
    livemode: z.boolean().describe('Whether live purchases are compared.'),
    date: z.string().meta({ description: 'The UTC day that is compared.', examples: ['2026-11-20'] }),
    status: z
      .enum(RECONCILIATION_STATUSES)
      .describe(
        '`requested` (waits for a worker), `running`, `done`, or `failed`. If a worker stops, another one starts it again within a minute.',
      ),
    requested_at: DateTime.describe('When it was requested.'),
    started_at: DateTime.nullable().describe('When a worker took it last; null if none did.'),
    ended_at: DateTime.nullable().describe('When it ended; null while it is open.'),
    attempts: z
      .int()
      .describe(
        'How often a worker took it. After the first, `findings` has only what earlier ones had not booked yet.',
      ),
    person_id: z.string().describe('The staff member who requested it.'),
    reason: z.string().describe('Why.'),
    result: Result.nullable().describe('Null unless it is done.'),
    failure: Failure.nullable().describe('Null unless it failed.'),
  })
  .meta({
    id: 'StaffReconciliationRequest',
    description: 'A comparison of a day with the list of a gateway, which a staff member requested.',
  });
export type StaffReconciliationRequest = z.output<typeof StaffReconciliationRequest>;
