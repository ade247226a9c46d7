<?php

declare(strict_types=1);

namespace Bundlewire\Audit;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Files;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;
use Psr\Http\Message\StreamInterface;

/** Who did what, when and from where in your account. Needs the right `audit:read`. */
final class AuditLog
{
    private const PATH = '/v1/audit-log';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Newest first.
     *
     * @param array<string, mixed> $query action, principal, subject, created_from, created_to, limit
     * @return Listing<AuditEntry>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, self::PATH, $query, static fn (Data $data): AuditEntry => new AuditEntry($data));
    }

    /**
     * All entries as a file.
     *
     * @param array<string, mixed> $query action, principal, subject, created_from, created_to, bom
     * @param string $format `csv` or `xlsx`
     */
    public function file(array $query = [], string $format = 'csv'): StreamInterface
    {
        return $this->transport->download(Call::download(self::PATH, $query, $format));
    }

    /**
     * Saves all entries as a file. The file appears only when it is complete.
     *
     * @param array<string, mixed> $query as for file()
     * @param ?string $format `csv` or `xlsx`; if it is null, a path that ends in `.xlsx` gets a workbook, and any other
     *     path gets CSV
     * @return int number of bytes
     */
    public function save(string $path, array $query = [], ?string $format = null): int
    {
        $call = Call::download(self::PATH, $query, $format ?? Files::formatOf($path));
        return $this->transport->save($call, $path);
    }
}
