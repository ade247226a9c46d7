import type { NetworkStatus } from './network.ts';

/** What the platform's status is judged by. */
export interface PlatformReading {
  /** Whether PostgreSQL takes writes: without it no purchase can be accepted. */
  readonly writable: boolean;
  /** Whether a worker process has sent a heartbeat recently. */
  readonly relayAlive: boolean;
  /** Whether one of those reaches Temporal. */
  readonly temporalReached: boolean;
  /** Of the networks that the account can buy for. */
  readonly networks: readonly NetworkStatus[];
}

export interface PlatformStatus {
  readonly status: NetworkStatus;
  /** What it means for purchases, when it is not operational. */
  readonly message: string | null;
}

/** Judges the platform: unavailable when no purchase can be accepted, degraded when what is accepted is carried out late. */
export function judgePlatform(reading: PlatformReading): PlatformStatus {
  const every = (...statuses: NetworkStatus[]) =>
    reading.networks.length > 0 && reading.networks.every((status) => statuses.includes(status));

  if (!reading.writable)
    return { status: 'unavailable', message: 'No purchases can be accepted at the moment.' };
  if (every('unavailable'))
    return { status: 'unavailable', message: 'Every network is unavailable: purchases are refused.' };
  if (!reading.relayAlive || !reading.temporalReached)
    return {
      status: 'degraded',
      message: 'Purchases are accepted, and are sent to the networks with a delay.',
    };
  if (every('degraded', 'unavailable'))
    return { status: 'degraded', message: 'Every network is slower than usual or unavailable.' };
  return { status: 'operational', message: null };
}
