import type { StaffBundle } from '../../contract/staff/bundle.ts';
import type { StaffPrice } from '../../contract/staff/terms.ts';
import type { ContractedPrice } from '../../db/accounts/terms.ts';
import type { CatalogueBundle } from '../../db/networks/all-bundles.ts';

/** A price of an account, in its currency. */
export function renderPrice(listed: ContractedPrice, currency: string): StaffPrice {
  const { bundleId, bundleName, networkId, price, withdrawn } = listed;
  return {
    bundle_id: bundleId,
    name: bundleName,
    network_id: networkId,
    price: { amount: price, currency },
    withdrawn,
  };
}

export function renderBundle({ id, name, networkId, networkName, withdrawn }: CatalogueBundle): StaffBundle {
  return { id, name, network_id: networkId, network_name: networkName, withdrawn };
}
