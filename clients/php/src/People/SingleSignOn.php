<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Where people of your organisation sign in. Your technical contact sets it. */
final class SingleSignOn extends Resource
{
    /** Address of the OpenID Connect provider. */
    public readonly string $issuer;
    /** Id of Bundlewire at the provider. */
    public readonly string $clientId;
    /** @var list<string> domains of the e-mail addresses that sign in there, in lower case */
    public readonly array $domains;
    /** Whether people with these domains cannot sign in with a password, a link or a passkey. */
    public readonly bool $required;
    /** Whether people with these domains who were not invited become viewers at their first sign-in. */
    public readonly bool $admitsDomain;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->issuer = $data->string('issuer');
        $this->clientId = $data->string('client_id');
        $this->domains = $data->texts('domains');
        $this->required = $data->bool('required');
        $this->admitsDomain = $data->bool('admits_domain');
    }
}
