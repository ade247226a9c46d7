import { z } from 'zod';
import { readJson } from '../../simulation/server.ts';

/** A refusal as DT One words it. */
const Refusal = z.strictObject({
  http_status: z.int().min(400).max(599),
  code: z.int(),
  message: z.string().default(''),
  retry_after_s: z.int().min(0).optional(),
});

export type Refusal = z.output<typeof Refusal>;

const NAMES = [
  'unauthorised',
  'rate_limited',
  'wallet_empty',
  'product_unavailable',
  'number_invalid',
] as const;
const Name = z.enum(NAMES);

/** So that scripts need not know DT One's codes. */
const BY_NAME: Readonly<Record<(typeof NAMES)[number], Refusal>> = {
  unauthorised: { http_status: 401, code: 1000401, message: 'Unauthorized' },
  rate_limited: { http_status: 429, code: 1000429, message: 'Too many requests', retry_after_s: 2 },
  wallet_empty: { http_status: 400, code: 1006001, message: 'Insufficient balance' },
  product_unavailable: { http_status: 404, code: 1003001, message: 'Product is not available' },
  number_invalid: { http_status: 400, code: 1005003, message: 'Credit party mobile number is invalid' },
};

/** A refusal in a script, by name or in full; behaviours keep it as text. */
export const Refuse = z.union([Name, Refusal.transform((full) => JSON.stringify(full))]);

/** The refusal that a text stands for. An unknown text refuses the credentials. */
export function toRefusal(text: string): Refusal {
  const name = Name.safeParse(text);
  return name.success ? BY_NAME[name.data] : (readJson(Refusal, text) ?? BY_NAME.unauthorised);
}
