<?php

declare(strict_types=1);

namespace Bundlewire\Conformance;

use Bundlewire\Client;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Recurring\RecurringBatch;

/**
 * Calls for keys, the audit log, approvals and people.
 *
 * @param array<string, mixed> $args
 */
function callAccess(Client $client, string $name, array $args): mixed
{
    $query = $args['query'] ?? [];
    return match ($name) {
        'list_keys' => items($client->apiKeys->list($query)),
        'create_key' => $client->apiKeys->create(
            $args['name'],
            $args['scopes'],
            \array_diff_key($args, ['name' => true, 'scopes' => true]),
        ),
        'get_key' => $client->apiKeys->get($args['id']),
        'update_key' => $client->apiKeys->update($args['id'], $args['changes']),
        'rotate_key' => $client->apiKeys->rotate($args['id'], $args['overlap_seconds'] ?? null),
        'revoke_key' => $client->apiKeys->revoke($args['id']),
        'list_requests' => items($client->requestLog->list($query)),
        'get_request' => $client->requestLog->get($args['id']),
        'list_audit_log' => items($client->auditLog->list($query)),
        'download_audit_log' => ['bytes' => $client->auditLog->save($args['path'], $query, $args['format'] ?? null)],
        'list_approvals' => items($client->approvals->list($query)),
        'get_approval' => $client->approvals->get($args['id']),
        'approve' => $client->approvals->approve($args['id'], $args['reason'] ?? null),
        'reject_approval' => $client->approvals->reject($args['id'], $args['reason']),
        'withdraw_approval' => $client->approvals->withdraw($args['id'], $args['reason']),
        'approval_rules' => $client->settings->approvalRules(),
        'replace_approval_rules' => $client->settings->replaceApprovalRules($args['campaign_start']),
        'list_people' => items($client->people->list($query)),
        'get_person' => $client->people->get($args['id']),
        'update_person' => $client->people->update($args['id'], ...$args['changes']),
        'remove_person' => $client->people->remove($args['id']),
        'list_roles' => items($client->roles->list($query)),
        'get_role' => $client->roles->get($args['id']),
        'create_role' => $client->roles->create($args['name'], $args['rights']),
        'update_role' => $client->roles->update($args['id'], ...$args['changes']),
        'delete_role' => $client->roles->delete($args['id']),
        'list_invitations' => items($client->invitations->list($query)),
        'create_invitation' => $client->invitations->create($args['email'], $args['role'], $args['replace'] ?? false),
        'withdraw_invitation' => $client->invitations->withdraw($args['id']),
        'list_sessions' => items($client->sessions->list($query)),
        'end_session' => $client->sessions->end($args['id']),
        'list_erasures' => items($client->erasures->list($query)),
        'get_erasure' => $client->erasures->get($args['id']),
        'erase_number' => $client->erasures->create($args['phone_number']),
        'export_number' => $client->numberExports->create($args['phone_number']),
        'organisation' => $client->organisation->get(),
        'update_organisation' => $client->organisation->update($args['name']),
        default => throw new InvalidArgumentException("The driver has no call $name."),
    };
}

/** @param array<string, mixed> $args */
function createRecurring(Client $client, array $args): RecurringBatch
{
    return $client->recurringBatches->create(
        $args['reference'] ?? '',
        $args['batch_id'],
        $args['time_zone'],
        $args['at'],
        $args['approved_cost'],
        $args['weekdays'] ?? null,
        $args['month_days'] ?? null,
        $args['ends_at'] ?? null,
        $args['duplicate_window_hours'] ?? null,
    );
}
