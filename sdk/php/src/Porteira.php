<?php

// The client: new Porteira(publicKey: ..., privateKey: ..., baseUrl: ...).

declare(strict_types=1);

namespace Porteira;

final class Porteira extends Resources
{
    /**
     * @param string $baseUrl where the gateway is, as https://pay.example.com
     * @param int $timeoutSeconds of one attempt
     * @param int $maxRetries how often a call is made again where that is safe
     * @param bool $allowInsecure lets the keys travel without TLS to other machines, as inside a private network
     */
    public function __construct(
        #[\SensitiveParameter] string $publicKey,
        #[\SensitiveParameter] string $privateKey,
        string $baseUrl,
        int $timeoutSeconds = 30,
        int $maxRetries = 3,
        bool $allowInsecure = false,
    ) {
        parent::__construct(new Transport($publicKey, $privateKey, $baseUrl, $timeoutSeconds, $maxRetries, $allowInsecure));
    }
}
