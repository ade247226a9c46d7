<?php

declare(strict_types=1);

namespace Bundlewire\Purchases;

use Bundlewire\Data;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\WaitExceededException;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;
use Bundlewire\Http\Waiting;
use Psr\Http\Message\ResponseInterface;

/** Purchases of bundles. */
final class Purchases
{
    /** Clocks differ, so polling continues for a while after `resolveBy`. */
    private const GRACE_SECONDS = 30;

    /** @internal */
    public function __construct(private readonly Transport $transport, private readonly Waiting $waiting)
    {
    }

    /**
     * Buys a bundle. The request is repeated with the same reference until its outcome is known, so nothing is bought
     * twice. Store the reference before you call this.
     *
     * @param string $reference your own name for the purchase, such as an order number
     * @param string $phoneNumber in E.164 format, such as +2348031234567
     * @param ?string $networkId the network that you expect; if the number is on another one, the purchase is rejected
     * @param array<string, string> $metadata your own data, without personal data
     * @throws \Bundlewire\Exception\ApiException when the API rejects the purchase: nothing was bought
     * @throws \Bundlewire\Exception\OutcomeUnknownException when no attempt had an answer
     */
    public function buy(
        string $reference,
        string $phoneNumber,
        string $bundleId,
        ?string $networkId = null,
        array $metadata = [],
    ): Bought {
        self::requireReference($reference);
        $body = ['reference' => $reference, 'phone_number' => $phoneNumber, 'bundle_id' => $bundleId];
        $body += $networkId === null ? [] : ['network_id' => $networkId];
        $body += $metadata === [] ? [] : ['metadata' => (object) $metadata];
        $call = Call::post('/v1/purchases', $body, $reference);
        return $this->transport->send($call, static fn (ResponseInterface $response): Bought => new Bought(
            new Purchase(Data::parse((string) $response->getBody())),
            $response->getStatusCode() === 201,
        ));
    }

    public function get(string $id): Purchase
    {
        return $this->transport->json(Call::get(Call::path('purchases', $id)), self::read(...));
    }

    /** The purchase with your reference; null if it was never received. */
    public function find(string $reference): ?Purchase
    {
        self::requireReference($reference);
        return $this->list(['reference' => $reference])->page()->data[0] ?? null;
    }

    /**
     * Newest first.
     *
     * @param array<string, mixed> $query reference, status, phone_number, same_number_as, created_from, created_to, limit
     * @return Listing<Purchase>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/purchases', $query, self::read(...));
    }

    /**
     * Reads the purchase until it is final, with pauses from 1 to 15 s.
     *
     * @throws WaitExceededException when it is not final 30 s after its `resolveBy`
     */
    public function untilFinal(string $id): Purchase
    {
        foreach ($this->waiting->pauses() as $pause) {
            $purchase = $this->get($id);
            if ($purchase->status->isFinal()) {
                return $purchase;
            }
            $left = (float) $purchase->resolveBy->format('U.v') + self::GRACE_SECONDS - $this->waiting->now();
            if ($left <= 0) {
                throw new WaitExceededException("The purchase $id is not final 30 s after its resolve_by. Ask your technical contact.");
            }
            $this->waiting->sleep(\min($pause, $left));
        }
    }

    private static function read(Data $data): Purchase
    {
        return new Purchase($data);
    }

    private static function requireReference(string $reference): void
    {
        if ($reference === '') {
            throw new InvalidArgumentException('The reference is empty. Use your own name for the purchase, such as an order number.');
        }
    }
}
