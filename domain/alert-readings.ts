/** What a gateway says that we have there. */
export interface Wallet {
  readonly available: string;
  readonly currency: string;
  readonly minimum: string | null;
}

/** What PostgreSQL shows of everything that can be wrong. */
export interface AlertReadings {
  readonly now: Date;
  readonly relayAlive: boolean;
  readonly temporalReached: boolean;
  /** Pending purchases past their `resolve_by`, and by how much the worst of them is. */
  readonly overdue: number;
  readonly overdueSeconds: number;
  readonly lateConfirmations: number;
  readonly contradictions: number;
  readonly outbox: readonly QueueReading[];
  readonly retryLateSeconds: number;
  readonly queues: readonly (Omit<QueueReading, 'queue'> & {
    readonly networkId: string;
    readonly livemode: boolean;
  })[];
  readonly networks: readonly {
    readonly networkId: string;
    readonly status: string;
    readonly statusMessage: string | null;
    readonly statusUpdatedAt: Date;
    readonly cause: string;
    readonly wallet: Wallet | null;
  }[];
  readonly gatewayAlerts: readonly {
    readonly networkId: string;
    readonly livemode: boolean;
    readonly route: string;
    readonly kind: string;
    readonly detail: string;
    readonly firstAt: Date;
    readonly times: number;
  }[];
  /** Our wallets at the gateways of networks with several. */
  readonly routeWallets: readonly {
    readonly networkId: string;
    readonly route: string;
    readonly wallet: Wallet | null;
  }[];
  /** Bundles that a live account buys for less than what a gateway takes that may get the purchase. */
  readonly belowCost: readonly {
    readonly networkId: string;
    readonly bundleId: string;
    readonly route: string;
  }[];
  /** Accounts with a past day whose statement is not closed. */
  readonly unclosed: number;
  /** The last time the invariants were verified and recorded; null for never. */
  readonly verified: {
    readonly at: Date;
    readonly broken: number;
    readonly numbers: readonly number[];
  } | null;
}

interface QueueReading {
  readonly queue: string;
  readonly waiting: number;
  readonly oldestSeconds: number;
}
