<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use Bundlewire\Client;
use Bundlewire\Http\HttpClients;
use Bundlewire\Http\Retries;
use Psr\Log\LoggerInterface;

/** Clients and objects for tests. */
final class Api
{
    public const KEY = 'bw_test_0123456789abcdef';

    public static function client(
        FakeHttp $http,
        ?FakeClock $clock = null,
        ?Retries $retries = null,
        ?LoggerInterface $logger = null,
    ): Client {
        return new Client(
            'https://api.example.com/',
            self::KEY,
            retries: $retries,
            http: HttpClients::of($http),
            logger: $logger,
            clock: $clock ?? new FakeClock(),
        );
    }

    /**
     * @param array<string, mixed> $changes
     * @return array<string, mixed>
     */
    public static function purchase(array $changes = []): array
    {
        return $changes + [
            'id' => 'pur_1',
            'object' => 'purchase',
            'reference' => 'order-1',
            'status' => 'pending',
            'phone_number' => '+2348031234567',
            'network_id' => 'net_mtn_ng',
            'bundle' => ['id' => 'bnd_1', 'name' => '1 GB', 'data_mb' => 1024, 'validity_hours' => 720],
            'price' => self::money(100_000),
            'created_at' => '2026-01-01T00:00:00.000Z',
            'resolve_by' => '2026-01-01T00:15:00.000Z',
            'completed_at' => null,
            'delivery' => null,
            'failure' => null,
            'reversal' => null,
            'metadata' => new \stdClass(),
        ];
    }

    /**
     * @param array<string, mixed> $changes
     * @return array<string, mixed>
     */
    public static function batch(array $changes = []): array
    {
        $counts = \array_fill_keys(
            ['rows', 'valid', 'invalid', 'waiting', 'refused', 'pending', 'successful', 'failed', 'reversed'],
            0,
        );
        return $changes + [
            'id' => 'bat_1',
            'object' => 'batch',
            'reference' => 'december',
            'status' => 'ready',
            'counts' => $counts,
            'cost' => self::money(0),
            'available' => self::money(0),
            'shortfall' => self::money(0),
            'notices' => [],
            'errors' => [],
            'warnings' => [],
            'pause' => null,
            'rejection' => null,
            'created_at' => '2026-01-01T00:00:00.000Z',
            'started_at' => null,
            'estimated_completion_at' => null,
            'completed_at' => null,
        ];
    }

    /** @return array<string, mixed> */
    public static function statement(string $status, int $opening, ?int $closing): array
    {
        $total = ['count' => 0, 'amount' => 0];
        return [
            'object' => 'statement',
            'date' => '2026-01-01',
            'status' => $status,
            'currency' => 'NGN',
            'opening_balance' => $opening,
            'closing_balance' => $closing,
            'totals' => \array_fill_keys(
                ['purchases_successful', 'purchases_failed', 'reversals', 'funding', 'adjustments'],
                $total,
            ),
        ];
    }

    /**
     * @param list<mixed> $data
     * @return array<string, mixed>
     */
    public static function page(array $data, ?string $next = null): array
    {
        return ['object' => 'list', 'data' => $data, 'has_more' => $next !== null, 'next_cursor' => $next];
    }

    /** @return array<string, mixed> */
    private static function money(int $amount): array
    {
        return ['amount' => $amount, 'currency' => 'NGN'];
    }
}
