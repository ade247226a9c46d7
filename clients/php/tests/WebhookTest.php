<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\WebhookException;
use Bundlewire\Purchases\PurchaseStatus;
use Bundlewire\Webhook;
use Bundlewire\WebhookProblem;
use PHPUnit\Framework\TestCase;

final class WebhookTest extends TestCase
{
    private const SECRET = 'whsec_test';
    private const NOW = 1_767_225_600;

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function vectors(): iterable
    {
        $file = (string) \file_get_contents(__DIR__ . '/../../webhook-vectors.json');
        foreach (\json_decode($file, true, 512, \JSON_THROW_ON_ERROR)['vectors'] as $vector) {
            yield $vector['name'] => [$vector];
        }
    }

    /**
     * @dataProvider vectors
     * @param array<string, mixed> $vector
     */
    public function testEveryVectorHasItsResult(array $vector): void
    {
        ['body' => $body, 'headers' => $headers, 'secrets' => $secrets, 'now' => $now] = $vector;
        try {
            $genuine = Webhook::problem($body, $headers, $secrets, $vector['toleranceSeconds'], $now) === null;
        } catch (InvalidArgumentException $error) {
            self::assertStringContainsString('secret is empty', $error->getMessage());
            $genuine = false;
        }
        self::assertSame($vector['genuine'], $genuine);
    }

    public function testAGenuineWebhookGivesTheEvent(): void
    {
        $purchase = Api::purchase(['status' => 'successful', 'added_later' => 1]);
        $body = self::event('purchase.successful', $purchase);
        $event = Webhook::verify($body, ['SVC-Timestamp' => [(string) self::NOW]] + self::signed($body), self::SECRET, now: self::NOW);
        self::assertSame(['evt_1', 'purchase.successful'], [$event->id, $event->type]);
        self::assertSame(PurchaseStatus::Successful, $event->purchase()?->status);
        self::assertSame('order-1', $event->purchase()->reference);
        self::assertNull($event->batch());
        self::assertJsonStringEqualsJsonString($body, (string) \json_encode($event));
    }

    public function testAStoredBodyIsReadWithoutItsSignature(): void
    {
        $event = Webhook::parse(self::event('purchase.failed', Api::purchase(['status' => 'failed'])));
        self::assertSame([PurchaseStatus::Failed, 'order-1'], [$event->purchase()?->status, $event->purchase()?->reference]);
        $this->expectExceptionObject(new WebhookException(WebhookProblem::NotAnEvent));
        Webhook::parse('[]');
    }

    public function testAnEventOfAnUnknownTypeIsNoError(): void
    {
        $body = self::event('invoice.ready', ['object' => 'invoice']);
        $event = Webhook::verify($body, self::signed($body), ['', self::SECRET], now: self::NOW);
        self::assertSame(['invoice.ready', null, null], [$event->type, $event->purchase(), $event->batch()]);
    }

    public function testABodyThatIsNotAnEventIsRefused(): void
    {
        $this->expectExceptionObject(new WebhookException(WebhookProblem::NotAnEvent));
        Webhook::verify('[]', self::signed('[]'), self::SECRET, now: self::NOW);
    }

    public function testAWrongSecretIsRefusedWithAReason(): void
    {
        try {
            Webhook::verify('{}', self::signed('{}'), 'whsec_other', now: self::NOW);
            self::fail('accepted');
        } catch (WebhookException $error) {
            self::assertSame(WebhookProblem::SignatureWrong, $error->problem);
        }
    }

    public function testAnEmptySecretIsAnErrorInWords(): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('The webhook secret is empty.');
        Webhook::verify('{}', self::signed('{}'), '');
    }

    /** @param array<string, mixed> $object */
    private static function event(string $type, array $object): string
    {
        return (string) \json_encode([
            'id' => 'evt_1',
            'object' => 'event',
            'type' => $type,
            'created_at' => '2026-01-01T00:00:00.000Z',
            'data' => ['object' => $object],
        ]);
    }

    /** @return array<string, string> */
    private static function signed(string $body): array
    {
        return [
            'Svc-Timestamp' => (string) self::NOW,
            'Svc-Signature' => 'v1=' . \hash_hmac('sha256', self::NOW . ".$body", self::SECRET),
        ];
    }
}
