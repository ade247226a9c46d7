import { hash } from 'node:crypto';

/** What a client asked to buy, as far as it decides whether two requests mean the same. */
export interface PurchaseMeaning {
  readonly reference: string;
  readonly phone_number: string;
  readonly bundle_id: string;
  readonly network_id?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/**
 * SHA-256 (hex) of the parsed body: the order of metadata keys does not matter, absent and empty metadata are the same,
 * an absent and an explicit network_id are not.
 */
export function computeFingerprint(body: PurchaseMeaning): string {
  const metadata = Object.entries(body.metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const meaning = [body.reference, body.phone_number, body.bundle_id, body.network_id ?? null, metadata];
  return hash('sha256', JSON.stringify(meaning), 'hex');
}
