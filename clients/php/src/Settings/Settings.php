<?php

declare(strict_types=1);

namespace Bundlewire\Settings;

use Bundlewire\Approvals\ApprovalRules;
use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Transport;
use Bundlewire\Money;

/** Settings of your account. */
final class Settings
{
    private const ALLOWLIST = '/v1/settings/ip-allowlist';
    private const ALERT = '/v1/settings/low-balance';
    private const BUNDLES = '/v1/settings/allowed-bundles';
    private const LIMITS = '/v1/settings/spending-limits';
    private const APPROVALS = '/v1/settings/approval-rules';
    private const NOTICES = '/v1/settings/notices';
    private const BLOCKLIST = '/v1/settings/blocklist';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /** From where your keys work, and the address that your requests come from. */
    public function ipAllowlist(): IpAllowlist
    {
        return $this->transport->json(Call::get(self::ALLOWLIST), self::allowlist(...));
    }

    /**
     * Replaces the whole list; an empty one lets your keys work from anywhere. A list without the address of this request is
     * an ApiException with the code `address_locked_out`, unless $allowLockout is true.
     *
     * @param list<string> $ranges addresses, and ranges such as `198.51.100.0/24`
     */
    public function replaceIpAllowlist(array $ranges, bool $allowLockout = false): IpAllowlist
    {
        $fields = ['ranges' => \array_values($ranges)] + ($allowLockout ? ['allow_lockout' => true] : []);
        return $this->transport->json(Call::send('PUT', self::ALLOWLIST, $fields), self::allowlist(...));
    }

    /** When an e-mail reports that the available balance is low. */
    public function lowBalanceAlert(): LowBalanceAlert
    {
        return $this->transport->json(Call::get(self::ALERT), self::alert(...));
    }

    /**
     * Sets the alert. Null for both ends it.
     *
     * @param Money|array{amount: int, currency: string}|null $threshold `Money::of(5000000, 'NGN')` is ₦50,000.00
     */
    public function replaceLowBalanceAlert(Money|array|null $threshold, ?string $email): LowBalanceAlert
    {
        $call = Call::send('PUT', self::ALERT, ['threshold' => $threshold, 'email' => $email]);
        return $this->transport->json($call, self::alert(...));
    }

    /** The only bundles that your account buys. */
    public function allowedBundles(): AllowedBundles
    {
        return $this->transport->json(Call::get(self::BUNDLES), self::bundles(...));
    }

    /**
     * Replaces the whole list; null allows every bundle that is sold to you.
     *
     * @param ?list<string> $bundleIds
     */
    public function replaceAllowedBundles(?array $bundleIds): AllowedBundles
    {
        return $this->transport->json(Call::send('PUT', self::BUNDLES, ['bundle_ids' => $bundleIds]), self::bundles(...));
    }

    /** What your account may spend per campaign, day and month, and what it has spent. */
    public function spendingLimits(): SpendingLimits
    {
        return $this->transport->json(Call::get(self::LIMITS), self::limits(...));
    }

    /**
     * Replaces all limits; null means no limit.
     *
     * @param Money|array{amount: int, currency: string}|null $perCampaign in minor units: 50000000 kobo is ₦500,000.00
     * @param Money|array{amount: int, currency: string}|null $perDay
     * @param Money|array{amount: int, currency: string}|null $perMonth
     */
    public function replaceSpendingLimits(
        Money|array|null $perCampaign,
        Money|array|null $perDay,
        Money|array|null $perMonth,
    ): SpendingLimits {
        $fields = ['per_campaign' => $perCampaign, 'per_day' => $perDay, 'per_month' => $perMonth];
        return $this->transport->json(Call::send('PUT', self::LIMITS, $fields), self::limits(...));
    }

    /** From which amounts campaigns need approval. */
    public function approvalRules(): ApprovalRules
    {
        return $this->transport->json(Call::get(self::APPROVALS), self::approvals(...));
    }

    /**
     * Replaces all rules. Needs the right `approvals:rules`, which keys have only if it is named in their scopes.
     *
     * @param array<string, mixed> $campaignStart one_approval_from and two_approvals_from, each null or a Money; valid_hours
     */
    public function replaceApprovalRules(array $campaignStart): ApprovalRules
    {
        $call = Call::send('PUT', self::APPROVALS, ['campaign_start' => $campaignStart]);
        return $this->transport->json($call, self::approvals(...));
    }

    /** Who gets e-mails about your campaigns. */
    public function notices(): Notices
    {
        return $this->transport->json(Call::get(self::NOTICES), self::addresses(...));
    }

    /**
     * Replaces all addresses, up to 10 in a list. An empty list ends the e-mails of its kind.
     *
     * @param list<string> $ready
     * @param list<string> $completed
     * @param list<string> $paused
     * @param list<string> $needsMoney
     */
    public function replaceNotices(array $ready, array $completed, array $paused, array $needsMoney): Notices
    {
        $lists = ['ready' => $ready, 'completed' => $completed, 'paused' => $paused, 'needs_money' => $needsMoney];
        $call = Call::send('PUT', self::NOTICES, \array_map(\array_values(...), $lists));
        return $this->transport->json($call, self::addresses(...));
    }

    /** How many numbers are blocked. The numbers themselves cannot be listed. */
    public function blocklist(): Blocklist
    {
        return $this->transport->json(Call::get(self::BLOCKLIST), self::blocked(...));
    }

    /**
     * Blocks up to 10,000 numbers. Others stay blocked.
     *
     * @param list<string> $phoneNumbers
     */
    public function addBlockedNumbers(array $phoneNumbers): Blocklist
    {
        return $this->changeBlocklist('PUT', $phoneNumbers);
    }

    /**
     * Unblocks numbers. Those that are not blocked are ignored.
     *
     * @param list<string> $phoneNumbers
     */
    public function removeBlockedNumbers(array $phoneNumbers): Blocklist
    {
        return $this->changeBlocklist('DELETE', $phoneNumbers);
    }

    /** Whether a number is blocked. */
    public function lookUpBlockedNumber(string $phoneNumber): BlocklistLookup
    {
        $call = Call::send('POST', self::BLOCKLIST . '/lookups', ['phone_number' => $phoneNumber]);
        return $this->transport->json($call, static fn (Data $data): BlocklistLookup => new BlocklistLookup($data));
    }

    /** @param list<string> $phoneNumbers */
    private function changeBlocklist(string $method, array $phoneNumbers): Blocklist
    {
        $fields = ['phone_numbers' => \array_values($phoneNumbers)];
        return $this->transport->json(Call::send($method, self::BLOCKLIST . '/numbers', $fields), self::blocked(...));
    }

    private static function limits(Data $data): SpendingLimits
    {
        return new SpendingLimits($data);
    }

    private static function approvals(Data $data): ApprovalRules
    {
        return new ApprovalRules($data);
    }

    private static function addresses(Data $data): Notices
    {
        return new Notices($data);
    }

    private static function bundles(Data $data): AllowedBundles
    {
        return new AllowedBundles($data);
    }

    private static function blocked(Data $data): Blocklist
    {
        return new Blocklist($data);
    }

    private static function allowlist(Data $data): IpAllowlist
    {
        return new IpAllowlist($data);
    }

    private static function alert(Data $data): LowBalanceAlert
    {
        return new LowBalanceAlert($data);
    }
}
