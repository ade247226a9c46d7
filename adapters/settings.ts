import { z } from 'zod';
import type { GatewayAdapter } from './adapter.ts';

/** The default of networks.gateway_timeout_ms. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** The longest that any known gateway keeps a call open, with a margin. */
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
 * The settings that all gateways share. `holdMs` is the gateway's longest hold: only that long after a send does "not
 * found" mean that the order was never received.
 */
export function commonSettings(holdMs: number) {
  return {
    base_url: Address,
    timeout_ms: z.int().min(100).max(MAX_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
    hold_ms: z.int().min(0).max(DAY_MS).default(holdMs),
    /** Our URL for the gateway's callbacks. Its path ends in a random token. */
    callback_url: Address.nullable().default(null),
    /** Below this, the network is degraded and operators are alerted; decimal text. */
    wallet_minimum: z
      .string()
      .regex(/^\d{1,15}(?:\.\d{1,6})?$/, { error: 'must be a decimal number in quotes, such as "250000.00"' })
      .nullable()
      .default(null),
  };
}

/** One account at a gateway, bound to its protocol. */
export interface BoundGateway {
  /** The gateway's name of our account; never a secret. */
  readonly customer: string;
  /** Converts a reference in the gateway's book to our gateway reference, if they differ. */
  readonly gatewayReferenceFrom?: (reference: string) => string | null;
  /** Why a bundle's product code cannot be ordered, for operators; null if it can. Pure. */
  checkProductCode(productCode: string): string | null;
  /** Creates the adapter, which connects with its first call. */
  connect(): GatewayAdapter;
}

/** A protocol in the registry: the schema of its settings, and how they are bound. */
export interface Protocol<Settings extends z.ZodType> {
  readonly name: string;
  readonly settings: Settings;
  /** Takes what `settings` has read. */
  bind(settings: unknown): BoundGateway;
}

/** Defines a protocol by the schema of its settings (an object with a literal `protocol`) and by what binds them. */
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
