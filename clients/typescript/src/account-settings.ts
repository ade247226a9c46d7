import { type CallOptions, type Calls, json } from './calls.ts';
import type {
  AllowedBundles,
  ApprovalRules,
  Blocklist,
  BlocklistLookup,
  ChangedBlocklist,
  IpAllowlist,
  LowBalanceAlert,
  Notices,
  ReplaceApprovalRules,
  ReplaceIpAllowlist,
  ReplaceLowBalanceAlert,
  ReplaceNotices,
  ReplaceSpendingLimits,
  SpendingLimits,
} from './types.ts';

/** Settings of your account. */
export interface AccountSettings {
  /** From where your keys work, and the address that your requests come from. */
  ipAllowlist(options?: CallOptions): Promise<IpAllowlist>;
  /**
   * Replaces the whole list; an empty one lets your keys work from anywhere.
   * @throws ApiError `address_locked_out` for a list without the address of this request, unless `allow_lockout` is true.
   */
  replaceIpAllowlist(allowlist: ReplaceIpAllowlist, options?: CallOptions): Promise<IpAllowlist>;
  /** When an e-mail reports that the available balance is low. */
  lowBalanceAlert(options?: CallOptions): Promise<LowBalanceAlert>;
  /** Sets the alert; null in both fields ends it. */
  replaceLowBalanceAlert(alert: ReplaceLowBalanceAlert, options?: CallOptions): Promise<LowBalanceAlert>;
  /** The only bundles that your account buys. */
  allowedBundles(options?: CallOptions): Promise<AllowedBundles>;
  /** Replaces the whole list; null allows every bundle that is sold to you. */
  replaceAllowedBundles(bundleIds: readonly string[] | null, options?: CallOptions): Promise<AllowedBundles>;
  /** What your account may spend per campaign, day and month, and what it has spent. */
  spendingLimits(options?: CallOptions): Promise<SpendingLimits>;
  /** Replaces all limits; null means no limit. */
  replaceSpendingLimits(limits: ReplaceSpendingLimits, options?: CallOptions): Promise<SpendingLimits>;
  /** From which amounts campaigns need approval. */
  approvalRules(options?: CallOptions): Promise<ApprovalRules>;
  /** Replaces all rules; null means never. Needs the right `approvals:rules`, which keys have only if it is named. */
  replaceApprovalRules(rules: ReplaceApprovalRules, options?: CallOptions): Promise<ApprovalRules>;
  /** Who gets e-mails about your campaigns. */
  notices(options?: CallOptions): Promise<Notices>;
  /** Replaces all addresses; an empty list ends the e-mails of its kind. */
  replaceNotices(notices: ReplaceNotices, options?: CallOptions): Promise<Notices>;
  /** How many numbers are blocked. The numbers themselves cannot be listed. */
  blocklist(options?: CallOptions): Promise<Blocklist>;
  /** Blocks up to 10,000 numbers; others stay blocked. */
  addBlockedNumbers(phoneNumbers: readonly string[], options?: CallOptions): Promise<ChangedBlocklist>;
  removeBlockedNumbers(phoneNumbers: readonly string[], options?: CallOptions): Promise<ChangedBlocklist>;
  /** Whether a number is blocked. */
  lookUpBlockedNumber(phoneNumber: string, options?: CallOptions): Promise<BlocklistLookup>;
}

const ALLOWLIST = '/v1/settings/ip-allowlist';
const ALERT = '/v1/settings/low-balance';
const BUNDLES = '/v1/settings/allowed-bundles';
const LIMITS = '/v1/settings/spending-limits';
const APPROVALS = '/v1/settings/approval-rules';
const NOTICES = '/v1/settings/notices';
const BLOCKLIST = '/v1/settings/blocklist';

export function createAccountSettings({ get, post, change }: Calls): AccountSettings {
  return {
    ipAllowlist: (options) => get(ALLOWLIST, options),
    replaceIpAllowlist: (body, options) => change('PUT', ALLOWLIST, { ...options, body }),
    lowBalanceAlert: (options) => get(ALERT, options),
    replaceLowBalanceAlert: (body, options) => change('PUT', ALERT, { ...options, body }),
    allowedBundles: (options) => get(BUNDLES, options),
    replaceAllowedBundles: (bundle_ids, options) =>
      change('PUT', BUNDLES, { ...options, body: { bundle_ids } }),
    spendingLimits: (options) => get(LIMITS, options),
    replaceSpendingLimits: (body, options) => change('PUT', LIMITS, { ...options, body }),
    approvalRules: (options) => get(APPROVALS, options),
    replaceApprovalRules: (body, options) => change('PUT', APPROVALS, { ...options, body }),
    notices: (options) => get(NOTICES, options),
    replaceNotices: (body, options) => change('PUT', NOTICES, { ...options, body }),
    blocklist: (options) => get(BLOCKLIST, options),
    addBlockedNumbers: (phone_numbers, options) =>
      change('PUT', `${BLOCKLIST}/numbers`, { ...options, body: { phone_numbers } }),
    removeBlockedNumbers: (phone_numbers, options) =>
      change('DELETE', `${BLOCKLIST}/numbers`, { ...options, body: { phone_numbers } }),
    async lookUpBlockedNumber(phone_number, options) {
      const body = json({ phone_number });
      return (await post<BlocklistLookup>({ path: `${BLOCKLIST}/lookups`, body }, options)).body;
    },
  };
}
