/** The status of a network, as the contract names it. */
export const NETWORK_STATUSES = ['operational', 'degraded', 'unavailable'] as const;
export type NetworkStatus = (typeof NETWORK_STATUSES)[number];

/** A network as clients see it. */
export interface NetworkReading {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly status: NetworkStatus;
  /** Why it is not operational. */
  readonly statusMessage: string | null;
  readonly statusUpdatedAt: Date;
}

/** Time from accepting a purchase to its confirmation, over the live purchases of a window that were accepted and confirmed in it. */
export interface RecentDelivery {
  readonly medianSeconds: number;
  readonly p95Seconds: number;
  readonly windowMinutes: number;
  readonly sampleSize: number;
}
