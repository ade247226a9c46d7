<?php

declare(strict_types=1);

namespace Bundlewire\Settings;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Transport;

/** Settings of your account. */
final class Settings
{
    private const ALLOWLIST = '/v1/settings/ip-allowlist';
    private const ALERT = '/v1/settings/low-balance';
    private const BUNDLES = '/v1/settings/allowed-bundles';
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
     * @param array{amount: int, currency: string}|null $threshold in minor units: 5000000 kobo is ₦50,000.00
     */
    public function replaceLowBalanceAlert(?array $threshold, ?string $email): LowBalanceAlert
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
