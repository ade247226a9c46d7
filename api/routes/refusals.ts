import type { FastifyRequest } from 'fastify';
import type { Network } from '../../db/networks/networks.ts';
import { assertNever } from '../../domain/assert-never.ts';
import { formatAmount } from '../../domain/money/amount.ts';
import type { Refusal } from '../../domain/purchase/accept.ts';
import type { KeyCapExcess } from '../../domain/rules/key-spending.ts';
import type { SpendingExcess } from '../../domain/rules/spending.ts';
import type { Catalogue } from '../../services/catalogue/catalogue.ts';
import { type ApiError, apiError } from '../plugins/api-error.ts';

const NETWORK_RETRY_AFTER_SECONDS = 30;
const IN_SANDBOX = 'Requested with Svc-Sandbox';

/** The error of a purchase that cannot be carried out. */
export async function refusalError(
  catalogue: Catalogue,
  refusal: Refusal,
  currency: string,
): Promise<ApiError> {
  switch (refusal.kind) {
    case 'bundle_unavailable':
      return apiError('bundle_unavailable');
    case 'bundle_not_allowed':
    case 'number_blocked':
      return apiError(refusal.kind);
    case 'unsupported_network':
      return apiError('unsupported_network');
    case 'network_mismatch':
      return apiError('network_mismatch', {
        values: { network_id: refusal.detectedNetworkId },
        details: { detected_network_id: refusal.detectedNetworkId },
      });
    case 'spending_limit':
      return spendingError(refusal.excess, currency);
    case 'spend_cap':
      return capError(refusal.excess, currency);
    case 'insufficient_balance':
      return apiError('insufficient_balance');
    case 'network_unavailable': {
      const known = (await catalogue.networks()).get(refusal.networkId);
      // The purchase's transaction may have read a newer status than the catalogue.
      const isKnown = known?.status === 'unavailable';
      const network = isKnown ? known : (await catalogue.networksNow()).get(refusal.networkId);
      return networkUnavailable(refusal.networkId, network);
    }
    default:
      return assertNever(refusal);
  }
}

function spendingError({ scope, limit, spent, endsAt }: SpendingExcess, currency: string): ApiError {
  const resets_at = endsAt?.toISOString() ?? null;
  const text = (amount: number) => formatAmount(amount, currency);
  return apiError('spending_limit', {
    values: { limit: text(limit), scope, spent: text(spent), resets_at: resets_at ?? '' },
    details: { scope, limit: { amount: limit, currency }, spent: { amount: spent, currency }, resets_at },
  });
}

function capError(excess: KeyCapExcess, currency: string): ApiError {
  const text = (amount: number) => formatAmount(amount, currency);
  const { scope, cap } = excess;
  const details = { scope, cap: { amount: cap, currency } };
  if (excess.scope === 'purchase') {
    const values = { cap: text(cap) };
    return apiError('spend_cap_of_purchase', {
      values,
      details: { ...details, spent: null, resets_at: null },
    });
  }
  const resets_at = excess.endsAt.toISOString();
  const spent = { amount: excess.spent, currency };
  return apiError('spend_cap_of_day', {
    values: { cap: text(cap), spent: text(excess.spent), resets_at },
    details: { ...details, spent, resets_at },
  });
}

/**
 * Rejects a purchase in test mode that asked for it.
 * @throws ApiError `insufficient_balance` or `network_unavailable`.
 */
export async function refuseInSandbox(
  catalogue: Catalogue,
  { caller, sandbox }: FastifyRequest,
  bundleId: string,
): Promise<void> {
  if (sandbox === 'insufficient-balance') throw apiError('insufficient_balance');
  if (sandbox !== 'unavailable') return;
  const [offers, networks] = await Promise.all([catalogue.offers(caller.accountId), catalogue.networks()]);
  const network = networks.get(offers.get(bundleId)?.networkId ?? '');
  // Without a network, the bundle does not exist: the purchase is rejected for that.
  if (network === undefined) return;
  throw networkUnavailable(network.id, { ...network, status: 'unavailable', statusMessage: IN_SANDBOX });
}

function networkUnavailable(networkId: string, network: Network | undefined): ApiError {
  return apiError('network_unavailable', {
    values: { network_id: networkId },
    retryAfterSeconds: retryAfterSeconds(network?.retryAfterMs ?? null),
    details: {
      network: {
        id: networkId,
        status: network?.status ?? 'unavailable',
        status_message: network?.statusMessage ?? null,
        status_updated_at: network?.statusUpdatedAt.toISOString() ?? null,
      },
    },
  });
}

function retryAfterSeconds(ms: number | null): number {
  return ms === null ? NETWORK_RETRY_AFTER_SECONDS : Math.max(1, Math.ceil(ms / 1_000));
}
