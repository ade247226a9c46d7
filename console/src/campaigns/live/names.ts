import type { BundleList, NetworkList } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useRight } from '../../app/session.tsx';

/** The names of networks and bundles; the id of one that is not known. */
export function useNames() {
  const enabled = useRight('catalogue:read');
  const networks = useApi<NetworkList>('/v1/networks', { query: { limit: 100 }, enabled });
  const bundles = useApi<BundleList>('/v1/bundles', { query: { limit: 100 }, enabled });
  return {
    networks: networks.data?.data ?? [],
    bundles: bundles.data?.data ?? [],
    networkName: (id: string) => networks.data?.data.find((one) => one.id === id)?.name ?? id,
    bundleName: (id: string) => bundles.data?.data.find((one) => one.id === id)?.name ?? id,
  };
}
