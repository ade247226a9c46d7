import { z } from 'zod';
import { type BoundGateway, commonSettings, defineProtocol } from '../settings.ts';
import { checkProductCode, createVtpassAdapter, DEFAULT_HOLD_MS } from './adapter.ts';
import { gatewayReferenceFromRequestId } from './request-id.ts';

/** A value that a header can carry without encoding. */
const HeaderText = z
  .string()
  .regex(/^[!-~]{1,200}$/, { error: 'must be 1 to 200 ASCII characters without spaces' });

/** One account at VTpass, as the gateways file describes it. */
const VtpassSettings = z.strictObject({
  protocol: z.literal('vtpass'),
  ...commonSettings(DEFAULT_HOLD_MS),
  api_key: HeaderText,
  secret_key: HeaderText,
});

export const vtpass = defineProtocol(VtpassSettings, bindVtpass);

/** Binds the protocol to one account. */
function bindVtpass(settings: z.output<typeof VtpassSettings>): BoundGateway {
  return {
    customer: settings.api_key,
    gatewayReferenceFrom: gatewayReferenceFromRequestId,
    checkProductCode,
    connect: () =>
      createVtpassAdapter({
        baseUrl: settings.base_url,
        apiKey: settings.api_key,
        secretKey: settings.secret_key,
        timeoutMs: settings.timeout_ms,
        holdMs: settings.hold_ms,
      }),
  };
}
