import { z } from 'zod';
import { NoQuery } from '../../../contract/common.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { isLongEnough, isPredictable, PASSWORD_CHARS } from '../../../domain/access/password.ts';

const EMAIL_CHARS_MAX = 254;
/** Longer than any token that we issue. */
const TOKEN_CHARS_MAX = 100;

const NewPassword = z
  .string()
  .max(PASSWORD_CHARS.max, { error: FIELD_RULES.new_password, abort: true })
  .refine(isLongEnough, { error: FIELD_RULES.new_password, abort: true })
  .refine((password) => !isPredictable(password), { error: FIELD_RULES.predictable_password });

/** These operations are for browsers and are described in docs/guides/people.md, not in the document for programs. */
const HIDDEN = { hide: true, querystring: NoQuery } as const;

export const SIGN_IN = {
  ...HIDDEN,
  body: z.strictObject({
    email: z.string().trim().max(EMAIL_CHARS_MAX),
    password: z.string().max(PASSWORD_CHARS.max),
  }),
} as const;

export const SIGN_IN_WITH_LINK = {
  ...HIDDEN,
  body: z.strictObject({ token: z.string().max(TOKEN_CHARS_MAX) }),
} as const;

export const RECOVER = {
  ...HIDDEN,
  body: z.strictObject({ email: z.string().trim().max(EMAIL_CHARS_MAX) }),
} as const;

export const SET_PASSWORD = {
  ...HIDDEN,
  body: z.strictObject({
    current_password: z.string().max(PASSWORD_CHARS.max).optional(),
    new_password: NewPassword,
  }),
} as const;

/** A code of an app, or a recovery code. */
export const WITH_CODE = { ...HIDDEN, body: z.strictObject({ code: z.string().trim().max(40) }) } as const;

export const OF_SESSION = { ...HIDDEN, params: z.strictObject({ session_id: z.string() }) } as const;

export const OF_PASSKEY = { ...HIDDEN, params: z.strictObject({ passkey_id: z.string() }) } as const;

/** Longer than anything that devices send. */
const DEVICE_CHARS_MAX = 8_192;
const Base64Url = z
  .string()
  .min(1)
  .max(DEVICE_CHARS_MAX)
  .regex(/^[A-Za-z0-9_-]+$/);

/** What a browser adds beyond this is dropped. */
const Credential = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
});

export const ADD_PASSKEY = {
  ...HIDDEN,
  body: z.strictObject({
    name: z.string().trim().min(1).max(100),
    credential: Credential.extend({
      response: z.object({
        clientDataJSON: Base64Url,
        attestationObject: Base64Url,
        transports: z.array(z.string().max(20)).max(10).default([]),
      }),
    }),
  }),
} as const;

export const USE_PASSKEY = {
  ...HIDDEN,
  body: z.strictObject({
    credential: Credential.extend({
      response: z.object({
        clientDataJSON: Base64Url,
        authenticatorData: Base64Url,
        signature: Base64Url,
        userHandle: Base64Url.nullish(),
      }),
    }),
  }),
} as const;

export const SSO_BEGIN = {
  ...HIDDEN,
  body: z.strictObject({ email: z.string().trim().max(EMAIL_CHARS_MAX) }),
} as const;

/** What a provider adds beyond this is dropped. */
export const SSO_ANSWER = {
  hide: true,
  querystring: z.object({
    state: z.string().max(100).default(''),
    code: z.string().max(4_096).optional(),
    iss: z.string().max(500).optional(),
    error: z.string().max(100).optional(),
  }),
} as const;

/** What the command line keeps while a person confirms its sign-in. */
export const TAKE_DEVICE = {
  ...HIDDEN,
  body: z.strictObject({
    grant_type: z.literal('urn:ietf:params:oauth:grant-type:device_code'),
    device_code: z.string().max(TOKEN_CHARS_MAX),
  }),
} as const;

const UserCode = z.string().trim().min(1).max(20);

export const FIND_DEVICE = { ...HIDDEN, body: z.strictObject({ user_code: UserCode }) } as const;

export const DECIDE_DEVICE = {
  ...HIDDEN,
  body: z.strictObject({ user_code: UserCode, decision: z.enum(['confirmed', 'denied']) }),
} as const;

export const WITHOUT_BODY = HIDDEN;
