<?php

declare(strict_types=1);

namespace Bundlewire\Requests;

use Bundlewire\Data;

/** A request to the API, with what was sent and answered. */
final class LoggedRequestDetails extends LoggedRequest
{
    /** The JSON that was sent; null if there was none, or it is not kept. */
    public readonly ?string $requestBody;
    public readonly bool $requestBodyTruncated;
    /** The JSON that was answered; null if it was a file, or it is not kept. */
    public readonly ?string $responseBody;
    public readonly bool $responseBodyTruncated;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->requestBody = $data->stringOrNull('request_body');
        $this->requestBodyTruncated = $data->bool('request_body_truncated');
        $this->responseBody = $data->stringOrNull('response_body');
        $this->responseBodyTruncated = $data->bool('response_body_truncated');
    }
}
