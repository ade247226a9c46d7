import { z } from 'zod';
import type { GatewayAdapter } from '../adapter.ts';
import { createDtOneAdapter, DEFAULT_HOLD_MS } from './adapter.ts';

/** That of a network, unless it is configured otherwise (networks.gateway_timeout_ms). */
const DEFAULT_TIMEOUT_MS = 10_000;
/** A call held open longer than DT One holds one, with a margin, waits for nothing. */
const MAX_TIMEOUT_MS = 200_000;

/** One account at DT One, as the gateways file describes it. */
export const DtOneSettings = z.strictObject({
  protocol: z.literal('dtone'),
  base_url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine(isBare, {
    error: 'must be an address without credentials, query and fragment',
  }),
  // RFC 7617: the first colon ends the user name, so a key with one in it would be cut.
  api_key: z.string().regex(/^[^:\p{Cc}]{1,200}$/u, { error: 'must be 1 to 200 characters without a colon' }),
  api_secret: z.string().regex(/^[^\p{Cc}]{1,200}$/u, { error: 'must be 1 to 200 printable characters' }),
  timeout_ms: z.int().min(100).max(MAX_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
  hold_ms: z.int().min(0).max(86_400_000).default(DEFAULT_HOLD_MS),
  callback_url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine(isBare, { error: 'must be an address without credentials, query and fragment' })
    .nullable()
    .default(null),
  mode: z.enum(['async', 'sync']).default('async'),
});

/** Binds the protocol to one account. */
export function createFromSettings(settings: z.output<typeof DtOneSettings>): GatewayAdapter {
  return createDtOneAdapter({
    baseUrl: settings.base_url,
    apiKey: settings.api_key,
    apiSecret: settings.api_secret,
    timeoutMs: settings.timeout_ms,
    holdMs: settings.hold_ms,
    callbackUrl: settings.callback_url,
    mode: settings.mode,
  });
}

function isBare(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return username === '' && password === '' && search === '' && hash === '';
}
