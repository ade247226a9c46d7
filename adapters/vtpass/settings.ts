import { z } from 'zod';
import { type BoundGateway, Credential, commonSettings } from '../settings.ts';
import { createVtpassAdapter, DEFAULT_HOLD_MS } from './adapter.ts';

/** One account at VTpass, as the gateways file describes it. */
export const VtpassSettings = z.strictObject({
  protocol: z.literal('vtpass'),
  ...commonSettings(DEFAULT_HOLD_MS),
  api_key: Credential,
  secret_key: Credential,
});

/** Binds the protocol to one account. */
export function bindVtpass(settings: z.output<typeof VtpassSettings>): BoundGateway {
  return {
    customer: settings.api_key,
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
