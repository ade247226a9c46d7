<?php

declare(strict_types=1);

namespace Bundlewire\Conformance;

use Bundlewire\Client;
use Bundlewire\Endpoints\WebhookEndpoint;
use Bundlewire\Statements\DifferingLine;
use Bundlewire\Statements\LineType;
use Bundlewire\Statements\MissingLine;
use Bundlewire\Statements\OwnRecord;
use Bundlewire\Version;
use Bundlewire\Webhook;

/** @param array<string, mixed> $args */
function call(?Client $client, string $name, array $args): mixed
{
    $query = $args['query'] ?? [];
    return match ($name) {
        'buy' => buy($client, $args),
        'get_purchase' => $client->purchases->get($args['id']),
        'find_purchase' => $client->purchases->find($args['reference']),
        'wait_purchase' => $client->purchases->untilFinal($args['id']),
        'list_purchases' => items($client->purchases->list($query), $args['limit_total'] ?? null),
        'list_bundles' => items($client->bundles->list($query)),
        'list_networks' => items($client->networks->list($query)),
        'get_bundle' => $client->bundles->get($args['id']),
        'get_network' => $client->networks->get($args['id']),
        'get_batch' => $client->batches->get($args['id']),
        'list_batches' => items($client->batches->list($query)),
        'list_events' => items($client->events->list($query)),
        'balance' => $client->balance(),
        'status' => $client->status(),
        'lookup' => $client->lookUp($args['phone_number']),
        'upload_batch' => $client->batches->upload($args['path'], $args['reference'] ?? '', $query),
        'wait_batch_checked' => $client->batches->untilChecked($args['id']),
        'wait_batch' => $client->batches->untilEnded($args['id']),
        'accept_corrections' => $client->batches->acceptCorrections($args['id']),
        'reject_corrections' => $client->batches->rejectCorrections($args['id']),
        'start_batch' => $client->batches->start($args['id'], \array_diff_key($args, ['id' => true])),
        'schedule_batch' => $client->batches->schedule(
            $args['id'],
            $args['start_at'],
            \array_diff_key($args, ['id' => true, 'start_at' => true]),
        ),
        'request_batch_start' => $client->batches->requestStart($args['id'], \array_diff_key($args, ['id' => true])),
        'start_batch_now' => $client->batches->startNow($args['id']),
        'unschedule_batch' => $client->batches->unschedule($args['id']),
        'pause_batch' => $client->batches->pause($args['id']),
        'resume_batch' => $client->batches->resume($args['id'], \array_diff_key($args, ['id' => true])),
        'cancel_batch' => $client->batches->cancel($args['id']),
        'statement' => $client->statements->get($args['date']),
        'statement_lines' => lines($client, $args['date'], $args['wait'] ?? false),
        'download_statement' => ['bytes' => $client->statements->save($args['date'], $args['path'], $query, $args['format'] ?? null)],
        'reconcile' => reconcile($client, $args),
        'verify_webhook' => Webhook::verify(
            $args['body'],
            $args['headers'],
            $args['secrets'],
            $args['tolerance_seconds'] ?? Webhook::TOLERANCE_SECONDS,
            isset($args['now']) ? (int) $args['now'] : null,
        ),
        'create_endpoint' => $client->webhookEndpoints->create($args['url'], $args['description'] ?? null, $args['event_types'] ?? null),
        'get_endpoint' => $client->webhookEndpoints->get($args['id']),
        'list_endpoints' => items($client->webhookEndpoints->list($query)),
        'update_endpoint' => updateEndpoint($client, $args['id'], $args['changes']),
        'delete_endpoint' => $client->webhookEndpoints->delete($args['id']),
        'rotate_secret' => $client->webhookEndpoints->rotateSecret($args['id'], $args['overlap_seconds'] ?? null),
        'send_test' => $client->webhookEndpoints->sendTest($args['id'], $args['type'] ?? null),
        'list_attempts' => items($client->webhookEndpoints->attempts($args['id'], $query)),
        'get_event' => $client->events->get($args['id']),
        'resend_event' => $client->events->resend($args['id'], $args['endpoint_id'] ?? null),
        'ip_allowlist' => $client->settings->ipAllowlist(),
        'replace_ip_allowlist' => $client->settings->replaceIpAllowlist($args['ranges'], $args['allow_lockout'] ?? false),
        'low_balance_alert' => $client->settings->lowBalanceAlert(),
        'replace_low_balance_alert' => $client->settings->replaceLowBalanceAlert($args['threshold'], $args['email']),
        'allowed_bundles' => $client->settings->allowedBundles(),
        'replace_allowed_bundles' => $client->settings->replaceAllowedBundles($args['bundle_ids']),
        'spending_limits' => $client->settings->spendingLimits(),
        'replace_spending_limits' => $client->settings->replaceSpendingLimits(
            $args['per_campaign'],
            $args['per_day'],
            $args['per_month'],
        ),
        'notices' => $client->settings->notices(),
        'replace_notices' => $client->settings->replaceNotices(
            $args['ready'],
            $args['completed'],
            $args['paused'],
            $args['needs_money'],
        ),
        'blocklist' => $client->settings->blocklist(),
        'block_numbers' => $client->settings->addBlockedNumbers($args['phone_numbers']),
        'unblock_numbers' => $client->settings->removeBlockedNumbers($args['phone_numbers']),
        'blocked_number' => $client->settings->lookUpBlockedNumber($args['phone_number']),
        'set_sandbox_balance' => $client->sandbox->setBalance($args['available']),
        'request' => $client->request($args['method'], $args['path'], $query, $args['body'] ?? null),
        'user_agent' => Version::userAgent(),
        default => callRows($client, $name, $args),
    };
}

/**
 * Calls for rows of a batch, its files, and recurring batches.
 *
 * @param array<string, mixed> $args
 */
function callRows(Client $client, string $name, array $args): mixed
{
    $query = $args['query'] ?? [];
    return match ($name) {
        'list_rows' => items($client->batches->rows($args['id'], $query)),
        'download_rows' => ['bytes' => $client->batches->saveResults($args['id'], $args['path'], $query, $args['format'] ?? null)],
        'download_template' => ['bytes' => $client->batches->saveTemplate($args['path'])],
        'change_row' => $client->batches->changeRow($args['id'], $args['line'], $args['changes']),
        'change_rows' => $client->batches->changeRows($args['id'], $args['edits'], $args['revision'] ?? null),
        'batch_breakdown' => $client->batches->breakdown($args['id']),
        'recheck_batch' => $client->batches->recheck($args['id']),
        'retry_batch' => $client->batches->retry($args['id'], $args['reference'] ?? null, $args['reasons'] ?? null),
        'create_recurring_batch' => createRecurring($client, $args),
        'get_recurring_batch' => $client->recurringBatches->get($args['id']),
        'list_recurring_batches' => items($client->recurringBatches->list($query)),
        'pause_recurring_batch' => $client->recurringBatches->pause($args['id']),
        'resume_recurring_batch' => $client->recurringBatches->resume($args['id']),
        'delete_recurring_batch' => $client->recurringBatches->delete($args['id']),
        default => callAccess($client, $name, $args),
    };
}

/** @param array<string, mixed> $args */
function buy(Client $client, array $args): array
{
    $bought = $client->purchases->buy(
        $args['reference'] ?? '',
        $args['phone_number'],
        $args['bundle_id'],
        $args['network_id'] ?? null,
        $args['metadata'] ?? [],
    );
    return ['purchase' => $bought->purchase, 'created' => $bought->created];
}

/** @param array<string, mixed> $changes */
function updateEndpoint(Client $client, string $id, array $changes): WebhookEndpoint
{
    return $client->webhookEndpoints->update(
        $id,
        $changes['url'] ?? null,
        $changes['description'] ?? null,
        $changes['event_types'] ?? null,
        $changes['enabled'] ?? null,
    );
}

/** @param iterable<mixed> $list */
function items(iterable $list, ?int $most = null): array
{
    $items = [];
    foreach ($list as $item) {
        $items[] = $item;
        if (\count($items) === $most) {
            break;
        }
    }
    return $items;
}

function lines(Client $client, string $date, bool $wait): array
{
    $lines = items($client->statements->lines($date, $wait));
    return ['lines' => $lines, 'sum' => \array_sum(\array_map(static fn ($line): int => $line->amount, $lines))];
}

/** @param array<string, mixed> $args */
function reconcile(Client $client, array $args): array
{
    $records = \array_map(
        static fn (array $one): OwnRecord => new OwnRecord(LineType::of($one['type']), $one['reference'], $one['price']),
        $args['records'],
    );
    $result = $client->reconcile($args['date'], $records, $args['wait'] ?? false);
    return [
        'adds_up' => $result->addsUp,
        'matched' => $result->matched,
        'differing' => \array_map(
            static fn (DifferingLine $one): array => ['record' => $one->record, 'line' => $one->line],
            $result->differing,
        ),
        'missing' => \array_map(static fn (MissingLine $one): array => [
            'record' => $one->record,
            'purchase' => $one->purchase,
            'why' => $one->why,
        ], $result->missing),
        'unexpected' => $result->unexpected,
        'others' => $result->others,
    ];
}
