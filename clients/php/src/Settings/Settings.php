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

    private static function allowlist(Data $data): IpAllowlist
    {
        return new IpAllowlist($data);
    }

    private static function alert(Data $data): LowBalanceAlert
    {
        return new LowBalanceAlert($data);
    }
}
