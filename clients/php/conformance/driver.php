<?php

/** Runs calls of the package for the conformance suite: one JSON object per line in, one per line out. */

declare(strict_types=1);

namespace Bundlewire\Conformance;

\ini_set('display_errors', 'stderr');

require __DIR__ . '/../tests/autoload.php';
require __DIR__ . '/access.php';
require __DIR__ . '/calls.php';
require __DIR__ . '/StderrLogger.php';

use Bundlewire\Client;
use Bundlewire\Exception\ApiException;
use Bundlewire\Exception\BatchRejectedException;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\NoAnswerException;
use Bundlewire\Exception\OutcomeUnknownException;
use Bundlewire\Exception\StatementMismatchException;
use Bundlewire\Exception\StatementOpenException;
use Bundlewire\Exception\WaitExceededException;
use Bundlewire\Exception\WebhookException;
use Bundlewire\Http\Retries;

function setting(string $name, int $default): int
{
    $text = \getenv($name);
    return $text === false || $text === '' ? $default : (int) $text;
}

/** @return array<string, mixed> */
function describe(\Throwable $error): array
{
    $type = match (true) {
        $error instanceof ApiException => 'api',
        $error instanceof NoAnswerException, $error instanceof WaitExceededException => 'no_answer',
        $error instanceof WebhookException => 'webhook',
        $error instanceof StatementMismatchException => 'statement_mismatch',
        $error instanceof StatementOpenException => 'statement_open',
        $error instanceof BatchRejectedException => 'batch_rejected',
        $error instanceof InvalidArgumentException => 'invalid',
        default => $error::class,
    };
    $described = ['type' => $type, 'message' => $error->getMessage()];
    return $described + match (true) {
        $error instanceof ApiException => [
            'status' => $error->status,
            'code' => $error->errorCode,
            'param' => $error->param,
            'request_id' => $error->requestId,
            'retryable' => $error->retryable,
            'retry_after' => $error->retryAfter,
            'details' => (object) $error->details,
        ],
        $error instanceof OutcomeUnknownException => ['reference' => $error->reference, 'retryable' => true],
        $error instanceof NoAnswerException => ['retryable' => true, 'status' => $error->status],
        $error instanceof WebhookException => ['code' => $error->problem->value],
        $error instanceof BatchRejectedException => [
            'code' => $error->batch->rejection?->code,
            'details' => ['errors' => $error->batch->errors, 'batch' => $error->batch],
        ],
        default => [],
    };
}

$client = null;
$failure = null;
try {
    $client = new Client(
        baseUrl: (string) \getenv('BUNDLEWIRE_BASE_URL'),
        apiKey: (string) \getenv('BUNDLEWIRE_API_KEY'),
        timeout: setting('BUNDLEWIRE_TIMEOUT_MS', 30_000) / 1000,
        retries: new Retries(setting('BUNDLEWIRE_RETRY_ATTEMPTS', 20), setting('BUNDLEWIRE_RETRY_WITHIN_MS', 60_000) / 1000),
        logger: new StderrLogger(),
        pollSeconds: setting('BUNDLEWIRE_POLL_MS', 1_000) / 1000,
        sandbox: \getenv('BUNDLEWIRE_SANDBOX') === false ? null : (string) \getenv('BUNDLEWIRE_SANDBOX'),
    );
} catch (InvalidArgumentException $error) {
    $failure = $error;
}

while (($line = \fgets(\STDIN)) !== false) {
    $request = \json_decode($line, true, 512, \JSON_THROW_ON_ERROR);
    try {
        $args = $request['args'] ?? [];
        $needsClient = !\in_array($request['call'], ['verify_webhook', 'user_agent'], true);
        $answer = ['ok' => $needsClient && $client === null ? throw $failure : call($client, $request['call'], $args)];
    } catch (\Throwable $error) {
        $answer = ['error' => describe($error)];
    }
    echo \json_encode(['id' => $request['id']] + $answer, \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE), "\n";
    \flush();
}
