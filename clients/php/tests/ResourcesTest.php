<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use Bundlewire\Batches\BatchStatus;
use Bundlewire\Exception\BatchRejectedException;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\OutcomeUnknownException;
use Bundlewire\Exception\WaitExceededException;
use Bundlewire\Purchases\PurchaseStatus;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Psr7\NoSeekStream;
use GuzzleHttp\Psr7\Request;
use GuzzleHttp\Psr7\Utils;
use PHPUnit\Framework\TestCase;

final class ResourcesTest extends TestCase
{
    public function testPagesAreReadWhileYouIterate(): void
    {
        $http = new FakeHttp([
            FakeHttp::json(Api::page([Api::purchase(['id' => 'pur_1']), Api::purchase(['id' => 'pur_2'])], 'c2')),
            FakeHttp::json(Api::page([Api::purchase(['id' => 'pur_3'])])),
        ]);
        $ids = [];
        foreach (Api::client($http)->purchases->list(['status' => PurchaseStatus::Pending, 'limit' => 2]) as $purchase) {
            $ids[] = $purchase->id;
        }
        self::assertSame(['pur_1', 'pur_2', 'pur_3'], $ids);
        self::assertSame('status=pending&limit=2', $http->requests[0]->getUri()->getQuery());
        self::assertSame('cursor=c2&status=pending&limit=2', $http->requests[1]->getUri()->getQuery());
    }

    public function testAReferenceThatWasNeverReceivedIsNull(): void
    {
        self::assertNull(Api::client(new FakeHttp([FakeHttp::json(Api::page([]))]))->purchases->find('order-1'));
    }

    public function testUnknownFieldsAndValuesBreakNothing(): void
    {
        $http = new FakeHttp([FakeHttp::json(Api::purchase(['status' => 'blessed', 'halo' => ['bright' => true]]))]);
        $purchase = Api::client($http)->purchases->get('pur_1');
        self::assertSame(PurchaseStatus::Unknown, $purchase->status);
        self::assertSame('blessed', $purchase->raw->status);
        self::assertTrue($purchase->raw->halo->bright);
        self::assertStringContainsString('"metadata":{}', (string) \json_encode($purchase));
    }

    public function testAStatusIsKeptIfALaterOneCameBefore(): void
    {
        self::assertTrue(PurchaseStatus::Reversed->isAfter(PurchaseStatus::Successful));
        self::assertTrue(PurchaseStatus::Failed->isAfter(PurchaseStatus::Pending));
        self::assertFalse(PurchaseStatus::Successful->isAfter(PurchaseStatus::Reversed));
        self::assertFalse(PurchaseStatus::Pending->isAfter(PurchaseStatus::Pending));
    }

    public function testWaitingEndsWhenThePurchaseIsFinal(): void
    {
        $clock = new FakeClock();
        $http = new FakeHttp([
            FakeHttp::json(Api::purchase()),
            FakeHttp::json(Api::purchase()),
            FakeHttp::json(Api::purchase(['status' => 'successful', 'completed_at' => '2026-01-01T00:00:03.000Z'])),
        ]);
        self::assertSame(PurchaseStatus::Successful, Api::client($http, $clock)->purchases->untilFinal('pur_1')->status);
        self::assertSame([1.0, 1.5], $clock->pauses);
    }

    public function testWaitingEnds30SecondsAfterResolveBy(): void
    {
        $clock = new FakeClock();
        $pending = Api::purchase(['resolve_by' => '2026-01-01T00:00:01.000Z']);
        $http = new FakeHttp(\array_map(static fn () => FakeHttp::json($pending), \range(1, 20)));
        try {
            Api::client($http, $clock)->purchases->untilFinal('pur_1');
            self::fail('final');
        } catch (WaitExceededException) {
            self::assertEqualsWithDelta(31, \array_sum($clock->pauses), 0.01);
        }
    }

    public function testAnUploadIsRepeatedWithTheWholeFile(): void
    {
        $path = (string) \tempnam(\sys_get_temp_dir(), 'csv');
        \file_put_contents($path, "phone_number,bundle_id\n+2348031234567,bnd_1\n");
        $http = new FakeHttp([FakeHttp::lost(), FakeHttp::json(Api::batch(), 201)]);
        $batch = Api::client($http)->batches->upload($path, 'december', ['start' => 'manual']);
        \unlink($path);
        self::assertSame(BatchStatus::Ready, $batch->status);
        self::assertSame('reference=december&start=manual', $http->requests[1]->getUri()->getQuery());
        self::assertSame('text/csv', $http->requests[1]->getHeaderLine('Content-Type'));
        self::assertStringStartsWith('phone_number', $http->bodies[1]);
        self::assertSame($http->bodies[0], $http->bodies[1]);
    }

    public function testCommandsSendWhatYouAgreeTo(): void
    {
        $http = new FakeHttp(\array_map(static fn () => FakeHttp::json(Api::batch()), \range(1, 5)));
        $batches = Api::client($http)->batches;
        $batches->acceptCorrections('bat_1');
        $batches->rejectCorrections('bat_1');
        $cost = $batches->start('bat_1')->cost;
        $batches->start('bat_1', ['approved_cost' => $cost, 'file_sha256' => '9f86', 'first' => 10]);
        $batches->resume('bat_1', ['approved_cost' => ['amount' => 600, 'currency' => 'NGN']]);
        $sent = [];
        foreach ($http->requests as $index => $request) {
            $sent[] = \basename($request->getUri()->getPath()) . ' ' . $http->bodies[$index];
        }
        self::assertSame([
            'accept ',
            'reject ',
            'start ',
            'start {"approved_cost":{"amount":0,"currency":"NGN"},"file_sha256":"9f86","first":10}',
            'resume {"approved_cost":{"amount":600,"currency":"NGN"}}',
        ], $sent);
    }

    public function testAStreamThatCanBeRewoundIsSentAgain(): void
    {
        $http = new FakeHttp([FakeHttp::lost(), FakeHttp::json(Api::batch(), 201)]);
        Api::client($http)->batches->uploadStream(Utils::streamFor("phone_number,bundle_id\n"), 'december');
        self::assertSame(["phone_number,bundle_id\n", "phone_number,bundle_id\n"], $http->bodies);
    }

    public function testAStreamThatCannotBeRewoundIsSentOnce(): void
    {
        $http = new FakeHttp([FakeHttp::lost()]);
        $this->expectException(OutcomeUnknownException::class);
        $this->expectExceptionMessage('The file was sent once');
        Api::client($http)->batches->uploadStream(new NoSeekStream(Utils::streamFor("phone_number,bundle_id\n")), 'december');
    }

    public function testAnUploadWithoutAnAnswerInTimeIsATimeout(): void
    {
        $slow = new ConnectException(
            'cURL error 28: Operation too slow',
            new Request('POST', 'https://api.example.com'),
        );
        $upload = new NoSeekStream(Utils::streamFor("phone_number,bundle_id\n"));
        try {
            Api::client(new FakeHttp([$slow]))->batches->uploadStream($upload, 'december');
            self::fail('uploaded');
        } catch (OutcomeUnknownException $error) {
            self::assertSame('timeout', $error->why);
        }
    }

    public function testAnUnknownOutcomeStaysUnknownIfTheFileCannotBeReadAgain(): void
    {
        $path = (string) \tempnam(\sys_get_temp_dir(), 'bundlewire');
        \file_put_contents($path, "phone_number,bundle_id\n");
        $clock = new FakeClock(onPause: static fn (): bool => \unlink($path));
        try {
            Api::client(new FakeHttp([FakeHttp::lost()]), $clock)->batches->upload($path, 'december');
            self::fail('uploaded');
        } catch (OutcomeUnknownException $error) {
            self::assertSame('december', $error->reference);
            self::assertStringContainsString('The file cannot be read again', $error->getMessage());
        }
    }

    public function testAFileThatCannotBeReadIsRefused(): void
    {
        $this->expectException(InvalidArgumentException::class);
        Api::client(new FakeHttp([]))->batches->upload('/nowhere/campaign.csv', 'december');
    }

    public function testARejectedFileIsAnErrorWithTheFirstErrors(): void
    {
        $note = ['code' => 'missing_value', 'message' => 'Fill in the cell.', 'column' => 'bundle_id', 'line' => 2];
        $rejection = ['code' => 'no_valid_rows', 'message' => 'Every row has an error.', 'line' => null];
        $batch = Api::batch(['status' => 'rejected', 'rejection' => $rejection, 'errors' => [$note]]);
        $http = new FakeHttp([FakeHttp::json(Api::batch(['status' => 'validating'])), FakeHttp::json($batch)]);
        try {
            Api::client($http)->batches->untilChecked('bat_1');
            self::fail('ready');
        } catch (BatchRejectedException $error) {
            self::assertSame('Every row has an error.', $error->getMessage());
            self::assertSame([2, 'missing_value'], [$error->batch->errors[0]->line, $error->batch->errors[0]->code]);
        }
    }

    public function testACanceledBatchEndsWithItsLastPurchase(): void
    {
        $canceled = Api::batch(['status' => 'canceled']);
        $pending = $canceled;
        $pending['counts']['pending'] = 1;
        $seen = [];
        $batch = Api::client(new FakeHttp([FakeHttp::json($pending), FakeHttp::json($canceled)]))->batches->untilEnded(
            'bat_1',
            function ($batch) use (&$seen): void {
                $seen[] = $batch->counts->pending;
            },
        );
        self::assertSame([BatchStatus::Canceled, [1, 0]], [$batch->status, $seen]);
    }

    public function testResultsAreSavedWhenTheyAreComplete(): void
    {
        $path = \sys_get_temp_dir() . '/bundlewire-results-' . \getmypid() . '.csv';
        $client = Api::client(new FakeHttp([FakeHttp::json(['object' => 'list']), FakeHttp::csv("line\n2\n")]));
        self::assertSame(7, $client->batches->saveResults('bat_1', $path, ['only' => 'unbought']));
        self::assertSame("line\n2\n", \file_get_contents($path));
        self::assertFileDoesNotExist("$path.part");
        \unlink($path);
    }

    public function testAnEmptyIdIsRefused(): void
    {
        $this->expectException(InvalidArgumentException::class);
        Api::client(new FakeHttp([]))->purchases->get('');
    }
}
