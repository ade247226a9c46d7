import { z } from 'zod';
import type { GatewayAdapter } from './adapter.ts';

/** That of a network, unless it is configured otherwise (networks.gateway_timeout_ms). */
const DEFAULT_TIMEOUT_MS = 10_000;
/** Longest that any known gateway keeps a call open, with a margin. */
const MAX_TIMEOUT_MS = 200_000;
const DAY_MS = 86_400_000;

/** An http or https address without credentials, query and fragment. */
export const Address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine(isBare, { error: 'must be an address without credentials, query and fragment' });

/** A credential: printable, on one line. */
export const Credential = z
  .string()
  .regex(/^[^\p{Cc}]{1,200}$/u, { error: 'must be 1 to 200 printable characters' });

/**
 * What every gateway's settings have, whatever it speaks. `holdMs` is the gateway's longest hold: an order that is not
 * found is taken for never received only that long after it was sent.
 */
export function commonSettings(holdMs: number) {
  return {
    base_url: Address,
    timeout_ms: z.int().min(100).max(MAX_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
    hold_ms: z.int().min(0).max(DAY_MS).default(holdMs),
    /** Our address for the gateway's callbacks: its path, which ends in a random token, is where they are received. */
    callback_url: Address.nullable().default(null),
    /** Where our wallet at the gateway has less, the network is degraded and operators are warned; decimal text. */
    wallet_minimum: z
      .string()
      .regex(/^\d{1,15}(?:\.\d{1,6})?$/, { error: 'must be a decimal number in quotes, such as "250000.00"' })
      .nullable()
      .default(null),
  };
}

/** Settings of one account at a gateway, bound to their protocol. */
export interface BoundGateway {
  /** The name by which the gateway knows our account; never a secret. */
  readonly customer: string;
  /** The gateway reference behind a reference of the gateway's own books; where it is not the reference itself. */
  readonly gatewayReferenceFrom?: (reference: string) => string | null;
  /** What is wrong with a bundle's product code, in words for operators; null where an order could be made of it. Pure. */
  checkProductCode(productCode: string): string | null;
  /** Makes the adapter; it opens no connection before its first call. */
  connect(): GatewayAdapter;
}

/** A protocol as the registry lists it: how its settings are written, and what they are bound to. */
export interface Protocol<Settings extends z.ZodType> {
  readonly name: string;
  readonly settings: Settings;
  /** Takes what `settings` has read. */
  bind(settings: unknown): BoundGateway;
}

/** Makes a protocol of its settings (an object with a literal `protocol`) and what binds them. */
export function defineProtocol<Settings extends z.ZodObject<{ protocol: z.ZodLiteral<string> }>>(
  settings: Settings,
  bind: (settings: z.output<Settings>) => BoundGateway,
): Protocol<Settings> {
  const name = settings.shape.protocol.value;
  return { name, settings, bind: (given) => bind(settings.parse(given)) };
}

function isBare(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return username === '' && password === '' && search === '' && hash === '';
}
