<?php

declare(strict_types=1);

namespace Bundlewire;

use Bundlewire\Approvals\Approvals;
use Bundlewire\Audit\AuditLog;
use Bundlewire\Batches\Batches;
use Bundlewire\Catalogue\Bundles;
use Bundlewire\Catalogue\Networks;
use Bundlewire\Catalogue\NumberLookup;
use Bundlewire\Catalogue\Status;
use Bundlewire\Endpoints\WebhookEndpoints;
use Bundlewire\Events\Events;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Http\ApiKey;
use Bundlewire\Http\Call;
use Bundlewire\Http\Clock;
use Bundlewire\Http\HttpClients;
use Bundlewire\Http\Retries;
use Bundlewire\Http\Transport;
use Bundlewire\Http\Waiting;
use Bundlewire\Keys\ApiKeys;
use Bundlewire\People\Invitations;
use Bundlewire\People\OwnOrganisation;
use Bundlewire\People\People;
use Bundlewire\People\Roles;
use Bundlewire\People\Sessions;
use Bundlewire\Privacy\Erasures;
use Bundlewire\Privacy\NumberExports;
use Bundlewire\Purchases\Purchases;
use Bundlewire\Recurring\RecurringBatches;
use Bundlewire\Requests\RequestLog;
use Bundlewire\Settings\Settings;
use Bundlewire\Statements\OwnRecord;
use Bundlewire\Statements\Reconciler;
use Bundlewire\Statements\Reconciliation;
use Bundlewire\Statements\Statements;
use Psr\Http\Message\ResponseInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/**
 * The API for one account. Calls throw ApiException (the API rejected the request) or NoAnswerException (no attempt had
 * an answer). Everything that this package throws is a BundlewireException.
 */
final class Client
{
    public readonly Purchases $purchases;
    public readonly Batches $batches;
    public readonly RecurringBatches $recurringBatches;
    public readonly Bundles $bundles;
    public readonly Networks $networks;
    public readonly Events $events;
    public readonly WebhookEndpoints $webhookEndpoints;
    public readonly Settings $settings;
    public readonly ApiKeys $apiKeys;
    public readonly Approvals $approvals;
    public readonly AuditLog $auditLog;
    public readonly RequestLog $requestLog;
    public readonly People $people;
    public readonly Roles $roles;
    public readonly Invitations $invitations;
    public readonly Sessions $sessions;
    public readonly OwnOrganisation $organisation;
    public readonly Erasures $erasures;
    public readonly NumberExports $numberExports;
    /** Only for test mode. */
    public readonly Sandbox $sandbox;
    public readonly Statements $statements;
    private readonly Transport $transport;

    /**
     * @param string $baseUrl for example `https://api.example.com`, without `/v1`
     * @param float $timeout seconds that one attempt may take; the HTTP clients that you pass have their own limits
     * @param ?HttpClients $http what sends the requests; Guzzle or Symfony's HTTP client by default
     * @param ?LoggerInterface $logger gets method, path, status, request id, attempt and duration of each request
     * @param string $userAgentSuffix name and version of your program, for example `shop/1.4`
     * @param ?string $sandbox sent as `Svc-Sandbox` with every request in test mode, for example `closed-day`
     * @param float $pollSeconds the first pause of calls that wait; later pauses are longer, up to 15 s
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $apiKey,
        float $timeout = 30.0,
        ?Retries $retries = null,
        ?HttpClients $http = null,
        ?LoggerInterface $logger = null,
        string $userAgentSuffix = '',
        float $pollSeconds = 1.0,
        ?Clock $clock = null,
        ?string $sandbox = null,
    ) {
        if ($sandbox !== null && \preg_match('/^[a-z-]+$/D', $sandbox) !== 1) {
            throw new InvalidArgumentException('The sandbox value must be a value such as closed-day.');
        }
        if (\preg_match('/^[\x20-\x7e]*$/D', $userAgentSuffix) !== 1) {
            throw new InvalidArgumentException('The user agent suffix must be printable ASCII.');
        }
        $this->transport = new Transport(
            $baseUrl,
            new ApiKey($apiKey),
            $http ?? HttpClients::withTimeLimit($timeout),
            $retries ?? new Retries(),
            $logger ?? new NullLogger(),
            Version::userAgent($userAgentSuffix),
            $timeout,
            $clock ??= new Clock(),
            $sandbox,
        );
        $waiting = new Waiting($clock, $pollSeconds);
        $this->purchases = new Purchases($this->transport, $waiting);
        $this->batches = new Batches($this->transport, $waiting);
        $this->recurringBatches = new RecurringBatches($this->transport);
        $this->bundles = new Bundles($this->transport);
        $this->networks = new Networks($this->transport);
        $this->events = new Events($this->transport);
        $this->webhookEndpoints = new WebhookEndpoints($this->transport);
        $this->settings = new Settings($this->transport);
        $this->apiKeys = new ApiKeys($this->transport);
        $this->approvals = new Approvals($this->transport);
        $this->auditLog = new AuditLog($this->transport);
        $this->requestLog = new RequestLog($this->transport);
        $this->people = new People($this->transport);
        $this->roles = new Roles($this->transport);
        $this->invitations = new Invitations($this->transport);
        $this->sessions = new Sessions($this->transport);
        $this->organisation = new OwnOrganisation($this->transport);
        $this->erasures = new Erasures($this->transport);
        $this->numberExports = new NumberExports($this->transport);
        $this->sandbox = new Sandbox($this->transport);
        $this->statements = new Statements($this->transport, $waiting);
    }

    public function balance(): Balance
    {
        return $this->transport->json(Call::get('/v1/balance'), static fn (Data $data): Balance => new Balance($data));
    }

    public function status(): Status
    {
        return $this->transport->json(Call::get('/v1/status'), static fn (Data $data): Status => new Status($data));
    }

    /** The network of a number today. */
    public function lookUp(string $phoneNumber): NumberLookup
    {
        $call = Call::post('/v1/number-lookups', ['phone_number' => $phoneNumber]);
        return $this->transport->json($call, static fn (Data $data): NumberLookup => new NumberLookup($data));
    }

    /**
     * Sends a request to an operation that this version of the package does not know. It is authenticated, and has the same
     * retries, time limits and exceptions as the other calls. If the body or the query has a `reference`, an unknown outcome
     * is an OutcomeUnknownException with it.
     *
     * @param string $method GET, POST, PUT, PATCH or DELETE
     * @param string $path begins with `/v1/`, and is logged: give phone numbers in the query or the body
     * @param array<string, mixed> $query null leaves a parameter out
     * @param array<string, mixed>|null $body the fields of an object; for an empty object in it, use `new \stdClass()`
     */
    public function request(string $method, string $path, array $query = [], ?array $body = null): Answer
    {
        return $this->transport->send(
            Call::any($method, $path, $query, $body),
            static fn (ResponseInterface $response): Answer => new Answer(
                $response->getStatusCode(),
                Data::parse((string) $response->getBody())->raw,
            ),
        );
    }

    /**
     * Compares a closed day with your records, and looks up records without a line.
     *
     * @param string $date UTC day, `YYYY-MM-DD`
     * @param iterable<OwnRecord> $records
     * @param bool $untilClosed whether to wait until the day is closed
     * @throws \Bundlewire\Exception\StatementOpenException when the day is open
     */
    public function reconcile(string $date, iterable $records, bool $untilClosed = false): Reconciliation
    {
        return (new Reconciler($this->statements, $this->purchases))->reconcile($date, $records, $untilClosed);
    }
}
