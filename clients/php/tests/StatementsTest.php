<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\NoAnswerException;
use Bundlewire\Exception\StatementMismatchException;
use Bundlewire\Exception\StatementOpenException;
use Bundlewire\Statements\LineType;
use Bundlewire\Statements\OwnRecord;
use Bundlewire\Statements\WhyMissing;
use PHPUnit\Framework\TestCase;

final class StatementsTest extends TestCase
{
    private const DAY = '2026-01-01';
    private const HEADER = "line_id,type,occurred_at,purchase_id,reference,phone_number,bundle_id,amount,currency,balance_after\n";

    public function testTheLinesLeadToTheClosingBalance(): void
    {
        $lines = \iterator_to_array($this->lines(1_000, 900, self::line('a', -200, 800) . self::line('b', 100, 900, 'reversal')));
        self::assertSame([-200, 100], \array_column($lines, 'amount'));
        self::assertSame(['a', LineType::Reversal], [$lines[0]->reference, $lines[1]->type]);
        self::assertSame('stl_a', $lines[0]->jsonSerialize()->id);
        self::assertNull($lines[0]->phoneNumber);
    }

    public function testALineThatDoesNotLeadToItsBalanceIsAnError(): void
    {
        $this->expectException(StatementMismatchException::class);
        $this->expectExceptionMessage('at line stl_a');
        \iterator_to_array($this->lines(1_000, 900, self::line('a', -200, 900)));
    }

    public function testAClosingBalanceThatTheLinesDoNotReachIsAnError(): void
    {
        $this->expectException(StatementMismatchException::class);
        \iterator_to_array($this->lines(1_000, 900, self::line('a', -200, 800)));
    }

    public function testAFileThatEndsInTheMiddleOfALineIsNoAnswer(): void
    {
        $this->expectException(NoAnswerException::class);
        \iterator_to_array($this->lines(1_000, 900, \substr(self::line('a', -200, 800), 0, -4)));
    }

    public function testADayIsReconciledWhenItIsClosed(): void
    {
        $clock = new FakeClock();
        $csv = self::HEADER . self::line('a', -200, 800) . self::line('b', -300, 500) . self::line('c', -100, 400)
            . self::line('d', 200, 600, 'reversal') . self::line('', 50, 650, 'funding');
        $found = Api::page([Api::purchase(['reference' => 'e', 'status' => 'failed'])]);
        $client = Api::client(new FakeHttp([
            FakeHttp::json(Api::statement('open', 1_000, null)),
            FakeHttp::json(Api::statement('closed', 1_000, 650)),
            FakeHttp::csv($csv),
            FakeHttp::json($found),
            FakeHttp::json(Api::page([])),
        ]), $clock);
        $result = $client->reconcile(self::DAY, [
            new OwnRecord(LineType::Purchase, 'a', 200),
            new OwnRecord(LineType::Purchase, 'b', 301),
            new OwnRecord(LineType::Reversal, 'd', 200),
            new OwnRecord(LineType::Purchase, 'e', 200),
            new OwnRecord(LineType::Purchase, 'f', 200),
        ], untilClosed: true);
        self::assertTrue($result->addsUp);
        self::assertSame(2, $result->matched);
        self::assertSame(['b', -300], [$result->differing[0]->record->reference, $result->differing[0]->line->amount]);
        self::assertSame([WhyMissing::Failed, WhyMissing::NeverReceived], \array_column($result->missing, 'why'));
        self::assertSame(['c'], \array_column($result->unexpected, 'reference'));
        self::assertSame([LineType::Funding], \array_column($result->others, 'type'));
        self::assertCount(1, $clock->pauses);
    }

    public function testAnOpenDayIsNotReconciled(): void
    {
        $this->expectException(StatementOpenException::class);
        $this->expectExceptionMessage("untilClosed('2026-01-01')");
        Api::client(new FakeHttp([FakeHttp::json(Api::statement('open', 1_000, null))]))->reconcile(self::DAY, []);
    }

    /** @return iterable<string, array{mixed}> */
    public static function wrongPrices(): iterable
    {
        yield 'a text' => ['100000'];
        yield 'a fraction' => [99.5];
        yield 'a negative number' => [-200];
        yield 'nothing' => [null];
    }

    /** @dataProvider wrongPrices */
    public function testARecordWithAWrongPriceIsNamed(mixed $price): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage("The record 'order-7' has the price");
        new OwnRecord(LineType::Purchase, 'order-7', $price);
    }

    public function testARecordThatComesTwiceIsRefused(): void
    {
        $record = new OwnRecord(LineType::Purchase, 'order-7', 200);
        $http = new FakeHttp([]);
        try {
            Api::client($http)->reconcile(self::DAY, [$record, $record]);
            self::fail('reconciled');
        } catch (InvalidArgumentException $error) {
            self::assertStringContainsString('order-7', $error->getMessage());
        }
        self::assertSame([], $http->requests);
    }

    /** @return \Generator<int, \Bundlewire\Statements\StatementLine> */
    private function lines(int $opening, int $closing, string $csv): \Generator
    {
        $http = new FakeHttp([
            FakeHttp::json(Api::statement('closed', $opening, $closing)),
            FakeHttp::csv(self::HEADER . $csv),
        ]);
        return Api::client($http)->statements->lines(self::DAY);
    }

    private static function line(string $reference, int $amount, int $balance, string $type = 'purchase'): string
    {
        return "stl_$reference,$type,2026-01-01T00:00:01.000Z,,$reference,,,$amount,NGN,$balance\n";
    }
}
