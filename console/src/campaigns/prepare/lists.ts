import type { BundleList, NetworkList } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';

/** Lists change rarely; 100 is the longest page, and an account has fewer bundles and networks. */
const ALL = { limit: 100 };

export function useBundles() {
  return useApi<BundleList>('/v1/bundles', { query: ALL }).data?.data ?? [];
}

export function useNetworks() {
  return useApi<NetworkList>('/v1/networks', { query: ALL }).data?.data ?? [];
}
