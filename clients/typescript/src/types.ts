// Made of docs/openapi.json by `npm run docs`; a test fails while it is stale.

/** The bundles that your account may buy, of those that are sold to it. */
export type AllowedBundles = {
  /** Always `allowed_bundles`. */
  readonly object: 'allowed_bundles';
  /** The only bundles that your account buys; null if it buys every bundle that is sold to it. */
  readonly bundle_ids: readonly (string)[] | null;
};

/** An API key, and what it may do. */
export type ApiKey = {
  /** Id of the API key. It is not secret. */
  readonly id: string;
  /** Always `api_key`. */
  readonly object: 'api_key';
  /** Your own name for the key. */
  readonly name: string;
  /** The last four characters of the key. */
  readonly last_four: string;
  /** `active`: it works. `expired` and `revoked`: requests with it are rejected with 401. */
  readonly status: 'active' | 'expired' | 'revoked';
  /** What the key may do: rights such as `batches:read`, or `all`, or `read_only` for all rights that only show something. */
  readonly scopes: readonly (string)[];
  readonly spend_caps: SpendCaps;
  /** Price of its purchases of this UTC day that are pending or successful; null if the key has no cap. */
  readonly spent_today: Money | null;
  /** Whether this request was sent with this key. */
  readonly current: boolean;
  /** When the key was created. */
  readonly created_at: string;
  /** From this time, the key does not work; null if it does not expire. */
  readonly expires_at: string | null;
  /** When the key was last used, a minute or two late; null if it was not used. */
  readonly last_used_at: string | null;
  /** Until this time, the key from before the last rotation works too; null if only one works. */
  readonly former_key_until: string | null;
  /** When the key was revoked; null if it was not. */
  readonly revoked_at: string | null;
};

/** One page of the list. */
export type ApiKeyList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (ApiKey)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A new API key, with the key itself. */
export type ApiKeyWithSecret = {
  /** Id of the API key. It is not secret. */
  readonly id: string;
  /** Always `api_key`. */
  readonly object: 'api_key';
  /** Your own name for the key. */
  readonly name: string;
  /** The last four characters of the key. */
  readonly last_four: string;
  /** `active`: it works. `expired` and `revoked`: requests with it are rejected with 401. */
  readonly status: 'active' | 'expired' | 'revoked';
  /** What the key may do: rights such as `batches:read`, or `all`, or `read_only` for all rights that only show something. */
  readonly scopes: readonly (string)[];
  readonly spend_caps: SpendCaps;
  /** Price of its purchases of this UTC day that are pending or successful; null if the key has no cap. */
  readonly spent_today: Money | null;
  /** Whether this request was sent with this key. */
  readonly current: boolean;
  /** When the key was created. */
  readonly created_at: string;
  /** From this time, the key does not work; null if it does not expire. */
  readonly expires_at: string | null;
  /** When the key was last used, a minute or two late; null if it was not used. */
  readonly last_used_at: string | null;
  /** Until this time, the key from before the last rotation works too; null if only one works. */
  readonly former_key_until: string | null;
  /** When the key was revoked; null if it was not. */
  readonly revoked_at: string | null;
  /** The key itself. It is shown only in this answer: store it now. */
  readonly key: string;
};

/** A request that others approve before a batch may buy, and its outcome. */
export type Approval = {
  /** Id of the approval. */
  readonly id: string;
  /** Always `approval`. */
  readonly object: 'approval';
  /** `campaign_start`: starting, scheduling or resuming a batch. More may be added. */
  readonly kind: string;
  /** `requested`: it waits for approvals. `approved`: the batch can be started. `used`: the batch was started with it. The others are ends too. */
  readonly status: 'requested' | 'approved' | 'used' | 'rejected' | 'withdrawn' | 'expired' | 'voided';
  /** The batch that it is about. */
  readonly batch_id: string;
  /** The reference of the batch. */
  readonly batch_reference: string | null;
  /** The amount by which the rule was judged: the most that the batch may spend. */
  readonly amount: Money;
  /** How many different persons or keys must approve. */
  readonly steps_required: number;
  /** How many have approved. */
  readonly steps_given: number;
  readonly terms: ApprovalTerms;
  /** Who requested it. If the request set a start time, hours or a higher cost, they cannot approve it. */
  readonly requested_by: ApprovalActor;
  /** Whether they may approve it: not if they prepared the batch, or set a start time, hours or a higher cost. */
  readonly requester_may_approve: boolean;
  /** Who uploaded or changed the batch, and so cannot approve it. */
  readonly prepared_by: readonly (ApprovalActor)[];
  /** In the order in which they were made. */
  readonly decisions: readonly (ApprovalDecision)[];
  /** What they wrote to those who approve; null for nothing. Only `request-start` takes a note. */
  readonly note: string | null;
  /** Why it was rejected or withdrawn; null for none. */
  readonly end_reason: string | null;
  /** Why it ended as `voided`. `changed`: the rows or prices of the batch changed. `replaced`: another start was requested. `started`: the batch was started without it. `canceled`: the batch was cancelled. `unscheduled`: its start time was removed. Null if it was not voided, or before this field existed. More may be added. */
  readonly void_code: string | null;
  /** When it was requested. */
  readonly requested_at: string;
  /** It must be approved and used before this time. */
  readonly expires_at: string;
  /** When it was used, rejected, withdrawn, voided or expired. */
  readonly ended_at: string | null;
};

/** Who acted. */
export type ApprovalActor = {
  /** `key`, `person`, `operator` (your technical contact) or `process` (Bundlewire itself). */
  readonly kind: string;
  /** Id of the key or person; otherwise a name. */
  readonly id: string;
  /** Name of the key or person. Null if they have none, if the person has left, and in events. Keys need the right `people:read` to see the names of people. */
  readonly name: string | null;
};

/** What one person or key decided. */
export type ApprovalDecision = {
  readonly by: ApprovalActor;
  /** `approved` or `rejected`. */
  readonly decision: string;
  /** As that person wrote it; null for none. */
  readonly reason: string | null;
  /** When. */
  readonly decided_at: string;
};

/** The body of a webhook about an approval. */
export type ApprovalEvent = {
  /** Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats. */
  readonly id: string;
  /** Always `event`. */
  readonly object: 'event';
  /** What happened. New types may be added: answer 2xx and ignore those that you do not know. */
  readonly type: 'approval.requested' | 'approval.decided' | 'approval.expired' | 'approval.withdrawn';
  /** When it happened. */
  readonly created_at: string;
  readonly data: ApprovalEventData;
};

/** The approval that the event is about. */
export type ApprovalEventData = {
  /** The whole approval, as `GET /v1/approvals/{approval_id}` returned it at that moment. */
  readonly object: Approval;
};

/** One page of the list. */
export type ApprovalList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Approval)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** From which amounts your account needs approvals. */
export type ApprovalRules = {
  /** Always `approval_rules`. */
  readonly object: 'approval_rules';
  /** For starting, scheduling and resuming campaigns. */
  readonly campaign_start: CampaignApprovalRule;
};

/** All that is approved. If one of these changes, the approval is voided. */
export type ApprovalTerms = {
  /** SHA-256 of the file, in hexadecimal. */
  readonly file_sha256: string | null;
  /** Revision of the rows. */
  readonly revision: number;
  /** The most that the batch may spend. */
  readonly approved_cost: Money;
  /** Nothing is bought before this time; null for none. */
  readonly not_before: string | null;
  /** Hours in which rows are bought; null for any hour. */
  readonly send_between: string | null;
  /** As in the batch. */
  readonly on_invalid: string;
  /** As in the batch. */
  readonly on_insufficient_balance: string;
  /** As in the batch. */
  readonly on_duplicate: string;
  /** As in the batch. */
  readonly duplicate_window_hours: number;
};

/** The most that a batch may spend. */
export type ApprovedCost = {
  /** Amount in minor units of the currency. */
  readonly amount: number;
  /** Currency of the account (ISO 4217). */
  readonly currency: string;
};

/** One entry of the audit log. Entries are never changed or removed. */
export type AuditEntry = {
  /** Id of the entry. */
  readonly id: string;
  /** Always `audit_entry`. */
  readonly object: 'audit_entry';
  /** Number of the entry in the log of your account: 1, 2, 3 and so on without gaps. */
  readonly number: number;
  /** When it was recorded. */
  readonly created_at: string;
  readonly principal: AuditPrincipal;
  /** The session of the person; null for keys. */
  readonly session_id: string | null;
  /** IP address of the request; null for the platform. */
  readonly address: string | null;
  /** The header `User-Agent` of the request, up to 300 characters. */
  readonly user_agent: string | null;
  /** What was done, for example `batch_start`. More actions may be added. */
  readonly action: string;
  /** What it was done to: the id of a resource, or a word such as `account`. */
  readonly subject: string;
  /** Why, if a person of your organisation gave a reason. */
  readonly reason: string | null;
  /** How it was before, if it was changed. The fields depend on the action. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** What it was changed to, or other facts. The fields depend on the action. */
  readonly after: Readonly<Record<string, unknown>> | null;
  /** The hash of the entry before it, in hexadecimal. */
  readonly previous_hash: string;
  /** SHA-256 over the entry and the hash of the entry before it, in hexadecimal. If you keep it, you notice if an earlier entry is changed. */
  readonly hash: string;
};

/** One page of the list. */
export type AuditEntryList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (AuditEntry)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Who acted. */
export type AuditPrincipal = {
  /** `key`: a program with an API key. `person`: a person who was signed in. `platform`: the staff or a process of the platform. */
  readonly kind: 'key' | 'person' | 'platform';
  /** Id of the key or person; null for the platform. `unknown` for a key in entries of an earlier version. */
  readonly id: string | null;
};

/** Your prepaid balance. */
export type Balance = {
  /** Always `balance`. */
  readonly object: 'balance';
  /** What you can spend now. */
  readonly available: Money;
  /** The price of purchases that are still pending. It is charged if they succeed, and released if they fail. */
  readonly held: Money;
  /** When the balance last changed. */
  readonly updated_at: string;
};

/** A campaign: one spreadsheet whose rows are bought as purchases. */
export type Batch = {
  /** Id of the batch. */
  readonly id: string;
  /** Always `batch`. */
  readonly object: 'batch';
  readonly reference: BatchReference;
  /** `validating`: the rows are being checked. `ready`: waits for `start`. `running`: rows are being bought. `paused`: see `pause`. `completed`: every row was processed, and all purchases are final. `canceled`: no more rows are bought. `rejected`: the file cannot be used; see `rejection`. The last three do not change. */
  readonly status: 'validating' | 'ready' | 'running' | 'paused' | 'completed' | 'canceled' | 'rejected';
  /** What the batch does now. It is the same as `status`, except for a batch that waits for its start time, `not_before`. The stage of such a batch is `scheduled`, and its `status` is `running`. More stages may be added. */
  readonly stage: string;
  /** Why nothing is bought now, and until when; null if the batch waits for no time. */
  readonly waits_for: BatchWaitsFor | null;
  /** `auto`: the batch starts after validation. `manual`: it waits for `start`. */
  readonly start: 'auto' | 'manual';
  /** `skip`: rows with errors are not bought. `reject`: one such row rejects the whole file. */
  readonly on_invalid: 'skip' | 'reject';
  /** `pause`: the batch pauses, and resumes after you add funds. `fail`: rows that the balance does not cover are not bought. */
  readonly on_insufficient_balance: 'pause' | 'fail';
  /** Nothing is bought before this time; null if you sent none. */
  readonly not_before: string | null;
  /** Hours in which rows are bought, in the local time of the recipient; null for any hour. */
  readonly send_between: string | null;
  /** Rows are compared with the purchases of your account in this many hours before. 0: they are not compared. */
  readonly duplicate_window_hours: number;
  /** `skip`: duplicates are held back. `buy`: they are bought, with a warning. */
  readonly on_duplicate: 'skip' | 'buy';
  /** Who uploaded it; null if that is not known, and for runs of a recurring batch. */
  readonly owner?: BatchOwner | null | undefined;
  /** What people wrote about it; null for nothing. */
  readonly note?: string | null | undefined;
  /** To which of your cost centres it is charged; null for none. */
  readonly cost_centre?: string | null | undefined;
  /** When it was archived; null if it is not. An archived batch is like any other. */
  readonly archived_at?: string | null | undefined;
  readonly counts: BatchCounts;
  /** Cost of all valid rows, at the prices at validation. */
  readonly cost: Money;
  /** What you were charged for its purchases. It is the sum of their `purchase` lines on your statements, without the sign. Refunds are not subtracted. */
  readonly charged: Money;
  /** What you got back for reversed purchases. It is the sum of their `reversal` lines on your statements. */
  readonly refunded: Money;
  /** Price of its purchases that are pending. */
  readonly held: Money;
  /** The part of `cost` that is not spent. `cost` always equals `charged` - `refunded` + `held` + `not_spent`. Negative if prices rose after validation. */
  readonly not_spent: Money;
  /** The cost that was approved at the start. `charged` and `held` together never exceed it. Null if no approved cost was sent. */
  readonly approved_cost: Money | null;
  /** Until this time, rows are bought at the prices of the check, even if prices change. After it, the prices of the day apply. Null if your account has no price lock, or the file is not checked yet. */
  readonly prices_locked_until: string | null;
  /** The recurring batch that made it; null if you uploaded it. */
  readonly recurring_batch_id: string | null;
  /** SHA-256 of the file, in hex; null until the whole file was received. */
  readonly file_sha256: string | null;
  /** The batch whose rows this one tries again; null for an upload. */
  readonly retry_of?: string | null | undefined;
  /** Counts the changes of its rows after the upload: 0 while all rows are as in the file. Send it with `start`, so that you start exactly what you were shown. */
  readonly revision?: number | undefined;
  /** What your account can spend now. */
  readonly available: Money;
  /** The amount that you must add to buy all waiting rows; 0 if your balance is sufficient. */
  readonly shortfall: Money;
  /** The sheet of the workbook that was read; null for other files. */
  readonly sheet: string | null;
  /** The sheets of the workbook that have rows; empty for other files. */
  readonly sheets: readonly (string)[];
  /** What was unusual about the file. */
  readonly notices: readonly (BatchNotice)[];
  /** The first 20 errors. The rows (`GET /v1/batches/{batch_id}/rows`) have all of them. */
  readonly errors: readonly (BatchLineError)[];
  /** Number of rows with warnings. */
  readonly warned: number;
  /** The first 20 warnings about rows that can be bought, such as the same number and bundle twice. The rows have all of them. */
  readonly warnings: readonly (BatchLineWarning)[];
  /** The first 20 duplicates that the check of the file found. Each has the place of the earlier row or purchase, and its time if it is known. The rows have all of them. */
  readonly duplicates: readonly (BatchLineDuplicate)[];
  /** Present while the batch is paused; otherwise null. */
  readonly pause: BatchPause | null;
  readonly corrections?: BatchCorrections | undefined;
  /** Present if the file was rejected; otherwise null. */
  readonly rejection: BatchRejection | null;
  /** When the upload started. */
  readonly created_at: string;
  /** When every row had been checked; null until then. */
  readonly validated_at: string | null;
  /** When the batch started; null until then. */
  readonly started_at: string | null;
  /** When the batch is expected to end, by the speed of the networks in the last minutes. For a `ready` batch, it assumes that you start the batch now. If it is null, `no_estimate` says why. */
  readonly estimated_completion_at: string | null;
  /** Why there is no estimate; null if there is one, and after the batch has ended. */
  readonly no_estimate?: BatchNoEstimate | null | undefined;
  /** When the batch was completed, cancelled or rejected; null until then. */
  readonly completed_at: string | null;
};

/** The rows of a batch by network, bundle, state and reason. */
export type BatchBreakdown = {
  /** Always `batch_breakdown`. */
  readonly object: 'batch_breakdown';
  /** Id of the batch. */
  readonly batch_id: string;
  /** One item for each network, bundle, state and reason that the batch has, in this order. Each row is in exactly one item. */
  readonly outcomes: readonly (BatchOutcome)[];
};

/** A phone number that was corrected. */
export type BatchCorrection = {
  /** Line of the file, or row of the sheet, counted from 1. */
  readonly line: number;
  /** The column's name in your file; null for the whole row. */
  readonly column: string | null;
  /** The cell, as in the file. */
  readonly from: string;
  /** The corrected number. */
  readonly to: string;
  /** What was wrong with the number, as in the errors of rows. More may be added. */
  readonly damage: string;
};

/** Phone numbers that were corrected, with `repair`. */
export type BatchCorrections = {
  /** `none`: no number was corrected. `proposed`: accept or reject the corrections before you start the batch. `accepted`: the batch buys for the corrected numbers. `rejected`: the rows of these numbers have errors. */
  readonly state: 'none' | 'proposed' | 'accepted' | 'rejected';
  /** Number of rows with a corrected phone number. */
  readonly count: number;
  /** The first 20 corrections. The rows have all of them. */
  readonly first: readonly (BatchCorrection)[];
};

/** Rows by outcome. Always: `rows` = `invalid` + `waiting` + `refused` + `pending` + `successful` + `failed` + `reversed`. */
export type BatchCounts = {
  /** All rows of the file. */
  readonly rows: number;
  /** Rows that can be bought: `rows` minus `invalid`. */
  readonly valid: number;
  /** Rows with errors; they are never bought. */
  readonly invalid: number;
  /** Rows that are not bought yet. In a cancelled batch, they are never bought. */
  readonly waiting: number;
  /** Valid rows that could not be bought. For example, the balance was too low, or the row is a duplicate. */
  readonly refused: number;
  /** Purchases that are not final yet. */
  readonly pending: number;
  /** Purchases that were delivered and charged. */
  readonly successful: number;
  /** Purchases that failed; they were not charged. */
  readonly failed: number;
  /** Purchases that the network reversed; they were refunded. */
  readonly reversed: number;
  /** Rows that repeat an earlier purchase or row. With `on_duplicate=skip`, they are counted in `refused` too. */
  readonly duplicates: number;
};

/** What a row is a duplicate of. */
export type BatchDuplicateOf = {
  /** What the row repeats. `result`: the purchase that the `result.state` of this row in your file reports. `row`: an earlier row of the file. `purchase`: a purchase of your account. More kinds may be added. */
  readonly kind: string;
  /** The earlier line of the file, for `row`; otherwise null. */
  readonly line: number | null;
  /** The earlier purchase, for `purchase`; otherwise null. */
  readonly purchase_id: string | null;
  /** Reference of the earlier purchase, for `purchase`; otherwise null. */
  readonly reference: string | null;
  /** When the earlier purchase was accepted, for `purchase`; otherwise null. */
  readonly bought_at: string | null;
};

/** The body of a webhook about a batch. */
export type BatchEvent = {
  /** Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats. */
  readonly id: string;
  /** Always `event`. */
  readonly object: 'event';
  /** What happened. New types may be added: answer 2xx and ignore those that you do not know. */
  readonly type: 'batch.completed' | 'batch.ready' | 'batch.paused';
  /** When it happened. */
  readonly created_at: string;
  readonly data: BatchEventData;
};

/** The batch that the event is about. */
export type BatchEventData = {
  /** The whole batch, as `GET /v1/batches/{batch_id}` returned it at that moment. */
  readonly object: Batch;
};

/** A line of the file that is a duplicate. */
export type BatchLineDuplicate = {
  /** Line of the file, or row of the sheet, counted from 1. */
  readonly line: number;
  /** The column's name in your file; null for the whole row. */
  readonly column: string | null;
  /** Stable code for programs. New codes may be added. */
  readonly code: string;
  /** What is wrong and what to do, for people. */
  readonly message: string;
  readonly duplicate_of: BatchDuplicateOf;
};

/** What is wrong with a line of the file. */
export type BatchLineError = {
  /** The column's name in your file; null for the whole row. */
  readonly column: string | null;
  /** Stable code for programs. New codes may be added. */
  readonly code: string;
  /** What is wrong and what to do, for people. */
  readonly message: string;
  /** What is wrong with the form of the number, often because of a spreadsheet: `lost_plus`, `lost_leading_zero`, `local_format`, `scientific_notation`, `decimal_number`, `international_prefix` or `separators`. More values may be added. Absent if it is not known. */
  readonly damage?: string | undefined;
  /** Present for `bundle_unclear`: up to six bundles that fit what the cell says, the cheapest first. Empty if none fits. */
  readonly bundle_ids?: readonly (string)[] | undefined;
  /** Present if the row is a duplicate. */
  readonly duplicate_of?: BatchDuplicateOf | undefined;
  /** Line of the file, or row of the sheet, counted from 1. */
  readonly line: number;
  /** The sheet of the workbook; absent if the file is not a workbook. */
  readonly sheet?: string | undefined;
};

/** What to check in a line that can be bought. */
export type BatchLineWarning = {
  /** The column's name in your file; null for the whole row. */
  readonly column: string | null;
  /** Stable code for programs. New codes may be added. */
  readonly code: string;
  /** What is wrong and what to do, for people. */
  readonly message: string;
  /** Present if the row is a duplicate. */
  readonly duplicate_of?: BatchDuplicateOf | undefined;
  /** Line of the file, or row of the sheet, counted from 1. */
  readonly line: number;
  /** The sheet of the workbook; absent if the file is not a workbook. */
  readonly sheet?: string | undefined;
};

/** One page of the list. */
export type BatchList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Batch)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Why the end of a batch cannot be estimated. */
export type BatchNoEstimate = {
  /** Stable code for programs: `checking`, `starts_later`, `quiet_hours`, `needs_money`, `paused`, `needs_decision`, `first_rows`, `network_unavailable`, `measuring` or `too_slow`. More may be added. */
  readonly code: string;
  /** The same for people. */
  readonly message: string;
};

/** Something unusual about the file that did no harm. */
export type BatchNotice = {
  /** Stable code for programs. New codes may be added. */
  readonly code: string;
  /** What was found, for people. */
  readonly message: string;
};

/** Rows of a batch with the same network, bundle, state and reason. */
export type BatchOutcome = {
  /** The network of the rows; null if it is not known. */
  readonly network_id: string | null;
  /** The bundle of the rows; null if they have none that can be bought. */
  readonly bundle_id: string | null;
  /** The state of the rows, as in `GET /v1/batches/{batch_id}/rows`. */
  readonly state: 'waiting' | 'invalid' | 'refused' | 'pending' | 'successful' | 'failed' | 'reversed';
  /** Why they were not bought: the `failure.code` of their purchases, or the `code` of the first error of the rows. `canceled`: a cancelled batch left them. Null if they were bought, or wait. More values may be added. */
  readonly reason: string | null;
  /** Whether a retry may buy the rows as they are. `may_work`: it may. `with_care`: the bundle can still arrive, so a retry has these rows only if you name their reason. `never`: correct the rows, or leave them. Null if they were bought, or wait. */
  readonly retry: 'may_work' | 'with_care' | 'never' | null;
  /** Number of rows. */
  readonly rows: number;
  /** Sum of their prices. For `successful` and `reversed` rows, it was charged. For `pending` rows, it is held. For all others, nothing was charged. */
  readonly amount: Money;
};

/** A cell of one of your own columns. */
export type BatchOwnColumn = {
  /** Name of the column in your file. */
  readonly name: string;
  /** The cell, as in the file. */
  readonly value: string;
};

/** Who uploaded a batch. */
export type BatchOwner = {
  /** `key`, `person` or `operator` (your technical contact). More may be added. */
  readonly kind: string;
  /** Id of the key or person; otherwise a name. */
  readonly id: string;
};

/** Why the batch is paused. */
export type BatchPause = {
  /** Stable code for programs. New codes may be added. */
  readonly code: string;
  /** Why the batch is paused and what to do, for people. */
  readonly message: string;
};

/** What a file looks like, before it is uploaded as a batch. */
export type BatchPreview = {
  /** Always `batch_preview`. */
  readonly object: 'batch_preview';
  /** The sheet of the workbook that was read; null for other files, and if you must choose one. */
  readonly sheet: string | null;
  /** The sheets of the workbook that have rows; empty for other files. */
  readonly sheets: readonly (string)[];
  /** Line of the header; null if there is none. */
  readonly header_line: number | null;
  /** The columns in the order of the file, up to 100. */
  readonly columns: readonly (BatchPreviewColumn)[];
  /** What is unusual about the file. */
  readonly notices: readonly (BatchNotice)[];
  /** Why an upload with `on_unknown_columns=keep` would be rejected now, if its first rows show it. You can map columns or name a sheet to change this. */
  readonly rejection: BatchRejection | null;
};

/** A column of a file that is not uploaded yet. */
export type BatchPreviewColumn = {
  /** Name of the column in your file. */
  readonly name: string;
  /** What an upload reads the column as: `phone_number`, `bundle_id`, `reference`, `network_id`, `data_mb`, `validity_hours` or `metadata.<key>`. `own`: one of your own columns, if you upload with `on_unknown_columns=keep`. Null: the column is ignored. More values may be added. */
  readonly read_as: string | null;
  /** Whether the name of the column is a synonym, such as `MSISDN`. Look whether it is right. */
  readonly guessed: boolean;
  /** Up to 5 values from its first rows. */
  readonly samples: readonly (string)[];
};

/** Your own unique name for the batch: 1 to 55 letters, digits, `-`, `_`, `.` or `:`. A row without its own reference gets `<reference>.<line>`. */
export type BatchReference = string;

/** Why the file was rejected. */
export type BatchRejection = {
  /** Stable code for programs. New codes may be added. */
  readonly code: string;
  /** What is wrong and what to do, for people. */
  readonly message: string;
  /** Line of the file, or row of the sheet; null if the whole file is meant. */
  readonly line: number | null;
  /** The sheet of the workbook; absent if the file is not a workbook. */
  readonly sheet?: string | undefined;
};

/** A row of the file, with its result. */
export type BatchRow = {
  /** Always `batch_row`. */
  readonly object: 'batch_row';
  /** Line of the file, or row of the sheet, counted from 1. */
  readonly line: number;
  /** `waiting`: not bought yet. `invalid`: has errors and is never bought. `refused`: valid, but could not be bought. The others are the status of its purchase. */
  readonly state: 'waiting' | 'invalid' | 'refused' | 'pending' | 'successful' | 'failed' | 'reversed';
  /** Reference of the purchase; null if the one in the file cannot be used. */
  readonly reference: string | null;
  /** Phone number as in the file. */
  readonly phone_number: string;
  /** The number that is bought for, if `phone_number` was corrected; otherwise null. */
  readonly corrected_number?: string | null | undefined;
  /** Bundle as in the file, or as chosen by its data and validity. */
  readonly bundle_id: string;
  /** The network of the number; null if it is not known. */
  readonly network_id: string | null;
  /** Price at validation; null for an invalid row. */
  readonly price: Money | null;
  /** The `metadata` columns of the row. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Your own columns, in the order of the file, if the upload had `on_unknown_columns=keep`. */
  readonly own_columns?: readonly (BatchOwnColumn)[] | undefined;
  /** What you changed in the row after the upload; null if nothing. */
  readonly changes?: BatchRowChanges | null | undefined;
  /** The purchase of the row. For a refused row, the earlier purchase that has the same reference, or that this row repeats. Null if there is none. */
  readonly purchase_id: string | null;
  /** When the purchase became final; null until then. */
  readonly completed_at: string | null;
  /** Present if the purchase failed; otherwise null. */
  readonly failure: BatchRowFailure | null;
  /** Why the row is not bought; empty if it can be. */
  readonly errors: readonly (BatchRowError)[];
  /** What to check in a row that can be bought. */
  readonly warnings: readonly (BatchRowWarning)[];
};

/** What you changed in a row after the upload. */
export type BatchRowChanges = {
  /** The number that replaces the one in the file, or null. */
  readonly phone_number: string | null;
  /** The bundle that replaces the one in the file, or null. */
  readonly bundle_id: string | null;
  /** Data in MB that replaces what the file says, or null. */
  readonly data_mb: number | null;
  /** Validity that replaces what the file says, or null. */
  readonly validity_hours: number | null;
  /** Whether you dropped the row. */
  readonly dropped: boolean;
};

/** A change of one row. */
export type BatchRowEdit = {
  /** Line of the row in the file. */
  readonly line: number;
  /** The number to buy for, in E.164. If the upload had `repair=propose` or `repair=accept`, other forms are read as in the file, and the row then has the number in E.164. Null: as in the file. A number that cannot be bought for makes the row invalid. */
  readonly phone_number?: string | null | undefined;
  /** The bundle to buy, in place of data and validity. Null: as in the file. */
  readonly bundle_id?: string | null | undefined;
  /** Data in MB, to choose the bundle by. Null: as in the file. */
  readonly data_mb?: number | null | undefined;
  /** Least validity in hours, to choose the bundle by. Null: as in the file. */
  readonly validity_hours?: number | null | undefined;
  /** `true`: nothing is bought for the row. `false`: the row is restored. */
  readonly dropped?: boolean | undefined;
};

/** What is wrong with a row. */
export type BatchRowError = {
  /** The column's name in your file; null for the whole row. */
  readonly column: string | null;
  /** Stable code for programs. New codes may be added. */
  readonly code: string;
  /** What is wrong and what to do, for people. */
  readonly message: string;
  /** What is wrong with the form of the number, often because of a spreadsheet: `lost_plus`, `lost_leading_zero`, `local_format`, `scientific_notation`, `decimal_number`, `international_prefix` or `separators`. More values may be added. Absent if it is not known. */
  readonly damage?: string | undefined;
  /** Present for `bundle_unclear`: up to six bundles that fit what the cell says, the cheapest first. Empty if none fits. */
  readonly bundle_ids?: readonly (string)[] | undefined;
  /** Present if the row is a duplicate. */
  readonly duplicate_of?: BatchDuplicateOf | undefined;
};

/** Why the purchase of the row failed. */
export type BatchRowFailure = {
  /** The `failure.code` of the purchase. New codes may be added. */
  readonly code: string;
  /** The reason in words, for people. */
  readonly message: string;
};

/** One page of the list. */
export type BatchRowList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (BatchRow)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** What to check in a row that can be bought. */
export type BatchRowWarning = {
  /** The column's name in your file; null for the whole row. */
  readonly column: string | null;
  /** Stable code for programs. New codes may be added. */
  readonly code: string;
  /** What is wrong and what to do, for people. */
  readonly message: string;
  /** Present if the row is a duplicate. */
  readonly duplicate_of?: BatchDuplicateOf | undefined;
};

/** What a batch waits for that is not paused. */
export type BatchWaitsFor = {
  /** Stable code for programs. `start_time`: `not_before` is in the future. `quiet_hours`: for all waiting rows, the local time of the recipient is outside `send_between`. More codes may be added. */
  readonly code: string;
  /** The reason in words, for people. */
  readonly message: string;
  /** When the batch continues automatically. Null if it cannot, because no time is within `send_between` in all time zones of a country. */
  readonly until: string | null;
};

/** How many numbers your account has blocked. The numbers are stored only as hashes with a secret key, so they cannot be listed. */
export type Blocklist = {
  /** Always `blocklist`. */
  readonly object: 'blocklist';
  /** How many numbers are blocked. */
  readonly count: number;
  /** When the oldest of them was blocked; null if there is none. */
  readonly first_added_at: string | null;
  /** When the newest of them was blocked; null if there is none. */
  readonly last_added_at: string | null;
};

/** Whether your account has blocked a number. */
export type BlocklistLookup = {
  /** Always `blocklist_lookup`. */
  readonly object: 'blocklist_lookup';
  readonly phone_number: ShownPhoneNumber;
  /** Whether your account has blocked the number. */
  readonly blocked: boolean;
  /** When it was blocked; null if it is not. */
  readonly added_at: string | null;
};

/** A data bundle that you can buy. */
export type Bundle = {
  /** Id of the bundle. */
  readonly id: string;
  /** Always `bundle`. */
  readonly object: 'bundle';
  /** The network whose numbers can receive the bundle. */
  readonly network_id: string;
  /** Name as shown to the customer. */
  readonly name: string;
  /** Data allowance in megabytes (1 GB is 1024 MB). */
  readonly data_mb: number;
  /** How many hours the customer has to use the data after it is credited. */
  readonly validity_hours: number;
  /** Your contracted price. */
  readonly price: Money;
  /** Whether you can buy the bundle now. False if it is withdrawn, if its network is unavailable, or if it is not on the list of allowed bundles of your account. */
  readonly available: boolean;
};

/** One page of the list. */
export type BundleList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Bundle)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** When campaigns need approval. */
export type CampaignApprovalRule = {
  /** A campaign that may spend this amount or more needs one approval; null for never. */
  readonly one_approval_from: Money | null;
  /** A campaign that may spend this amount or more needs approvals of two different persons or keys; null for never. */
  readonly two_approvals_from: Money | null;
  /** How many hours after the request an approval can be given and used. */
  readonly valid_hours: number;
};

/** What to change in a row. Send at least one field. */
export type ChangeBatchRow = {
  /** The number to buy for, in E.164. If the upload had `repair=propose` or `repair=accept`, other forms are read as in the file, and the row then has the number in E.164. Null: as in the file. A number that cannot be bought for makes the row invalid. */
  readonly phone_number?: string | null | undefined;
  /** The bundle to buy, in place of data and validity. Null: as in the file. */
  readonly bundle_id?: string | null | undefined;
  /** Data in MB, to choose the bundle by. Null: as in the file. */
  readonly data_mb?: number | null | undefined;
  /** Least validity in hours, to choose the bundle by. Null: as in the file. */
  readonly validity_hours?: number | null | undefined;
  /** `true`: nothing is bought for the row. `false`: the row is restored. */
  readonly dropped?: boolean | undefined;
  /** The `revision` of the batch that you have seen. If someone changed a row since, the answer is 409. Without it, your change is made anyway. */
  readonly revision?: number | undefined;
};

/** Changes of rows of a batch. */
export type ChangeBatchRows = {
  /** The `revision` of the batch that you have seen. If someone changed a row since, the answer is 409. Without it, your change is made anyway. */
  readonly revision?: number | undefined;
  /** The changes: 1 to 1,000, each of a different line. All of them are made, or none. */
  readonly edits: readonly (BatchRowEdit)[];
};

/** The blocklist after the change. */
export type ChangedBlocklist = {
  /** Always `blocklist`. */
  readonly object: 'blocklist';
  /** How many numbers are blocked. */
  readonly count: number;
  /** When the oldest of them was blocked; null if there is none. */
  readonly first_added_at: string | null;
  /** When the newest of them was blocked; null if there is none. */
  readonly last_added_at: string | null;
  /** How many numbers were blocked or unblocked. Others were so already. */
  readonly changed: number;
};

/** What the purchases of one cost centre were charged and refunded. */
export type CostCentreTotal = {
  /** Always `cost_centre_total`. */
  readonly object: 'cost_centre_total';
  /** Its name; null for purchases without a cost centre. */
  readonly cost_centre: string | null;
  /** Sum of the `purchase` lines, without the sign. */
  readonly charged: Money;
  /** Sum of the `reversal` lines. */
  readonly refunded: Money;
  /** Number of purchases that were charged. */
  readonly purchases: number;
  /** Number of purchases that were refunded. */
  readonly reversals: number;
};

/** One page of the list. */
export type CostCentreTotalList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (CostCentreTotal)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A new API key. */
export type CreateApiKey = {
  /** Your own name for the key, of up to 100 characters. */
  readonly name: string;
  /** What the key may do. You can give only rights that you have. `all` and `read_only` include rights that are added later, except `approvals:decide`, `approvals:rules`, `people:read`, `people:manage`, `privacy:manage`, `privacy:export` and `requests:read`, which a key has only if you name them. */
  readonly scopes: readonly ('all' | 'read_only' | 'purchases:create' | 'purchases:read' | 'numbers:lookup' | 'numbers:read' | 'balance:read' | 'sandbox:write' | 'statements:read' | 'catalogue:read' | 'batches:create' | 'batches:read' | 'batches:start' | 'approvals:read' | 'approvals:decide' | 'approvals:rules' | 'batches:stop' | 'recurring-batches:read' | 'recurring-batches:start' | 'recurring-batches:stop' | 'events:read' | 'events:resend' | 'webhooks:read' | 'webhooks:write' | 'keys:read' | 'keys:write' | 'requests:read' | 'audit:read' | 'people:read' | 'people:manage' | 'privacy:manage' | 'privacy:export' | 'settings:read' | 'settings:write' | 'rules:read' | 'rules:write')[];
  /** From this time, the key does not work: up to ten years from now. Null if it does not expire. */
  readonly expires_at?: string | null | undefined;
  readonly spend_caps?: ReplaceSpendCaps | undefined;
};

/** The number to look up. */
export type CreateBlocklistLookup = {
  readonly phone_number: PhoneNumber;
};

/** The number to erase. */
export type CreateErasure = {
  readonly phone_number: PhoneNumber;
};

/** Whom to invite, with which role. */
export type CreateInvitation = {
  /** The address of the person, of up to 254 characters. */
  readonly email: string;
  /** Id of a role of `GET /v1/roles`. */
  readonly role: string;
  /** If true, an open invitation of the address is withdrawn, and the new one takes its place: both, or neither. Otherwise an open invitation leads to 409. */
  readonly replace?: boolean | undefined;
};

/** The number whose records to export. */
export type CreateNumberExport = {
  readonly phone_number: PhoneNumber;
};

/** The number to look up. */
export type CreateNumberLookup = {
  readonly phone_number: PhoneNumber;
};

/** The bundle to buy and the number that receives it. */
export type CreatePurchase = {
  readonly reference: Reference;
  /** The number that receives the bundle. */
  readonly phone_number: PhoneNumber;
  /** The bundle to buy, from `GET /v1/bundles`. */
  readonly bundle_id: string;
  /** The network that you expect. If the number is on another network, the purchase is rejected with `network_mismatch`. If you leave it out, the number is looked up. */
  readonly network_id?: string | undefined;
  readonly metadata?: Metadata | undefined;
};

/** Which batch is bought again, and when. */
export type CreateRecurringBatch = {
  /** Your own unique name, up to 35 characters. The batch of each run gets it with the time of the run. */
  readonly reference: string;
  /** The batch whose rows each run buys. It has been checked; it need not have been started. */
  readonly batch_id: string;
  /** IANA name of the time zone. */
  readonly time_zone: string;
  /** Time of the day on the clocks of `time_zone`. */
  readonly at: string;
  /** Days of the week, 1 for Monday to 7 for Sunday; empty for every day. */
  readonly weekdays?: readonly (number)[] | undefined;
  /** Days of the month; empty for every day. A month without the day has no run. */
  readonly month_days?: readonly (number)[] | undefined;
  /** No run after this time. Leave it out for no end. */
  readonly ends_at?: string | undefined;
  /** The most that one run may cost. A run that would cost more is skipped. */
  readonly approved_cost: ApprovedCost;
  /** Holds back rows that your account bought within this many hours. 0 or absent: nothing is held back, because the same rows are bought again on purpose. */
  readonly duplicate_window_hours?: number | undefined;
};

/** The name of a role, and its rights. */
export type CreateRole = {
  /** Your name for the role, of up to 100 characters. No two roles have the same name. */
  readonly name: string;
  /** What people with this role may do. You can give only rights that you have. */
  readonly rights: readonly ('purchases:create' | 'purchases:read' | 'numbers:lookup' | 'numbers:read' | 'balance:read' | 'sandbox:write' | 'statements:read' | 'catalogue:read' | 'batches:create' | 'batches:read' | 'batches:start' | 'approvals:read' | 'approvals:decide' | 'approvals:rules' | 'batches:stop' | 'recurring-batches:read' | 'recurring-batches:start' | 'recurring-batches:stop' | 'events:read' | 'events:resend' | 'webhooks:read' | 'webhooks:write' | 'keys:read' | 'keys:write' | 'requests:read' | 'audit:read' | 'people:read' | 'people:manage' | 'privacy:manage' | 'privacy:export' | 'settings:read' | 'settings:write' | 'rules:read' | 'rules:write')[];
};

/** A new webhook endpoint. */
export type CreateWebhookEndpoint = {
  /** Where events are sent: HTTPS on port 443, with a public name or address. */
  readonly url: string;
  /** Your own note, of up to 200 characters. */
  readonly description?: string | undefined;
  /** The types of event to send. A repeated type counts once. If you leave this out, a new endpoint gets the three types of purchases. */
  readonly event_types?: readonly ('purchase.successful' | 'purchase.failed' | 'purchase.reversed' | 'batch.completed' | 'batch.ready' | 'batch.paused' | 'approval.requested' | 'approval.decided' | 'approval.expired' | 'approval.withdrawn')[] | undefined;
};

/** Optional remark. */
export type DecideApproval = {
  /** A remark that is kept with your decision. */
  readonly reason?: string | undefined;
};

/** A role that no longer exists. */
export type DeletedRole = {
  /** Id of the role: the name of a built-in role, or the id of a role that you composed. */
  readonly id: string;
  /** Always `role`. */
  readonly object: 'role';
  /** Always true. */
  readonly deleted: true;
};

/** The endpoint was deleted with its secrets. */
export type DeletedWebhookEndpoint = {
  /** Id of the webhook endpoint. */
  readonly id: string;
  /** Always `webhook_endpoint`. */
  readonly object: 'webhook_endpoint';
  /** Always true. */
  readonly deleted: true;
};

/** One HTTP request that carried an event. */
export type DeliveryAttempt = {
  /** `scheduled`: one of the seven attempts of the retry schedule. `resent`: requested by you or by support. */
  readonly kind: 'scheduled' | 'resent';
  /** The webhook endpoint that was called; null for the one that your technical contact set. */
  readonly endpoint_id: string | null;
  /** Number of the attempt in the schedule, 1 to 7; null if it was resent. */
  readonly number: number | null;
  /** When the attempt started. */
  readonly started_at: string;
  /** When the attempt ended; null while it is in progress. */
  readonly finished_at: string | null;
  /** `delivered`: your endpoint answered 2xx. `failed`: it did not. Null while in progress. */
  readonly outcome: 'delivered' | 'failed' | null;
  /** HTTP status of the answer; null if there was none. */
  readonly http_status: number | null;
  /** Why the attempt failed: `http_status`, `timeout`, `dns`, `connect`, `tls`, `connection_lost` or `address_refused`. More may be added. */
  readonly error: string | null;
  /** The URL that was called. */
  readonly url: string | null;
  /** The IP address that was connected to. */
  readonly address: string | null;
  /** Time until the answer, in milliseconds; null while in progress. */
  readonly duration_ms: number | null;
  /** The first 4 KiB of the body of the answer. Bytes that are not UTF-8 are replaced. */
  readonly answer: string | null;
};

/** Why you reject or withdraw it. */
export type EndApproval = {
  /** Why: all who see the approval can read it. */
  readonly reason: string;
};

/** A session that has ended. */
export type EndedSession = {
  /** Id of the session. */
  readonly id: string;
  /** Always `session`. */
  readonly object: 'session';
  /** Always true. */
  readonly deleted: true;
};

/** The erasure of a phone number from your records. */
export type Erasure = {
  /** Id of the erasure. */
  readonly id: string;
  /** Always `erasure`. */
  readonly object: 'erasure';
  /** `completed` when nothing is left of the number. */
  readonly status: 'running' | 'completed';
  /** What must end first: a pending `purchase`, a `late_inquiry` about a purchase that timed out (up to 72 hours), a `campaign` with the number, the `closing` of a day, or a `webhook` that is being sent. Null if it waits for nothing. */
  readonly waits_for: 'purchase' | 'late_inquiry' | 'campaign' | 'closing' | 'webhook' | null;
  /** What stands in place of the number: +999 and twelve digits, a keyed hash. */
  readonly pseudonym: string;
  /** When the erasure was requested. */
  readonly requested_at: string;
  /** When it was completed; null while it runs. */
  readonly completed_at: string | null;
  /** Purchases whose number was replaced so far. */
  readonly purchases: number;
  /** Statement lines whose number was replaced so far. */
  readonly statement_lines: number;
  /** Events whose number was replaced so far. */
  readonly events: number;
  /** Rows of campaigns that were changed so far. */
  readonly campaign_rows: number;
  /** Purchases whose `reference` contains the number. References stay as they are. */
  readonly references_kept: number;
};

/** One page of the list. */
export type ErasureList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Erasure)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** The body of every error. */
export type ErrorBody = {
  readonly error: ErrorDetail;
};

/** Why the request was rejected. */
export type ErrorDetail = {
  /** Stable code for programs. New codes may be added. If you do not know a code, use the HTTP status and `retryable`. */
  readonly code: string;
  /** What is wrong and what to do, for people. Do not parse it. In English, or in French if the request prefers it in `Accept-Language`. */
  readonly message: string;
  /** The field or parameter that is wrong, if there is one. */
  readonly param?: string | undefined;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** Id of the request, as in the header `Svc-Request-Id`. Quote it when you ask us. */
  readonly request_id: string;
  /** More facts about the error. The fields depend on the code. Examples are `purchase_id` for `reference_conflict` and `detected_network_id` for `network_mismatch`. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
};

/** An event, and whether it was delivered. */
export type Event = {
  /** Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats. */
  readonly id: string;
  /** Always `event`. */
  readonly object: 'event';
  /** `purchase.successful`, `purchase.failed`, `purchase.reversed`, `batch.completed`, `batch.ready`, `batch.paused`, `approval.requested`, `approval.decided`, `approval.expired` or `approval.withdrawn`. New types may be added: ignore those that you do not know. */
  readonly type: string;
  /** When it happened. */
  readonly created_at: string;
  readonly data: EventData;
  /** Whether this is a test event. Nothing that it reports has happened. */
  readonly test: boolean;
  readonly delivery: EventDelivery;
};

/** The resource that the event is about. */
export type EventData = {
  /** The purchase, batch or approval as it was at that moment, exactly as the webhook carries it. */
  readonly object: Readonly<Record<string, unknown>>;
};

/** Whether the event was delivered. */
export type EventDelivery = {
  /** `pending`: more attempts follow. `delivered`: every endpoint answered 2xx. `failed`: all seven attempts at an endpoint failed. `not_sent`: there was no endpoint, or the endpoint was removed or disabled. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'not_sent';
  /** When an endpoint accepted the event; null until then. */
  readonly delivered_at: string | null;
};

/** Whether the event was delivered, with every attempt. */
export type EventDeliveryWithAttempts = {
  /** `pending`: more attempts follow. `delivered`: every endpoint answered 2xx. `failed`: all seven attempts at an endpoint failed. `not_sent`: there was no endpoint, or the endpoint was removed or disabled. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'not_sent';
  /** When an endpoint accepted the event; null until then. */
  readonly delivered_at: string | null;
  /** When the schedule makes its next attempt; null if there is none. */
  readonly next_attempt_at: string | null;
  /** The attempts of the schedule, and the last 100 that were resent. */
  readonly attempts: readonly (DeliveryAttempt)[];
};

/** One page of the list. */
export type EventList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Event)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** An event, with every attempt to deliver it. */
export type EventWithAttempts = {
  /** Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats. */
  readonly id: string;
  /** Always `event`. */
  readonly object: 'event';
  /** `purchase.successful`, `purchase.failed`, `purchase.reversed`, `batch.completed`, `batch.ready`, `batch.paused`, `approval.requested`, `approval.decided`, `approval.expired` or `approval.withdrawn`. New types may be added: ignore those that you do not know. */
  readonly type: string;
  /** When it happened. */
  readonly created_at: string;
  readonly data: EventData;
  /** Whether this is a test event. Nothing that it reports has happened. */
  readonly test: boolean;
  readonly delivery: EventDeliveryWithAttempts;
};

/** A callback of a gateway about the number. */
export type ExportedCallback = {
  /** Id of the network. */
  readonly network_id: string;
  /** When it was received. */
  readonly received_at: string;
  /** What the gateway sent. */
  readonly body: string;
};

/** A cell of your file. */
export type ExportedCell = {
  /** Name of the column in your file. */
  readonly column: string;
  /** Content of the cell. */
  readonly value: string;
};

/** An event about the number. */
export type ExportedEvent = {
  /** Id of the event. */
  readonly id: string;
  /** Type of the event. */
  readonly type: string;
  /** When it was created. */
  readonly created_at: string;
  /** The JSON text that was sent. */
  readonly body: string;
  /** What your servers answered. */
  readonly answers: readonly (string)[];
};

/** A statement line about the number. */
export type ExportedLine = {
  /** Id of the line. */
  readonly id: string;
  /** What happened. */
  readonly type: string;
  /** When it happened. */
  readonly occurred_at: string;
  /** The change of the balance. */
  readonly amount: Money;
  /** Id of the purchase. */
  readonly purchase_id: string | null;
};

/** A stored look-up of the number. */
export type ExportedLookup = {
  /** The network that the number was on. */
  readonly network_id: string;
  /** When it was looked up. */
  readonly looked_up_at: string;
};

/** A row of a campaign that names the number. */
export type ExportedRow = {
  /** Id of the batch. */
  readonly batch_id: string;
  /** Line of the row in your file. */
  readonly line: number;
  /** The cells of the row. */
  readonly cells: readonly (ExportedCell)[];
};

/** An invitation to join your organisation. */
export type Invitation = {
  /** Id of the invitation. */
  readonly id: string;
  /** Always `invitation`. */
  readonly object: 'invitation';
  /** The address that is invited, in lower case. */
  readonly email: string;
  /** Id of the role that the person gets. */
  readonly role: string;
  /** `pending`: the link in the mail can be used. The other states are final. */
  readonly status: 'pending' | 'accepted' | 'withdrawn' | 'expired';
  /** `not_sent`: the mail server did not accept the mail, or there is none. */
  readonly mail: 'waiting' | 'sent' | 'not_sent';
  readonly invited_by: InvitationSender;
  /** When it was sent. */
  readonly created_at: string;
  /** Until when it can be accepted: 24 hours. */
  readonly expires_at: string;
  /** When it was accepted or withdrawn, or expired; null while pending. */
  readonly ended_at: string | null;
};

/** One page of the list. */
export type InvitationList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Invitation)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Who sent the invitation. */
export type InvitationSender = {
  /** A key or a person. */
  readonly kind: 'key' | 'person';
  /** Id of the key or person. */
  readonly id: string;
};

/** From which IP addresses the keys of your account work. */
export type IpAllowlist = {
  /** Always `ip_allowlist`. */
  readonly object: 'ip_allowlist';
  /** The ranges from which your keys work. If the list is empty, they work from anywhere. */
  readonly ranges: readonly (string)[];
  /** The IP address from which your request came, in the form in which it is compared with the ranges. */
  readonly your_address: string;
};

/** Whether the bundle of a purchase that failed arrived later. */
export type LateDelivery = {
  /** Always `late_delivery`. */
  readonly object: 'late_delivery';
  /** Id of the purchase. */
  readonly purchase_id: string;
  /** `none`: the purchase has not failed, or the network refused it, or nothing was sent. `possible`: the network is asked until `asked_until`. `delivered`: the bundle arrived at `delivered_at`. `reversed`: it arrived, and the network took it back. `not_delivered`: the network reported that the customer does not have it. `unknown`: the network was asked until `asked_until`, and never said. */
  readonly status: 'none' | 'possible' | 'delivered' | 'reversed' | 'not_delivered' | 'unknown';
  /** When the network confirmed the bundle; null if it did not. */
  readonly delivered_at: string | null;
  /** When its price was charged as an `adjustment`, because you agreed to that; null if it was not. */
  readonly charged_at: string | null;
  /** Until when the network is asked, or was asked without an answer; otherwise null. */
  readonly asked_until: string | null;
};

/** A request to the API, as the log of requests lists it. */
export type LoggedRequest = {
  /** Id of the request, as its answer had it. */
  readonly id: string;
  /** Always `request`. */
  readonly object: 'request';
  /** When it was answered. */
  readonly created_at: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with its query, decoded, up to 1,000 characters. Phone numbers are masked without the right `numbers:read`. */
  readonly path: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** From the arrival of the request to the end of its answer, in milliseconds. */
  readonly duration_ms: number;
  readonly principal: RequestPrincipal;
  /** IP address of the client; null if it is not known. */
  readonly address: string | null;
};

/** A request to the API, with what was sent and answered. */
export type LoggedRequestDetails = {
  /** Id of the request, as its answer had it. */
  readonly id: string;
  /** Always `request`. */
  readonly object: 'request';
  /** When it was answered. */
  readonly created_at: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with its query, decoded, up to 1,000 characters. Phone numbers are masked without the right `numbers:read`. */
  readonly path: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** From the arrival of the request to the end of its answer, in milliseconds. */
  readonly duration_ms: number;
  readonly principal: RequestPrincipal;
  /** IP address of the client; null if it is not known. */
  readonly address: string | null;
  /** The JSON that was sent; null if there was none, it was a file, or it is not kept. Secrets are replaced by `[redacted]`, and phone numbers are masked without the right `numbers:read`. It has up to 4,096 characters. */
  readonly request_body: string | null;
  /** Whether the end of `request_body` is cut off. */
  readonly request_body_truncated: boolean;
  /** The JSON that was answered; null if it was a file, or it is not kept. Secrets are replaced by `[redacted]`, and phone numbers are masked without the right `numbers:read`. It has up to 4,096 characters. */
  readonly response_body: string | null;
  /** Whether the end of `response_body` is cut off. */
  readonly response_body_truncated: boolean;
};

/** One page of the list. */
export type LoggedRequestList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (LoggedRequest)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** An e-mail that is sent when the available balance falls below an amount. The next one is sent only after the balance has reached the amount and falls below it again. */
export type LowBalanceAlert = {
  /** Always `low_balance_alert`. */
  readonly object: 'low_balance_alert';
  /** An alert is sent when the available balance falls below this amount; null if there are no alerts. */
  readonly threshold: Money | null;
  /** Where alerts are sent; null if there are none. */
  readonly email: string | null;
};

/** The amount below which an alert is sent. */
export type LowBalanceThreshold = {
  /** Amount in minor units of the currency. For example, 5000000 kobo is ₦50,000.00. */
  readonly amount: number;
  /** The currency of your account. */
  readonly currency: string;
};

/** Your own data, which is returned with the purchase and in webhooks. It may have 20 keys of up to 40 characters, with values of up to 500 characters. Do not send personal data. */
export type Metadata = Readonly<Record<string, string>>;

/** An amount of money. */
export type Money = {
  /** Amount in minor units of the currency. For example, 50000 kobo is ₦500.00. */
  readonly amount: number;
  /** Currency code (ISO 4217). */
  readonly currency: string;
};

/** A mobile network that you can buy bundles for. */
export type Network = {
  /** Id of the network. */
  readonly id: string;
  /** Always `network`. */
  readonly object: 'network';
  /** Name of the network. */
  readonly name: string;
  /** Country code (ISO 3166-1 alpha-2). */
  readonly country: string;
  /** `operational`: purchases are accepted and confirmed normally. `degraded`: accepted, but confirmations are slower than usual. `unavailable`: purchases are rejected with `network_unavailable`. */
  readonly status: 'operational' | 'degraded' | 'unavailable';
  /** Short explanation if the status is not `operational`; otherwise null. */
  readonly status_message: string | null;
  /** When the status last changed. */
  readonly status_updated_at: string;
  /** How fast the network has confirmed recent purchases; null if there were too few to measure. */
  readonly recent_delivery: RecentDelivery | null;
};

/** One page of the list. */
export type NetworkList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Network)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Who gets e-mails about your campaigns. */
export type Notices = {
  /** Always `notices`. */
  readonly object: 'notices';
  /** Who gets an e-mail when a campaign is checked and waits to be started. If the list is empty, no one does. */
  readonly ready: readonly (string)[];
  /** Who gets an e-mail when all rows of a campaign are done. If the list is empty, no one does. */
  readonly completed: readonly (string)[];
  /** Who gets an e-mail when a campaign pauses, except for money or on request. If the list is empty, no one does. */
  readonly paused: readonly (string)[];
  /** Who gets an e-mail when a campaign pauses because the balance is too low. If the list is empty, no one does. */
  readonly needs_money: readonly (string)[];
};

/** What your records hold about a phone number. */
export type NumberExport = {
  /** Always `number_export`. */
  readonly object: 'number_export';
  /** The number. */
  readonly phone_number: ShownPhoneNumber;
  /** Purchases for the number, newest first. */
  readonly purchases: readonly (Purchase)[];
  /** Statement lines of these purchases. */
  readonly statement_lines: readonly (ExportedLine)[];
  /** Events about these purchases. */
  readonly events: readonly (ExportedEvent)[];
  /** Callbacks about these purchases that are still stored. */
  readonly callbacks: readonly (ExportedCallback)[];
  /** Rows of campaigns for the number, and rows that mention it. */
  readonly campaign_rows: readonly (ExportedRow)[];
  /** When you blocked the number; null if you did not. */
  readonly blocked_at: string | null;
  /** The stored look-up of its network; null if there is none. */
  readonly looked_up: ExportedLookup | null;
  /** False if there are more than 10,000 purchases or rows: then some are left out. */
  readonly is_complete: boolean;
};

/** The network of a phone number. */
export type NumberLookup = {
  /** Always `number_lookup`. */
  readonly object: 'number_lookup';
  /** The number that was looked up. */
  readonly phone_number: ShownPhoneNumber;
  /** The network that the number is on today, taking porting into account. */
  readonly network_id: string;
  /** Whether the number has moved away from the network of its prefix. */
  readonly ported: boolean;
  /** When the number was looked up. */
  readonly looked_up_at: string;
};

/** Your company, which owns accounts. */
export type Organisation = {
  /** Id of the organisation. */
  readonly id: string;
  /** Always `organisation`. */
  readonly object: 'organisation';
  /** Name of the organisation. */
  readonly name: string;
  /** Its accounts, live ones first. */
  readonly accounts: readonly (OrganisationAccount)[];
  /** How its people sign in at their own provider; null if they do not. */
  readonly single_sign_on: SingleSignOn | null;
  /** When it was created. */
  readonly created_at: string;
};

/** An account of the organisation. */
export type OrganisationAccount = {
  /** Id of the account. */
  readonly id: string;
  /** Name of the account. */
  readonly name: string;
  /** Whether the account buys. Otherwise it uses the sandbox. */
  readonly livemode: boolean;
};

/** A person of your organisation. */
export type Person = {
  /** Id of the person. */
  readonly id: string;
  /** Always `person`. */
  readonly object: 'person';
  /** The address with which the person signs in. */
  readonly email: string;
  /** How pages address the person. */
  readonly name: string;
  /** Id of the role. It holds for all accounts of the organisation. */
  readonly role: string;
  /** `suspended`: the person has no rights in your organisation, and can be made active again. */
  readonly status: 'active' | 'suspended';
  /** Whether the person has a second factor. */
  readonly second_factor: boolean;
  /** Since when the person is in your organisation. */
  readonly joined_at: string;
  /** When the person last signed in; null for never. */
  readonly last_sign_in_at: string | null;
};

/** One page of the list. */
export type PersonList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Person)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Phone number in E.164 format: `+`, country code and number, without spaces. */
export type PhoneNumber = string;

/** The status of the service itself. */
export type PlatformStatus = {
  /** `operational`: purchases are accepted and sent normally. `degraded`: accepted, but sent or confirmed late. `unavailable`: no purchase is accepted at the moment. */
  readonly status: 'operational' | 'degraded' | 'unavailable';
  /** Short explanation if the status is not `operational`; otherwise null. */
  readonly message: string | null;
};

/** One bundle, bought for one phone number. */
export type Purchase = {
  /** Id of the purchase. */
  readonly id: string;
  /** Always `purchase`. */
  readonly object: 'purchase';
  readonly reference: Reference;
  /** `pending`: the price is held. `successful`: delivered and charged. `failed`: not charged. `reversed`: delivered first, then reversed by the network and refunded. A purchase only moves forward. */
  readonly status: 'pending' | 'successful' | 'failed' | 'reversed';
  /** The number that receives the bundle. */
  readonly phone_number: ShownPhoneNumber;
  /** The network that the purchase was sent to. */
  readonly network_id: string;
  readonly bundle: PurchasedBundle;
  /** Held while pending, charged if successful, refunded if reversed. */
  readonly price: Money;
  /** When the purchase was accepted. */
  readonly created_at: string;
  /** The latest time at which the purchase is final. If the network has not confirmed by then, the purchase fails with `network_timeout`. */
  readonly resolve_by: string;
  /** When the purchase became `successful` or `failed`; null while it is pending. */
  readonly completed_at: string | null;
  /** Present once the network confirmed the credit; otherwise null. */
  readonly delivery: PurchaseDelivery | null;
  /** Present if the purchase failed; otherwise null. */
  readonly failure: PurchaseFailure | null;
  /** Present if the purchase was reversed; otherwise null. */
  readonly reversal: PurchaseReversal | null;
  /** Your own data, as you sent it; empty if you sent none. */
  readonly metadata: Readonly<Record<string, string>>;
};

/** The confirmation of the network. */
export type PurchaseDelivery = {
  /** When the network confirmed that it credited the bundle. */
  readonly confirmed_at: string;
  /** The network's own reference, if it provides one. Quote it when you ask the network. */
  readonly network_reference?: string | undefined;
};

/** The body of a webhook about a purchase. */
export type PurchaseEvent = {
  /** Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats. */
  readonly id: string;
  /** Always `event`. */
  readonly object: 'event';
  /** What happened. New types may be added to webhooks: answer 2xx and ignore those that you do not know. */
  readonly type: 'purchase.successful' | 'purchase.failed' | 'purchase.reversed';
  /** When it happened. */
  readonly created_at: string;
  readonly data: PurchaseEventData;
};

/** The purchase that the event is about. */
export type PurchaseEventData = {
  /** The whole purchase, as `GET /v1/purchases/{purchase_id}` returned it at that moment. */
  readonly object: Purchase;
};

/** Why a purchase failed. Nothing was charged. */
export type PurchaseFailure = {
  /** Why the purchase failed. The page "Failure codes" lists all codes. New codes may be added. If you do not know a code, use `message`. */
  readonly code: string;
  /** The reason in words, for people. Do not parse it. */
  readonly message: string;
};

/** One page of the list. */
export type PurchaseList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Purchase)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A credit that the network reversed. You were refunded. */
export type PurchaseReversal = {
  /** When the price was refunded. */
  readonly reversed_at: string;
  /** The reason that the network gave, for people. */
  readonly reason: string;
};

/** A bundle as it was when you bought it. */
export type PurchasedBundle = {
  /** Id of the bundle. */
  readonly id: string;
  /** Name as shown to the customer. */
  readonly name: string;
  /** Data allowance in megabytes (1 GB is 1024 MB). */
  readonly data_mb: number;
  /** How many hours the customer has to use the data after it is credited. */
  readonly validity_hours: number;
};

/** Time from accepting a purchase to the confirmation by the network. */
export type RecentDelivery = {
  /** Half of the purchases were confirmed within this many seconds. */
  readonly median_seconds: number;
  /** 95% of the purchases were confirmed within this many seconds. */
  readonly p95_seconds: number;
  /** Length of the window that was measured, in minutes. */
  readonly window_minutes: number;
  /** Number of purchases that were measured. */
  readonly sample_size: number;
};

/** A batch that is bought repeatedly, on a schedule. */
export type RecurringBatch = {
  /** Id of the recurring batch. */
  readonly id: string;
  /** Always `recurring_batch`. */
  readonly object: 'recurring_batch';
  /** Your own name for it. */
  readonly reference: string;
  /** The batch whose rows each run buys. */
  readonly batch_id: string;
  /** `active`, `paused` or `deleted`. More may be added. */
  readonly status: string;
  /** IANA name of the time zone. */
  readonly time_zone: string;
  /** Time of the day on its clocks. */
  readonly at: string;
  /** Days of the week, 1 for Monday; empty for every day. */
  readonly weekdays: readonly (number)[];
  /** Days of the month; empty for every day. */
  readonly month_days: readonly (number)[];
  /** No run after this time; null for no end. */
  readonly ends_at: string | null;
  /** The most that one run may cost. */
  readonly approved_cost: Money;
  /** As you sent it; 0 if you sent none. */
  readonly duplicate_window_hours: number;
  /** Up to 10 next runs; empty unless it is active. */
  readonly next_runs: readonly (string)[];
  /** Up to 10 last runs, newest first. */
  readonly last_runs: readonly (RecurringBatchRun)[];
  /** When it was created. */
  readonly created_at: string;
};

/** One page of the list. */
export type RecurringBatchList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (RecurringBatch)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** One time of the calendar. */
export type RecurringBatchRun = {
  /** The time of the calendar. */
  readonly scheduled_at: string;
  /** `starting`: its batch is being made. `started`: its batch was started. `skipped`: see `skip`. More may be added. */
  readonly outcome: string;
  /** The batch of the run; null if none was made. */
  readonly batch_id: string | null;
  /** Present if the run was skipped; otherwise null. */
  readonly skip: RecurringBatchSkip | null;
};

/** Why a run was skipped. */
export type RecurringBatchSkip = {
  /** `previous_running`, `missed`, `cost_above_approved`, `batch_rejected`, `reference_used`, `over_limit` or `ended`. More may be added. */
  readonly code: string;
  /** The same for people. */
  readonly message: string;
};

/** Your own unique id for the purchase: 1 to 64 letters, digits, `-`, `_`, `.` or `:`. The same reference never buys twice. */
export type Reference = string;

/** A person who is no longer in your organisation. */
export type RemovedPerson = {
  /** Id of the person. */
  readonly id: string;
  /** Always `person`. */
  readonly object: 'person';
  /** Always true. */
  readonly deleted: true;
};

/** The new list of allowed bundles. */
export type ReplaceAllowedBundles = {
  /** All bundles that are allowed from now on, each of them sold to your account; null allows every bundle. */
  readonly bundle_ids: readonly (string)[] | null;
};

/** From this amount. */
export type ReplaceApprovalFrom = {
  /** Amount in minor units of the currency. */
  readonly amount: number;
  /** The currency of your account. */
  readonly currency: string;
};

/** All rules for approvals from now on. */
export type ReplaceApprovalRules = {
  readonly campaign_start: ReplaceCampaignApprovalRule;
};

/** When campaigns need approval from now on. */
export type ReplaceCampaignApprovalRule = {
  /** A campaign that may spend this amount or more needs one approval; null for never. */
  readonly one_approval_from: ReplaceApprovalFrom | null;
  /** A campaign that may spend this amount or more needs approvals of two different persons or keys; null for never. */
  readonly two_approvals_from: ReplaceApprovalFrom | null;
  /** How many hours after the request an approval can be given and used. 1 to 720; 72 if you leave it out. */
  readonly valid_hours?: number | undefined;
};

/** The new allowlist. */
export type ReplaceIpAllowlist = {
  /** All ranges that are allowed from now on. Each is an IPv4 or IPv6 address, or a CIDR range in which all bits after the prefix are 0. An empty list allows every address. */
  readonly ranges: readonly (string)[];
  /** `true` accepts a list that does not contain the address from which your request came. Your keys then stop working from that address. */
  readonly allow_lockout?: boolean | undefined;
};

/** The new alert. Null in both fields ends the alerts. */
export type ReplaceLowBalanceAlert = {
  /** The amount, in the currency of your account; null for no alerts. */
  readonly threshold: LowBalanceThreshold | null;
  /** Where alerts are sent; null for no alerts. Set both fields, or neither. */
  readonly email: string | null;
};

/** All addresses from now on. */
export type ReplaceNotices = {
  /** Who gets an e-mail when a campaign is checked and waits to be started: up to 10 addresses. An empty list ends these e-mails. */
  readonly ready: readonly (string)[];
  /** Who gets an e-mail when all rows of a campaign are done: up to 10 addresses. An empty list ends these e-mails. */
  readonly completed: readonly (string)[];
  /** Who gets an e-mail when a campaign pauses, except for money or on request: up to 10 addresses. An empty list ends these e-mails. */
  readonly paused: readonly (string)[];
  /** Who gets an e-mail when a campaign pauses because the balance is too low: up to 10 addresses. An empty list ends these e-mails. */
  readonly needs_money: readonly (string)[];
};

/** The new available balance of your test-mode account. */
export type ReplaceSandboxBalance = {
  /** The new available balance of your test-mode account, in minor units of your currency. For example, 50000 kobo is ₦500.00. */
  readonly available: number;
};

/** The most that the key may spend. What you leave out stays as it is; a new key has no cap then. */
export type ReplaceSpendCaps = {
  /** The most that one purchase may cost; null for no cap. */
  readonly per_purchase?: SpendCap | null | undefined;
  /** The most that the key may spend in one UTC day; null for no cap. */
  readonly per_day?: SpendCap | null | undefined;
};

/** The most that may be spent. */
export type ReplaceSpendingLimit = {
  /** Amount in minor units of the currency: 50000000 kobo is ₦500,000.00. */
  readonly amount: number;
  /** The currency of your account. */
  readonly currency: string;
};

/** All spending limits from now on. */
export type ReplaceSpendingLimits = {
  /** The most that one campaign may spend; null for no limit. */
  readonly per_campaign: ReplaceSpendingLimit | null;
  /** The most that may be spent per day (UTC); null for no limit. */
  readonly per_day: ReplaceSpendingLimit | null;
  /** The most that may be spent per month (UTC); null for no limit. */
  readonly per_month: ReplaceSpendingLimit | null;
};

/** When a batch is to start, and what it may cost. */
export type RequestBatchStart = {
  /** When the batch is to start: in the future, at most 366 days ahead. If you leave it out, it starts when someone starts it. */
  readonly start_at?: string | undefined;
  /** Hours in which rows are bought, in the local time of the recipient's country. Null: at any hour. If you leave it out, the hours of the upload stay. */
  readonly send_between?: string | null | undefined;
  /** The most that the batch may spend: its `cost`. If the batch has another cost, the answer is 409. */
  readonly approved_cost: ApprovedCost;
  /** The `file_sha256` of the batch that you approve. If the batch has another hash, the answer is 409. */
  readonly file_sha256?: string | undefined;
  /** The `revision` of the batch as you were shown it. Another one is answered with 409. Required with `approved_cost` or `file_sha256` if rows were changed since the upload. */
  readonly revision?: number | undefined;
  /** For those who approve: up to 200 characters. All who see the approval can read it. If the same was asked for before, its first note stays. */
  readonly note?: string | undefined;
};

/** Who sent a request. */
export type RequestPrincipal = {
  /** A program with an API `key`, or a `person` who was signed in. */
  readonly kind: 'key' | 'person';
  /** Id of the key or person. */
  readonly id: string;
  /** Its name now; null if it has none, or the person has left your organisation. */
  readonly name: string | null;
};

/** What you agree to when you resume a batch. */
export type ResumeBatch = {
  /** A new limit for `charged` and `held` together, after a pause with `price_changed`. It must not be less than their sum now. If you leave it out, the earlier limit stays. */
  readonly approved_cost?: ApprovedCost | undefined;
};

/** Which rows to try again. */
export type RetryBatch = {
  /** Reference of the new batch. If you leave it out, it is made from the reference of the first batch, such as `december-campaign.retry-1`. The same reference again returns the same batch. */
  readonly reference?: string | undefined;
  /** Only rows with these reasons. If you leave it out, all of them except `network_timeout`: after a timeout, the bundle may still arrive. */
  readonly reasons?: readonly ('canceled' | 'cancelled' | 'insufficient_balance' | 'network_limit_reached' | 'network_rejected' | 'network_timeout' | 'network_unavailable' | 'number_inactive' | 'recipient_limit_reached' | 'service_unavailable' | 'too_soon')[] | undefined;
};

/** What people may do. */
export type Role = {
  /** Id of the role, which people have in `role`. */
  readonly id: string;
  /** Always `role`. */
  readonly object: 'role';
  /** Name of the role. */
  readonly name: string;
  /** Whether all organisations have it. */
  readonly built_in: boolean;
  /** Whether people with this role can only read until they have a second factor. */
  readonly needs_second_factor: boolean;
  /** What people with this role may do. */
  readonly rights: readonly (string)[];
};

/** One page of the list. */
export type RoleList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Role)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** How the key is replaced. */
export type RotateApiKey = {
  /** For this many seconds, the former key works too; 86400 if you leave it out. 0 ends the former key now. */
  readonly overlap_seconds?: number | undefined;
};

/** How the secret is replaced. */
export type RotateWebhookSecret = {
  /** For this many seconds, the former secret signs too; 86400 if you leave it out. 0 ends the former secret now. */
  readonly overlap_seconds?: number | undefined;
};

/** When a batch starts, and what you agree to. */
export type ScheduleBatch = {
  /** When the batch starts: in the future, at most 366 days ahead. It becomes the `not_before` of the batch. */
  readonly start_at: string;
  /** Hours in which rows are bought, in the local time of the recipient's country. Null: at any hour. If you leave it out, the hours of the upload stay. */
  readonly send_between?: string | null | undefined;
  /** The `cost` of the batch that you approve. If the batch has another cost, the answer is 409. `charged` and `held` together never exceed it. The batch pauses with `price_changed` before that. */
  readonly approved_cost?: ApprovedCost | undefined;
  /** The `file_sha256` of the batch that you approve. If the batch has another hash, the answer is 409. */
  readonly file_sha256?: string | undefined;
  /** The `revision` of the batch as you were shown it. Another one is answered with 409. Required with `approved_cost` or `file_sha256` if rows were changed since the upload. */
  readonly revision?: number | undefined;
  /** First buy only this many rows, 1 to 10,000. Rows that cannot be bought are not counted. When these purchases are final, the batch pauses with `first_rows_done`. Resume it to buy the others. */
  readonly first?: number | undefined;
};

/** A browser in which a person is signed in. */
export type Session = {
  /** Id of the session. */
  readonly id: string;
  /** Always `session`. */
  readonly object: 'session';
  /** Id of the person who is signed in. */
  readonly person_id: string;
  /** When the person signed in. */
  readonly signed_in_at: string;
  /** When it was last used, to the minute. */
  readonly used_at: string;
  /** When it ends if it is not used again. */
  readonly expires_at: string;
  /** Whether a second factor was used in it. */
  readonly second_factor: boolean;
  /** From where the person signed in; null if it is not known. */
  readonly ip_address: string | null;
  /** The browser, as it names itself; null if it did not. */
  readonly user_agent: string | null;
};

/** One page of the list. */
export type SessionList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Session)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Phone number in E.164 format. It is masked, such as `+23480…567`, if your key or role does not have the right `numbers:read`. */
export type ShownPhoneNumber = string;

/** Where people of the organisation sign in. Your technical contact sets it. */
export type SingleSignOn = {
  /** Address of the OpenID Connect provider. */
  readonly issuer: string;
  /** Id of Bundlewire at the provider. */
  readonly client_id: string;
  /** Domains of the e-mail addresses that sign in there, in lower case. */
  readonly domains: readonly (string)[];
  /** Whether people with these domains cannot sign in with a password, a link or a passkey. */
  readonly required: boolean;
  /** Whether people with these domains who were not invited become viewers at their first sign-in. */
  readonly admits_domain: boolean;
};

/** The most that a key may spend. */
export type SpendCap = {
  /** Amount in minor units of the currency. */
  readonly amount: number;
  /** The currency of your account (ISO 4217). */
  readonly currency: string;
};

/** The most that a key may spend. */
export type SpendCaps = {
  /** The most that one purchase may cost; null for no cap. */
  readonly per_purchase: Money | null;
  /** The most that the key may spend in one UTC day; null for no cap. */
  readonly per_day: Money | null;
};

/** What your account may spend. The price of a purchase counts while the purchase is pending or successful. If the purchase fails or is reversed, the price no longer counts. */
export type SpendingLimits = {
  /** Always `spending_limits`. */
  readonly object: 'spending_limits';
  /** The most that one campaign may spend; null for no limit. */
  readonly per_campaign: Money | null;
  /** The most that may be spent per day (UTC); null for no limit. */
  readonly per_day: Money | null;
  /** The most that may be spent per month (UTC); null for no limit. */
  readonly per_month: Money | null;
  /** What counts towards the limit of today (UTC): pending and successful purchases that were made today. Null if there is no limit per day and no limit per month. */
  readonly spent_today: Money | null;
  /** What counts towards the limit of this month (UTC). Null if there is no limit per day and no limit per month. */
  readonly spent_this_month: Money | null;
};

/** What you agree to when you start a batch. */
export type StartBatch = {
  /** Hours in which rows are bought, in the local time of the recipient's country. Null: at any hour. If you leave it out, the hours of the upload stay. */
  readonly send_between?: string | null | undefined;
  /** The `cost` of the batch that you approve. If the batch has another cost, the answer is 409. `charged` and `held` together never exceed it. The batch pauses with `price_changed` before that. */
  readonly approved_cost?: ApprovedCost | undefined;
  /** The `file_sha256` of the batch that you approve. If the batch has another hash, the answer is 409. */
  readonly file_sha256?: string | undefined;
  /** The `revision` of the batch as you were shown it. Another one is answered with 409. Required with `approved_cost` or `file_sha256` if rows were changed since the upload. */
  readonly revision?: number | undefined;
  /** First buy only this many rows, 1 to 10,000. Rows that cannot be bought are not counted. When these purchases are final, the batch pauses with `first_rows_done`. Resume it to buy the others. */
  readonly first?: number | undefined;
};

/** All movements of the balance on one UTC day. */
export type Statement = {
  /** Always `statement`. */
  readonly object: 'statement';
  /** The UTC day (YYYY-MM-DD). */
  readonly date: string;
  /** `open`: the day is in progress. `closed`: every movement is recorded, and nothing changes. */
  readonly status: 'open' | 'closed';
  /** Currency code (ISO 4217). */
  readonly currency: string;
  /** Balance at 00:00 UTC (available plus held), in minor units. */
  readonly opening_balance: number;
  /** Balance at 24:00 UTC (available plus held), in minor units; null while the day is open. */
  readonly closing_balance: number | null;
  readonly totals: StatementTotals;
};

/** One movement of the balance. */
export type StatementLine = {
  /** Id of the line; `line_id` in the CSV file. */
  readonly id: string;
  /** Always `statement_line`. */
  readonly object: 'statement_line';
  /** `purchase`: a successful purchase was charged. `reversal`: a reversed purchase was refunded. `funding`: funds were added. `adjustment`: a correction that was agreed with you. */
  readonly type: 'purchase' | 'reversal' | 'funding' | 'adjustment';
  /** When the balance changed. */
  readonly occurred_at: string;
  /** Change in minor units: charges are negative, refunds and funding are positive. */
  readonly amount: number;
  /** Currency code (ISO 4217). */
  readonly currency: string;
  /** Balance after this line (available plus held), in minor units. */
  readonly balance_after: number;
  /** The purchase that was charged or refunded; null for other lines. */
  readonly purchase_id: string | null;
  /** Your reference of the purchase; null if there is no purchase. */
  readonly reference: string | null;
  /** The number of the purchase; null if there is no purchase. */
  readonly phone_number: string | null;
  /** The bundle of the purchase; null if there is no purchase. */
  readonly bundle_id: string | null;
};

/** One page of the list. */
export type StatementLineList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StatementLine)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** One page of the list. */
export type StatementList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (Statement)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Count and sum of one kind of outcome. */
export type StatementTotal = {
  /** Number of purchases or movements. */
  readonly count: number;
  /** Sum in minor units: charges are negative, refunds and funding are positive. */
  readonly amount: number;
};

/** The day's totals by outcome. */
export type StatementTotals = {
  /** Purchases that were charged on this day. */
  readonly purchases_successful: StatementTotal;
  /** Purchases that failed on this day. The amount is 0: nothing was charged. */
  readonly purchases_failed: StatementTotal;
  /** Purchases that were refunded on this day. */
  readonly reversals: StatementTotal;
  /** Funds that were added. */
  readonly funding: StatementTotal;
  /** Corrections that were agreed with you. */
  readonly adjustments: StatementTotal;
};

/** The status of the service and its networks. */
export type Status = {
  /** Always `status`. */
  readonly object: 'status';
  readonly platform: PlatformStatus;
  /** The networks that you can buy for, with their live status. */
  readonly networks: readonly (Network)[];
  /** When the status was read. */
  readonly updated_at: string;
};

/** Which test event to send. */
export type TestWebhookEndpoint = {
  /** The type of the test event; `purchase.successful` if you leave it out. */
  readonly type?: 'purchase.successful' | 'purchase.failed' | 'purchase.reversed' | undefined;
};

/** Where you pay money in, and the reference to give. */
export type TopUpDetails = {
  /** Always `top_up_details`. */
  readonly object: 'top_up_details';
  /** The bank; null if no bank details are set for your account. */
  readonly bank: string | null;
  /** The name of the bank account; null if no bank details are set. */
  readonly holder: string | null;
  /** The number of the bank account; null if no bank details are set. */
  readonly number: string | null;
  /** Write this in the transfer, so that the money is booked for this account; null if no bank details are set. */
  readonly reference: string | null;
  /** More about paying in, such as times; null if there is nothing more. */
  readonly instructions: string | null;
};

/** The fields to change; others stay as they are. */
export type UpdateApiKey = {
  /** Your own name for the key, of up to 100 characters. */
  readonly name?: string | undefined;
  /** What the key may do. You can give only rights that you have. `all` and `read_only` include rights that are added later, except `approvals:decide`, `approvals:rules`, `people:read`, `people:manage`, `privacy:manage`, `privacy:export` and `requests:read`, which a key has only if you name them. */
  readonly scopes?: readonly ('all' | 'read_only' | 'purchases:create' | 'purchases:read' | 'numbers:lookup' | 'numbers:read' | 'balance:read' | 'sandbox:write' | 'statements:read' | 'catalogue:read' | 'batches:create' | 'batches:read' | 'batches:start' | 'approvals:read' | 'approvals:decide' | 'approvals:rules' | 'batches:stop' | 'recurring-batches:read' | 'recurring-batches:start' | 'recurring-batches:stop' | 'events:read' | 'events:resend' | 'webhooks:read' | 'webhooks:write' | 'keys:read' | 'keys:write' | 'requests:read' | 'audit:read' | 'people:read' | 'people:manage' | 'privacy:manage' | 'privacy:export' | 'settings:read' | 'settings:write' | 'rules:read' | 'rules:write')[] | undefined;
  /** From this time, the key does not work: up to ten years from now. Null if it does not expire. */
  readonly expires_at?: string | null | undefined;
  readonly spend_caps?: ReplaceSpendCaps | undefined;
};

/** What to change. Send at least one field. */
export type UpdateBatch = {
  /** What you want to remember about the batch, up to 1,000 characters. Null or an empty text removes it. Do not write personal data. */
  readonly note?: string | null | undefined;
  /** To which of your cost centres the batch is charged, up to 60 characters. Null or an empty text removes it. Do not write personal data. */
  readonly cost_centre?: string | null | undefined;
  /** `true`: archives the batch, so that lists can leave it out. It must be `completed`, `canceled` or `rejected`. `false`: brings it back. */
  readonly archived?: boolean | undefined;
};

/** Numbers to block or to unblock. */
export type UpdateBlocklist = {
  /** Up to 10,000 numbers in E.164 format. A number that is repeated counts once. */
  readonly phone_numbers: readonly (string)[];
};

/** The new name. */
export type UpdateOrganisation = {
  /** The new name, of up to 200 characters. */
  readonly name: string;
};

/** The fields to change; others stay as they are. */
export type UpdatePerson = {
  /** Id of a role of `GET /v1/roles`. */
  readonly role?: string | undefined;
  /** Whether the person is suspended. */
  readonly suspended?: boolean | undefined;
};

/** The fields to change; others stay as they are. `rights` replaces all rights of the role. */
export type UpdateRole = {
  /** Your name for the role, of up to 100 characters. No two roles have the same name. */
  readonly name?: string | undefined;
  /** What people with this role may do. You can give only rights that you have. */
  readonly rights?: readonly ('purchases:create' | 'purchases:read' | 'numbers:lookup' | 'numbers:read' | 'balance:read' | 'sandbox:write' | 'statements:read' | 'catalogue:read' | 'batches:create' | 'batches:read' | 'batches:start' | 'approvals:read' | 'approvals:decide' | 'approvals:rules' | 'batches:stop' | 'recurring-batches:read' | 'recurring-batches:start' | 'recurring-batches:stop' | 'events:read' | 'events:resend' | 'webhooks:read' | 'webhooks:write' | 'keys:read' | 'keys:write' | 'requests:read' | 'audit:read' | 'people:read' | 'people:manage' | 'privacy:manage' | 'privacy:export' | 'settings:read' | 'settings:write' | 'rules:read' | 'rules:write')[] | undefined;
};

/** The fields to change; others stay as they are. */
export type UpdateWebhookEndpoint = {
  /** Where events are sent: HTTPS on port 443, with a public name or address. */
  readonly url?: string | undefined;
  /** Your own note, of up to 200 characters. */
  readonly description?: string | undefined;
  /** The types of event to send. A repeated type counts once. If you leave this out, a new endpoint gets the three types of purchases. */
  readonly event_types?: readonly ('purchase.successful' | 'purchase.failed' | 'purchase.reversed' | 'batch.completed' | 'batch.ready' | 'batch.paused' | 'approval.requested' | 'approval.decided' | 'approval.expired' | 'approval.withdrawn')[] | undefined;
  /** `false` stops all sending; `true` starts it again. */
  readonly enabled?: boolean | undefined;
};

/** Where your events are sent. */
export type WebhookEndpoint = {
  /** Id of the webhook endpoint. */
  readonly id: string;
  /** Always `webhook_endpoint`. */
  readonly object: 'webhook_endpoint';
  /** Where events are sent. */
  readonly url: string;
  /** Your own note. */
  readonly description: string;
  /** The types of event that are sent to this endpoint. */
  readonly event_types: readonly (string)[];
  /** Whether events are sent. While it is false, nothing is sent. */
  readonly enabled: boolean;
  /** `new`: no event was delivered yet. `working`: the endpoint accepts events. `failing`: the last attempts failed. Retries continue on their schedule. */
  readonly status: 'new' | 'working' | 'failing';
  /** Until this time, the former secret signs too; null if only one secret signs. */
  readonly former_secret_until: string | null;
  /** When the endpoint was created. */
  readonly created_at: string;
  /** When the endpoint last changed. */
  readonly updated_at: string;
};

/** One HTTP request that carried an event to the endpoint. */
export type WebhookEndpointAttempt = {
  /** Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats. */
  readonly event_id: string;
  /** Type of the event. */
  readonly event_type: string;
  /** `scheduled`: one of the seven attempts of the retry schedule. `resent`: requested by you or by support. */
  readonly kind: 'scheduled' | 'resent';
  /** The webhook endpoint that was called; null for the one that your technical contact set. */
  readonly endpoint_id: string | null;
  /** Number of the attempt in the schedule, 1 to 7; null if it was resent. */
  readonly number: number | null;
  /** When the attempt started. */
  readonly started_at: string;
  /** When the attempt ended; null while it is in progress. */
  readonly finished_at: string | null;
  /** `delivered`: your endpoint answered 2xx. `failed`: it did not. Null while in progress. */
  readonly outcome: 'delivered' | 'failed' | null;
  /** HTTP status of the answer; null if there was none. */
  readonly http_status: number | null;
  /** Why the attempt failed: `http_status`, `timeout`, `dns`, `connect`, `tls`, `connection_lost` or `address_refused`. More may be added. */
  readonly error: string | null;
  /** The URL that was called. */
  readonly url: string | null;
  /** The IP address that was connected to. */
  readonly address: string | null;
  /** Time until the answer, in milliseconds; null while in progress. */
  readonly duration_ms: number | null;
  /** The first 4 KiB of the body of the answer. Bytes that are not UTF-8 are replaced. */
  readonly answer: string | null;
};

/** One page of the list. */
export type WebhookEndpointAttemptList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (WebhookEndpointAttempt)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** One page of the list. */
export type WebhookEndpointList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (WebhookEndpoint)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A webhook endpoint, with its new signing secret. */
export type WebhookEndpointWithSecret = {
  /** Id of the webhook endpoint. */
  readonly id: string;
  /** Always `webhook_endpoint`. */
  readonly object: 'webhook_endpoint';
  /** Where events are sent. */
  readonly url: string;
  /** Your own note. */
  readonly description: string;
  /** The types of event that are sent to this endpoint. */
  readonly event_types: readonly (string)[];
  /** Whether events are sent. While it is false, nothing is sent. */
  readonly enabled: boolean;
  /** `new`: no event was delivered yet. `working`: the endpoint accepts events. `failing`: the last attempts failed. Retries continue on their schedule. */
  readonly status: 'new' | 'working' | 'failing';
  /** Until this time, the former secret signs too; null if only one secret signs. */
  readonly former_secret_until: string | null;
  /** When the endpoint was created. */
  readonly created_at: string;
  /** When the endpoint last changed. */
  readonly updated_at: string;
  /** The signing secret. It is shown only in this answer: store it now. */
  readonly secret: string;
};

/** An invitation whose link no longer works. */
export type WithdrawnInvitation = {
  /** Id of the invitation. */
  readonly id: string;
  /** Always `invitation`. */
  readonly object: 'invitation';
  /** Always true. */
  readonly deleted: true;
};

/** What listPurchases takes in its query. */
export type ListPurchasesQuery = {
  readonly reference?: string | undefined;
  readonly status?: 'pending' | 'successful' | 'failed' | 'reversed' | undefined;
  readonly phone_number?: string | undefined;
  readonly same_number_as?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What createBatch takes in its query. */
export type CreateBatchQuery = {
  readonly reference: string;
  readonly start?: 'auto' | 'manual' | undefined;
  readonly on_invalid?: 'skip' | 'reject' | undefined;
  readonly on_insufficient_balance?: 'pause' | 'fail' | undefined;
  readonly not_before?: string | undefined;
  readonly send_between?: string | undefined;
  readonly sheet?: string | undefined;
  readonly on_unknown_columns?: 'keep' | 'reject' | undefined;
  readonly duplicate_window_hours?: number | undefined;
  readonly on_duplicate?: 'skip' | 'buy' | undefined;
  readonly repair?: 'never' | 'propose' | 'accept' | undefined;
  readonly default_country?: string | undefined;
  readonly data_mb?: number | undefined;
  readonly validity_hours?: number | undefined;
  readonly 'column.phone_number'?: string | undefined;
  readonly 'column.bundle_id'?: string | undefined;
  readonly 'column.reference'?: string | undefined;
  readonly 'column.network_id'?: string | undefined;
};

/** What listBatches takes in its query. */
export type ListBatchesQuery = {
  readonly reference?: string | undefined;
  readonly status?: 'validating' | 'ready' | 'running' | 'paused' | 'completed' | 'canceled' | 'rejected' | undefined;
  readonly stage?: 'scheduled' | undefined;
  readonly search?: string | undefined;
  readonly owner?: string | undefined;
  readonly archived?: 'true' | 'false' | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listBatchRows takes in its query. */
export type ListBatchRowsQuery = {
  readonly state?: 'waiting' | 'invalid' | 'refused' | 'pending' | 'successful' | 'failed' | 'reversed' | undefined;
  readonly reason?: string | undefined;
  readonly network_id?: string | undefined;
  readonly bundle_id?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly only?: 'unbought' | undefined;
  readonly include?: 'network_timeout' | undefined;
  readonly amounts?: 'minor' | 'major' | undefined;
  readonly bom?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What previewBatch takes in its query. */
export type PreviewBatchQuery = {
  readonly sheet?: string | undefined;
};

/** What streamBatchProgress takes in its query. */
export type StreamBatchProgressQuery = {
  readonly seconds?: string | undefined;
};

/** What listRecurringBatches takes in its query. */
export type ListRecurringBatchesQuery = {
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
  readonly to?: string | undefined;
  readonly type?: 'purchase' | 'reversal' | 'funding' | 'adjustment' | undefined;
  readonly reference?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly amounts?: 'minor' | 'major' | undefined;
  readonly bom?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listStatements takes in its query. */
export type ListStatementsQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listCostCentreTotals takes in its query. */
export type ListCostCentreTotalsQuery = {
  readonly to?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listEvents takes in its query. */
export type ListEventsQuery = {
  readonly type?: string | undefined;
  readonly delivery?: 'pending' | 'delivered' | 'failed' | 'not_sent' | undefined;
  readonly purchase_id?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What resendEvent takes in its query. */
export type ResendEventQuery = {
  readonly endpoint_id?: string | undefined;
};

/** What listApprovals takes in its query. */
export type ListApprovalsQuery = {
  readonly status?: 'requested' | 'approved' | 'used' | 'rejected' | 'withdrawn' | 'expired' | 'voided' | undefined;
  readonly batch_id?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listPeople takes in its query. */
export type ListPeopleQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listRoles takes in its query. */
export type ListRolesQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listInvitations takes in its query. */
export type ListInvitationsQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listSessions takes in its query. */
export type ListSessionsQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listErasures takes in its query. */
export type ListErasuresQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listWebhookEndpoints takes in its query. */
export type ListWebhookEndpointsQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listWebhookEndpointAttempts takes in its query. */
export type ListWebhookEndpointAttemptsQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listApiKeys takes in its query. */
export type ListApiKeysQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listAuditLog takes in its query. */
export type ListAuditLogQuery = {
  readonly action?: string | undefined;
  readonly principal?: string | undefined;
  readonly subject?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly bom?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listRequests takes in its query. */
export type ListRequestsQuery = {
  readonly request_id?: string | undefined;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  readonly path?: string | undefined;
  readonly status?: string | undefined;
  readonly principal?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};
