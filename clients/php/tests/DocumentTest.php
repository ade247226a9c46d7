<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use Bundlewire\Approvals\Approval;
use Bundlewire\Approvals\ApprovalActor;
use Bundlewire\Approvals\ApprovalDecision;
use Bundlewire\Approvals\ApprovalRules;
use Bundlewire\Approvals\ApprovalTerms;
use Bundlewire\Approvals\CampaignApprovalRule;
use Bundlewire\Audit\AuditEntry;
use Bundlewire\Audit\AuditPrincipal;
use Bundlewire\Batches\Batch;
use Bundlewire\Batches\BatchBreakdown;
use Bundlewire\Batches\BatchCorrection;
use Bundlewire\Batches\BatchCorrections;
use Bundlewire\Batches\BatchCounts;
use Bundlewire\Batches\BatchOutcome;
use Bundlewire\Batches\BatchOwner;
use Bundlewire\Batches\BatchRow;
use Bundlewire\Batches\DuplicateOf;
use Bundlewire\Batches\Note;
use Bundlewire\Batches\OwnColumn;
use Bundlewire\Batches\RowChanges;
use Bundlewire\Batches\WaitsFor;
use Bundlewire\Data;
use Bundlewire\Endpoints\EndpointStatus;
use Bundlewire\Endpoints\WebhookEndpoint;
use Bundlewire\Endpoints\WebhookEndpointAttempt;
use Bundlewire\Events\DeliveryAttempt;
use Bundlewire\Keys\ApiKey;
use Bundlewire\Keys\SpendCaps;
use Bundlewire\People\Organisation;
use Bundlewire\People\OrganisationAccount;
use Bundlewire\People\Person;
use Bundlewire\People\Role;
use Bundlewire\People\SingleSignOn;
use Bundlewire\Recurring\RecurringBatch;
use Bundlewire\Recurring\RecurringBatchRun;
use Bundlewire\Recurring\RecurringBatchSkip;
use Bundlewire\Requests\LoggedRequest;
use Bundlewire\Requests\LoggedRequestDetails;
use Bundlewire\Requests\RequestPrincipal;
use Bundlewire\Settings\AllowedBundles;
use Bundlewire\Settings\Blocklist;
use Bundlewire\Settings\BlocklistLookup;
use Bundlewire\Settings\IpAllowlist;
use Bundlewire\Settings\LowBalanceAlert;
use Bundlewire\Settings\Notices;
use Bundlewire\Settings\SpendingLimits;
use PHPUnit\Framework\TestCase;

/** Compares classes with the document of the API. */
final class DocumentTest extends TestCase
{
    private const CLASSES = [
        'AllowedBundles' => AllowedBundles::class,
        'ApiKey' => ApiKey::class,
        'ApiKeyWithSecret' => ApiKey::class,
        'Approval' => Approval::class,
        'ApprovalActor' => ApprovalActor::class,
        'ApprovalDecision' => ApprovalDecision::class,
        'ApprovalRules' => ApprovalRules::class,
        'ApprovalTerms' => ApprovalTerms::class,
        'AuditEntry' => AuditEntry::class,
        'AuditPrincipal' => AuditPrincipal::class,
        'Batch' => Batch::class,
        'BatchBreakdown' => BatchBreakdown::class,
        'BatchOutcome' => BatchOutcome::class,
        'BatchCorrection' => BatchCorrection::class,
        'BatchCorrections' => BatchCorrections::class,
        'BatchCounts' => BatchCounts::class,
        'BatchDuplicateOf' => DuplicateOf::class,
        'BatchLineError' => Note::class,
        'BatchOwnColumn' => OwnColumn::class,
        'BatchRow' => BatchRow::class,
        'BatchRowChanges' => RowChanges::class,
        'BatchOwner' => BatchOwner::class,
        'BatchWaitsFor' => WaitsFor::class,
        'Blocklist' => Blocklist::class,
        'BlocklistLookup' => BlocklistLookup::class,
        'ChangedBlocklist' => Blocklist::class,
        'CampaignApprovalRule' => CampaignApprovalRule::class,
        'DeliveryAttempt' => DeliveryAttempt::class,
        'IpAllowlist' => IpAllowlist::class,
        'LoggedRequest' => LoggedRequest::class,
        'LoggedRequestDetails' => LoggedRequestDetails::class,
        'LowBalanceAlert' => LowBalanceAlert::class,
        'Notices' => Notices::class,
        'Organisation' => Organisation::class,
        'OrganisationAccount' => OrganisationAccount::class,
        'Person' => Person::class,
        'RecurringBatch' => RecurringBatch::class,
        'RecurringBatchRun' => RecurringBatchRun::class,
        'RecurringBatchSkip' => RecurringBatchSkip::class,
        'RequestPrincipal' => RequestPrincipal::class,
        'Role' => Role::class,
        'SingleSignOn' => SingleSignOn::class,
        'SpendCaps' => SpendCaps::class,
        'SpendingLimits' => SpendingLimits::class,
        'WebhookEndpoint' => WebhookEndpoint::class,
        'WebhookEndpointAttempt' => WebhookEndpointAttempt::class,
        'WebhookEndpointWithSecret' => WebhookEndpoint::class,
    ];
    /** Only in `raw`. */
    private const LEFT_OUT = [
        'ApiKey' => ['object'],
        'ApiKeyWithSecret' => ['object'],
        'Approval' => ['object'],
        'ApprovalRules' => ['object'],
        'AuditEntry' => ['object'],
        'Batch' => ['object'],
        'BatchBreakdown' => ['object'],
        'BatchRow' => ['object'],
        'AllowedBundles' => ['object'],
        'Blocklist' => ['object'],
        'BlocklistLookup' => ['object'],
        'ChangedBlocklist' => ['object'],
        'IpAllowlist' => ['object'],
        'LoggedRequest' => ['object'],
        'LoggedRequestDetails' => ['object'],
        'LowBalanceAlert' => ['object'],
        'Notices' => ['object'],
        'Organisation' => ['object'],
        'Person' => ['object'],
        'RecurringBatch' => ['object'],
        'Role' => ['object'],
        'SpendingLimits' => ['object'],
        'WebhookEndpoint' => ['object'],
        'WebhookEndpointWithSecret' => ['object'],
    ];

    public function testClassesHaveEveryFieldOfTheDocument(): void
    {
        $schemas = self::schemas();
        foreach (self::CLASSES as $schema => $class) {
            foreach (\array_keys((array) $schemas->$schema->properties) as $field) {
                if (!\in_array($field, self::LEFT_OUT[$schema] ?? [], true)) {
                    $name = \lcfirst(\str_replace('_', '', \ucwords($field, '_')));
                    self::assertTrue(\property_exists($class, $name), "$class has no $name");
                }
            }
        }
    }

    public function testTheExamplesOfTheDocumentAreRead(): void
    {
        $schemas = self::schemas();
        $example = $schemas->Batch->examples[0];
        $example->approved_cost = $example->cost;
        $example->sheet = 'December';
        $example->sheets = ['December', 'Notes'];
        $example->corrections = (object) ['state' => 'proposed', 'count' => 1, 'first' => [
            (object) ['line' => 2, 'column' => 'MSISDN', 'from' => '0803', 'to' => '+234803', 'damage' => 'local_format'],
        ]];
        $example->duplicates = [(object) ['line' => 3, 'column' => null, 'code' => 'c', 'message' => 'm', 'duplicate_of' =>
            (object) ['kind' => 'row', 'line' => 2, 'purchase_id' => null, 'reference' => null, 'bought_at' => null]]];
        $batch = new Batch(new Data($example));
        self::assertSame(
            [41_400_000, 22_900_000, 0, 1_700_000, 16_800_000, 41_400_000, ['December', 'Notes'], '+234803', 2],
            [$batch->cost->amount, $batch->charged?->amount, $batch->refunded?->amount, $batch->held?->amount,
                $batch->notSpent?->amount, $batch->approvedCost?->amount, $batch->sheets,
                $batch->corrections?->first[0]->to, $batch->duplicates[0]->duplicateOf?->line],
        );
        $row = $schemas->BatchRow->examples[0];
        $row->own_columns = [(object) ['name' => 'Town', 'value' => 'Kano']];
        self::assertSame('Kano', (new BatchRow(new Data($row)))->ownColumns[0]->value);
    }

    public function testTheExamplesOfEndpointsAndSettingsAreRead(): void
    {
        $schemas = self::schemas();
        $example = static fn (string $name): Data => new Data($schemas->$name->examples[0]);
        $endpoint = new WebhookEndpoint($example('WebhookEndpointWithSecret'));
        self::assertSame(
            ['https://example.com/webhooks', true, EndpointStatus::Working, 'whsec_EXAMPLE', 3],
            [$endpoint->url, $endpoint->enabled, $endpoint->status, $endpoint->secret, \count($endpoint->eventTypes)],
        );
        self::assertNull((new WebhookEndpoint($example('WebhookEndpoint')))->secret);
        $attempt = new WebhookEndpointAttempt($example('WebhookEndpointAttempt'));
        self::assertSame(
            ['purchase.successful', $endpoint->id, 'https://example.com/webhooks'],
            [$attempt->eventType, $attempt->endpointId, $attempt->url],
        );
        $recurring = new RecurringBatch($example('RecurringBatch'));
        self::assertSame(
            ['weekly-bonus', [1], [], '2026-12-07T07:00:00+00:00', 'started', 'previous_running'],
            [$recurring->reference, $recurring->weekdays, $recurring->monthDays, $recurring->nextRuns[0]->format('c'),
                $recurring->lastRuns[0]->outcome, $recurring->lastRuns[1]->skip?->code],
        );
        $limits = new SpendingLimits($example('SpendingLimits'));
        self::assertSame(
            [null, 50_000_000, null, 31_400_000],
            [$limits->perCampaign, $limits->perDay?->amount, $limits->perMonth, $limits->spentThisMonth?->amount],
        );
        $key = new ApiKey($example('ApiKeyWithSecret'));
        self::assertSame(['bw_live_EXAMPLE', null, 5_000_000], [$key->key, $key->spendCaps->perPurchase, $key->spendCaps->perDay?->amount]);
        self::assertSame(250_000_000, (new Approval($example('Approval')))->terms->approvedCost->amount);
        self::assertSame(['key', 50_000_000], [
            (new AuditEntry($example('AuditEntry')))->principal->kind,
            (new ApprovalRules($example('ApprovalRules')))->campaignStart->oneApprovalFrom?->amount,
        ]);
        $request = new LoggedRequestDetails($example('LoggedRequestDetails'));
        self::assertSame([400, 'Shop', false], [$request->status, $request->principal->name, $request->responseBodyTruncated]);
        $organisation = new Organisation($example('Organisation'));
        self::assertSame(
            [true, ['acme.example'], '2026-11-24T08:00:00+00:00', true],
            [$organisation->accounts[0]->livemode, $organisation->singleSignOn?->domains,
                (new Person($example('Person')))->lastSignInAt?->format('c'), (new Role($example('Role')))->builtIn],
        );
        $notices = new Notices($example('Notices'));
        self::assertSame([[], 2], [$notices->ready, \count($notices->needsMoney)]);
        self::assertSame('203.0.113.7', (new IpAllowlist($example('IpAllowlist')))->yourAddress);
        self::assertSame(5_000_000, (new LowBalanceAlert($example('LowBalanceAlert')))->threshold?->amount);
    }

    private static function schemas(): \stdClass
    {
        $path = \dirname(__DIR__, 3) . '/docs/openapi.json';
        if (!\is_file($path)) {
            self::markTestSkipped('The document is in the repository of Bundlewire, not in this package.');
        }
        return \json_decode((string) \file_get_contents($path), false, 512, \JSON_THROW_ON_ERROR)->components->schemas;
    }
}
