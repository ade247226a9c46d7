import { z } from 'zod';
import type { ApprovalRule } from '../../domain/approvals/rule.ts';
import { VALID_HOURS_DEFAULT, VALID_HOURS_MAX } from '../../domain/approvals/rule.ts';
import { Money } from '../common.ts';
import { FIELD_RULES } from '../field-rules.ts';

const ONE = { amount: 50_000_000, currency: 'NGN' };
const TWO = { amount: 200_000_000, currency: 'NGN' };
const EXAMPLE = { one_approval_from: ONE, two_approvals_from: TWO, valid_hours: VALID_HOURS_DEFAULT };

const FIELDS = {
  one: 'A campaign that may spend this amount or more needs one approval; null for never.',
  two: 'A campaign that may spend this amount or more needs approvals of two different persons or keys; null for never.',
  hours: 'How many hours after the request an approval can be given and used.',
} as const;

const CampaignRule = z
  .object({
    one_approval_from: Money.nullable().describe(FIELDS.one),
    two_approvals_from: Money.nullable().describe(FIELDS.two),
    valid_hours: z.int().describe(FIELDS.hours),
  })
  .meta({ id: 'CampaignApprovalRule', description: 'When campaigns need approval.', examples: [EXAMPLE] });

/** From which amounts approvals are needed. */
export const ApprovalRules = z
  .object({
    object: z.literal('approval_rules').describe('Always `approval_rules`.'),
    campaign_start: CampaignRule.describe('For starting, scheduling and resuming campaigns.'),
  })
  .meta({
    id: 'ApprovalRules',
    description: 'From which amounts your account needs approvals.',
    examples: [{ object: 'approval_rules', campaign_start: EXAMPLE }],
  });
export type ApprovalRules = z.output<typeof ApprovalRules>;

const From = z
  .strictObject({
    amount: z
      .int({ error: FIELD_RULES.approval_from })
      .min(1, { error: FIELD_RULES.approval_from })
      .max(Number.MAX_SAFE_INTEGER, { error: FIELD_RULES.approval_from })
      .describe('Amount in minor units of the currency.'),
    currency: z
      .string()
      .max(3, { error: FIELD_RULES.approval_from })
      .meta({ description: 'The currency of your account.', pattern: '^[A-Z]{3}$', examples: ['NGN'] }),
  })
  .meta({ id: 'ReplaceApprovalFrom', description: 'From this amount.', examples: [ONE] });

export const ReplaceApprovalRules = z
  .strictObject({
    campaign_start: z
      .strictObject({
        one_approval_from: From.nullable().describe(FIELDS.one),
        two_approvals_from: From.nullable().describe(FIELDS.two),
        valid_hours: z
          .int({ error: FIELD_RULES.valid_hours })
          .min(1, { error: FIELD_RULES.valid_hours })
          .max(VALID_HOURS_MAX, { error: FIELD_RULES.valid_hours })
          .optional()
          .meta({ description: `${FIELDS.hours} 1 to 720; 72 if you leave it out.`, examples: [72] }),
      })
      .meta({
        id: 'ReplaceCampaignApprovalRule',
        description: 'When campaigns need approval from now on.',
        examples: [EXAMPLE],
      }),
  })
  .meta({
    id: 'ReplaceApprovalRules',
    description: 'All rules for approvals from now on.',
    examples: [{ campaign_start: EXAMPLE }],
  });
export type ReplaceApprovalRules = z.output<typeof ReplaceApprovalRules>;

export function renderApprovalRules(rule: ApprovalRule, currency: string): ApprovalRules {
  const money = (amount: number | null) => (amount === null ? null : { amount, currency });
  return {
    object: 'approval_rules',
    campaign_start: {
      one_approval_from: money(rule.oneFrom),
      two_approvals_from: money(rule.twoFrom),
      valid_hours: rule.validHours,
    },
  };
}
