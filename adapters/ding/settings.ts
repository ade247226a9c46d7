import { z } from 'zod';
import { type BoundGateway, commonSettings, defineProtocol } from '../settings.ts';
import { checkProductCode, createDingAdapter, DEFAULT_HOLD_MS } from './adapter.ts';

/** One account at Ding, as the gateways file describes it. */
const DingSettings = z.strictObject({
  protocol: z.literal('ding'),
  ...commonSettings(DEFAULT_HOLD_MS),
  /** It is sent as a header, without encoding. */
  api_key: z.string().regex(/^[!-~]{1,200}$/, { error: 'must be 1 to 200 ASCII characters without spaces' }),
  /** A name for this account, because Ding has only the key: two accounts must not have the same one. */
  account: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,60}$/, { error: 'must be 1 to 60 letters, digits, _, . or -' }),
});

export const ding = defineProtocol(DingSettings, bindDing);

/** Binds the protocol to one account. */
function bindDing(settings: z.output<typeof DingSettings>): BoundGateway {
  return {
    customer: settings.account,
    checkProductCode,
    connect: () =>
      createDingAdapter({
        baseUrl: settings.base_url,
        apiKey: settings.api_key,
        timeoutMs: settings.timeout_ms,
        holdMs: settings.hold_ms,
      }),
  };
}
