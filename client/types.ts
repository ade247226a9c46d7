// Made of docs/openapi.json by `npm run docs`; a test fails while it is stale.

export type Balance = {
  readonly object: 'balance';
  /** What can be spent now */
  readonly available: Money;
  /** Price of purchases still pending */
  readonly held: Money;
  readonly updated_at: string;
};

export type Batch = {
  readonly id: string;
  readonly object: 'batch';
  readonly reference: BatchReference;
  readonly status: 'validating' | 'ready' | 'running' | 'paused' | 'completed' | 'canceled' | 'rejected';
  readonly start: 'auto' | 'manual';
  readonly on_invalid: 'skip' | 'reject';
  readonly on_insufficient_balance: 'pause' | 'fail';
  readonly not_before: string | null;
  readonly counts: {
    readonly rows: number;
    /** rows − invalid */
    readonly valid: number;
    /** Found by validation; they are never bought */
    readonly invalid: number;
    /** Not released yet; in a canceled batch they never will be */
    readonly waiting: number;
    /** Valid, but refused when their turn came */
    readonly refused: number;
    /** Purchases that are not final */
    readonly pending: number;
    readonly successful: number;
    readonly failed: number;
    readonly reversed: number;
  };
  /** Of all valid rows, at the prices of the day of validation */
  readonly cost: Money;
  /** What the account can spend now */
  readonly available: Money;
  /** What is missing for the rows that still wait */
  readonly shortfall: Money;
  readonly notices: readonly ({
    readonly code: string;
    readonly message: string;
  })[];
  /** The first 20; all are in the rows */
  readonly errors: readonly ({
    /** The column's name in the file; null for the whole row */
    readonly column: string | null;
    /** Stable machine code; new codes may be added */
    readonly code: string;
    /** For people: what is wrong and what to do */
    readonly message: string;
    /** What a spreadsheet is known to have done to the cell */
    readonly damage?: 'lost_plus' | 'lost_leading_zero' | 'local_format' | 'scientific_notation' | 'decimal_number' | 'international_prefix' | 'separators' | undefined;
    readonly line: number;
  })[];
  /** Rows that can be bought but look odd */
  readonly warned: number;
  /** Of rows that can be bought, such as the same number and bundle twice: the first 20; all are in the rows */
  readonly warnings: readonly ({
    /** The column's name in the file; null for the whole row */
    readonly column: string | null;
    /** Stable machine code; new codes may be added */
    readonly code: string;
    /** For people: what is wrong and what to do */
    readonly message: string;
    readonly line: number;
  })[];
  readonly pause: {
    readonly code: string;
    readonly message: string;
  } | null;
  readonly rejection: {
    readonly code: string;
    readonly message: string;
    readonly line: number | null;
  } | null;
  readonly created_at: string;
  readonly validated_at: string | null;
  readonly started_at: string | null;
  /** By the rates at which its networks complete purchases now, corrected as it runs; of a batch that is ready, as if it were started now. Null while a rate is unknown, and unless it is ready or running */
  readonly estimated_completion_at: string | null;
  /** When it was completed, canceled or rejected */
  readonly completed_at: string | null;
};

export type BatchEvent = {
  /** The same on every retry of one event */
  readonly id: string;
  readonly object: 'event';
  readonly type: 'batch.completed';
  readonly created_at: string;
  readonly data: {
    /** The whole batch, as GET /v1/batches/{batch_id} showed it at that moment */
    readonly object: Batch;
  };
};

export type BatchReference = string;

export type BatchRow = {
  readonly object: 'batch_row';
  /** Line of the file; the header is line 1 */
  readonly line: number;
  readonly state: 'waiting' | 'invalid' | 'refused' | 'pending' | 'successful' | 'failed' | 'reversed';
  readonly reference: string | null;
  /** As in the file */
  readonly phone_number: string;
  /** As in the file */
  readonly bundle_id: string;
  readonly network_id: string | null;
  readonly price: Money | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly purchase_id: string | null;
  readonly completed_at: string | null;
  readonly failure: {
    readonly code: string;
    readonly message: string;
  } | null;
  readonly errors: readonly ({
    /** The column's name in the file; null for the whole row */
    readonly column: string | null;
    /** Stable machine code; new codes may be added */
    readonly code: string;
    /** For people: what is wrong and what to do */
    readonly message: string;
    /** What a spreadsheet is known to have done to the cell */
    readonly damage?: 'lost_plus' | 'lost_leading_zero' | 'local_format' | 'scientific_notation' | 'decimal_number' | 'international_prefix' | 'separators' | undefined;
  })[];
  readonly warnings: readonly ({
    /** The column's name in the file; null for the whole row */
    readonly column: string | null;
    /** Stable machine code; new codes may be added */
    readonly code: string;
    /** For people: what is wrong and what to do */
    readonly message: string;
  })[];
};

export type Bundle = {
  readonly id: string;
  readonly object: 'bundle';
  readonly network_id: string;
  /** As shown to the customer */
  readonly name: string;
  /** Allowance in megabytes; 1 GB = 1024 MB */
  readonly data_mb: number;
  /** How long the data can be used after it is credited */
  readonly validity_hours: number;
  /** Your contracted price */
  readonly price: Money;
  /** Whether the bundle can be bought now */
  readonly available: boolean;
};

export type CreateNumberLookup = {
  readonly phone_number: PhoneNumber;
};

export type CreatePurchase = {
  readonly reference: Reference;
  readonly phone_number: PhoneNumber;
  readonly bundle_id: string;
  readonly network_id?: string | undefined;
  readonly metadata?: Metadata | undefined;
};

export type DeliveryAttempt = {
  /** scheduled: one of the seven of the retry schedule; resent: asked for */
  readonly kind: 'scheduled' | 'resent';
  /** 1 to 7 in the schedule; null when it was resent */
  readonly number: number | null;
  readonly started_at: string;
  /** null while it is under way */
  readonly finished_at: string | null;
  readonly outcome: 'delivered' | 'failed' | null;
  /** null when no answer came */
  readonly http_status: number | null;
  /** Why it failed: http_status, timeout, dns, connect, tls, connection_lost, address_refused; more may be added */
  readonly error: string | null;
  readonly url: string | null;
  /** The IP address that was connected to */
  readonly address: string | null;
  readonly duration_ms: number | null;
  /** The first 4 KiB of the body of the answer; bytes that are no UTF-8 are replaced */
  readonly answer: string | null;
};

export type ErrorBody = {
  readonly error: {
    /** Stable machine code; treat an unknown one by HTTP status and retryable */
    readonly code: string;
    /** For people; not to be parsed */
    readonly message: string;
    /** Request field concerned, when there is one */
    readonly param?: string | undefined;
    readonly retryable: boolean;
    /** Same as the Svc-Request-Id header */
    readonly request_id: string;
    readonly details?: Readonly<Record<string, unknown>> | undefined;
  };
};

export type Event = {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created_at: string;
  readonly data: {
    /** The purchase as it was then, exactly as the webhook carries it */
    readonly object: Readonly<Record<string, unknown>>;
  };
  /** Sent to try a receiver out: it tells of nothing that happened */
  readonly test: boolean;
  readonly delivery: {
    /** pending: attempts go on; delivered: a receiver answered 2xx; failed: all seven attempts failed; not_sent: there was no endpoint, or it was removed */
    readonly status: 'pending' | 'delivered' | 'failed' | 'not_sent';
    readonly delivered_at: string | null;
  };
};

export type EventWithAttempts = {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created_at: string;
  readonly data: {
    /** The purchase as it was then, exactly as the webhook carries it */
    readonly object: Readonly<Record<string, unknown>>;
  };
  /** Sent to try a receiver out: it tells of nothing that happened */
  readonly test: boolean;
  readonly delivery: {
    /** pending: attempts go on; delivered: a receiver answered 2xx; failed: all seven attempts failed; not_sent: there was no endpoint, or it was removed */
    readonly status: 'pending' | 'delivered' | 'failed' | 'not_sent';
    readonly delivered_at: string | null;
    /** When the schedule makes its next attempt */
    readonly next_attempt_at: string | null;
    /** Those of the schedule, and the last hundred that were resent */
    readonly attempts: readonly (DeliveryAttempt)[];
  };
};

export type Metadata = Readonly<Record<string, string>>;

export type Money = {
  /** Minor units, for example kobo */
  readonly amount: number;
  /** ISO 4217 */
  readonly currency: string;
};

export type Network = {
  readonly id: string;
  readonly object: 'network';
  readonly name: string;
  /** ISO 3166-1 alpha-2 */
  readonly country: string;
  /** operational: accepted and confirmed normally. degraded: accepted, confirmations slower than usual. unavailable: purchases are refused with network_unavailable. */
  readonly status: 'operational' | 'degraded' | 'unavailable';
  /** Short explanation when not operational */
  readonly status_message: string | null;
  readonly status_updated_at: string;
  /** Time from accepting a purchase to network confirmation over the window; null when too few purchases to measure */
  readonly recent_delivery: {
    readonly median_seconds: number;
    readonly p95_seconds: number;
    readonly window_minutes: number;
    readonly sample_size: number;
  } | null;
};

export type NumberLookup = {
  readonly object: 'number_lookup';
  readonly phone_number: PhoneNumber;
  /** Network the number is on today, taking porting into account */
  readonly network_id: string;
  /** Whether the number has moved from the network its prefix belongs to */
  readonly ported: boolean;
  readonly looked_up_at: string;
};

export type PhoneNumber = string;

export type Purchase = {
  readonly id: string;
  readonly object: 'purchase';
  readonly reference: Reference;
  readonly status: 'pending' | 'successful' | 'failed' | 'reversed';
  readonly phone_number: PhoneNumber;
  readonly network_id: string;
  readonly bundle: {
    readonly id: string;
    readonly name: string;
    readonly data_mb: number;
    readonly validity_hours: number;
  };
  /** Held while pending, charged if successful, refunded if reversed */
  readonly price: Money;
  readonly created_at: string;
  /** Latest time by which it is final; not confirmed by then, it fails with network_timeout */
  readonly resolve_by: string;
  readonly completed_at: string | null;
  readonly delivery: {
    readonly confirmed_at: string;
    readonly network_reference?: string | undefined;
  } | null;
  readonly failure: {
    /** New codes may be added in v1; treat one that you do not know by its message */
    readonly code: string;
    readonly message: string;
  } | null;
  readonly reversal: {
    readonly reversed_at: string;
    readonly reason: string;
  } | null;
  readonly metadata: Readonly<Record<string, string>>;
};

export type PurchaseEvent = {
  /** The same on every retry of one event */
  readonly id: string;
  readonly object: 'event';
  readonly type: 'purchase.successful' | 'purchase.failed' | 'purchase.reversed';
  readonly created_at: string;
  readonly data: {
    /** The whole purchase, as GET /v1/purchases/{purchase_id} showed it at that moment */
    readonly object: Purchase;
  };
};

export type Reference = string;

export type Statement = {
  readonly object: 'statement';
  /** UTC day */
  readonly date: string;
  readonly status: 'open' | 'closed';
  readonly currency: string;
  /** Available plus held at 00:00 UTC, minor units */
  readonly opening_balance: number;
  readonly closing_balance: number | null;
  readonly totals: {
    readonly purchases_successful: {
      readonly count: number;
      /** Signed minor units: charges negative, refunds and funding positive */
      readonly amount: number;
    };
    /** The amount is 0: nothing was charged */
    readonly purchases_failed: {
      readonly count: number;
      /** Signed minor units: charges negative, refunds and funding positive */
      readonly amount: number;
    };
    readonly reversals: {
      readonly count: number;
      /** Signed minor units: charges negative, refunds and funding positive */
      readonly amount: number;
    };
    readonly funding: {
      readonly count: number;
      /** Signed minor units: charges negative, refunds and funding positive */
      readonly amount: number;
    };
    readonly adjustments: {
      readonly count: number;
      /** Signed minor units: charges negative, refunds and funding positive */
      readonly amount: number;
    };
  };
};

export type StatementLine = {
  readonly id: string;
  readonly object: 'statement_line';
  readonly type: 'purchase' | 'reversal' | 'funding' | 'adjustment';
  readonly occurred_at: string;
  /** Signed minor units: charges negative, refunds and top-ups positive */
  readonly amount: number;
  readonly currency: string;
  readonly balance_after: number;
  readonly purchase_id: string | null;
  readonly reference: string | null;
  readonly phone_number: string | null;
  readonly bundle_id: string | null;
};

export type Status = {
  readonly object: 'status';
  readonly platform: {
    readonly status: 'operational' | 'degraded' | 'unavailable';
    readonly message: string | null;
  };
  readonly networks: readonly (Network)[];
  readonly updated_at: string;
};

/** What listPurchases takes in its query. */
export type ListPurchasesQuery = {
  readonly reference?: Reference | undefined;
  readonly status?: 'pending' | 'successful' | 'failed' | 'reversed' | undefined;
  readonly phone_number?: PhoneNumber | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What createBatch takes in its query. */
export type CreateBatchQuery = {
  readonly reference: BatchReference;
  readonly start?: 'auto' | 'manual' | undefined;
  readonly on_invalid?: 'skip' | 'reject' | undefined;
  readonly on_insufficient_balance?: 'pause' | 'fail' | undefined;
  readonly not_before?: string | undefined;
  readonly 'column.phone_number'?: string | undefined;
  readonly 'column.bundle_id'?: string | undefined;
  readonly 'column.reference'?: string | undefined;
  readonly 'column.network_id'?: string | undefined;
};

/** What listBatches takes in its query. */
export type ListBatchesQuery = {
  readonly reference?: BatchReference | undefined;
  readonly status?: 'validating' | 'ready' | 'running' | 'paused' | 'completed' | 'canceled' | 'rejected' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listBatchRows takes in its query. */
export type ListBatchRowsQuery = {
  readonly state?: 'waiting' | 'invalid' | 'refused' | 'pending' | 'successful' | 'failed' | 'reversed' | undefined;
  readonly only?: 'unbought' | undefined;
  readonly include?: 'network_timeout' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listNetworks takes in its query. */
export type ListNetworksQuery = {
  readonly country?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listBundles takes in its query. */
export type ListBundlesQuery = {
  readonly network_id?: string | undefined;
  readonly available?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listStatementLines takes in its query. */
export type ListStatementLinesQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listEvents takes in its query. */
export type ListEventsQuery = {
  readonly type?: string | undefined;
  readonly delivery?: 'pending' | 'delivered' | 'failed' | 'not_sent' | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};
