import type { GatewayOverrides } from '../../services/catalogue/demo/gateways.ts';
import type { NetworkSettings } from '../../services/catalogue/demo/seed.ts';
import type { ManagedProcess } from './process.ts';
import type { Temporal } from './servers/temporal.ts';
import type { ProgramName } from './stack-processes.ts';
import type { Ports } from './state.ts';

export interface StackOptions {
  /** Everything the stack keeps lies here; one stack a folder. */
  readonly stateDir: string;
  /** False: starts with an empty database and leaves nothing behind but its logs. */
  readonly keepData: boolean;
  readonly log: (line: string) => void;
  readonly gatewayOverrides?: GatewayOverrides;
  /** Entries of GATEWAYS_FILE by network, in place of the demonstration's. */
  readonly moreGateways?: Readonly<Record<string, unknown>>;
  /** How the seeded networks are run, where the defaults do not fit. */
  readonly networkSettings?: NetworkSettings;
  /** Taken when they are free and no earlier start has left its own. */
  readonly wishedPorts?: Partial<Ports>;
  /** Settings of PostgreSQL besides those of every stack; without effect on a server that is not started for it. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** Called with the URL of the migrated database before API and worker start. */
  readonly seed?: (databaseUrl: string) => Promise<void>;
  /**
   * The port by which our own processes reach a part that listens on `port`: fault tests put a proxy between. Called
   * once a part, before API and worker start.
   */
  readonly via?: (part: ReachedPart, port: number) => Promise<number>;
  /** Folder of workflow code that was bundled before; it is bundled for the stack when this is left out. */
  readonly workflowBundles?: string;
  /** Added to the environment of our own processes; wins over what the stack sets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What our own processes connect to. */
export type ReachedPart = 'postgres' | 'temporal' | 'gateway' | 'reloadly';

export interface Stack {
  readonly apiUrl: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** Null when TEMPORAL_ADDRESS names somebody else's server. */
  readonly temporalUiUrl: string | null;
  /** Its pid is another after a restart. */
  readonly temporal: Temporal;
  /** Base URL by name. */
  readonly simulators: Readonly<Record<string, string>>;
  /** SECRETS_KEY of API and worker: 32 bytes in base64. */
  readonly secretsKey: string;
  /** The content of GATEWAYS_FILE lies here. */
  readonly gatewaysFile: string;
  /** As they run now: a restart replaces them. */
  readonly processes: Readonly<Record<Exclude<ProgramName, 'secondWorker'>, ManagedProcess>>;
  /**
   * Starts one of our programs as it was started before, after it was stopped or killed, with more in its environment
   * this time if given. A second worker, beside the first, is started so too.
   */
  readonly restart: (name: ProgramName, once?: Readonly<Record<string, string>>) => Promise<ManagedProcess>;
  /** Drains API and worker, then stops everything; without `keepData` the data goes too. */
  readonly stop: () => Promise<void>;
}
