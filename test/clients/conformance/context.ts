import type { Driver, DriverSettings, Package } from './driver.ts';
import type { ScriptedServer } from './server.ts';

/** What the scenarios of one package share. */
export interface Context {
  readonly pkg: Package;
  readonly server: () => ScriptedServer;
  /** With four attempts of twenty seconds each, which no answer of a busy machine takes. */
  readonly driver: () => Driver;
  /** A further driver with other settings, for one test. */
  withDriver<T>(settings: Partial<DriverSettings>, use: (driver: Driver) => Promise<T>): Promise<T>;
}

/** Time between the first two requests, in milliseconds. */
export function firstGap({ seen }: ScriptedServer): number {
  const [first, second] = seen;
  return first === undefined || second === undefined ? Number.NaN : second.at - first.at;
}
