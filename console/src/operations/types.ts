// Made of docs/openapi/staff.json by `npm run docs`; a test fails while it is stale.

/** From which amounts your account needs approvals. */
export type ApprovalRules = {
  /** Always `approval_rules`. */
  readonly object: 'approval_rules';
  /** For starting, scheduling and resuming campaigns. */
  readonly campaign_start: CampaignApprovalRule;
};

/** A movement of the balance by hand. */
export type BookStaffEntry = {
  /** `funding`: money that the client paid in. `adjustment`: an agreed correction, up or down. */
  readonly type: 'funding' | 'adjustment';
  /** Above zero for funding. In the currency of the account. */
  readonly amount: Money;
  /** Why. It is in the audit log. */
  readonly reason: string;
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

/** From which amounts campaigns of an account need approval. */
export type ChangeStaffApprovalRules = {
  readonly campaign_start: ReplaceCampaignApprovalRule;
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** New prices of an account. */
export type ChangeStaffPrices = {
  /** 1 to 500 changes, each of another bundle. All are made, or none. */
  readonly changes: readonly (StaffPriceChange)[];
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** What to do to a campaign of a client. */
export type ControlStaffBatch = {
  /** Pending purchases continue. A cancelled campaign cannot be resumed. */
  readonly command: 'pause' | 'resume' | 'cancel';
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** Who pays for a late delivery. */
export type DecideLateConfirmation = {
  /** Who pays: the network, the client (the price is booked as an adjustment), or we. The purchase stays failed. */
  readonly resolution: 'settled_with_network' | 'charged_by_agreement' | 'written_off';
  /** Why. It is in the audit log. */
  readonly reason: string;
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

/** Whom to add to the staff, or whose role to change, and why. */
export type InviteStaffMember = {
  /** Whom. */
  readonly email: string;
  /** How pages address them. Without it, by the e-mail address. A known name stays. */
  readonly name?: string | undefined;
  /** What they may do. `docs/guides/staff.md` has the table. */
  readonly role: 'support' | 'operator' | 'finance' | 'admin';
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** A staff member, with a link with which they sign in. */
export type InvitedStaffMember = {
  /** Id of the person. */
  readonly person_id: string;
  /** Their e-mail address, in lower case. */
  readonly email: string;
  /** Their role now. */
  readonly role: 'support' | 'operator' | 'finance' | 'admin';
  /** The address of their sign-in link, after that of the console; null for someone who has signed in before. It works once within 24 hours, and cannot be shown again. */
  readonly sign_in_path: string | null;
};

/** An amount of money. */
export type Money = {
  /** Amount in minor units of the currency. For example, 50000 kobo is ₦500.00. */
  readonly amount: number;
  /** Currency code (ISO 4217). */
  readonly currency: string;
};

/** The status that a network gets instead of the measured one. */
export type OverrideNetwork = {
  /** What clients see. */
  readonly status: 'operational' | 'degraded' | 'unavailable';
  /** What clients read as `status_message`. Required unless the status is `operational`, and not allowed with it. */
  readonly message?: string | undefined;
  /** After so many minutes, it ends. Without it, it holds until it is cleared. */
  readonly minutes?: number | undefined;
  /** Why. It is in the audit log. */
  readonly reason: string;
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

/** Why a purchase failed. Nothing was charged. */
export type PurchaseFailure = {
  /** Why the purchase failed. The page "Failure codes" lists all codes. New codes may be added. If you do not know a code, use `message`. */
  readonly code: string;
  /** The reason in words, for people. Do not parse it. */
  readonly message: string;
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

/** What proves that a purchase was delivered after it had failed. */
export type RecordLateConfirmation = {
  /** Proof, such as a ticket of the network. Without the phone number. */
  readonly evidence: string;
  /** The network's reference of the delivery. */
  readonly network_reference?: string | undefined;
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** Which undelivered events to send again, and why. */
export type RecoverStaffEvents = {
  /** The endpoint that the client set; null for that of operators. */
  readonly endpoint_id: string | null;
  /** Only events created at or after this time. */
  readonly since: string;
  /** Continues after this event: `next` of the answer before. */
  readonly after?: string | undefined;
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** Your own unique id for the purchase: 1 to 64 letters, digits, `-`, `_`, `.` or `:`. The same reference never buys twice. */
export type Reference = string;

/** A person who no longer belongs to the staff. */
export type RemovedStaffMember = {
  /** Id of the person. */
  readonly person_id: string;
};

/** From this amount. */
export type ReplaceApprovalFrom = {
  /** Amount in minor units of the currency. */
  readonly amount: number;
  /** The currency of your account. */
  readonly currency: string;
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

/** For which purchases to ask the gateways, and why. */
export type RequeryPurchases = {
  /** 1 to 20 ids of purchases. */
  readonly purchase_ids: readonly (string)[];
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** Which day of which gateway to compare, and why. */
export type RequestStaffReconciliation = {
  /** Id of the network. */
  readonly network_id: string;
  /** The UTC day (YYYY-MM-DD) that is compared. Choose a day that has ended, so that the list is complete. */
  readonly date: string;
  /** Whether live purchases are compared, which is the default. False for the account of the gateway for tests. */
  readonly livemode?: boolean | undefined;
  /** Which gateway of the network, if it has several; `main` by default. */
  readonly route?: string | undefined;
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** Where to send an event again, and why. */
export type ResendStaffEvent = {
  /** Only to this endpoint that the client set. Without it, to all endpoints that want the event. */
  readonly endpoint_id?: string | undefined;
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** The outcome that the network confirmed to you. */
export type ResolvePurchase = {
  /** `delivered` charges the client. `not_delivered` releases the hold. */
  readonly outcome: 'delivered' | 'not_delivered';
  /** Proof, such as a ticket of the network. Without the phone number. */
  readonly evidence: string;
  /** The network's reference, with `delivered`. */
  readonly network_reference?: string | undefined;
  /** `failure.code` for the client, with `not_delivered`; `network_rejected` by default. */
  readonly code?: 'number_not_eligible' | 'number_invalid' | 'number_inactive' | 'number_barred' | 'recipient_limit_reached' | 'too_soon' | 'bundle_unavailable' | 'network_unavailable' | 'network_limit_reached' | 'network_rejected' | 'service_unavailable' | 'cancelled' | undefined;
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** The same outcome of several purchases, as the network confirmed it to you. */
export type ResolvePurchases = {
  /** 1 to 100 ids of purchases. */
  readonly purchase_ids: readonly (string)[];
  /** `delivered` charges the client. `not_delivered` releases the hold. */
  readonly outcome: 'delivered' | 'not_delivered';
  /** Proof, such as a ticket of the network. Without the phone number. */
  readonly evidence: string;
  /** `failure.code` for the client, with `not_delivered`; `network_rejected` by default. */
  readonly code?: 'number_not_eligible' | 'number_invalid' | 'number_inactive' | 'number_barred' | 'recipient_limit_reached' | 'too_soon' | 'bundle_unavailable' | 'network_unavailable' | 'network_limit_reached' | 'network_rejected' | 'service_unavailable' | 'cancelled' | undefined;
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** Phone number in E.164 format. It is masked, such as `+23480…567`, if your key or role does not have the right `numbers:read`. */
export type ShownPhoneNumber = string;

/** An account of a client with its money. */
export type StaffAccount = {
  /** Id of the account. */
  readonly id: string;
  /** Always `account`. */
  readonly object: 'account';
  /** Its name. */
  readonly name: string;
  /** Whether it is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** To whom it belongs; null for none. */
  readonly organisation: StaffOrganisation | null;
  /** What the client can spend. */
  readonly available: Money;
  /** What is held for pending purchases. */
  readonly held: Money;
  /** How many purchases are pending. */
  readonly pending_purchases: number;
  /** Most requests per second. */
  readonly rate_limit_per_second: number;
  /** For so many hours, a campaign keeps the prices of its check; 0 for not at all. */
  readonly price_lock_hours: number;
  /** The webhook endpoint that operators set; null for none. */
  readonly webhook_url: string | null;
  /** When it was opened. */
  readonly created_at: string;
};

/** An account of a client, with what was done to it last. */
export type StaffAccountDetail = {
  /** Id of the account. */
  readonly id: string;
  /** Always `account`. */
  readonly object: 'account';
  /** Its name. */
  readonly name: string;
  /** Whether it is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** To whom it belongs; null for none. */
  readonly organisation: StaffOrganisation | null;
  /** What the client can spend. */
  readonly available: Money;
  /** What is held for pending purchases. */
  readonly held: Money;
  /** How many purchases are pending. */
  readonly pending_purchases: number;
  /** Most requests per second. */
  readonly rate_limit_per_second: number;
  /** For so many hours, a campaign keeps the prices of its check; 0 for not at all. */
  readonly price_lock_hours: number;
  /** The webhook endpoint that operators set; null for none. */
  readonly webhook_url: string | null;
  /** When it was opened. */
  readonly created_at: string;
  /** How many API keys are not revoked. */
  readonly keys_in_use: number;
  /** How many people and keys of the client may approve campaigns that others prepared. */
  readonly approvers: number;
  /** The last entries of its audit log, newest first. */
  readonly actions: readonly (StaffActionEntry)[];
};

/** One page of the list. */
export type StaffAccountList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffAccount)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** One entry of the audit log in short. */
export type StaffActionEntry = {
  /** Id of the entry of the audit log. */
  readonly id: string;
  /** When. */
  readonly created_at: string;
  /** `key`, `person`, `staff`, `operator` or `process`. */
  readonly principal_kind: string;
  /** Id of the key or person, or a name. */
  readonly principal_id: string;
  /** What was done. */
  readonly action: string;
  /** To what. */
  readonly subject: string;
  /** Why; null if no reason was given. */
  readonly reason: string | null;
};

/** What is wrong now, and where its runbook is. */
export type StaffAlert = {
  /** Its name, as in the runbooks. */
  readonly name: string;
  /** Always `alert`. */
  readonly object: 'alert';
  /** `page`: act now. `ticket`: it can wait for working hours. */
  readonly severity: 'page' | 'ticket';
  /** The network or queue that it concerns; null for the whole installation. */
  readonly subject: string | null;
  /** Whether it concerns live purchases only, or test purchases only; null for both. */
  readonly livemode: boolean | null;
  /** How many there are, such as late confirmations; null if it counts nothing. */
  readonly count: number | null;
  /** How long the worst has waited or been overdue, in seconds; null if no time matters. */
  readonly seconds: number | null;
  /** Since when, if that is on record. */
  readonly since: string | null;
  /** More that is on record, such as what a gateway sent. No phone numbers and no secrets. */
  readonly detail: string | null;
  /** Where the API shows what to do. */
  readonly runbook: string;
};

/** What was found. */
export type StaffAlertList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffAlert)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** What one staff member wants to do, and others approve. */
export type StaffApproval = {
  /** Id of the approval. */
  readonly id: string;
  /** Always `staff_approval`. */
  readonly object: 'staff_approval';
  /** What is to be done: `account_fund`, `purchase_resolve` and others. */
  readonly kind: string;
  /** The command that does it. */
  readonly command: string;
  /** The account that it concerns; null for none. */
  readonly account_id: string | null;
  /** `requested` and `approved` are open. The others are ends. */
  readonly status: 'requested' | 'approved' | 'used' | 'rejected' | 'withdrawn' | 'expired' | 'voided';
  /** The amount by which the rule was judged; null for kinds without one. */
  readonly amount: Money | null;
  /** All parameters: exactly this is approved. The fields depend on the kind. */
  readonly terms: Readonly<Record<string, unknown>>;
  /** How many other people must approve. */
  readonly steps_required: number;
  /** How many have approved. */
  readonly steps_given: number;
  /** Who requested it, and so cannot approve it. */
  readonly requested_by: StaffApprovalActor;
  /** Why; null for no reason. */
  readonly reason: string | null;
  /** In the order in which they were made. */
  readonly decisions: readonly ({
    /** Who. */
    readonly by: StaffApprovalActor;
    /** `approved` or `rejected`. */
    readonly decision: string;
    /** Why; null for no reason. */
    readonly reason: string | null;
    /** When. */
    readonly decided_at: string;
  })[];
  /** Why it was rejected or withdrawn; null for none. */
  readonly end_reason: string | null;
  /** When it was requested. */
  readonly requested_at: string;
  /** It must be approved and used before this time. */
  readonly expires_at: string;
  /** When it ended; null while it is open. */
  readonly ended_at: string | null;
};

/** Who acted. */
export type StaffApprovalActor = {
  /** `person`, or `operator` for direct access to the database. */
  readonly kind: string;
  /** Id of the person, or the name that was given. */
  readonly id: string;
};

/** One page of the list. */
export type StaffApprovalList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffApproval)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** One entry of the audit log of any account, complete. */
export type StaffAuditEntry = {
  /** Id of the entry. */
  readonly id: string;
  /** Always `audit_entry`. */
  readonly object: 'audit_entry';
  /** The account that it concerns; null for the platform. */
  readonly account_id: string | null;
  /** Number of the entry in the log of the account, or in that of the platform. */
  readonly number: number;
  /** When. */
  readonly created_at: string;
  /** `key`, `person`, `staff`, `operator` or `process`. */
  readonly principal_kind: string;
  /** Id of the key or person, or a name. */
  readonly principal_id: string;
  /** Session of the person; null for others. */
  readonly session_id: string | null;
  /** IP address of the request; null if there was none. */
  readonly address: string | null;
  /** The browser or program; null if it is not known. */
  readonly user_agent: string | null;
  /** What was done. */
  readonly action: string;
  /** To what. */
  readonly subject: string;
  /** Why; null if no reason was given. */
  readonly reason: string | null;
  /** How it was before, if it was changed. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** What it was changed to, or other facts. */
  readonly after: Readonly<Record<string, unknown>> | null;
  /** SHA-256 over the entry and the one before it, in hexadecimal. */
  readonly hash: string;
};

/** One page of the list. */
export type StaffAuditEntryList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffAuditEntry)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A campaign of any client. */
export type StaffBatch = {
  /** Id of the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly account_name: string;
  /** Whether the account is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** Id of the campaign. */
  readonly id: string;
  /** Always `batch`. */
  readonly object: 'batch';
  /** The client's reference. */
  readonly reference: string;
  /** As the client reads it. */
  readonly status: string;
  /** Rows of the file. */
  readonly row_count: number;
  /** Purchases that are pending. */
  readonly pending: number;
  /** Purchases that were delivered. */
  readonly successful: number;
  /** Purchases that failed. */
  readonly failed: number;
  /** What all rows cost. */
  readonly cost: Money;
  /** Why it is paused; null if it is not. */
  readonly pause_code: string | null;
  /** Why it is paused, for people. */
  readonly pause_message: string | null;
  /** When it was uploaded. */
  readonly created_at: string;
  /** When it was started; null if it was not. */
  readonly started_at: string | null;
};

/** One page of the list. */
export type StaffBatchList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffBatch)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A bundle that costs more at a gateway than an account pays for it. */
export type StaffBelowCost = {
  /** Id of the network. */
  readonly network_id: string;
  /** Name of the network. */
  readonly network_name: string;
  /** Id of the bundle. */
  readonly bundle_id: string;
  /** Name of the bundle. */
  readonly bundle_name: string;
  /** Id of the live account that pays least. */
  readonly account_id: string;
  /** Name of this account. */
  readonly account_name: string;
  /** What this account pays. */
  readonly price: Money;
  /** What the gateway takes now, as decimal text in the currency of the price, converted at the current rate. */
  readonly cost: string;
  /** Gateway that takes more than the account pays. */
  readonly route: string;
};

/** What was found. */
export type StaffBelowCostList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffBelowCost)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** A movement that was booked. */
export type StaffBookedEntry = {
  /** Id of the account. */
  readonly account_id: string;
  /** As in the request. */
  readonly type: string;
  /** What was booked. */
  readonly amount: Money;
  /** What the client can spend now. */
  readonly available: Money;
  /** What is held for pending purchases. */
  readonly held: Money;
};

/** A bundle of the catalogue, for all accounts. */
export type StaffBundle = {
  /** Id of the bundle. */
  readonly id: string;
  /** Name of the bundle. */
  readonly name: string;
  /** Id of the network. */
  readonly network_id: string;
  /** Name of the network. */
  readonly network_name: string;
  /** Whether the bundle is withdrawn, so that no one can buy it. */
  readonly withdrawn: boolean;
};

/** What was found. */
export type StaffBundleList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffBundle)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** Contradictions that were closed. */
export type StaffClosedContradictions = {
  /** Id of the purchase. */
  readonly purchase_id: string;
  /** The kinds of the contradictions that were closed. */
  readonly closed: readonly (string)[];
};

/** A report of a gateway that contradicts the books. It changed nothing. */
export type StaffContradiction = {
  /** Id of the purchase. */
  readonly purchase_id: string;
  /** Id of the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly account_name: string;
  /** Whether the account is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** Id of the network. */
  readonly network_id: string;
  /** Status of the purchase. */
  readonly status: string;
  /** What contradicts what. */
  readonly kind: string;
  /** How often it was reported. */
  readonly times: number;
  /** When first. */
  readonly first_seen_at: string;
  /** When last. */
  readonly last_seen_at: string;
  /** What was found out; null while it is open. */
  readonly resolution: string | null;
};

/** One page of the list. */
export type StaffContradictionList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffContradiction)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A campaign after a command. */
export type StaffControlledBatch = {
  /** Id of the campaign. */
  readonly batch_id: string;
  /** Its status now. */
  readonly status: string;
  /** Whether this request changed it. */
  readonly changed: boolean;
  /** Why nothing was done: `unapproved` (the rules of the account want an approval, which is requested now), `impossible` (not in this status); null if it was done, now or before. */
  readonly refused: string | null;
};

/** A purchase that failed. */
export type StaffFailedPurchase = {
  /** Id of the purchase. */
  readonly id: string;
  /** Id of the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly account_name: string;
  /** Whether the account is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** Id of the network. */
  readonly network_id: string;
  /** The client's reference. */
  readonly reference: string;
  /** When it was accepted. */
  readonly created_at: string;
  /** When it failed. */
  readonly completed_at: string;
  /** What was held for it, and released. */
  readonly price: Money;
  /** `failure.code` of the purchase. */
  readonly code: string;
  /** Why it failed, as the client reads it. */
  readonly message: string;
};

/** One page of the list. */
export type StaffFailedPurchaseList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffFailedPurchase)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A webhook endpoint whose attempts fail. */
export type StaffFailingEndpoint = {
  /** Id of the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly account_name: string;
  /** Whether the account is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** Id of the endpoint that the client set; null for that of operators. */
  readonly endpoint_id: string | null;
  /** Where it is. */
  readonly url: string;
  /** Failed attempts since the last delivery. */
  readonly failures_in_a_row: number;
  /** When it last accepted an event; null for never. */
  readonly delivered_at: string | null;
  /** Attempts that wait or are under way. */
  readonly waiting: number;
};

/** One page of the list. */
export type StaffFailingEndpointList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffFailingEndpoint)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Trouble that concerns a whole gateway. */
export type StaffGatewayAlert = {
  /** Id of the network. */
  readonly network_id: string;
  /** Whether it concerns live purchases. */
  readonly livemode: boolean;
  /** Which gateway of the network: `main`, or its name. */
  readonly route: string;
  /** `supplier_account` (our wallet or key), `undocumented_answer`, `callback_rejected`, or `other_product`. */
  readonly kind: string;
  /** What the gateway sent, without phone numbers and secrets. */
  readonly detail: string;
  /** When it was first raised. */
  readonly first_at: string;
  /** When it was last raised. It is over 15 minutes after that. */
  readonly last_at: string;
  /** How often it was raised. */
  readonly times: number;
  /** Where the API shows what to do. */
  readonly runbook: string;
};

/** What was found. */
export type StaffGatewayAlertList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffGatewayAlert)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** A delivery after its purchase had failed, which was not charged. */
export type StaffLateConfirmation = {
  /** Id of the purchase. */
  readonly purchase_id: string;
  /** Id of the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly account_name: string;
  /** Whether the account is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** Id of the network. */
  readonly network_id: string;
  /** What the client was not charged. */
  readonly price: Money;
  /** When the network delivered it, as it reports. */
  readonly confirmed_at: string;
  /** The network's reference; null for none. */
  readonly network_reference: string | null;
  /** When it was reported. */
  readonly recorded_at: string;
  /** When it was decided; null while it is open. */
  readonly resolved_at: string | null;
  /** `settled_with_network`, `charged_by_agreement` or `written_off`; null while it is open. */
  readonly resolution: string | null;
  /** Who reported the delivery. `operator`: a person recorded it on evidence. `submit`, `inquiry` or `callback`: the gateway. Null if it is not on record. */
  readonly source: string | null;
  /** The proof that the person gave; null if a gateway reported the delivery. */
  readonly evidence: string | null;
};

/** One page of the list. */
export type StaffLateConfirmationList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffLateConfirmation)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A late confirmation that was decided. */
export type StaffLateDecision = {
  /** Id of the purchase. */
  readonly purchase_id: string;
  /** As in the request. */
  readonly resolution: string;
};

/** Whether a late confirmation was recorded by hand. */
export type StaffLateRecording = {
  /** Id of the purchase. */
  readonly purchase_id: string;
  /** Status of the purchase, which does not change. */
  readonly status: string;
  /** Whether this request recorded the delivery. A delivery is recorded once. */
  readonly recorded: boolean;
  /** Why it was not recorded: the purchase is `pending` (settle it by hand), `successful` or `reversed`, or `never_sent` (no order was sent to the network). Null if it is on record now. */
  readonly refused: 'pending' | 'successful' | 'reversed' | 'never_sent' | null;
  /** Who reported the delivery. `operator`: a person recorded it on evidence. `submit`, `inquiry` or `callback`: the gateway. Null if it is not on record. */
  readonly source: string | null;
  /** What was decided about it; null while it is open. */
  readonly resolution: string | null;
  /** What happened and what to do next, for people. */
  readonly message: string;
};

/** What deliveries earned and cost, in one currency. */
export type StaffMargin = {
  /** The id of the network, bundle or account, the network and its gateway, or the day; null for deliveries that no gateway is known for. */
  readonly key: string | null;
  /** The name of the network, bundle or account; null for the others. */
  readonly name: string | null;
  /** How many bundles gateways delivered. */
  readonly deliveries: number;
  /** Those of them that another gateway had delivered too. No client pays for them. */
  readonly second_deliveries: number;
  /** Those whose cost or exchange rate is not known. They are not in `margin`. */
  readonly without_cost: number;
  /** What clients paid. */
  readonly revenue: Money;
  /** What gateways took, converted at the rates of the time of each order. */
  readonly cost: Money;
  /** Revenue minus cost, of deliveries whose cost is known. */
  readonly margin: Money;
  /** The margin in percent of that revenue; null without revenue. */
  readonly margin_percent: number | null;
};

/** What was found. */
export type StaffMarginList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffMargin)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** A staff member. */
export type StaffMember = {
  /** Id of the person. */
  readonly id: string;
  /** Always `staff_member`. */
  readonly object: 'staff_member';
  /** Their e-mail address, in lower case. */
  readonly email: string;
  /** How pages address them. */
  readonly name: string;
  /** Their role in the staff. */
  readonly role: string;
  /** Without one, they have no rights at all. */
  readonly has_second_factor: boolean;
  /** When they last signed in; null for never. */
  readonly last_sign_in_at: string | null;
};

/** What was found. */
export type StaffMemberList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffMember)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** A network, its health, and what waits for it. */
export type StaffNetwork = {
  /** Id of the network. */
  readonly id: string;
  /** Always `network`. */
  readonly object: 'network';
  /** Its name. */
  readonly name: string;
  /** What clients see. */
  readonly status: 'operational' | 'degraded' | 'unavailable';
  /** What clients read beside it. */
  readonly status_message: string | null;
  /** Since when. */
  readonly status_updated_at: string;
  /** Why it has this status: `none`, `calls`, `slow`, `wallet`, `operator` and others. */
  readonly cause: string;
  /** When a worker judged it last; null if none has. */
  readonly judged_at: string | null;
  /** What operators set instead of the measured status; null for nothing. */
  readonly override: {
    /** The status that operators set. */
    readonly status: string;
    /** When it ends; null until it is cleared. */
    readonly until: string | null;
  } | null;
  /** Our wallet; null if it is not read. */
  readonly wallet: StaffWallet | null;
  /** Live calls in the last minute. */
  readonly calls: number;
  /** Those of them that failed. */
  readonly troubles: number;
  /** Live purchases that wait to be sent. */
  readonly waiting: number;
  /** Live purchases in progress. */
  readonly in_flight: number;
  /** How many may be in progress. */
  readonly in_flight_max: number;
  /** Names of its gateways about which anything is on record, the main one first. */
  readonly gateways: readonly (string)[];
};

/** What was found. */
export type StaffNetworkList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffNetwork)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** The calls of one interval. */
export type StaffNetworkMinute = {
  /** When the interval began. */
  readonly at: string;
  /** How long the interval is: 60, 300 or 3600 seconds. */
  readonly seconds: number;
  /** Live calls. */
  readonly calls: number;
  /** Those of them that failed. */
  readonly troubles: number;
  /** Those of them that took long. */
  readonly slow: number;
  /** How long one took, on average, in milliseconds. */
  readonly mean_ms: number;
};

/** What was found. */
export type StaffNetworkMinuteList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffNetworkMinute)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** The organisation of an account. */
export type StaffOrganisation = {
  /** Id of the organisation. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
};

/** A person of a client, in one organisation. */
export type StaffPerson = {
  /** Id of the person. */
  readonly id: string;
  /** Always `person`. */
  readonly object: 'person';
  /** Their e-mail address. */
  readonly email: string;
  /** How pages address them. */
  readonly name: string;
  /** Id of the organisation. */
  readonly organisation_id: string;
  /** Name of the organisation. */
  readonly organisation_name: string;
  /** Their role there: its name, or the id of a role of the organisation. */
  readonly role: string;
  /** Since when they are suspended; null if they are not. */
  readonly suspended_at: string | null;
  /** When they last used a session; null if they have none. */
  readonly last_seen_at: string | null;
};

/** One page of the list. */
export type StaffPersonList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffPerson)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Whether a person is suspended. */
export type StaffPersonStanding = {
  /** Id of the person. */
  readonly person_id: string;
  /** Id of the organisation. */
  readonly organisation_id: string;
  /** Whether the person is suspended now. */
  readonly suspended: boolean;
  /** Whether this request changed it. */
  readonly changed: boolean;
};

/** A bundle that an account may buy, with its price. */
export type StaffPrice = {
  /** Id of the bundle. */
  readonly bundle_id: string;
  /** Name of the bundle. */
  readonly name: string;
  /** Id of the network. */
  readonly network_id: string;
  /** What the account pays. */
  readonly price: Money;
  /** Whether the bundle is withdrawn, so that no one can buy it. */
  readonly withdrawn: boolean;
};

/** One change of a price. */
export type StaffPriceChange = {
  /** Id of the bundle. */
  readonly bundle_id: string;
  /** The new price, above zero and in the currency of the account; null stops selling the bundle to it. */
  readonly price: Money | null;
};

/** What was found. */
export type StaffPriceList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffPrice)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** A purchase, and whose it is. */
export type StaffPurchase = {
  /** Id of the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly account_name: string;
  /** Whether the account is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  readonly purchase: Purchase;
};

/** A queue of the outbox: what workers must still do. */
export type StaffQueue = {
  /** Always `queue`. */
  readonly object: 'queue';
  /** Name of the queue, as in the metric `outbox_waiting`. */
  readonly name: string;
  /** The network whose purchases start from it; null for others. */
  readonly network_id: string | null;
  /** Whether these are live purchases; null if it is no queue of a network. */
  readonly livemode: boolean | null;
  /** Rows that wait for a worker. */
  readonly waiting: number;
  /** Rows that a worker has taken, or that are paused. */
  readonly taken: number;
  /** Since when the oldest row is there; null for none. */
  readonly oldest_at: string | null;
  /** Purchases that were started and are pending; null if it is no queue of a network. */
  readonly in_flight: number | null;
  /** How many may be; null if it is no queue of a network. */
  readonly in_flight_max: number | null;
  /** How many are started per second at most; null if it is no queue of a network. */
  readonly rate_per_second: number | null;
  /** How many accounts have rows in it. Accounts take turns. */
  readonly lanes: number;
  /** Up to 10 of them, those with the most rows first. */
  readonly longest_lanes: readonly (StaffQueueLane)[];
};

/** What one account has in a queue. */
export type StaffQueueLane = {
  /** Id of the account; null for what concerns none. */
  readonly account_id: string | null;
  /** Name of the account; null for what concerns none. */
  readonly account_name: string | null;
  /** Whether the account is live; null for none. */
  readonly livemode: boolean | null;
  /** Rows that wait for a worker. */
  readonly waiting: number;
  /** Rows that a worker has taken, or that are paused. */
  readonly taken: number;
  /** Since when the oldest row is there; null for none. */
  readonly oldest_at: string | null;
};

/** What was found. */
export type StaffQueueList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffQueue)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** A webhook endpoint for which attempts wait, or whose last attempt failed. */
export type StaffQueuedEndpoint = {
  /** Id of the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly account_name: string;
  /** Whether the account is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** Id of the endpoint that the client set; null for that of operators. */
  readonly endpoint_id: string | null;
  /** Where it is. */
  readonly url: string;
  /** Failed attempts since the last delivery. */
  readonly failures_in_a_row: number;
  /** When it last accepted an event; null for never. */
  readonly delivered_at: string | null;
  /** Attempts that wait or are under way. */
  readonly waiting: number;
  /** `failing` ones have their own queue, so that others do not wait for them. */
  readonly standing: 'proven' | 'unproven' | 'failing';
  /** Since when the oldest attempt waits; null for none. */
  readonly oldest_at: string | null;
  /** Events of the last two days that were tried and wait for the time of their next attempt; 1001 stands for more than 1000. */
  readonly retrying: number;
  /** Events of the last two days that are no longer tried; 1001 stands for more than 1000. The last attempt is made a day after the first. */
  readonly failed_two_days: number;
};

/** One page of the list. */
export type StaffQueuedEndpointList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffQueuedEndpoint)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** Why you do it. */
export type StaffReason = {
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** One comparison of a day with the list of a gateway. The command line runs them, and workers run those that were requested. */
export type StaffReconciliation = {
  /** Id of its entry of the audit log. */
  readonly id: string;
  /** When it ran. */
  readonly created_at: string;
  /** Id of the network. */
  readonly network_id: string;
  /** The UTC day that was compared. */
  readonly date: string;
  /** Whether live purchases were compared. */
  readonly livemode: boolean;
  /** Purchases that we sent on that day. */
  readonly sent: number;
  /** Orders in the list of the gateway. */
  readonly listed: number;
  /** Orders on which the books and the list did not agree. */
  readonly findings: number;
  /** `key`, `person`, `staff`, `operator` or `process`. */
  readonly principal_kind: string;
  /** Id of the key or person, or a name. */
  readonly principal_id: string;
  /** Why; null if no reason was given. */
  readonly reason: string | null;
};

/** Why a comparison could not be made. */
export type StaffReconciliationFailure = {
  /** `no_gateway`, `no_list` (the protocol offers none), `unavailable` (the list could not be read), `interrupted` (each worker stopped before the end), `internal` (our error, which the log of the worker has). */
  readonly code: 'no_gateway' | 'no_list' | 'unavailable' | 'interrupted' | 'internal';
  /** What happened and what to do, without phone numbers. */
  readonly message: string;
  /** The protocol or the answer of the gateway, without phone numbers; null if there is none. */
  readonly detail: string | null;
};

/** One order on which the books and the list did not agree. */
export type StaffReconciliationFinding = {
  /** The purchase, or the key of an order in the list that is not ours. */
  readonly subject: string;
  /** What did not agree, as in the guide to gateways. */
  readonly kind: string;
  /** More about it, without phone numbers. */
  readonly detail: string;
};

/** One page of the list. */
export type StaffReconciliationList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffReconciliation)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A comparison of a day with the list of a gateway, which a staff member requested. */
export type StaffReconciliationRequest = {
  /** Id of the request. */
  readonly id: string;
  /** Always `reconciliation_request`. */
  readonly object: 'reconciliation_request';
  /** Id of the network. */
  readonly network_id: string;
  /** Which gateway of the network. */
  readonly route: string;
  /** Whether live purchases are compared. */
  readonly livemode: boolean;
  /** The UTC day that is compared. */
  readonly date: string;
  /** `requested` (waits for a worker), `running`, `done`, or `failed`. If a worker stops, another one starts it again within a minute. */
  readonly status: 'requested' | 'running' | 'done' | 'failed';
  /** When it was requested. */
  readonly requested_at: string;
  /** When a worker took it last; null if none did. */
  readonly started_at: string | null;
  /** When it ended; null while it is open. */
  readonly ended_at: string | null;
  /** How often a worker took it. After the first, `findings` has only what earlier ones had not booked yet. */
  readonly attempts: number;
  /** The staff member who requested it. */
  readonly person_id: string;
  /** Why. */
  readonly reason: string;
  /** Null unless it is done. */
  readonly result: StaffReconciliationResult | null;
  /** Null unless it failed. */
  readonly failure: StaffReconciliationFailure | null;
};

/** One page of the list. */
export type StaffReconciliationRequestList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The items of this page, in the order of the list. */
  readonly data: readonly (StaffReconciliationRequest)[];
  /** Whether another page follows. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** What a comparison found. */
export type StaffReconciliationResult = {
  /** Purchases that we sent on that day. */
  readonly sent: number;
  /** Orders in the list of the gateway. */
  readonly listed: number;
  /** Orders in the list without one of our keys. */
  readonly strangers: number;
  /** Orders on which the books and the list did not agree. */
  readonly findings: number;
  /** The first 100 of them. */
  readonly first_findings: readonly (StaffReconciliationFinding)[];
};

/** A part of the undelivered events of an endpoint. */
export type StaffRecoveredEvents = {
  /** Id of the account. */
  readonly account_id: string;
  /** As in the request. */
  readonly endpoint_id: string | null;
  /** How many events are sent again. At most 400 wait at an endpoint at the same time. */
  readonly queued: number;
  /** The last event of this part. Send it as `after` to continue. */
  readonly next: string | null;
  /** Whether there may be more. If `queued` is 0, try again later. */
  readonly has_more: boolean;
};

/** What was found. */
export type StaffRequeryList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffRequeryResult)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** What a gateway reported about a purchase. */
export type StaffRequeryResult = {
  /** Id of the purchase. */
  readonly purchase_id: string;
  /** Whether the gateway was asked. Only pending purchases are asked for. */
  readonly asked: boolean;
  /** What it reported: `confirmed`, `refused` or `reversed` are booked. `pending`, `not_found`, `unavailable` and others leave the purchase pending. `final`: it was final already. `no_answer`: the gateway was too slow. `no_purchase`: there is none with this id. */
  readonly answer: string;
};

/** An event that is sent again. */
export type StaffResentEvent = {
  /** Id of the event. */
  readonly event_id: string;
  /** Id of the account. */
  readonly account_id: string;
  /** Whether an attempt was added. False if one waits already. */
  readonly queued: boolean;
};

/** What was found. */
export type StaffResolutionList = {
  /** Always `list`. */
  readonly object: 'list';
  /** What was found, in the order of the list. */
  readonly data: readonly (StaffResolutionResult)[];
  /** Always false: the list has everything. */
  readonly has_more: boolean;
};

/** Whether a purchase was settled by hand. */
export type StaffResolutionResult = {
  /** Id of the purchase. */
  readonly purchase_id: string;
  /** Status of the purchase now. */
  readonly status: string;
  /** Whether this request settled it. A final purchase does not change. */
  readonly moved: boolean;
  /** Why nothing was done: `unapproved` (others must approve it: the list of approvals has the request), `send_under_way` (the gateway may still answer), `never_sent` (nothing was delivered); null if it was done. */
  readonly refused: string | null;
};

/** What a text names, over all accounts. */
export type StaffSearch = {
  /** Always `search`. */
  readonly object: 'search';
  /** Purchases with this id, phone number or reference, newest first, at most 50. */
  readonly purchases: readonly (StaffPurchase)[];
  /** Rows of campaigns with this reference that have bought nothing, at most 50. */
  readonly rows: readonly ({
    /** Id of the campaign. */
    readonly batch_id: string;
    /** Line of the file. */
    readonly line: number;
    /** Why it has bought nothing, as a code. */
    readonly cause: string;
    /** Why it has bought nothing, for people. */
    readonly sentence: string;
  })[];
  /** Accounts with this id, or with the text in their name or that of their organisation. */
  readonly accounts: readonly (StaffAccount)[];
};

/** Purchases that are pending for too long, with their causes. */
export type StaffStuckList = {
  /** Always `list`. */
  readonly object: 'list';
  /** Those with the cause, nearest deadline first. A page that is not the last has fewer than `limit` only if 500 purchases were examined for it. */
  readonly data: readonly (StaffStuckPurchase)[];
  /** Every cause among the examined purchases, most frequent first. */
  readonly causes: readonly ({
    /** Why it is in its state, as a code. More may be added. */
    readonly cause: string;
    /** How many of the examined purchases have it. */
    readonly count: number;
  })[];
  /** Whether another page follows. The counts are of the purchases that were examined for this one. */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly next_cursor: string | null;
};

/** A purchase that is pending for too long. */
export type StaffStuckPurchase = {
  /** Id of the purchase. */
  readonly id: string;
  /** Id of the account. */
  readonly account_id: string;
  /** Name of the account. */
  readonly account_name: string;
  /** Whether the account is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** Id of the network. */
  readonly network_id: string;
  /** The client's reference. */
  readonly reference: string;
  /** When it was accepted. */
  readonly created_at: string;
  /** When it is final at the latest. */
  readonly resolve_by: string;
  /** What is held for it. */
  readonly price: Money;
  /** Why it is in its state, as a code. More may be added. */
  readonly cause: string;
  /** Why it is in its state, for people. */
  readonly sentence: string;
};

/** Everything on record about one purchase, and why it is in its state. */
export type StaffTrace = {
  /** Always `purchase_trace`. */
  readonly object: 'purchase_trace';
  /** Id of the account. */
  readonly account_id: string;
  /** Whether the account is live. Test accounts buy from simulators. */
  readonly livemode: boolean;
  /** Its campaign; null if it was bought alone. */
  readonly batch_id: string | null;
  readonly purchase: Purchase;
  /** Why it is in its state, as a code. More may be added. */
  readonly cause: string;
  /** Why it is in its state, for people. */
  readonly sentence: string;
  /** When its workflow acts next. */
  readonly next_action_at: string;
  /** What it wrote into the statement. */
  readonly lines: readonly (StaffTraceLine)[];
  /** Every send, oldest first. */
  readonly submissions: readonly (StaffTraceSubmission)[];
  /** What each gateway that delivered took for it; empty if it was not delivered. */
  readonly costs: readonly (StaffTraceCost)[];
  /** Callbacks that name it, oldest first. */
  readonly callbacks: readonly (StaffTraceCallback)[];
  /** Its events and their deliveries. */
  readonly events: readonly (StaffTraceEvent)[];
  /** What it waits behind before it is first sent; null if it was handed to Temporal. */
  readonly waiting_to_start: {
    /** Since when. */
    readonly since: string;
    /** How many are before it. */
    readonly ahead: number;
    /** How many the network has in progress. */
    readonly in_flight: number;
    /** How many it may have. */
    readonly in_flight_max: number;
    /** How many are sent per second at most. */
    readonly rate_per_second: number;
  } | null;
  /** A delivery after the purchase had failed; null for none. */
  readonly late_confirmation: {
    /** When it was reported. */
    readonly recorded_at: string;
    /** What was decided; null while it is open. */
    readonly resolution: string | null;
    /** Who reported the delivery. `operator`: a person recorded it on evidence. `submit`, `inquiry` or `callback`: the gateway. Null if it is not on record. */
    readonly source: string | null;
  } | null;
  /** Inquiries after a timeout; null for none. */
  readonly late_inquiry: {
    /** Until when the gateway is asked. */
    readonly until: string;
    /** What was found: `confirmed`, `refused`, `reversed`, `voided`, `never_received` or `unknown`; null while it continues. */
    readonly outcome: string | null;
    /** Id of the workflow that asks. */
    readonly workflow_id: string;
    /** This workflow in the Temporal UI; null if TEMPORAL_UI_URL is not set. */
    readonly workflow_url: string | null;
  } | null;
  /** How a staff member settled it; null if no one did. */
  readonly settled_by_hand: StaffTraceSettlement | null;
  /** What people did to it or its events, such as a resend of a webhook; newest first, at most 20. */
  readonly actions: readonly (StaffActionEntry)[];
  /** Id of its workflow in Temporal. */
  readonly workflow_id: string;
  /** The workflow in the Temporal UI; null if TEMPORAL_UI_URL is not set. */
  readonly workflow_url: string | null;
  /** Id of its trace, if tracing is on. */
  readonly trace_id: string;
};

/** One attempt to deliver an event. */
export type StaffTraceAttempt = {
  /** The endpoint that the client set; null for that of operators. */
  readonly endpoint_id: string | null;
  /** 1 for the first. */
  readonly attempt: number;
  /** When it began. */
  readonly started_at: string;
  /** `delivered` or `failed`; null while it is under way. */
  readonly outcome: string | null;
  /** The receiver's status; null for no answer. */
  readonly http_status: number | null;
  /** The kind of failure without an answer. */
  readonly error: string | null;
};

/** A callback of the gateway. */
export type StaffTraceCallback = {
  /** When. */
  readonly received_at: string;
  /** When it was handled; null while it is not. */
  readonly handled_at: string | null;
  /** As what; null while it is not handled. */
  readonly handled_as: string | null;
  /** As it was received. The phone number is masked unless you may see it. */
  readonly body: string;
};

/** What a gateway took for a delivery. */
export type StaffTraceCost = {
  /** The gateway that delivered. */
  readonly route: string;
  /** What it took, as decimal text; null if it is not known. */
  readonly cost: string | null;
  /** The currency of the cost. */
  readonly currency: string | null;
  /** `price`: the price when the order was sent. `list`: the gateway's own list or answer. */
  readonly source: 'price' | 'list' | null;
  /** The exchange rate into the currency of the client when the order was sent; null if none is known. */
  readonly rate: string | null;
};

/** An event of the purchase. */
export type StaffTraceEvent = {
  /** Id of the event. */
  readonly id: string;
  /** Its type. */
  readonly type: string;
  /** When. */
  readonly created_at: string;
  /** Its state over all endpoints. */
  readonly delivery: string;
  /** All attempts. */
  readonly attempts: readonly (StaffTraceAttempt)[];
};

/** A statement line of the purchase. */
export type StaffTraceLine = {
  /** Number of the line in the statement. */
  readonly number: number;
  /** `charge` or `refund`. */
  readonly type: string;
  /** When. */
  readonly occurred_at: string;
  /** Minor units; negative for a charge. */
  readonly amount: number;
  /** Minor units. */
  readonly balance_after: number;
};

/** How a staff member settled a purchase. */
export type StaffTraceSettlement = {
  /** When. */
  readonly at: string;
  /** `key`, `person`, `staff`, `operator` or `process`. */
  readonly principal_kind: string;
  /** Id of the key or person, or a name. */
  readonly principal_id: string;
  /** What the network had confirmed to the person. */
  readonly outcome: 'delivered' | 'not_delivered';
  /** What was booked. `delivered_too_late`: after the deadline or a failure, so the purchase failed and nothing was charged. `confirmed_before`: the network had confirmed the delivery in time, so it was charged. */
  readonly booked: 'delivered' | 'delivered_too_late' | 'not_delivered' | 'confirmed_before';
  /** The proof that the person gave. */
  readonly evidence: string | null;
  /** Why; null if no reason was given. */
  readonly reason: string | null;
};

/** One send to the gateway. */
export type StaffTraceSubmission = {
  /** 1 for the first. */
  readonly attempt: number;
  /** When the fence was written, before the order was sent. */
  readonly sent_at: string;
  /** When the gateway answered; null while it has not. */
  readonly answered_at: string | null;
  /** How the answer was read; null for none. */
  readonly outcome: string | null;
  /** The gateway's id for the order; null if it gave none. */
  readonly gateway_id: string | null;
  /** What the gateway answered, in short. */
  readonly detail: string | null;
  /** The gateway that took it: its name in GATEWAYS_FILE, `main` for the one without a name. */
  readonly route: string;
  /** Why this gateway; null if the network had only one. Times are UTC. */
  readonly route_reason: string | null;
};

/** Our wallet at the gateway. */
export type StaffWallet = {
  /** As the gateway wrote it. */
  readonly available: string;
  /** Its currency. */
  readonly currency: string;
  /** When it was read. */
  readonly read_at: string;
  /** Below this, the wallet is low; null for no limit. */
  readonly minimum: string | null;
};

/** In which organisation, and why. */
export type SuspendStaffPerson = {
  /** Id of the organisation. */
  readonly organisation_id: string;
  /** Why. It is in the audit log. */
  readonly reason: string;
};

/** What searchAsStaff takes in its query. */
export type SearchAsStaffQuery = {
  readonly q: string;
};

/** What listStuckPurchases takes in its query. */
export type ListStuckPurchasesQuery = {
  readonly network_id?: string | undefined;
  readonly account_id?: string | undefined;
  readonly cause?: string | undefined;
  readonly older_than_seconds?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listFailedPurchases takes in its query. */
export type ListFailedPurchasesQuery = {
  readonly network_id?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listLateConfirmations takes in its query. */
export type ListLateConfirmationsQuery = {
  readonly network_id?: string | undefined;
  readonly all?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listContradictions takes in its query. */
export type ListContradictionsQuery = {
  readonly network_id?: string | undefined;
  readonly all?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listNetworkMinutes takes in its query. */
export type ListNetworkMinutesQuery = {
  readonly range?: 'hour' | 'day' | 'week' | undefined;
};

/** What listAccountsAsStaff takes in its query. */
export type ListAccountsAsStaffQuery = {
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listFailingEndpoints takes in its query. */
export type ListFailingEndpointsQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listBatchesAsStaff takes in its query. */
export type ListBatchesAsStaffQuery = {
  readonly status?: 'open' | 'all' | 'validating' | 'ready' | 'running' | 'paused' | 'completed' | 'canceled' | 'rejected' | undefined;
  readonly account_id?: string | undefined;
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listStaffApprovals takes in its query. */
export type ListStaffApprovalsQuery = {
  readonly all?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listPeopleAsStaff takes in its query. */
export type ListPeopleAsStaffQuery = {
  readonly organisation_id?: string | undefined;
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listReconciliations takes in its query. */
export type ListReconciliationsQuery = {
  readonly network_id?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listMargins takes in its query. */
export type ListMarginsQuery = {
  readonly from: string;
  readonly to?: string | undefined;
  readonly by?: 'network' | 'bundle' | 'account' | 'route' | 'day' | undefined;
};

/** What searchAuditLog takes in its query. */
export type SearchAuditLogQuery = {
  readonly account_id?: string | undefined;
  readonly action?: string | undefined;
  readonly principal?: string | undefined;
  readonly subject?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listReconciliationRequests takes in its query. */
export type ListReconciliationRequestsQuery = {
  readonly network_id?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** What listQueuedEndpoints takes in its query. */
export type ListQueuedEndpointsQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};
