<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Your company, which owns accounts and has people. */
final class Organisation extends Resource
{
    public readonly string $id;
    public readonly string $name;
    /** @var list<OrganisationAccount> live ones first */
    public readonly array $accounts;
    /** How its people sign in at their own provider; null if they do not. */
    public readonly ?SingleSignOn $singleSignOn;
    public readonly \DateTimeImmutable $createdAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->name = $data->string('name');
        $this->accounts = $data->objects('accounts', static fn (Data $one): OrganisationAccount => new OrganisationAccount($one));
        $singleSignOn = $data->objectOrNull('single_sign_on');
        $this->singleSignOn = $singleSignOn === null ? null : new SingleSignOn($singleSignOn);
        $this->createdAt = $data->time('created_at');
    }
}
