import type { NetworkStatus } from './network.ts';

/** The state of a network by its gateway's calls. `half_open`: it answers again, and a few purchases try it. */
export type Phase = 'operational' | 'degraded' | 'unavailable' | 'half_open';

/** Causes of a network's status that we find. Each has a sentence in every language of the console. */
export const JUDGED_CAUSES = [
  'calls',
  'slow',
  'account',
  'recovering',
  'backlog',
  'silent',
  'wallet',
] as const;

/** The cause of a network's status. Of `operator`, a person wrote the message. */
export type Cause = 'none' | (typeof JUDGED_CAUSES)[number] | 'operator';

/** What is remembered of a network's health from one judgement to the next. */
export interface HealthState {
  readonly phase: Phase;
  /** Why the phase is not operational. */
  readonly cause: Extract<Cause, 'none' | 'calls' | 'slow' | 'account' | 'recovering'>;
  /** When the phase began; calls before it no longer count. */
  readonly since: Date;
  /** How long the gateway rests after it was found unavailable; doubled each time a probe fails. */
  readonly restMs: number;
  /** Whether the backlog guard keeps purchases out. */
  readonly backlogged: boolean;
}

/** Live calls of a window. */
export interface CallCounts {
  readonly calls: number;
  /** Answers that say that the gateway or its network is not well, or no answer at all. */
  readonly troubles: number;
  /** Of the troubles: refusals of our own account at the gateway (wallet, key). */
  readonly accountRefusals: number;
  /** Calls that took long, with any answer. */
  readonly slow: number;
}

/** What waits for a network, and how fast it was completed recently. */
export interface BacklogReading {
  /** Single purchases that were accepted and are not yet started. */
  readonly waiting: number;
  /** Rows of batches that wait as well; they are released just in time and go last. */
  readonly waitingRows: number;
  readonly oldestWaitingMs: number;
  readonly inFlight: number;
  /** Those of them that were admitted longer ago than the window of a judgement. */
  readonly inFlightLong: number;
  readonly inFlightMax: number;
  /** Purchases that became final, as the gateway reported, in the window of a judgement. */
  readonly completedLately: number;
  /** Purchases that became final, as the gateway reported, in the observed time. */
  readonly completed: number;
  readonly observedMs: number;
  readonly resolveWithinMs: number;
}

/** Our balance at the gateway: decimal texts of one currency. */
export interface WalletReading {
  readonly available: string;
  readonly minimum: string;
}

/** An operator's override, which takes precedence over all measurements. */
export interface Override {
  readonly status: NetworkStatus;
  readonly message: string | null;
  readonly until: Date | null;
}

export interface HealthReading {
  readonly now: Date;
  readonly calls: CallCounts;
  /** The freshest of them: an outage shows here first. */
  readonly freshCalls: CallCounts;
  /** The state of the best of several gateways, which counts instead of the calls. */
  readonly best?: HealthState;
  readonly backlog: BacklogReading;
  readonly wallet: WalletReading | null;
  readonly override: Override | null;
}

export const POLICY = {
  windowMs: 60_000,
  /** An outage is judged by what is fresh; in the unavailable phase nothing else counts. */
  freshMs: 20_000,
  callsMin: 20,
  degradedAt: 0.25,
  healthyBelow: 0.1,
  unavailableAt: 0.9,
  slowAt: 0.5,
  /** A phase lasts at least this long before it may become better. */
  steadyMs: 30_000,
  restMs: { first: 15_000, longest: 300_000 },
  trialCallsMin: 5,
  trialFailsAt: 0.5,
  trialPassesWith: 10,
  /** A trial without purchases is over after this. */
  trialMs: 60_000,
  probesMin: 3,
  /** Parts of the time in which purchases are promised to be resolved. Batches plan to fill half of it by themselves. */
  /** `silentAt` is a part of the budget of purchases in flight. */
  backlog: { silentAt: 0.5, fullAt: 0.5, fullWithRowsAt: 0.8, emptyAt: 0.25, waitedAt: 0.25, waitingMin: 50 },
} as const;
