import { z } from 'zod';
import { Address, type BoundGateway, Credential, commonSettings, defineProtocol } from '../settings.ts';
import { checkProductCode, createReloadlyAdapter, DEFAULT_HOLD_MS } from './adapter.ts';

/** One account at Reloadly, as the gateways file describes it. */
const ReloadlySettings = z.strictObject({
  protocol: z.literal('reloadly'),
  ...commonSettings(DEFAULT_HOLD_MS),
  /** Where tokens are issued; `/oauth/token` is appended. */
  auth_url: Address,
  /** The audience of tokens; by default the scheme and host of base_url. */
  audience: z.string().min(1).max(200).optional(),
  client_id: z.string().regex(/^[^\p{Cc}]{1,200}$/u, { error: 'must be 1 to 200 printable characters' }),
  client_secret: Credential,
  /** The signing secret of webhooks. Without it, webhooks only make us inquire. */
  webhook_secret: Credential.nullable().default(null),
  /** The country whose numbers this account recharges: Reloadly takes numbers in their national form. */
  country: z.strictObject({
    iso: z.string().regex(/^[A-Z]{2}$/, { error: 'must be two capital letters, such as NG' }),
    calling_code: z.string().regex(/^[1-9]\d{0,2}$/, { error: 'must be digits without +, such as 234' }),
    trunk_prefix: z.string().regex(/^\d{0,2}$/, { error: 'must be at most two digits, such as 0' }),
  }),
  mode: z.enum(['async', 'sync']).default('async'),
});

export const reloadly = defineProtocol(ReloadlySettings, bindReloadly);

/** Binds the protocol to one account. */
function bindReloadly(settings: z.output<typeof ReloadlySettings>): BoundGateway {
  const { country } = settings;
  return {
    customer: settings.client_id,
    checkProductCode,
    connect: () =>
      createReloadlyAdapter({
        baseUrl: settings.base_url,
        authUrl: settings.auth_url,
        audience: settings.audience ?? new URL(settings.base_url).origin,
        clientId: settings.client_id,
        clientSecret: settings.client_secret,
        webhookSecret: settings.webhook_secret,
        country: { iso: country.iso, callingCode: country.calling_code, trunkPrefix: country.trunk_prefix },
        timeoutMs: settings.timeout_ms,
        holdMs: settings.hold_ms,
        mode: settings.mode,
      }),
  };
}
