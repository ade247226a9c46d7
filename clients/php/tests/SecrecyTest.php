<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use Bundlewire\Client;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\NoAnswerException;
use Bundlewire\Http\Retries;
use PHPUnit\Framework\TestCase;

final class SecrecyTest extends TestCase
{
    public function testTheKeyIsInNoDumpOfTheClient(): void
    {
        $client = Api::client(new FakeHttp([]));
        \ob_start();
        \var_dump($client);
        $dumps = \ob_get_clean() . \print_r($client, true) . \json_encode($client) . \print_r((array) $client, true);
        self::assertStringNotContainsString(Api::KEY, $dumps);
    }

    public function testTheKeyAndThePhoneNumberAreInNoErrorAndNoLog(): void
    {
        $logger = new MemoryLogger();
        $http = new FakeHttp([FakeHttp::lost(), FakeHttp::json(Api::page([]), 200, ['Svc-Request-Id' => 'req_1'])]);
        $client = Api::client($http, retries: new Retries(1), logger: $logger);
        try {
            $client->purchases->buy('order-1', '+2348031234567', 'bnd_1');
            self::fail('bought');
        } catch (NoAnswerException $error) {
            self::assertStringNotContainsString(Api::KEY, \print_r($error, true));
            self::assertStringNotContainsString('2348031234567', $error->getMessage());
        }
        $client->purchases->list(['phone_number' => '+2348031234567'])->page();

        self::assertStringContainsString('phone_number=%2B2348031234567', $http->requests[1]->getUri()->getQuery());
        self::assertSame('Bearer ' . Api::KEY, $http->requests[0]->getHeaderLine('Authorization'));
        $lines = (string) \json_encode($logger->lines);
        self::assertStringNotContainsString(Api::KEY, $lines);
        self::assertStringNotContainsString('2348031234567', $lines);
        self::assertSame(['warning', 'info'], \array_column($logger->lines, 'level'));
        self::assertSame(['method' => 'GET', 'path' => '/v1/purchases', 'status' => 200, 'request_id' => 'req_1'], \array_intersect_key(
            $logger->lines[1],
            ['method' => 0, 'path' => 0, 'status' => 0, 'request_id' => 0],
        ));
    }

    public function testANewKeyIsInNoDumpAndNoLog(): void
    {
        $logger = new MemoryLogger();
        $secret = 'bw_live_secret_of_the_test';
        $fields = ['id' => 'key_1', 'object' => 'api_key', 'name' => 'Shop', 'last_four' => 'test', 'status' => 'active',
            'scopes' => ['all'], 'spend_caps' => (object) [], 'current' => false, 'created_at' => '2026-11-20T08:00:00.000Z'];
        $http = new FakeHttp([FakeHttp::json($fields + ['key' => $secret], 201)]);
        $key = Api::client($http, logger: $logger)->apiKeys->create('Shop', ['all']);
        self::assertSame($secret, $key->key);
        \ob_start();
        \var_dump($key);
        $dumps = \ob_get_clean() . \print_r($key, true) . \json_encode($logger->lines);
        self::assertStringContainsString('/v1/api-keys', \str_replace('\\/', '/', $dumps));
        self::assertStringNotContainsString($secret, $dumps);
    }

    public function testEveryRequestNamesThePackage(): void
    {
        $http = new FakeHttp([FakeHttp::json(Api::page([]))]);
        Api::client($http)->bundles->list()->page();
        self::assertMatchesRegularExpression(
            '~^bundlewire-php/\d+\.\d+\.\d+ \(php \d+\.\d+\.\d+\S*\)$~',
            $http->requests[0]->getHeaderLine('User-Agent'),
        );
        self::assertSame('https://api.example.com/v1/bundles', (string) $http->requests[0]->getUri());
    }

    public function testTheVersionIsThatOfThePackage(): void
    {
        $composer = \json_decode((string) \file_get_contents(__DIR__ . '/../composer.json'), true);
        self::assertSame($composer['version'], \Bundlewire\Version::NUMBER);
    }

    /** @return iterable<string, array{string, string}> */
    public static function refusedSettings(): iterable
    {
        yield 'http to another machine' => ['http://api.example.com', Api::KEY];
        yield 'http to a name that begins like localhost' => ['http://localhost.example.com', Api::KEY];
        yield 'no scheme' => ['api.example.com', Api::KEY];
        yield 'an empty key' => ['https://api.example.com', ''];
        yield 'a key with a line feed' => ['https://api.example.com', "bw_live_1\n"];
    }

    /** @dataProvider refusedSettings */
    public function testSettingsThatWouldLeakOrFailAreRefused(string $baseUrl, string $key): void
    {
        $this->expectException(InvalidArgumentException::class);
        new Client($baseUrl, $key);
    }

    public function testLocalhostMayUseHttp(): void
    {
        foreach (['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'] as $url) {
            self::assertInstanceOf(Client::class, new Client($url, Api::KEY));
        }
    }
}
