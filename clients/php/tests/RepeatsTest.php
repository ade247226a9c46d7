<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use Bundlewire\Exception\ApiException;
use Bundlewire\Exception\NoAnswerException;
use Bundlewire\Exception\OutcomeUnknownException;
use Bundlewire\Http\Retries;
use Bundlewire\Purchases\Bought;
use GuzzleHttp\Psr7\Response;
use PHPUnit\Framework\TestCase;

final class RepeatsTest extends TestCase
{
    private FakeClock $clock;

    protected function setUp(): void
    {
        $this->clock = new FakeClock();
    }

    public function testALostAnswerIsRepeatedWithTheSameBody(): void
    {
        $http = new FakeHttp([FakeHttp::lost(), FakeHttp::json(Api::purchase(), 200)]);
        $bought = $this->buy($http);
        self::assertFalse($bought->created);
        self::assertCount(2, $http->bodies);
        self::assertSame($http->bodies[0], $http->bodies[1]);
        self::assertSame(
            ['reference' => 'order-1', 'phone_number' => '+2348031234567', 'bundle_id' => 'bnd_1'],
            \json_decode($http->bodies[0], true),
        );
    }

    public function testA201IsANewPurchase(): void
    {
        self::assertTrue($this->buy(new FakeHttp([FakeHttp::json(Api::purchase(), 201)]))->created);
    }

    /** @return iterable<string, array{Response}> */
    public static function foreignAnswers(): iterable
    {
        yield 'HTML with 502' => [new Response(502, [], '<html>')];
        yield 'HTML with 404' => [new Response(404, [], '<html>')];
        yield 'HTML with 200' => [new Response(200, [], '<html>Sign in to the Wi-Fi')];
        yield 'JSON of something else' => [FakeHttp::json(['status' => 'ok'])];
        yield 'a truncated body' => [new Response(201, [], '{"id":"pur_1","obj')];
        yield 'a redirect' => [new Response(302, ['Location' => 'https://other.example'])];
        yield 'an error without a code' => [FakeHttp::json(['error' => 'x'], 400)];
    }

    /** @dataProvider foreignAnswers */
    public function testAnAnswerThatIsNotFromTheApiIsRepeated(Response $answer): void
    {
        self::assertTrue($this->buy(new FakeHttp([$answer, FakeHttp::json(Api::purchase(), 201)]))->created);
    }

    public function testTheClientWaitsAsLongAsTheApiAsks(): void
    {
        $this->buy(new FakeHttp([
            FakeHttp::error(429, 'rate_limited', true, ['Retry-After' => '7']),
            FakeHttp::json(Api::purchase(), 201),
        ]));
        self::assertCount(1, $this->clock->pauses);
        self::assertGreaterThanOrEqual(7, $this->clock->pauses[0]);
    }

    public function testPausesGrow(): void
    {
        $this->buy(new FakeHttp([...\array_fill(0, 4, FakeHttp::lost()), FakeHttp::json(Api::purchase(), 201)]));
        self::assertCount(4, $this->clock->pauses);
        self::assertGreaterThan($this->clock->pauses[0], $this->clock->pauses[3]);
    }

    public function testByDefaultAttemptsContinueForAMinute(): void
    {
        try {
            Api::client(new FakeHttp(\array_fill(0, 20, FakeHttp::lost())), $this->clock)->balance();
            self::fail('read');
        } catch (NoAnswerException) {
            $waited = \array_sum($this->clock->pauses);
            self::assertGreaterThan(50, $waited);
            self::assertLessThanOrEqual(60, $waited);
        }
    }

    public function testAnUnknownOutcomeCarriesTheReference(): void
    {
        try {
            $this->buy(new FakeHttp([FakeHttp::lost(), ...\array_fill(0, 4, FakeHttp::error(503, 'network_unavailable', true))]));
            self::fail('bought');
        } catch (OutcomeUnknownException $error) {
            self::assertSame('order-1', $error->reference);
            self::assertStringContainsString('same reference', $error->getMessage());
        }
    }

    public function testARejectionAfterALostAnswerLeavesTheOutcomeUnknown(): void
    {
        $http = new FakeHttp([FakeHttp::lost(), FakeHttp::error(402, 'insufficient_balance', false)]);
        try {
            $this->buy($http);
            self::fail('bought');
        } catch (OutcomeUnknownException $error) {
            self::assertSame(['order-1', 402], [$error->reference, $error->status]);
            self::assertStringContainsString('rejected with insufficient_balance (HTTP 402, request req_1)', $error->getMessage());
            self::assertStringNotContainsString('A reason.', $error->getMessage());
            self::assertInstanceOf(ApiException::class, $error->getPrevious());
        }
        self::assertCount(2, $http->requests);
    }

    public function testIfTheApiAnsweredEachTimeTheOutcomeIsKnown(): void
    {
        $this->expectException(ApiException::class);
        $this->buy(new FakeHttp(\array_fill(0, 5, FakeHttp::error(503, 'network_unavailable', true))));
    }

    public function testALongRetryAfterEndsTheAttemptsWithoutAPause(): void
    {
        $http = new FakeHttp([FakeHttp::error(429, 'rate_limited', true, ['Retry-After' => '61'])]);
        try {
            $this->buy($http);
            self::fail('bought');
        } catch (ApiException $error) {
            self::assertSame([429, 61, []], [$error->status, $error->retryAfter, $this->clock->pauses]);
        }
    }

    public function testARejectionIsNotRepeated(): void
    {
        $error = ['code' => 'network_mismatch', 'message' => 'Other network.', 'retryable' => false, 'param' => 'bundle_id'];
        $error += ['details' => ['detected_network_id' => 'net_glo_ng']];
        $http = new FakeHttp([FakeHttp::json(['error' => $error], 422, ['Svc-Request-Id' => 'req_9'])]);
        try {
            $this->buy($http);
            self::fail('bought');
        } catch (ApiException $error) {
            self::assertSame(
                [422, 'network_mismatch', 'Other network.', 'bundle_id', false, 'req_9', ['detected_network_id' => 'net_glo_ng']],
                [$error->status, $error->errorCode, $error->getMessage(), $error->param, $error->retryable, $error->requestId, $error->details],
            );
        }
    }

    public function testAReadWithoutAnAnswerHasNoReference(): void
    {
        try {
            Api::client(new FakeHttp([FakeHttp::lost()]), $this->clock, new Retries(1))->balance();
            self::fail('read');
        } catch (NoAnswerException $error) {
            self::assertSame([NoAnswerException::class, 'connection'], [$error::class, $error->why]);
        }
    }

    private function buy(FakeHttp $http): Bought
    {
        return Api::client($http, $this->clock, new Retries(5))->purchases->buy('order-1', '+2348031234567', 'bnd_1');
    }
}
