import type { CallOptions, Calls } from './calls.ts';
import type { IpAllowlist, LowBalanceAlert, ReplaceIpAllowlist, ReplaceLowBalanceAlert } from './types.ts';

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
}

const ALLOWLIST = '/v1/settings/ip-allowlist';
const ALERT = '/v1/settings/low-balance';

export function createAccountSettings({ get, change }: Calls): AccountSettings {
  return {
    ipAllowlist: (options) => get(ALLOWLIST, options),
    replaceIpAllowlist: (body, options) => change('PUT', ALLOWLIST, { ...options, body }),
    lowBalanceAlert: (options) => get(ALERT, options),
    replaceLowBalanceAlert: (body, options) => change('PUT', ALERT, { ...options, body }),
  };
}
