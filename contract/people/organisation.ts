import { z } from 'zod';
import { DateTime } from '../common.ts';
import { ORGANISATION } from '../examples/people.ts';
import { FIELD_RULES } from '../field-rules.ts';

const NAME_CHARS_MAX = 200;

const Account = z
  .object({
    id: z.string().describe('Id of the account.'),
    name: z.string().describe('Name of the account.'),
    livemode: z.boolean().describe('Whether the account buys. Otherwise it uses the sandbox.'),
  })
  .meta({
    id: 'OrganisationAccount',
    description: 'An account of the organisation.',
    examples: ORGANISATION.accounts,
  });

const SingleSignOn = z
  .object({
    issuer: z.string().describe('Address of the OpenID Connect provider.'),
    client_id: z.string().describe('Id of Bundlewire at the provider.'),
    domains: z
      .array(z.string())
      .describe('Domains of the e-mail addresses that sign in there, in lower case.'),
    required: z
      .boolean()
      .describe('Whether people with these domains cannot sign in with a password, a link or a passkey.'),
    admits_domain: z
      .boolean()
      .describe(
        'Whether people with these domains who were not invited become viewers at their first sign-in.',
      ),
  })
  .meta({
    id: 'SingleSignOn',
    description: 'Where people of the organisation sign in. Your technical contact sets it.',
    examples: [ORGANISATION.single_sign_on],
  });

export const OrganisationResource = z
  .object({
    id: z.string().describe('Id of the organisation.'),
    object: z.literal('organisation').describe('Always `organisation`.'),
    name: z.string().describe('Name of the organisation.'),
    accounts: z.array(Account).describe('Its accounts, live ones first.'),
    single_sign_on: SingleSignOn.nullable().describe(
      'How its people sign in at their own provider; null if they do not.',
    ),
    created_at: DateTime.describe('When it was created.'),
  })
  .meta({ id: 'Organisation', description: 'Your company, which owns accounts.', examples: [ORGANISATION] });
export type OrganisationResource = z.output<typeof OrganisationResource>;

export const UpdateOrganisation = z
  .strictObject({
    name: z
      .string({ error: FIELD_RULES.organisation_name })
      .max(NAME_CHARS_MAX, { error: FIELD_RULES.organisation_name })
      .refine((text) => text.trim() !== '', { error: FIELD_RULES.organisation_name })
      .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: FIELD_RULES.storable })
      .meta({
        description: 'The new name, of up to 200 characters.',
        minLength: 1,
        pattern: '^[^\\x00]*[^\\x00\\s][^\\x00]*$',
        examples: ['Acme Rewards'],
      }),
  })
  .meta({
    id: 'UpdateOrganisation',
    description: 'The new name.',
    examples: [{ name: 'Acme Rewards' }],
  });
