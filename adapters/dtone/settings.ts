import { z } from 'zod';
import { type BoundGateway, Credential, commonSettings, defineProtocol } from '../settings.ts';
import { checkProductCode, createDtOneAdapter, DEFAULT_HOLD_MS } from './adapter.ts';

/** One account at DT One, as the gateways file describes it. */
const DtOneSettings = z.strictObject({
  protocol: z.literal('dtone'),
  ...commonSettings(DEFAULT_HOLD_MS),
  // RFC 7617: the first colon ends the user name, so a key with one in it would be cut.
  api_key: z.string().regex(/^[^:\p{Cc}]{1,200}$/u, { error: 'must be 1 to 200 characters without a colon' }),
  api_secret: Credential,
  mode: z.enum(['async', 'sync']).default('async'),
  two_step: z.boolean().default(false),
});

export const dtone = defineProtocol(DtOneSettings, bindDtOne);

/** Binds the protocol to one account. */
function bindDtOne(settings: z.output<typeof DtOneSettings>): BoundGateway {
  return {
    customer: settings.api_key,
    checkProductCode,
    connect: () =>
      createDtOneAdapter({
        baseUrl: settings.base_url,
        apiKey: settings.api_key,
        apiSecret: settings.api_secret,
        timeoutMs: settings.timeout_ms,
        holdMs: settings.hold_ms,
        callbackUrl: settings.callback_url,
        mode: settings.mode,
        twoStep: settings.two_step,
      }),
  };
}
