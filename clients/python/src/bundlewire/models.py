"""Objects of the API and events of webhooks, as plain dictionaries with types.

Nothing is checked or removed while a program runs: fields and values that a later version of the API
adds are in the dictionary. Amounts are integers in minor units, and times are ISO 8601 texts in UTC.

Generated from docs/openapi.json by tools/generate.py. Do not edit.
"""

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

BatchReference = str

Metadata = Dict[str, str]

PhoneNumber = str

Reference = str

ShownPhoneNumber = str


class AllowedBundles(TypedDict):
    """The bundles that your account may buy, of those that are sold to it."""

    object: Literal["allowed_bundles"]
    "Always `allowed_bundles`."
    bundle_ids: Optional[List[str]]
    "The only bundles that your account buys; null if it buys every bundle that is sold to it."

ApiKeyStatus = Literal["active", "expired", "revoked"]


class ApiKey(TypedDict):
    """An API key, and what it may do."""

    id: str
    "Id of the API key. It is not secret."
    object: Literal["api_key"]
    "Always `api_key`."
    name: str
    "Your own name for the key."
    last_four: str
    "The last four characters of the key."
    status: ApiKeyStatus
    "`active`: it works. `expired` and `revoked`: requests with it are rejected with 401."
    scopes: List[str]
    "What the key may do: rights such as `batches:read`, or `all`, or `read_only` for all rights that only show something."
    spend_caps: "SpendCaps"
    spent_today: Optional["Money"]
    "Price of its purchases of this UTC day that are pending or successful; null if the key has no cap."
    current: bool
    "Whether this request was sent with this key."
    created_at: str
    "When the key was created."
    expires_at: Optional[str]
    "From this time, the key does not work; null if it does not expire."
    last_used_at: Optional[str]
    "When the key was last used, a minute or two late; null if it was not used."
    former_key_until: Optional[str]
    "Until this time, the key from before the last rotation works too; null if only one works."
    revoked_at: Optional[str]
    "When the key was revoked; null if it was not."

ApiKeyWithSecretStatus = Literal["active", "expired", "revoked"]


class ApiKeyWithSecret(TypedDict):
    """A new API key, with the key itself."""

    id: str
    "Id of the API key. It is not secret."
    object: Literal["api_key"]
    "Always `api_key`."
    name: str
    "Your own name for the key."
    last_four: str
    "The last four characters of the key."
    status: ApiKeyWithSecretStatus
    "`active`: it works. `expired` and `revoked`: requests with it are rejected with 401."
    scopes: List[str]
    "What the key may do: rights such as `batches:read`, or `all`, or `read_only` for all rights that only show something."
    spend_caps: "SpendCaps"
    spent_today: Optional["Money"]
    "Price of its purchases of this UTC day that are pending or successful; null if the key has no cap."
    current: bool
    "Whether this request was sent with this key."
    created_at: str
    "When the key was created."
    expires_at: Optional[str]
    "From this time, the key does not work; null if it does not expire."
    last_used_at: Optional[str]
    "When the key was last used, a minute or two late; null if it was not used."
    former_key_until: Optional[str]
    "Until this time, the key from before the last rotation works too; null if only one works."
    revoked_at: Optional[str]
    "When the key was revoked; null if it was not."
    key: str
    "The key itself. It is shown only in this answer: store it now."

ApprovalStatus = Literal["requested", "approved", "used", "rejected", "withdrawn", "expired", "voided"]


class Approval(TypedDict):
    """A request that others approve before a batch may buy, and its outcome."""

    id: str
    "Id of the approval."
    object: Literal["approval"]
    "Always `approval`."
    kind: str
    "`campaign_start`: starting, scheduling or resuming a batch. More may be added."
    status: ApprovalStatus
    "`requested`: it waits for approvals. `approved`: the batch can be started. `used`: the batch was started with it. The others are ends too."
    batch_id: str
    "The batch that it is about."
    batch_reference: Optional[str]
    "The reference of the batch."
    amount: "Money"
    "The amount by which the rule was judged: the most that the batch may spend."
    steps_required: int
    "How many different persons or keys must approve."
    steps_given: int
    "How many have approved."
    terms: "ApprovalTerms"
    requested_by: "ApprovalActor"
    "Who requested it. If the request set a start time, hours or a higher cost, they cannot approve it."
    requester_may_approve: bool
    "Whether they may approve it: not if they prepared the batch, or set a start time, hours or a higher cost."
    prepared_by: List["ApprovalActor"]
    "Who uploaded or changed the batch, and so cannot approve it."
    decisions: List["ApprovalDecision"]
    "In the order in which they were made."
    note: Optional[str]
    "What they wrote to those who approve; null for nothing. Only `request-start` takes a note."
    end_reason: Optional[str]
    "Why it was rejected or withdrawn; null for none."
    void_code: Optional[str]
    "Why it ended as `voided`. `changed`: the rows or prices of the batch changed. `replaced`: another start was requested. `started`: the batch was started without it. `canceled`: the batch was cancelled. `unscheduled`: its start time was removed. Null if it was not voided, or before this field existed. More may be added."
    requested_at: str
    "When it was requested."
    expires_at: str
    "It must be approved and used before this time."
    ended_at: Optional[str]
    "When it was used, rejected, withdrawn, voided or expired."


class ApprovalActor(TypedDict):
    """Who acted."""

    kind: str
    "`key`, `person`, `operator` (your technical contact) or `process` (Bundlewire itself)."
    id: str
    "Id of the key or person; otherwise a name."
    name: Optional[str]
    "Name of the key or person. Null if they have none, if the person has left, and in events. Keys need the right `people:read` to see the names of people."


class ApprovalDecision(TypedDict):
    """What one person or key decided."""

    by: "ApprovalActor"
    decision: str
    "`approved` or `rejected`."
    reason: Optional[str]
    "As that person wrote it; null for none."
    decided_at: str
    "When."

ApprovalEventType = Literal["approval.requested", "approval.decided", "approval.expired", "approval.withdrawn"]


class ApprovalEvent(TypedDict):
    """The body of a webhook about an approval."""

    id: str
    "Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats."
    object: Literal["event"]
    "Always `event`."
    type: ApprovalEventType
    "What happened. New types may be added: answer 2xx and ignore those that you do not know."
    created_at: str
    "When it happened."
    data: "ApprovalEventData"


class ApprovalEventData(TypedDict):
    """The approval that the event is about."""

    object: "Approval"
    "The whole approval, as `GET /v1/approvals/{approval_id}` returned it at that moment."


class ApprovalRules(TypedDict):
    """From which amounts your account needs approvals."""

    object: Literal["approval_rules"]
    "Always `approval_rules`."
    campaign_start: "CampaignApprovalRule"
    "For starting, scheduling and resuming campaigns."


class ApprovalTerms(TypedDict):
    """All that is approved. If one of these changes, the approval is voided."""

    file_sha256: Optional[str]
    "SHA-256 of the file, in hexadecimal."
    revision: int
    "Revision of the rows."
    approved_cost: "Money"
    "The most that the batch may spend."
    not_before: Optional[str]
    "Nothing is bought before this time; null for none."
    send_between: Optional[str]
    "Hours in which rows are bought; null for any hour."
    on_invalid: str
    "As in the batch."
    on_insufficient_balance: str
    "As in the batch."
    on_duplicate: str
    "As in the batch."
    duplicate_window_hours: int
    "As in the batch."


class ApprovedCost(TypedDict):
    """The most that a batch may spend."""

    amount: int
    "Amount in minor units of the currency."
    currency: str
    "Currency of the account (ISO 4217)."


class AuditEntry(TypedDict):
    """One entry of the audit log. Entries are never changed or removed."""

    id: str
    "Id of the entry."
    object: Literal["audit_entry"]
    "Always `audit_entry`."
    number: int
    "Number of the entry in the log of your account: 1, 2, 3 and so on without gaps."
    created_at: str
    "When it was recorded."
    principal: "AuditPrincipal"
    session_id: Optional[str]
    "The session of the person; null for keys."
    address: Optional[str]
    "IP address of the request; null for the platform."
    user_agent: Optional[str]
    "The header `User-Agent` of the request, up to 300 characters."
    action: str
    "What was done, for example `batch_start`. More actions may be added."
    subject: str
    "What it was done to: the id of a resource, or a word such as `account`."
    reason: Optional[str]
    "Why, if a person of your organisation gave a reason."
    before: Optional[Dict[str, Any]]
    "How it was before, if it was changed. The fields depend on the action."
    after: Optional[Dict[str, Any]]
    "What it was changed to, or other facts. The fields depend on the action."
    previous_hash: str
    "The hash of the entry before it, in hexadecimal."
    hash: str
    "SHA-256 over the entry and the hash of the entry before it, in hexadecimal. If you keep it, you notice if an earlier entry is changed."

AuditPrincipalKind = Literal["key", "person", "platform"]


class AuditPrincipal(TypedDict):
    """Who acted."""

    kind: AuditPrincipalKind
    "`key`: a program with an API key. `person`: a person who was signed in. `platform`: the staff or a process of the platform."
    id: Optional[str]
    "Id of the key or person; null for the platform. `unknown` for a key in entries of an earlier version."


class Balance(TypedDict):
    """Your prepaid balance."""

    object: Literal["balance"]
    "Always `balance`."
    available: "Money"
    "What you can spend now."
    held: "Money"
    "The price of purchases that are still pending. It is charged if they succeed, and released if they fail."
    updated_at: str
    "When the balance last changed."

BatchStatus = Literal["validating", "ready", "running", "paused", "completed", "canceled", "rejected"]

BatchStart = Literal["auto", "manual"]

BatchOnInvalid = Literal["skip", "reject"]

BatchOnInsufficientBalance = Literal["pause", "fail"]

BatchOnDuplicate = Literal["skip", "buy"]


class _BatchOptional(TypedDict, total=False):
    owner: Optional["BatchOwner"]
    "Who uploaded it; null if that is not known, and for runs of a recurring batch."
    note: Optional[str]
    "What people wrote about it; null for nothing."
    cost_centre: Optional[str]
    "To which of your cost centres it is charged; null for none."
    archived_at: Optional[str]
    "When it was archived; null if it is not. An archived batch is like any other."
    retry_of: Optional[str]
    "The batch whose rows this one tries again; null for an upload."
    revision: int
    "Counts the changes of its rows after the upload: 0 while all rows are as in the file. Send it with `start`, so that you start exactly what you were shown."
    corrections: "BatchCorrections"
    no_estimate: Optional["BatchNoEstimate"]
    "Why there is no estimate; null if there is one, and after the batch has ended."


class Batch(_BatchOptional):
    """A campaign: one spreadsheet whose rows are bought as purchases."""

    id: str
    "Id of the batch."
    object: Literal["batch"]
    "Always `batch`."
    reference: "BatchReference"
    status: BatchStatus
    "`validating`: the rows are being checked. `ready`: waits for `start`. `running`: rows are being bought. `paused`: see `pause`. `completed`: every row was processed, and all purchases are final. `canceled`: no more rows are bought. `rejected`: the file cannot be used; see `rejection`. The last three do not change."
    stage: str
    "What the batch does now. It is the same as `status`, except for a batch that waits for its start time, `not_before`. The stage of such a batch is `scheduled`, and its `status` is `running`. More stages may be added."
    waits_for: Optional["BatchWaitsFor"]
    "Why nothing is bought now, and until when; null if the batch waits for no time."
    start: BatchStart
    "`auto`: the batch starts after validation. `manual`: it waits for `start`."
    on_invalid: BatchOnInvalid
    "`skip`: rows with errors are not bought. `reject`: one such row rejects the whole file."
    on_insufficient_balance: BatchOnInsufficientBalance
    "`pause`: the batch pauses, and resumes after you add funds. `fail`: rows that the balance does not cover are not bought."
    not_before: Optional[str]
    "Nothing is bought before this time; null if you sent none."
    send_between: Optional[str]
    "Hours in which rows are bought, in the local time of the recipient; null for any hour."
    duplicate_window_hours: int
    "Rows are compared with the purchases of your account in this many hours before. 0: they are not compared."
    on_duplicate: BatchOnDuplicate
    "`skip`: duplicates are held back. `buy`: they are bought, with a warning."
    counts: "BatchCounts"
    cost: "Money"
    "Cost of all valid rows, at the prices at validation."
    charged: "Money"
    "What you were charged for its purchases. It is the sum of their `purchase` lines on your statements, without the sign. Refunds are not subtracted."
    refunded: "Money"
    "What you got back for reversed purchases. It is the sum of their `reversal` lines on your statements."
    held: "Money"
    "Price of its purchases that are pending."
    not_spent: "Money"
    "The part of `cost` that is not spent. `cost` always equals `charged` - `refunded` + `held` + `not_spent`. Negative if prices rose after validation."
    approved_cost: Optional["Money"]
    "The cost that was approved at the start. `charged` and `held` together never exceed it. Null if no approved cost was sent."
    prices_locked_until: Optional[str]
    "Until this time, rows are bought at the prices of the check, even if prices change. After it, the prices of the day apply. Null if your account has no price lock, or the file is not checked yet."
    recurring_batch_id: Optional[str]
    "The recurring batch that made it; null if you uploaded it."
    file_sha256: Optional[str]
    "SHA-256 of the file, in hex; null until the whole file was received."
    available: "Money"
    "What your account can spend now."
    shortfall: "Money"
    "The amount that you must add to buy all waiting rows; 0 if your balance is sufficient."
    sheet: Optional[str]
    "The sheet of the workbook that was read; null for other files."
    sheets: List[str]
    "The sheets of the workbook that have rows; empty for other files."
    notices: List["BatchNotice"]
    "What was unusual about the file."
    errors: List["BatchLineError"]
    "The first 20 errors. The rows (`GET /v1/batches/{batch_id}/rows`) have all of them."
    warned: int
    "Number of rows with warnings."
    warnings: List["BatchLineWarning"]
    "The first 20 warnings about rows that can be bought, such as the same number and bundle twice. The rows have all of them."
    duplicates: List["BatchLineDuplicate"]
    "The first 20 duplicates that the check of the file found. Each has the place of the earlier row or purchase, and its time if it is known. The rows have all of them."
    pause: Optional["BatchPause"]
    "Present while the batch is paused; otherwise null."
    rejection: Optional["BatchRejection"]
    "Present if the file was rejected; otherwise null."
    created_at: str
    "When the upload started."
    validated_at: Optional[str]
    "When every row had been checked; null until then."
    started_at: Optional[str]
    "When the batch started; null until then."
    estimated_completion_at: Optional[str]
    "When the batch is expected to end, by the speed of the networks in the last minutes. For a `ready` batch, it assumes that you start the batch now. If it is null, `no_estimate` says why."
    completed_at: Optional[str]
    "When the batch was completed, cancelled or rejected; null until then."


class BatchBreakdown(TypedDict):
    """The rows of a batch by network, bundle, state and reason."""

    object: Literal["batch_breakdown"]
    "Always `batch_breakdown`."
    batch_id: str
    "Id of the batch."
    outcomes: List["BatchOutcome"]
    "One item for each network, bundle, state and reason that the batch has, in this order. Each row is in exactly one item."

BatchCorrection = TypedDict(
    "BatchCorrection",
    {
        # Line of the file, or row of the sheet, counted from 1.
        "line": int,
        # The column's name in your file; null for the whole row.
        "column": Optional[str],
        # The cell, as in the file.
        "from": str,
        # The corrected number.
        "to": str,
        # What was wrong with the number, as in the errors of rows. More may be added.
        "damage": str,
    },
)
"""A phone number that was corrected."""

BatchCorrectionsState = Literal["none", "proposed", "accepted", "rejected"]


class BatchCorrections(TypedDict):
    """Phone numbers that were corrected, with `repair`."""

    state: BatchCorrectionsState
    "`none`: no number was corrected. `proposed`: accept or reject the corrections before you start the batch. `accepted`: the batch buys for the corrected numbers. `rejected`: the rows of these numbers have errors."
    count: int
    "Number of rows with a corrected phone number."
    first: List["BatchCorrection"]
    "The first 20 corrections. The rows have all of them."


class BatchCounts(TypedDict):
    """Rows by outcome. Always: `rows` = `invalid` + `waiting` + `refused` + `pending` + `successful` + `failed` + `reversed`."""

    rows: int
    "All rows of the file."
    valid: int
    "Rows that can be bought: `rows` minus `invalid`."
    invalid: int
    "Rows with errors; they are never bought."
    waiting: int
    "Rows that are not bought yet. In a cancelled batch, they are never bought."
    refused: int
    "Valid rows that could not be bought. For example, the balance was too low, or the row is a duplicate."
    pending: int
    "Purchases that are not final yet."
    successful: int
    "Purchases that were delivered and charged."
    failed: int
    "Purchases that failed; they were not charged."
    reversed: int
    "Purchases that the network reversed; they were refunded."
    duplicates: int
    "Rows that repeat an earlier purchase or row. With `on_duplicate=skip`, they are counted in `refused` too."


class BatchDuplicateOf(TypedDict):
    """What a row is a duplicate of."""

    kind: str
    "What the row repeats. `result`: the purchase that the `result.state` of this row in your file reports. `row`: an earlier row of the file. `purchase`: a purchase of your account. More kinds may be added."
    line: Optional[int]
    "The earlier line of the file, for `row`; otherwise null."
    purchase_id: Optional[str]
    "The earlier purchase, for `purchase`; otherwise null."
    reference: Optional[str]
    "Reference of the earlier purchase, for `purchase`; otherwise null."
    bought_at: Optional[str]
    "When the earlier purchase was accepted, for `purchase`; otherwise null."

BatchEventType = Literal["batch.completed", "batch.ready", "batch.paused"]


class BatchEvent(TypedDict):
    """The body of a webhook about a batch."""

    id: str
    "Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats."
    object: Literal["event"]
    "Always `event`."
    type: BatchEventType
    "What happened. New types may be added: answer 2xx and ignore those that you do not know."
    created_at: str
    "When it happened."
    data: "BatchEventData"


class BatchEventData(TypedDict):
    """The batch that the event is about."""

    object: "Batch"
    "The whole batch, as `GET /v1/batches/{batch_id}` returned it at that moment."


class BatchLineDuplicate(TypedDict):
    """A line of the file that is a duplicate."""

    line: int
    "Line of the file, or row of the sheet, counted from 1."
    column: Optional[str]
    "The column's name in your file; null for the whole row."
    code: str
    "Stable code for programs. New codes may be added."
    message: str
    "What is wrong and what to do, for people."
    duplicate_of: "BatchDuplicateOf"


class _BatchLineErrorOptional(TypedDict, total=False):
    damage: str
    "What is wrong with the form of the number, often because of a spreadsheet: `lost_plus`, `lost_leading_zero`, `local_format`, `scientific_notation`, `decimal_number`, `international_prefix` or `separators`. More values may be added. Absent if it is not known."
    bundle_ids: List[str]
    "Present for `bundle_unclear`: up to six bundles that fit what the cell says, the cheapest first. Empty if none fits."
    duplicate_of: "BatchDuplicateOf"
    "Present if the row is a duplicate."
    sheet: str
    "The sheet of the workbook; absent if the file is not a workbook."


class BatchLineError(_BatchLineErrorOptional):
    """What is wrong with a line of the file."""

    column: Optional[str]
    "The column's name in your file; null for the whole row."
    code: str
    "Stable code for programs. New codes may be added."
    message: str
    "What is wrong and what to do, for people."
    line: int
    "Line of the file, or row of the sheet, counted from 1."


class _BatchLineWarningOptional(TypedDict, total=False):
    duplicate_of: "BatchDuplicateOf"
    "Present if the row is a duplicate."
    sheet: str
    "The sheet of the workbook; absent if the file is not a workbook."


class BatchLineWarning(_BatchLineWarningOptional):
    """What to check in a line that can be bought."""

    column: Optional[str]
    "The column's name in your file; null for the whole row."
    code: str
    "Stable code for programs. New codes may be added."
    message: str
    "What is wrong and what to do, for people."
    line: int
    "Line of the file, or row of the sheet, counted from 1."


class BatchNoEstimate(TypedDict):
    """Why the end of a batch cannot be estimated."""

    code: str
    "Stable code for programs: `checking`, `starts_later`, `quiet_hours`, `needs_money`, `paused`, `needs_decision`, `first_rows`, `network_unavailable`, `measuring` or `too_slow`. More may be added."
    message: str
    "The same for people."


class BatchNotice(TypedDict):
    """Something unusual about the file that did no harm."""

    code: str
    "Stable code for programs. New codes may be added."
    message: str
    "What was found, for people."

BatchOutcomeState = Literal["waiting", "invalid", "refused", "pending", "successful", "failed", "reversed"]

BatchOutcomeRetry = Literal["may_work", "with_care", "never"]


class BatchOutcome(TypedDict):
    """Rows of a batch with the same network, bundle, state and reason."""

    network_id: Optional[str]
    "The network of the rows; null if it is not known."
    bundle_id: Optional[str]
    "The bundle of the rows; null if they have none that can be bought."
    state: BatchOutcomeState
    "The state of the rows, as in `GET /v1/batches/{batch_id}/rows`."
    reason: Optional[str]
    "Why they were not bought: the `failure.code` of their purchases, or the `code` of the first error of the rows. `canceled`: a cancelled batch left them. Null if they were bought, or wait. More values may be added."
    retry: Optional[BatchOutcomeRetry]
    "Whether a retry may buy the rows as they are. `may_work`: it may. `with_care`: the bundle can still arrive, so a retry has these rows only if you name their reason. `never`: correct the rows, or leave them. Null if they were bought, or wait."
    rows: int
    "Number of rows."
    amount: "Money"
    "Sum of their prices. For `successful` and `reversed` rows, it was charged. For `pending` rows, it is held. For all others, nothing was charged."


class BatchOwnColumn(TypedDict):
    """A cell of one of your own columns."""

    name: str
    "Name of the column in your file."
    value: str
    "The cell, as in the file."


class BatchOwner(TypedDict):
    """Who uploaded a batch."""

    kind: str
    "`key`, `person` or `operator` (your technical contact). More may be added."
    id: str
    "Id of the key or person; otherwise a name."


class BatchPause(TypedDict):
    """Why the batch is paused."""

    code: str
    "Stable code for programs. New codes may be added."
    message: str
    "Why the batch is paused and what to do, for people."


class BatchPreview(TypedDict):
    """What a file looks like, before it is uploaded as a batch."""

    object: Literal["batch_preview"]
    "Always `batch_preview`."
    sheet: Optional[str]
    "The sheet of the workbook that was read; null for other files, and if you must choose one."
    sheets: List[str]
    "The sheets of the workbook that have rows; empty for other files."
    header_line: Optional[int]
    "Line of the header; null if there is none."
    columns: List["BatchPreviewColumn"]
    "The columns in the order of the file, up to 100."
    notices: List["BatchNotice"]
    "What is unusual about the file."
    rejection: Optional["BatchRejection"]
    "Why an upload with `on_unknown_columns=keep` would be rejected now, if its first rows show it. You can map columns or name a sheet to change this."


class BatchPreviewColumn(TypedDict):
    """A column of a file that is not uploaded yet."""

    name: str
    "Name of the column in your file."
    read_as: Optional[str]
    "What an upload reads the column as: `phone_number`, `bundle_id`, `reference`, `network_id`, `data_mb`, `validity_hours` or `metadata.<key>`. `own`: one of your own columns, if you upload with `on_unknown_columns=keep`. Null: the column is ignored. More values may be added."
    guessed: bool
    "Whether the name of the column is a synonym, such as `MSISDN`. Look whether it is right."
    samples: List[str]
    "Up to 5 values from its first rows."


class _BatchRejectionOptional(TypedDict, total=False):
    sheet: str
    "The sheet of the workbook; absent if the file is not a workbook."


class BatchRejection(_BatchRejectionOptional):
    """Why the file was rejected."""

    code: str
    "Stable code for programs. New codes may be added."
    message: str
    "What is wrong and what to do, for people."
    line: Optional[int]
    "Line of the file, or row of the sheet; null if the whole file is meant."

BatchRowState = Literal["waiting", "invalid", "refused", "pending", "successful", "failed", "reversed"]


class _BatchRowOptional(TypedDict, total=False):
    corrected_number: Optional[str]
    "The number that is bought for, if `phone_number` was corrected; otherwise null."
    own_columns: List["BatchOwnColumn"]
    "Your own columns, in the order of the file, if the upload had `on_unknown_columns=keep`."
    changes: Optional["BatchRowChanges"]
    "What you changed in the row after the upload; null if nothing."


class BatchRow(_BatchRowOptional):
    """A row of the file, with its result."""

    object: Literal["batch_row"]
    "Always `batch_row`."
    line: int
    "Line of the file, or row of the sheet, counted from 1."
    state: BatchRowState
    "`waiting`: not bought yet. `invalid`: has errors and is never bought. `refused`: valid, but could not be bought. The others are the status of its purchase."
    reference: Optional[str]
    "Reference of the purchase; null if the one in the file cannot be used."
    phone_number: str
    "Phone number as in the file."
    bundle_id: str
    "Bundle as in the file, or as chosen by its data and validity."
    network_id: Optional[str]
    "The network of the number; null if it is not known."
    price: Optional["Money"]
    "Price at validation; null for an invalid row."
    metadata: Dict[str, str]
    "The `metadata` columns of the row."
    purchase_id: Optional[str]
    "The purchase of the row. For a refused row, the earlier purchase that has the same reference, or that this row repeats. Null if there is none."
    completed_at: Optional[str]
    "When the purchase became final; null until then."
    failure: Optional["BatchRowFailure"]
    "Present if the purchase failed; otherwise null."
    errors: List["BatchRowError"]
    "Why the row is not bought; empty if it can be."
    warnings: List["BatchRowWarning"]
    "What to check in a row that can be bought."


class BatchRowChanges(TypedDict):
    """What you changed in a row after the upload."""

    phone_number: Optional[str]
    "The number that replaces the one in the file, or null."
    bundle_id: Optional[str]
    "The bundle that replaces the one in the file, or null."
    data_mb: Optional[int]
    "Data in MB that replaces what the file says, or null."
    validity_hours: Optional[int]
    "Validity that replaces what the file says, or null."
    dropped: bool
    "Whether you dropped the row."


class _BatchRowEditOptional(TypedDict, total=False):
    phone_number: Optional[str]
    "The number to buy for, in E.164. If the upload had `repair=propose` or `repair=accept`, other forms are read as in the file, and the row then has the number in E.164. Null: as in the file. A number that cannot be bought for makes the row invalid."
    bundle_id: Optional[str]
    "The bundle to buy, in place of data and validity. Null: as in the file."
    data_mb: Optional[int]
    "Data in MB, to choose the bundle by. Null: as in the file."
    validity_hours: Optional[int]
    "Least validity in hours, to choose the bundle by. Null: as in the file."
    dropped: bool
    "`true`: nothing is bought for the row. `false`: the row is restored."


class BatchRowEdit(_BatchRowEditOptional):
    """A change of one row."""

    line: int
    "Line of the row in the file."


class _BatchRowErrorOptional(TypedDict, total=False):
    damage: str
    "What is wrong with the form of the number, often because of a spreadsheet: `lost_plus`, `lost_leading_zero`, `local_format`, `scientific_notation`, `decimal_number`, `international_prefix` or `separators`. More values may be added. Absent if it is not known."
    bundle_ids: List[str]
    "Present for `bundle_unclear`: up to six bundles that fit what the cell says, the cheapest first. Empty if none fits."
    duplicate_of: "BatchDuplicateOf"
    "Present if the row is a duplicate."


class BatchRowError(_BatchRowErrorOptional):
    """What is wrong with a row."""

    column: Optional[str]
    "The column's name in your file; null for the whole row."
    code: str
    "Stable code for programs. New codes may be added."
    message: str
    "What is wrong and what to do, for people."


class BatchRowFailure(TypedDict):
    """Why the purchase of the row failed."""

    code: str
    "The `failure.code` of the purchase. New codes may be added."
    message: str
    "The reason in words, for people."


class _BatchRowWarningOptional(TypedDict, total=False):
    duplicate_of: "BatchDuplicateOf"
    "Present if the row is a duplicate."


class BatchRowWarning(_BatchRowWarningOptional):
    """What to check in a row that can be bought."""

    column: Optional[str]
    "The column's name in your file; null for the whole row."
    code: str
    "Stable code for programs. New codes may be added."
    message: str
    "What is wrong and what to do, for people."


class BatchWaitsFor(TypedDict):
    """What a batch waits for that is not paused."""

    code: str
    "Stable code for programs. `start_time`: `not_before` is in the future. `quiet_hours`: for all waiting rows, the local time of the recipient is outside `send_between`. More codes may be added."
    message: str
    "The reason in words, for people."
    until: Optional[str]
    "When the batch continues automatically. Null if it cannot, because no time is within `send_between` in all time zones of a country."


class Blocklist(TypedDict):
    """How many numbers your account has blocked. The numbers are stored only as hashes with a secret key, so they cannot be listed."""

    object: Literal["blocklist"]
    "Always `blocklist`."
    count: int
    "How many numbers are blocked."
    first_added_at: Optional[str]
    "When the oldest of them was blocked; null if there is none."
    last_added_at: Optional[str]
    "When the newest of them was blocked; null if there is none."


class BlocklistLookup(TypedDict):
    """Whether your account has blocked a number."""

    object: Literal["blocklist_lookup"]
    "Always `blocklist_lookup`."
    phone_number: "ShownPhoneNumber"
    blocked: bool
    "Whether your account has blocked the number."
    added_at: Optional[str]
    "When it was blocked; null if it is not."


class Bundle(TypedDict):
    """A data bundle that you can buy."""

    id: str
    "Id of the bundle."
    object: Literal["bundle"]
    "Always `bundle`."
    network_id: str
    "The network whose numbers can receive the bundle."
    name: str
    "Name as shown to the customer."
    data_mb: int
    "Data allowance in megabytes (1 GB is 1024 MB)."
    validity_hours: int
    "How many hours the customer has to use the data after it is credited."
    price: "Money"
    "Your contracted price."
    available: bool
    "Whether you can buy the bundle now. False if it is withdrawn, if its network is unavailable, or if it is not on the list of allowed bundles of your account."


class CampaignApprovalRule(TypedDict):
    """When campaigns need approval."""

    one_approval_from: Optional["Money"]
    "A campaign that may spend this amount or more needs one approval; null for never."
    two_approvals_from: Optional["Money"]
    "A campaign that may spend this amount or more needs approvals of two different persons or keys; null for never."
    valid_hours: int
    "How many hours after the request an approval can be given and used."


class _ChangeBatchRowOptional(TypedDict, total=False):
    phone_number: Optional[str]
    "The number to buy for, in E.164. If the upload had `repair=propose` or `repair=accept`, other forms are read as in the file, and the row then has the number in E.164. Null: as in the file. A number that cannot be bought for makes the row invalid."
    bundle_id: Optional[str]
    "The bundle to buy, in place of data and validity. Null: as in the file."
    data_mb: Optional[int]
    "Data in MB, to choose the bundle by. Null: as in the file."
    validity_hours: Optional[int]
    "Least validity in hours, to choose the bundle by. Null: as in the file."
    dropped: bool
    "`true`: nothing is bought for the row. `false`: the row is restored."
    revision: int
    "The `revision` of the batch that you have seen. If someone changed a row since, the answer is 409. Without it, your change is made anyway."


class ChangeBatchRow(_ChangeBatchRowOptional):
    """What to change in a row. Send at least one field."""



class _ChangeBatchRowsOptional(TypedDict, total=False):
    revision: int
    "The `revision` of the batch that you have seen. If someone changed a row since, the answer is 409. Without it, your change is made anyway."


class ChangeBatchRows(_ChangeBatchRowsOptional):
    """Changes of rows of a batch."""

    edits: List["BatchRowEdit"]
    "The changes: 1 to 1,000, each of a different line. All of them are made, or none."


class ChangedBlocklist(TypedDict):
    """The blocklist after the change."""

    object: Literal["blocklist"]
    "Always `blocklist`."
    count: int
    "How many numbers are blocked."
    first_added_at: Optional[str]
    "When the oldest of them was blocked; null if there is none."
    last_added_at: Optional[str]
    "When the newest of them was blocked; null if there is none."
    changed: int
    "How many numbers were blocked or unblocked. Others were so already."


class CostCentreTotal(TypedDict):
    """What the purchases of one cost centre were charged and refunded."""

    object: Literal["cost_centre_total"]
    "Always `cost_centre_total`."
    cost_centre: Optional[str]
    "Its name; null for purchases without a cost centre."
    charged: "Money"
    "Sum of the `purchase` lines, without the sign."
    refunded: "Money"
    "Sum of the `reversal` lines."
    purchases: int
    "Number of purchases that were charged."
    reversals: int
    "Number of purchases that were refunded."


class _CreateApiKeyOptional(TypedDict, total=False):
    expires_at: Optional[str]
    "From this time, the key does not work: up to ten years from now. Null if it does not expire."
    spend_caps: "ReplaceSpendCaps"


class CreateApiKey(_CreateApiKeyOptional):
    """A new API key."""

    name: str
    "Your own name for the key, of up to 100 characters."
    scopes: List[Literal["all", "read_only", "purchases:create", "purchases:read", "numbers:lookup", "numbers:read", "balance:read", "sandbox:write", "statements:read", "catalogue:read", "batches:create", "batches:read", "batches:start", "approvals:read", "approvals:decide", "approvals:rules", "batches:stop", "recurring-batches:read", "recurring-batches:start", "recurring-batches:stop", "events:read", "events:resend", "webhooks:read", "webhooks:write", "keys:read", "keys:write", "requests:read", "audit:read", "people:read", "people:manage", "privacy:manage", "privacy:export", "settings:read", "settings:write", "rules:read", "rules:write"]]
    "What the key may do. You can give only rights that you have. `all` and `read_only` include rights that are added later, except `approvals:decide`, `approvals:rules`, `people:read`, `people:manage`, `privacy:manage`, `privacy:export` and `requests:read`, which a key has only if you name them."


class CreateBlocklistLookup(TypedDict):
    """The number to look up."""

    phone_number: "PhoneNumber"


class CreateErasure(TypedDict):
    """The number to erase."""

    phone_number: "PhoneNumber"


class _CreateInvitationOptional(TypedDict, total=False):
    replace: bool
    "If true, an open invitation of the address is withdrawn, and the new one takes its place: both, or neither. Otherwise an open invitation leads to 409."


class CreateInvitation(_CreateInvitationOptional):
    """Whom to invite, with which role."""

    email: str
    "The address of the person, of up to 254 characters."
    role: str
    "Id of a role of `GET /v1/roles`."


class CreateNumberExport(TypedDict):
    """The number whose records to export."""

    phone_number: "PhoneNumber"


class CreateNumberLookup(TypedDict):
    """The number to look up."""

    phone_number: "PhoneNumber"


class _CreatePurchaseOptional(TypedDict, total=False):
    network_id: str
    "The network that you expect. If the number is on another network, the purchase is rejected with `network_mismatch`. If you leave it out, the number is looked up."
    metadata: "Metadata"


class CreatePurchase(_CreatePurchaseOptional):
    """The bundle to buy and the number that receives it."""

    reference: "Reference"
    phone_number: "PhoneNumber"
    "The number that receives the bundle."
    bundle_id: str
    "The bundle to buy, from `GET /v1/bundles`."


class _CreateRecurringBatchOptional(TypedDict, total=False):
    weekdays: List[int]
    "Days of the week, 1 for Monday to 7 for Sunday; empty for every day."
    month_days: List[int]
    "Days of the month; empty for every day. A month without the day has no run."
    ends_at: str
    "No run after this time. Leave it out for no end."
    duplicate_window_hours: int
    "Holds back rows that your account bought within this many hours. 0 or absent: nothing is held back, because the same rows are bought again on purpose."


class CreateRecurringBatch(_CreateRecurringBatchOptional):
    """Which batch is bought again, and when."""

    reference: str
    "Your own unique name, up to 35 characters. The batch of each run gets it with the time of the run."
    batch_id: str
    "The batch whose rows each run buys. It has been checked; it need not have been started."
    time_zone: str
    "IANA name of the time zone."
    at: str
    "Time of the day on the clocks of `time_zone`."
    approved_cost: "ApprovedCost"
    "The most that one run may cost. A run that would cost more is skipped."


class CreateRole(TypedDict):
    """The name of a role, and its rights."""

    name: str
    "Your name for the role, of up to 100 characters. No two roles have the same name."
    rights: List[Literal["purchases:create", "purchases:read", "numbers:lookup", "numbers:read", "balance:read", "sandbox:write", "statements:read", "catalogue:read", "batches:create", "batches:read", "batches:start", "approvals:read", "approvals:decide", "approvals:rules", "batches:stop", "recurring-batches:read", "recurring-batches:start", "recurring-batches:stop", "events:read", "events:resend", "webhooks:read", "webhooks:write", "keys:read", "keys:write", "requests:read", "audit:read", "people:read", "people:manage", "privacy:manage", "privacy:export", "settings:read", "settings:write", "rules:read", "rules:write"]]
    "What people with this role may do. You can give only rights that you have."


class _CreateWebhookEndpointOptional(TypedDict, total=False):
    description: str
    "Your own note, of up to 200 characters."
    event_types: List[Literal["purchase.successful", "purchase.failed", "purchase.reversed", "batch.completed", "batch.ready", "batch.paused", "approval.requested", "approval.decided", "approval.expired", "approval.withdrawn"]]
    "The types of event to send. A repeated type counts once. If you leave this out, a new endpoint gets the three types of purchases."


class CreateWebhookEndpoint(_CreateWebhookEndpointOptional):
    """A new webhook endpoint."""

    url: str
    "Where events are sent: HTTPS on port 443, with a public name or address."


class _DecideApprovalOptional(TypedDict, total=False):
    reason: str
    "A remark that is kept with your decision."


class DecideApproval(_DecideApprovalOptional):
    """Optional remark."""



class DeletedRole(TypedDict):
    """A role that no longer exists."""

    id: str
    "Id of the role: the name of a built-in role, or the id of a role that you composed."
    object: Literal["role"]
    "Always `role`."
    deleted: Literal[True]
    "Always true."


class DeletedWebhookEndpoint(TypedDict):
    """The endpoint was deleted with its secrets."""

    id: str
    "Id of the webhook endpoint."
    object: Literal["webhook_endpoint"]
    "Always `webhook_endpoint`."
    deleted: Literal[True]
    "Always true."

DeliveryAttemptKind = Literal["scheduled", "resent"]

DeliveryAttemptOutcome = Literal["delivered", "failed"]


class DeliveryAttempt(TypedDict):
    """One HTTP request that carried an event."""

    kind: DeliveryAttemptKind
    "`scheduled`: one of the seven attempts of the retry schedule. `resent`: requested by you or by support."
    endpoint_id: Optional[str]
    "The webhook endpoint that was called; null for the one that your technical contact set."
    number: Optional[int]
    "Number of the attempt in the schedule, 1 to 7; null if it was resent."
    started_at: str
    "When the attempt started."
    finished_at: Optional[str]
    "When the attempt ended; null while it is in progress."
    outcome: Optional[DeliveryAttemptOutcome]
    "`delivered`: your endpoint answered 2xx. `failed`: it did not. Null while in progress."
    http_status: Optional[int]
    "HTTP status of the answer; null if there was none."
    error: Optional[str]
    "Why the attempt failed: `http_status`, `timeout`, `dns`, `connect`, `tls`, `connection_lost` or `address_refused`. More may be added."
    url: Optional[str]
    "The URL that was called."
    address: Optional[str]
    "The IP address that was connected to."
    duration_ms: Optional[int]
    "Time until the answer, in milliseconds; null while in progress."
    answer: Optional[str]
    "The first 4 KiB of the body of the answer. Bytes that are not UTF-8 are replaced."


class EndApproval(TypedDict):
    """Why you reject or withdraw it."""

    reason: str
    "Why: all who see the approval can read it."


class EndedSession(TypedDict):
    """A session that has ended."""

    id: str
    "Id of the session."
    object: Literal["session"]
    "Always `session`."
    deleted: Literal[True]
    "Always true."

ErasureStatus = Literal["running", "completed"]

ErasureWaitsFor = Literal["purchase", "late_inquiry", "campaign", "closing", "webhook"]


class Erasure(TypedDict):
    """The erasure of a phone number from your records."""

    id: str
    "Id of the erasure."
    object: Literal["erasure"]
    "Always `erasure`."
    status: ErasureStatus
    "`completed` when nothing is left of the number."
    waits_for: Optional[ErasureWaitsFor]
    "What must end first: a pending `purchase`, a `late_inquiry` about a purchase that timed out (up to 72 hours), a `campaign` with the number, the `closing` of a day, or a `webhook` that is being sent. Null if it waits for nothing."
    pseudonym: str
    "What stands in place of the number: +999 and twelve digits, a keyed hash."
    requested_at: str
    "When the erasure was requested."
    completed_at: Optional[str]
    "When it was completed; null while it runs."
    purchases: int
    "Purchases whose number was replaced so far."
    statement_lines: int
    "Statement lines whose number was replaced so far."
    events: int
    "Events whose number was replaced so far."
    campaign_rows: int
    "Rows of campaigns that were changed so far."
    references_kept: int
    "Purchases whose `reference` contains the number. References stay as they are."


class Event(TypedDict):
    """An event, and whether it was delivered."""

    id: str
    "Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats."
    object: Literal["event"]
    "Always `event`."
    type: str
    "`purchase.successful`, `purchase.failed`, `purchase.reversed`, `batch.completed`, `batch.ready`, `batch.paused`, `approval.requested`, `approval.decided`, `approval.expired` or `approval.withdrawn`. New types may be added: ignore those that you do not know."
    created_at: str
    "When it happened."
    data: "EventData"
    test: bool
    "Whether this is a test event. Nothing that it reports has happened."
    delivery: "EventDelivery"


class EventData(TypedDict):
    """The resource that the event is about."""

    object: Dict[str, Any]
    "The purchase, batch or approval as it was at that moment, exactly as the webhook carries it."

EventDeliveryStatus = Literal["pending", "delivered", "failed", "not_sent"]


class EventDelivery(TypedDict):
    """Whether the event was delivered."""

    status: EventDeliveryStatus
    "`pending`: more attempts follow. `delivered`: every endpoint answered 2xx. `failed`: all seven attempts at an endpoint failed. `not_sent`: there was no endpoint, or the endpoint was removed or disabled."
    delivered_at: Optional[str]
    "When an endpoint accepted the event; null until then."

EventDeliveryWithAttemptsStatus = Literal["pending", "delivered", "failed", "not_sent"]


class EventDeliveryWithAttempts(TypedDict):
    """Whether the event was delivered, with every attempt."""

    status: EventDeliveryWithAttemptsStatus
    "`pending`: more attempts follow. `delivered`: every endpoint answered 2xx. `failed`: all seven attempts at an endpoint failed. `not_sent`: there was no endpoint, or the endpoint was removed or disabled."
    delivered_at: Optional[str]
    "When an endpoint accepted the event; null until then."
    next_attempt_at: Optional[str]
    "When the schedule makes its next attempt; null if there is none."
    attempts: List["DeliveryAttempt"]
    "The attempts of the schedule, and the last 100 that were resent."


class EventWithAttempts(TypedDict):
    """An event, with every attempt to deliver it."""

    id: str
    "Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats."
    object: Literal["event"]
    "Always `event`."
    type: str
    "`purchase.successful`, `purchase.failed`, `purchase.reversed`, `batch.completed`, `batch.ready`, `batch.paused`, `approval.requested`, `approval.decided`, `approval.expired` or `approval.withdrawn`. New types may be added: ignore those that you do not know."
    created_at: str
    "When it happened."
    data: "EventData"
    test: bool
    "Whether this is a test event. Nothing that it reports has happened."
    delivery: "EventDeliveryWithAttempts"


class ExportedCallback(TypedDict):
    """A callback of a gateway about the number."""

    network_id: str
    "Id of the network."
    received_at: str
    "When it was received."
    body: str
    "What the gateway sent."


class ExportedCell(TypedDict):
    """A cell of your file."""

    column: str
    "Name of the column in your file."
    value: str
    "Content of the cell."


class ExportedEvent(TypedDict):
    """An event about the number."""

    id: str
    "Id of the event."
    type: str
    "Type of the event."
    created_at: str
    "When it was created."
    body: str
    "The JSON text that was sent."
    answers: List[str]
    "What your servers answered."


class ExportedLine(TypedDict):
    """A statement line about the number."""

    id: str
    "Id of the line."
    type: str
    "What happened."
    occurred_at: str
    "When it happened."
    amount: "Money"
    "The change of the balance."
    purchase_id: Optional[str]
    "Id of the purchase."


class ExportedLookup(TypedDict):
    """A stored look-up of the number."""

    network_id: str
    "The network that the number was on."
    looked_up_at: str
    "When it was looked up."


class ExportedRow(TypedDict):
    """A row of a campaign that names the number."""

    batch_id: str
    "Id of the batch."
    line: int
    "Line of the row in your file."
    cells: List["ExportedCell"]
    "The cells of the row."

InvitationStatus = Literal["pending", "accepted", "withdrawn", "expired"]

InvitationMail = Literal["waiting", "sent", "not_sent"]


class Invitation(TypedDict):
    """An invitation to join your organisation."""

    id: str
    "Id of the invitation."
    object: Literal["invitation"]
    "Always `invitation`."
    email: str
    "The address that is invited, in lower case."
    role: str
    "Id of the role that the person gets."
    status: InvitationStatus
    "`pending`: the link in the mail can be used. The other states are final."
    mail: InvitationMail
    "`not_sent`: the mail server did not accept the mail, or there is none."
    invited_by: "InvitationSender"
    created_at: str
    "When it was sent."
    expires_at: str
    "Until when it can be accepted: 24 hours."
    ended_at: Optional[str]
    "When it was accepted or withdrawn, or expired; null while pending."

InvitationSenderKind = Literal["key", "person"]


class InvitationSender(TypedDict):
    """Who sent the invitation."""

    kind: InvitationSenderKind
    "A key or a person."
    id: str
    "Id of the key or person."


class IpAllowlist(TypedDict):
    """From which IP addresses the keys of your account work."""

    object: Literal["ip_allowlist"]
    "Always `ip_allowlist`."
    ranges: List[str]
    "The ranges from which your keys work. If the list is empty, they work from anywhere."
    your_address: str
    "The IP address from which your request came, in the form in which it is compared with the ranges."

LateDeliveryStatus = Literal["none", "possible", "delivered", "reversed", "not_delivered", "unknown"]


class LateDelivery(TypedDict):
    """Whether the bundle of a purchase that failed arrived later."""

    object: Literal["late_delivery"]
    "Always `late_delivery`."
    purchase_id: str
    "Id of the purchase."
    status: LateDeliveryStatus
    "`none`: the purchase has not failed, or the network refused it, or nothing was sent. `possible`: the network is asked until `asked_until`. `delivered`: the bundle arrived at `delivered_at`. `reversed`: it arrived, and the network took it back. `not_delivered`: the network reported that the customer does not have it. `unknown`: the network was asked until `asked_until`, and never said."
    delivered_at: Optional[str]
    "When the network confirmed the bundle; null if it did not."
    charged_at: Optional[str]
    "When its price was charged as an `adjustment`, because you agreed to that; null if it was not."
    asked_until: Optional[str]
    "Until when the network is asked, or was asked without an answer; otherwise null."


class LoggedRequest(TypedDict):
    """A request to the API, as the log of requests lists it."""

    id: str
    "Id of the request, as its answer had it."
    object: Literal["request"]
    "Always `request`."
    created_at: str
    "When it was answered."
    method: str
    "The HTTP method."
    path: str
    "The path with its query, decoded, up to 1,000 characters. Phone numbers are masked without the right `numbers:read`."
    status: int
    "The HTTP status of the answer."
    duration_ms: int
    "From the arrival of the request to the end of its answer, in milliseconds."
    principal: "RequestPrincipal"
    address: Optional[str]
    "IP address of the client; null if it is not known."


class LoggedRequestDetails(TypedDict):
    """A request to the API, with what was sent and answered."""

    id: str
    "Id of the request, as its answer had it."
    object: Literal["request"]
    "Always `request`."
    created_at: str
    "When it was answered."
    method: str
    "The HTTP method."
    path: str
    "The path with its query, decoded, up to 1,000 characters. Phone numbers are masked without the right `numbers:read`."
    status: int
    "The HTTP status of the answer."
    duration_ms: int
    "From the arrival of the request to the end of its answer, in milliseconds."
    principal: "RequestPrincipal"
    address: Optional[str]
    "IP address of the client; null if it is not known."
    request_body: Optional[str]
    "The JSON that was sent; null if there was none, it was a file, or it is not kept. Secrets are replaced by `[redacted]`, and phone numbers are masked without the right `numbers:read`. It has up to 4,096 characters."
    request_body_truncated: bool
    "Whether the end of `request_body` is cut off."
    response_body: Optional[str]
    "The JSON that was answered; null if it was a file, or it is not kept. Secrets are replaced by `[redacted]`, and phone numbers are masked without the right `numbers:read`. It has up to 4,096 characters."
    response_body_truncated: bool
    "Whether the end of `response_body` is cut off."


class LowBalanceAlert(TypedDict):
    """An e-mail that is sent when the available balance falls below an amount. The next one is sent only after the balance has reached the amount and falls below it again."""

    object: Literal["low_balance_alert"]
    "Always `low_balance_alert`."
    threshold: Optional["Money"]
    "An alert is sent when the available balance falls below this amount; null if there are no alerts."
    email: Optional[str]
    "Where alerts are sent; null if there are none."


class LowBalanceThreshold(TypedDict):
    """The amount below which an alert is sent."""

    amount: int
    "Amount in minor units of the currency. For example, 5000000 kobo is ₦50,000.00."
    currency: str
    "The currency of your account."


class Money(TypedDict):
    """An amount of money."""

    amount: int
    "Amount in minor units of the currency. For example, 50000 kobo is ₦500.00."
    currency: str
    "Currency code (ISO 4217)."

NetworkStatus = Literal["operational", "degraded", "unavailable"]


class Network(TypedDict):
    """A mobile network that you can buy bundles for."""

    id: str
    "Id of the network."
    object: Literal["network"]
    "Always `network`."
    name: str
    "Name of the network."
    country: str
    "Country code (ISO 3166-1 alpha-2)."
    status: NetworkStatus
    "`operational`: purchases are accepted and confirmed normally. `degraded`: accepted, but confirmations are slower than usual. `unavailable`: purchases are rejected with `network_unavailable`."
    status_message: Optional[str]
    "Short explanation if the status is not `operational`; otherwise null."
    status_updated_at: str
    "When the status last changed."
    recent_delivery: Optional["RecentDelivery"]
    "How fast the network has confirmed recent purchases; null if there were too few to measure."


class Notices(TypedDict):
    """Who gets e-mails about your campaigns."""

    object: Literal["notices"]
    "Always `notices`."
    ready: List[str]
    "Who gets an e-mail when a campaign is checked and waits to be started. If the list is empty, no one does."
    completed: List[str]
    "Who gets an e-mail when all rows of a campaign are done. If the list is empty, no one does."
    paused: List[str]
    "Who gets an e-mail when a campaign pauses, except for money or on request. If the list is empty, no one does."
    needs_money: List[str]
    "Who gets an e-mail when a campaign pauses because the balance is too low. If the list is empty, no one does."


class NumberExport(TypedDict):
    """What your records hold about a phone number."""

    object: Literal["number_export"]
    "Always `number_export`."
    phone_number: "ShownPhoneNumber"
    "The number."
    purchases: List["Purchase"]
    "Purchases for the number, newest first."
    statement_lines: List["ExportedLine"]
    "Statement lines of these purchases."
    events: List["ExportedEvent"]
    "Events about these purchases."
    callbacks: List["ExportedCallback"]
    "Callbacks about these purchases that are still stored."
    campaign_rows: List["ExportedRow"]
    "Rows of campaigns for the number, and rows that mention it."
    blocked_at: Optional[str]
    "When you blocked the number; null if you did not."
    looked_up: Optional["ExportedLookup"]
    "The stored look-up of its network; null if there is none."
    is_complete: bool
    "False if there are more than 10,000 purchases or rows: then some are left out."


class NumberLookup(TypedDict):
    """The network of a phone number."""

    object: Literal["number_lookup"]
    "Always `number_lookup`."
    phone_number: "ShownPhoneNumber"
    "The number that was looked up."
    network_id: str
    "The network that the number is on today, taking porting into account."
    ported: bool
    "Whether the number has moved away from the network of its prefix."
    looked_up_at: str
    "When the number was looked up."


class Organisation(TypedDict):
    """Your company, which owns accounts."""

    id: str
    "Id of the organisation."
    object: Literal["organisation"]
    "Always `organisation`."
    name: str
    "Name of the organisation."
    accounts: List["OrganisationAccount"]
    "Its accounts, live ones first."
    single_sign_on: Optional["SingleSignOn"]
    "How its people sign in at their own provider; null if they do not."
    created_at: str
    "When it was created."


class OrganisationAccount(TypedDict):
    """An account of the organisation."""

    id: str
    "Id of the account."
    name: str
    "Name of the account."
    livemode: bool
    "Whether the account buys. Otherwise it uses the sandbox."

PersonStatus = Literal["active", "suspended"]


class Person(TypedDict):
    """A person of your organisation."""

    id: str
    "Id of the person."
    object: Literal["person"]
    "Always `person`."
    email: str
    "The address with which the person signs in."
    name: str
    "How pages address the person."
    role: str
    "Id of the role. It holds for all accounts of the organisation."
    status: PersonStatus
    "`suspended`: the person has no rights in your organisation, and can be made active again."
    second_factor: bool
    "Whether the person has a second factor."
    joined_at: str
    "Since when the person is in your organisation."
    last_sign_in_at: Optional[str]
    "When the person last signed in; null for never."

PlatformStatusStatus = Literal["operational", "degraded", "unavailable"]


class PlatformStatus(TypedDict):
    """The status of the service itself."""

    status: PlatformStatusStatus
    "`operational`: purchases are accepted and sent normally. `degraded`: accepted, but sent or confirmed late. `unavailable`: no purchase is accepted at the moment."
    message: Optional[str]
    "Short explanation if the status is not `operational`; otherwise null."

PurchaseStatus = Literal["pending", "successful", "failed", "reversed"]


class Purchase(TypedDict):
    """One bundle, bought for one phone number."""

    id: str
    "Id of the purchase."
    object: Literal["purchase"]
    "Always `purchase`."
    reference: "Reference"
    status: PurchaseStatus
    "`pending`: the price is held. `successful`: delivered and charged. `failed`: not charged. `reversed`: delivered first, then reversed by the network and refunded. A purchase only moves forward."
    phone_number: "ShownPhoneNumber"
    "The number that receives the bundle."
    network_id: str
    "The network that the purchase was sent to."
    bundle: "PurchasedBundle"
    price: "Money"
    "Held while pending, charged if successful, refunded if reversed."
    created_at: str
    "When the purchase was accepted."
    resolve_by: str
    "The latest time at which the purchase is final. If the network has not confirmed by then, the purchase fails with `network_timeout`."
    completed_at: Optional[str]
    "When the purchase became `successful` or `failed`; null while it is pending."
    delivery: Optional["PurchaseDelivery"]
    "Present once the network confirmed the credit; otherwise null."
    failure: Optional["PurchaseFailure"]
    "Present if the purchase failed; otherwise null."
    reversal: Optional["PurchaseReversal"]
    "Present if the purchase was reversed; otherwise null."
    metadata: Dict[str, str]
    "Your own data, as you sent it; empty if you sent none."


class _PurchaseDeliveryOptional(TypedDict, total=False):
    network_reference: str
    "The network's own reference, if it provides one. Quote it when you ask the network."


class PurchaseDelivery(_PurchaseDeliveryOptional):
    """The confirmation of the network."""

    confirmed_at: str
    "When the network confirmed that it credited the bundle."

PurchaseEventType = Literal["purchase.successful", "purchase.failed", "purchase.reversed"]


class PurchaseEvent(TypedDict):
    """The body of a webhook about a purchase."""

    id: str
    "Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats."
    object: Literal["event"]
    "Always `event`."
    type: PurchaseEventType
    "What happened. New types may be added to webhooks: answer 2xx and ignore those that you do not know."
    created_at: str
    "When it happened."
    data: "PurchaseEventData"


class PurchaseEventData(TypedDict):
    """The purchase that the event is about."""

    object: "Purchase"
    "The whole purchase, as `GET /v1/purchases/{purchase_id}` returned it at that moment."


class PurchaseFailure(TypedDict):
    """Why a purchase failed. Nothing was charged."""

    code: str
    "Why the purchase failed. The page \"Failure codes\" lists all codes. New codes may be added. If you do not know a code, use `message`."
    message: str
    "The reason in words, for people. Do not parse it."


class PurchaseReversal(TypedDict):
    """A credit that the network reversed. You were refunded."""

    reversed_at: str
    "When the price was refunded."
    reason: str
    "The reason that the network gave, for people."


class PurchasedBundle(TypedDict):
    """A bundle as it was when you bought it."""

    id: str
    "Id of the bundle."
    name: str
    "Name as shown to the customer."
    data_mb: int
    "Data allowance in megabytes (1 GB is 1024 MB)."
    validity_hours: int
    "How many hours the customer has to use the data after it is credited."


class RecentDelivery(TypedDict):
    """Time from accepting a purchase to the confirmation by the network."""

    median_seconds: float
    "Half of the purchases were confirmed within this many seconds."
    p95_seconds: float
    "95% of the purchases were confirmed within this many seconds."
    window_minutes: int
    "Length of the window that was measured, in minutes."
    sample_size: int
    "Number of purchases that were measured."


class RecurringBatch(TypedDict):
    """A batch that is bought repeatedly, on a schedule."""

    id: str
    "Id of the recurring batch."
    object: Literal["recurring_batch"]
    "Always `recurring_batch`."
    reference: str
    "Your own name for it."
    batch_id: str
    "The batch whose rows each run buys."
    status: str
    "`active`, `paused` or `deleted`. More may be added."
    time_zone: str
    "IANA name of the time zone."
    at: str
    "Time of the day on its clocks."
    weekdays: List[int]
    "Days of the week, 1 for Monday; empty for every day."
    month_days: List[int]
    "Days of the month; empty for every day."
    ends_at: Optional[str]
    "No run after this time; null for no end."
    approved_cost: "Money"
    "The most that one run may cost."
    duplicate_window_hours: int
    "As you sent it; 0 if you sent none."
    next_runs: List[str]
    "Up to 10 next runs; empty unless it is active."
    last_runs: List["RecurringBatchRun"]
    "Up to 10 last runs, newest first."
    created_at: str
    "When it was created."


class RecurringBatchRun(TypedDict):
    """One time of the calendar."""

    scheduled_at: str
    "The time of the calendar."
    outcome: str
    "`starting`: its batch is being made. `started`: its batch was started. `skipped`: see `skip`. More may be added."
    batch_id: Optional[str]
    "The batch of the run; null if none was made."
    skip: Optional["RecurringBatchSkip"]
    "Present if the run was skipped; otherwise null."


class RecurringBatchSkip(TypedDict):
    """Why a run was skipped."""

    code: str
    "`previous_running`, `missed`, `cost_above_approved`, `batch_rejected`, `reference_used`, `over_limit` or `ended`. More may be added."
    message: str
    "The same for people."


class RemovedPerson(TypedDict):
    """A person who is no longer in your organisation."""

    id: str
    "Id of the person."
    object: Literal["person"]
    "Always `person`."
    deleted: Literal[True]
    "Always true."


class ReplaceAllowedBundles(TypedDict):
    """The new list of allowed bundles."""

    bundle_ids: Optional[List[str]]
    "All bundles that are allowed from now on, each of them sold to your account; null allows every bundle."


class ReplaceApprovalFrom(TypedDict):
    """From this amount."""

    amount: int
    "Amount in minor units of the currency."
    currency: str
    "The currency of your account."


class ReplaceApprovalRules(TypedDict):
    """All rules for approvals from now on."""

    campaign_start: "ReplaceCampaignApprovalRule"


class _ReplaceCampaignApprovalRuleOptional(TypedDict, total=False):
    valid_hours: int
    "How many hours after the request an approval can be given and used. 1 to 720; 72 if you leave it out."


class ReplaceCampaignApprovalRule(_ReplaceCampaignApprovalRuleOptional):
    """When campaigns need approval from now on."""

    one_approval_from: Optional["ReplaceApprovalFrom"]
    "A campaign that may spend this amount or more needs one approval; null for never."
    two_approvals_from: Optional["ReplaceApprovalFrom"]
    "A campaign that may spend this amount or more needs approvals of two different persons or keys; null for never."


class _ReplaceIpAllowlistOptional(TypedDict, total=False):
    allow_lockout: bool
    "`true` accepts a list that does not contain the address from which your request came. Your keys then stop working from that address."


class ReplaceIpAllowlist(_ReplaceIpAllowlistOptional):
    """The new allowlist."""

    ranges: List[str]
    "All ranges that are allowed from now on. Each is an IPv4 or IPv6 address, or a CIDR range in which all bits after the prefix are 0. An empty list allows every address."


class ReplaceLowBalanceAlert(TypedDict):
    """The new alert. Null in both fields ends the alerts."""

    threshold: Optional["LowBalanceThreshold"]
    "The amount, in the currency of your account; null for no alerts."
    email: Optional[str]
    "Where alerts are sent; null for no alerts. Set both fields, or neither."


class ReplaceNotices(TypedDict):
    """All addresses from now on."""

    ready: List[str]
    "Who gets an e-mail when a campaign is checked and waits to be started: up to 10 addresses. An empty list ends these e-mails."
    completed: List[str]
    "Who gets an e-mail when all rows of a campaign are done: up to 10 addresses. An empty list ends these e-mails."
    paused: List[str]
    "Who gets an e-mail when a campaign pauses, except for money or on request: up to 10 addresses. An empty list ends these e-mails."
    needs_money: List[str]
    "Who gets an e-mail when a campaign pauses because the balance is too low: up to 10 addresses. An empty list ends these e-mails."


class ReplaceSandboxBalance(TypedDict):
    """The new available balance of your test-mode account."""

    available: int
    "The new available balance of your test-mode account, in minor units of your currency. For example, 50000 kobo is ₦500.00."


class _ReplaceSpendCapsOptional(TypedDict, total=False):
    per_purchase: Optional["SpendCap"]
    "The most that one purchase may cost; null for no cap."
    per_day: Optional["SpendCap"]
    "The most that the key may spend in one UTC day; null for no cap."


class ReplaceSpendCaps(_ReplaceSpendCapsOptional):
    """The most that the key may spend. What you leave out stays as it is; a new key has no cap then."""



class ReplaceSpendingLimit(TypedDict):
    """The most that may be spent."""

    amount: int
    "Amount in minor units of the currency: 50000000 kobo is ₦500,000.00."
    currency: str
    "The currency of your account."


class ReplaceSpendingLimits(TypedDict):
    """All spending limits from now on."""

    per_campaign: Optional["ReplaceSpendingLimit"]
    "The most that one campaign may spend; null for no limit."
    per_day: Optional["ReplaceSpendingLimit"]
    "The most that may be spent per day (UTC); null for no limit."
    per_month: Optional["ReplaceSpendingLimit"]
    "The most that may be spent per month (UTC); null for no limit."


class _RequestBatchStartOptional(TypedDict, total=False):
    start_at: str
    "When the batch is to start: in the future, at most 366 days ahead. If you leave it out, it starts when someone starts it."
    send_between: Optional[str]
    "Hours in which rows are bought, in the local time of the recipient's country. Null: at any hour. If you leave it out, the hours of the upload stay."
    file_sha256: str
    "The `file_sha256` of the batch that you approve. If the batch has another hash, the answer is 409."
    revision: int
    "The `revision` of the batch as you were shown it. Another one is answered with 409. Required with `approved_cost` or `file_sha256` if rows were changed since the upload."
    note: str
    "For those who approve: up to 200 characters. All who see the approval can read it. If the same was asked for before, its first note stays."


class RequestBatchStart(_RequestBatchStartOptional):
    """When a batch is to start, and what it may cost."""

    approved_cost: "ApprovedCost"
    "The most that the batch may spend: its `cost`. If the batch has another cost, the answer is 409."

RequestPrincipalKind = Literal["key", "person"]


class RequestPrincipal(TypedDict):
    """Who sent a request."""

    kind: RequestPrincipalKind
    "A program with an API `key`, or a `person` who was signed in."
    id: str
    "Id of the key or person."
    name: Optional[str]
    "Its name now; null if it has none, or the person has left your organisation."


class _ResumeBatchOptional(TypedDict, total=False):
    approved_cost: "ApprovedCost"
    "A new limit for `charged` and `held` together, after a pause with `price_changed`. It must not be less than their sum now. If you leave it out, the earlier limit stays."


class ResumeBatch(_ResumeBatchOptional):
    """What you agree to when you resume a batch."""



class _RetryBatchOptional(TypedDict, total=False):
    reference: str
    "Reference of the new batch. If you leave it out, it is made from the reference of the first batch, such as `december-campaign.retry-1`. The same reference again returns the same batch."
    reasons: List[Literal["canceled", "cancelled", "insufficient_balance", "network_limit_reached", "network_rejected", "network_timeout", "network_unavailable", "number_inactive", "recipient_limit_reached", "service_unavailable", "too_soon"]]
    "Only rows with these reasons. If you leave it out, all of them except `network_timeout`: after a timeout, the bundle may still arrive."


class RetryBatch(_RetryBatchOptional):
    """Which rows to try again."""



class Role(TypedDict):
    """What people may do."""

    id: str
    "Id of the role, which people have in `role`."
    object: Literal["role"]
    "Always `role`."
    name: str
    "Name of the role."
    built_in: bool
    "Whether all organisations have it."
    needs_second_factor: bool
    "Whether people with this role can only read until they have a second factor."
    rights: List[str]
    "What people with this role may do."


class _RotateApiKeyOptional(TypedDict, total=False):
    overlap_seconds: int
    "For this many seconds, the former key works too; 86400 if you leave it out. 0 ends the former key now."


class RotateApiKey(_RotateApiKeyOptional):
    """How the key is replaced."""



class _RotateWebhookSecretOptional(TypedDict, total=False):
    overlap_seconds: int
    "For this many seconds, the former secret signs too; 86400 if you leave it out. 0 ends the former secret now."


class RotateWebhookSecret(_RotateWebhookSecretOptional):
    """How the secret is replaced."""



class _ScheduleBatchOptional(TypedDict, total=False):
    send_between: Optional[str]
    "Hours in which rows are bought, in the local time of the recipient's country. Null: at any hour. If you leave it out, the hours of the upload stay."
    approved_cost: "ApprovedCost"
    "The `cost` of the batch that you approve. If the batch has another cost, the answer is 409. `charged` and `held` together never exceed it. The batch pauses with `price_changed` before that."
    file_sha256: str
    "The `file_sha256` of the batch that you approve. If the batch has another hash, the answer is 409."
    revision: int
    "The `revision` of the batch as you were shown it. Another one is answered with 409. Required with `approved_cost` or `file_sha256` if rows were changed since the upload."
    first: int
    "First buy only this many rows, 1 to 10,000. Rows that cannot be bought are not counted. When these purchases are final, the batch pauses with `first_rows_done`. Resume it to buy the others."


class ScheduleBatch(_ScheduleBatchOptional):
    """When a batch starts, and what you agree to."""

    start_at: str
    "When the batch starts: in the future, at most 366 days ahead. It becomes the `not_before` of the batch."


class Session(TypedDict):
    """A browser in which a person is signed in."""

    id: str
    "Id of the session."
    object: Literal["session"]
    "Always `session`."
    person_id: str
    "Id of the person who is signed in."
    signed_in_at: str
    "When the person signed in."
    used_at: str
    "When it was last used, to the minute."
    expires_at: str
    "When it ends if it is not used again."
    second_factor: bool
    "Whether a second factor was used in it."
    ip_address: Optional[str]
    "From where the person signed in; null if it is not known."
    user_agent: Optional[str]
    "The browser, as it names itself; null if it did not."


class SingleSignOn(TypedDict):
    """Where people of the organisation sign in. Your technical contact sets it."""

    issuer: str
    "Address of the OpenID Connect provider."
    client_id: str
    "Id of Bundlewire at the provider."
    domains: List[str]
    "Domains of the e-mail addresses that sign in there, in lower case."
    required: bool
    "Whether people with these domains cannot sign in with a password, a link or a passkey."
    admits_domain: bool
    "Whether people with these domains who were not invited become viewers at their first sign-in."


class SpendCap(TypedDict):
    """The most that a key may spend."""

    amount: int
    "Amount in minor units of the currency."
    currency: str
    "The currency of your account (ISO 4217)."


class SpendCaps(TypedDict):
    """The most that a key may spend."""

    per_purchase: Optional["Money"]
    "The most that one purchase may cost; null for no cap."
    per_day: Optional["Money"]
    "The most that the key may spend in one UTC day; null for no cap."


class SpendingLimits(TypedDict):
    """What your account may spend. The price of a purchase counts while the purchase is pending or successful. If the purchase fails or is reversed, the price no longer counts."""

    object: Literal["spending_limits"]
    "Always `spending_limits`."
    per_campaign: Optional["Money"]
    "The most that one campaign may spend; null for no limit."
    per_day: Optional["Money"]
    "The most that may be spent per day (UTC); null for no limit."
    per_month: Optional["Money"]
    "The most that may be spent per month (UTC); null for no limit."
    spent_today: Optional["Money"]
    "What counts towards the limit of today (UTC): pending and successful purchases that were made today. Null if there is no limit per day and no limit per month."
    spent_this_month: Optional["Money"]
    "What counts towards the limit of this month (UTC). Null if there is no limit per day and no limit per month."


class _StartBatchOptional(TypedDict, total=False):
    send_between: Optional[str]
    "Hours in which rows are bought, in the local time of the recipient's country. Null: at any hour. If you leave it out, the hours of the upload stay."
    approved_cost: "ApprovedCost"
    "The `cost` of the batch that you approve. If the batch has another cost, the answer is 409. `charged` and `held` together never exceed it. The batch pauses with `price_changed` before that."
    file_sha256: str
    "The `file_sha256` of the batch that you approve. If the batch has another hash, the answer is 409."
    revision: int
    "The `revision` of the batch as you were shown it. Another one is answered with 409. Required with `approved_cost` or `file_sha256` if rows were changed since the upload."
    first: int
    "First buy only this many rows, 1 to 10,000. Rows that cannot be bought are not counted. When these purchases are final, the batch pauses with `first_rows_done`. Resume it to buy the others."


class StartBatch(_StartBatchOptional):
    """What you agree to when you start a batch."""


StatementStatus = Literal["open", "closed"]


class Statement(TypedDict):
    """All movements of the balance on one UTC day."""

    object: Literal["statement"]
    "Always `statement`."
    date: str
    "The UTC day (YYYY-MM-DD)."
    status: StatementStatus
    "`open`: the day is in progress. `closed`: every movement is recorded, and nothing changes."
    currency: str
    "Currency code (ISO 4217)."
    opening_balance: int
    "Balance at 00:00 UTC (available plus held), in minor units."
    closing_balance: Optional[int]
    "Balance at 24:00 UTC (available plus held), in minor units; null while the day is open."
    totals: "StatementTotals"

StatementLineType = Literal["purchase", "reversal", "funding", "adjustment"]


class StatementLine(TypedDict):
    """One movement of the balance."""

    id: str
    "Id of the line; `line_id` in the CSV file."
    object: Literal["statement_line"]
    "Always `statement_line`."
    type: StatementLineType
    "`purchase`: a successful purchase was charged. `reversal`: a reversed purchase was refunded. `funding`: funds were added. `adjustment`: a correction that was agreed with you."
    occurred_at: str
    "When the balance changed."
    amount: int
    "Change in minor units: charges are negative, refunds and funding are positive."
    currency: str
    "Currency code (ISO 4217)."
    balance_after: int
    "Balance after this line (available plus held), in minor units."
    purchase_id: Optional[str]
    "The purchase that was charged or refunded; null for other lines."
    reference: Optional[str]
    "Your reference of the purchase; null if there is no purchase."
    phone_number: Optional[str]
    "The number of the purchase; null if there is no purchase."
    bundle_id: Optional[str]
    "The bundle of the purchase; null if there is no purchase."


class StatementTotal(TypedDict):
    """Count and sum of one kind of outcome."""

    count: int
    "Number of purchases or movements."
    amount: int
    "Sum in minor units: charges are negative, refunds and funding are positive."


class StatementTotals(TypedDict):
    """The day's totals by outcome."""

    purchases_successful: "StatementTotal"
    "Purchases that were charged on this day."
    purchases_failed: "StatementTotal"
    "Purchases that failed on this day. The amount is 0: nothing was charged."
    reversals: "StatementTotal"
    "Purchases that were refunded on this day."
    funding: "StatementTotal"
    "Funds that were added."
    adjustments: "StatementTotal"
    "Corrections that were agreed with you."


class Status(TypedDict):
    """The status of the service and its networks."""

    object: Literal["status"]
    "Always `status`."
    platform: "PlatformStatus"
    networks: List["Network"]
    "The networks that you can buy for, with their live status."
    updated_at: str
    "When the status was read."

TestWebhookEndpointType = Literal["purchase.successful", "purchase.failed", "purchase.reversed"]


class _TestWebhookEndpointOptional(TypedDict, total=False):
    type: TestWebhookEndpointType
    "The type of the test event; `purchase.successful` if you leave it out."


class TestWebhookEndpoint(_TestWebhookEndpointOptional):
    """Which test event to send."""



class TopUpDetails(TypedDict):
    """Where you pay money in, and the reference to give."""

    object: Literal["top_up_details"]
    "Always `top_up_details`."
    bank: Optional[str]
    "The bank; null if no bank details are set for your account."
    holder: Optional[str]
    "The name of the bank account; null if no bank details are set."
    number: Optional[str]
    "The number of the bank account; null if no bank details are set."
    reference: Optional[str]
    "Write this in the transfer, so that the money is booked for this account; null if no bank details are set."
    instructions: Optional[str]
    "More about paying in, such as times; null if there is nothing more."


class _UpdateApiKeyOptional(TypedDict, total=False):
    name: str
    "Your own name for the key, of up to 100 characters."
    scopes: List[Literal["all", "read_only", "purchases:create", "purchases:read", "numbers:lookup", "numbers:read", "balance:read", "sandbox:write", "statements:read", "catalogue:read", "batches:create", "batches:read", "batches:start", "approvals:read", "approvals:decide", "approvals:rules", "batches:stop", "recurring-batches:read", "recurring-batches:start", "recurring-batches:stop", "events:read", "events:resend", "webhooks:read", "webhooks:write", "keys:read", "keys:write", "requests:read", "audit:read", "people:read", "people:manage", "privacy:manage", "privacy:export", "settings:read", "settings:write", "rules:read", "rules:write"]]
    "What the key may do. You can give only rights that you have. `all` and `read_only` include rights that are added later, except `approvals:decide`, `approvals:rules`, `people:read`, `people:manage`, `privacy:manage`, `privacy:export` and `requests:read`, which a key has only if you name them."
    expires_at: Optional[str]
    "From this time, the key does not work: up to ten years from now. Null if it does not expire."
    spend_caps: "ReplaceSpendCaps"


class UpdateApiKey(_UpdateApiKeyOptional):
    """The fields to change; others stay as they are."""



class _UpdateBatchOptional(TypedDict, total=False):
    note: Optional[str]
    "What you want to remember about the batch, up to 1,000 characters. Null or an empty text removes it. Do not write personal data."
    cost_centre: Optional[str]
    "To which of your cost centres the batch is charged, up to 60 characters. Null or an empty text removes it. Do not write personal data."
    archived: bool
    "`true`: archives the batch, so that lists can leave it out. It must be `completed`, `canceled` or `rejected`. `false`: brings it back."


class UpdateBatch(_UpdateBatchOptional):
    """What to change. Send at least one field."""



class UpdateBlocklist(TypedDict):
    """Numbers to block or to unblock."""

    phone_numbers: List[str]
    "Up to 10,000 numbers in E.164 format. A number that is repeated counts once."


class UpdateOrganisation(TypedDict):
    """The new name."""

    name: str
    "The new name, of up to 200 characters."


class _UpdatePersonOptional(TypedDict, total=False):
    role: str
    "Id of a role of `GET /v1/roles`."
    suspended: bool
    "Whether the person is suspended."


class UpdatePerson(_UpdatePersonOptional):
    """The fields to change; others stay as they are."""



class _UpdateRoleOptional(TypedDict, total=False):
    name: str
    "Your name for the role, of up to 100 characters. No two roles have the same name."
    rights: List[Literal["purchases:create", "purchases:read", "numbers:lookup", "numbers:read", "balance:read", "sandbox:write", "statements:read", "catalogue:read", "batches:create", "batches:read", "batches:start", "approvals:read", "approvals:decide", "approvals:rules", "batches:stop", "recurring-batches:read", "recurring-batches:start", "recurring-batches:stop", "events:read", "events:resend", "webhooks:read", "webhooks:write", "keys:read", "keys:write", "requests:read", "audit:read", "people:read", "people:manage", "privacy:manage", "privacy:export", "settings:read", "settings:write", "rules:read", "rules:write"]]
    "What people with this role may do. You can give only rights that you have."


class UpdateRole(_UpdateRoleOptional):
    """The fields to change; others stay as they are. `rights` replaces all rights of the role."""



class _UpdateWebhookEndpointOptional(TypedDict, total=False):
    url: str
    "Where events are sent: HTTPS on port 443, with a public name or address."
    description: str
    "Your own note, of up to 200 characters."
    event_types: List[Literal["purchase.successful", "purchase.failed", "purchase.reversed", "batch.completed", "batch.ready", "batch.paused", "approval.requested", "approval.decided", "approval.expired", "approval.withdrawn"]]
    "The types of event to send. A repeated type counts once. If you leave this out, a new endpoint gets the three types of purchases."
    enabled: bool
    "`false` stops all sending; `true` starts it again."


class UpdateWebhookEndpoint(_UpdateWebhookEndpointOptional):
    """The fields to change; others stay as they are."""


WebhookEndpointStatus = Literal["new", "working", "failing"]


class WebhookEndpoint(TypedDict):
    """Where your events are sent."""

    id: str
    "Id of the webhook endpoint."
    object: Literal["webhook_endpoint"]
    "Always `webhook_endpoint`."
    url: str
    "Where events are sent."
    description: str
    "Your own note."
    event_types: List[str]
    "The types of event that are sent to this endpoint."
    enabled: bool
    "Whether events are sent. While it is false, nothing is sent."
    status: WebhookEndpointStatus
    "`new`: no event was delivered yet. `working`: the endpoint accepts events. `failing`: the last attempts failed. Retries continue on their schedule."
    former_secret_until: Optional[str]
    "Until this time, the former secret signs too; null if only one secret signs."
    created_at: str
    "When the endpoint was created."
    updated_at: str
    "When the endpoint last changed."

WebhookEndpointAttemptKind = Literal["scheduled", "resent"]

WebhookEndpointAttemptOutcome = Literal["delivered", "failed"]


class WebhookEndpointAttempt(TypedDict):
    """One HTTP request that carried an event to the endpoint."""

    event_id: str
    "Id of the event, the same on every attempt to deliver it. Record ids, and ignore repeats."
    event_type: str
    "Type of the event."
    kind: WebhookEndpointAttemptKind
    "`scheduled`: one of the seven attempts of the retry schedule. `resent`: requested by you or by support."
    endpoint_id: Optional[str]
    "The webhook endpoint that was called; null for the one that your technical contact set."
    number: Optional[int]
    "Number of the attempt in the schedule, 1 to 7; null if it was resent."
    started_at: str
    "When the attempt started."
    finished_at: Optional[str]
    "When the attempt ended; null while it is in progress."
    outcome: Optional[WebhookEndpointAttemptOutcome]
    "`delivered`: your endpoint answered 2xx. `failed`: it did not. Null while in progress."
    http_status: Optional[int]
    "HTTP status of the answer; null if there was none."
    error: Optional[str]
    "Why the attempt failed: `http_status`, `timeout`, `dns`, `connect`, `tls`, `connection_lost` or `address_refused`. More may be added."
    url: Optional[str]
    "The URL that was called."
    address: Optional[str]
    "The IP address that was connected to."
    duration_ms: Optional[int]
    "Time until the answer, in milliseconds; null while in progress."
    answer: Optional[str]
    "The first 4 KiB of the body of the answer. Bytes that are not UTF-8 are replaced."

WebhookEndpointWithSecretStatus = Literal["new", "working", "failing"]


class WebhookEndpointWithSecret(TypedDict):
    """A webhook endpoint, with its new signing secret."""

    id: str
    "Id of the webhook endpoint."
    object: Literal["webhook_endpoint"]
    "Always `webhook_endpoint`."
    url: str
    "Where events are sent."
    description: str
    "Your own note."
    event_types: List[str]
    "The types of event that are sent to this endpoint."
    enabled: bool
    "Whether events are sent. While it is false, nothing is sent."
    status: WebhookEndpointWithSecretStatus
    "`new`: no event was delivered yet. `working`: the endpoint accepts events. `failing`: the last attempts failed. Retries continue on their schedule."
    former_secret_until: Optional[str]
    "Until this time, the former secret signs too; null if only one secret signs."
    created_at: str
    "When the endpoint was created."
    updated_at: str
    "When the endpoint last changed."
    secret: str
    "The signing secret. It is shown only in this answer: store it now."


class WithdrawnInvitation(TypedDict):
    """An invitation whose link no longer works."""

    id: str
    "Id of the invitation."
    object: Literal["invitation"]
    "Always `invitation`."
    deleted: Literal[True]
    "Always true."

WebhookEvent = Union[PurchaseEvent, BatchEvent, ApprovalEvent]
"""The body of a webhook. Look at `type` first, and ignore types that you do not know."""
