import type { GatewayOverrides } from '../../services/catalogue/demo/gateways.ts';
import type { NetworkSettings } from '../../services/catalogue/demo/seed.ts';
import type { ManagedProcess } from './process.ts';
import type { Temporal } from './servers/temporal.ts';
import type { ProgramName } from './stack-processes.ts';
import type { ChosenPorts, Ports } from './state.ts';

export interface StackOptions {
  /** The folder for all data of the stack; one stack per folder. */
  readonly stateDir: string;
  /** If false, starts with an empty database and leaves only its logs behind. */
  readonly keepData: boolean;
  readonly log: (line: string) => void;
  readonly gatewayOverrides?: GatewayOverrides;
  /** The same for single networks, by id. */
  readonly gatewayOverridesByNetwork?: Readonly<Record<string, GatewayOverrides>>;
  /** Entries for GATEWAYS_FILE, by network, that replace those of the demo. */
  readonly moreGateways?: Readonly<Record<string, unknown>>;
  /** Settings of the seeded networks, instead of the defaults. */
  readonly networkSettings?: NetworkSettings;
  /** Used if they are free and no earlier start has chosen others. */
  readonly wishedPorts?: Partial<Ports>;
  /** Always used. The stack does not start if one of them is taken. */
  readonly chosenPorts?: ChosenPorts;
  /** More settings for PostgreSQL. They have no effect on a server that is already running. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** Longest that our processes wait for a connection to PostgreSQL, in seconds; 5 by default. */
  readonly connectSeconds?: number;
  /** Called with the URL of the migrated database, before API and worker start. */
  readonly seed?: (databaseUrl: string) => Promise<void>;
  /**
   * Returns the port by which our processes reach a part that listens on `port`; fault tests put a proxy between them.
   * Called once per part, before API and worker start.
   */
  readonly via?: (part: ReachedPart, port: number) => Promise<number>;
  /** Folder of bundled workflow code. Without it, the stack bundles the code. */
  readonly workflowBundles?: string;
  /** Added to the environment of our processes; overrides what the stack sets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The parts that our processes connect to. */
export type ReachedPart = 'postgres' | 'temporal' | 'gateway' | 'reloadly';

export interface Stack {
  readonly apiUrl: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** Null if TEMPORAL_ADDRESS names a server that the stack did not start. */
  readonly temporalUiUrl: string | null;
  /** Its pid changes with a restart. */
  readonly temporal: Temporal;
  /** Base URL by name. */
  readonly simulators: Readonly<Record<string, string>>;
  /** SECRETS_KEY of API and worker: 32 bytes in base64. */
  readonly secretsKey: string;
  /** The path of GATEWAYS_FILE. */
  readonly gatewaysFile: string;
  /** The running processes; a restart replaces them. */
  readonly processes: Readonly<Record<'api' | 'worker' | 'simulator' | 'reloadly', ManagedProcess>>;
  /**
   * Starts one of our programs again after it was stopped or killed, with the same environment plus `once`. Also starts
   * a second API, or a second and third worker, beside the first.
   */
  readonly restart: (name: ProgramName, once?: Readonly<Record<string, string>>) => Promise<ManagedProcess>;
  /** Drains API and worker, then stops everything. Without `keepData` it also deletes the data. */
  readonly stop: () => Promise<void>;
}
