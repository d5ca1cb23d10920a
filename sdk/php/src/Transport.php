<?php

// Makes calls: the keys, a key of idempotency for what takes one, the deadline, the retries, and the error of what is refused.

declare(strict_types=1);

namespace Porteira;

final class Transport
{
    private const AGAIN = [408, 429, 500, 502, 503, 504];
    private const FIRST_WAIT_SECONDS = 0.5;
    private const MAX_BACKOFF_SECONDS = 8.0;
    /** A gateway that asks for more than this is told to the caller, who has better things to do. */
    private const MAX_WAIT_SECONDS = 30.0;

    private readonly string $baseUrl;
    /** Kept in a function, and out of what is printed of a client. */
    private readonly \Closure $keys;

    public function __construct(
        #[\SensitiveParameter] string $publicKey,
        #[\SensitiveParameter] string $privateKey,
        string $baseUrl,
        private readonly int $timeoutSeconds,
        private readonly int $maxRetries,
        bool $allowInsecure,
    ) {
        self::assertKey('publicKey', $publicKey, 'pk_');
        self::assertKey('privateKey', $privateKey, 'sk_');
        if ($timeoutSeconds < 1) {
            throw new \InvalidArgumentException('timeoutSeconds: expected a number of seconds above 0');
        }
        if ($maxRetries < 0 || $maxRetries > 10) {
            throw new \InvalidArgumentException('maxRetries: expected a whole number from 0 to 10');
        }
        $this->baseUrl = self::checkedUrl($baseUrl, $allowInsecure);
        $this->keys = static fn (): array => ["X-Api-Public-Key: $publicKey", "X-Api-Private-Key: $privateKey"];
    }

    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl];
    }

    /** @return array{mixed, array<string, string>} the body of the answer and its headers */
    public function send(
        string $operation,
        string $method,
        string $path,
        array $ids = [],
        array $query = [],
        ?array $body = null,
        bool $takesKey = false,
        ?string $idempotencyKey = null,
    ): array {
        $key = $takesKey ? $idempotencyKey ?? self::uuid() : null;
        if ($key !== null && preg_match('/^[\x20-\x7e]{1,255}$/D', $key) !== 1) {
            throw new \InvalidArgumentException('idempotencyKey: expected 1 to 255 printable ASCII characters');
        }
        foreach ($ids as $name => $id) {
            $path = str_replace('{' . $name . '}', self::segment($name, $id), $path);
        }
        $address = $this->baseUrl . $path . self::queryText($query);
        $data = $body === null ? null : self::json($body);
        $isRepeatable = in_array($method, ['GET', 'PUT'], true) || $key !== null;
        for ($attempts = 1; ; $attempts++) {
            [$status, $headers, $raw, $trouble] = $this->attempt($method, $address, $data, $key);
            if ($status === 0) {
                if ($attempts > $this->maxRetries || !$isRepeatable) {
                    throw new NoAnswerError("$operation was not answered: $trouble", $operation, $attempts, $key);
                }
                self::pause(self::waitSeconds($attempts, null) ?? 0.0);
                continue;
            }
            $answer = json_decode($raw, true, 512, JSON_BIGINT_AS_STRING);
            if ($status >= 200 && $status < 300) {
                if ($raw !== '' && $answer === null && trim($raw) !== 'null') {
                    $message = "$operation was answered $status without JSON: is baseUrl the address of a gateway?";
                    throw new NoAnswerError($message, $operation, $attempts, $key);
                }
                return [$answer, $headers];
            }
            $refused = ApiError::of($operation, $status, $headers, $answer, $attempts, $key);
            $wait = self::waitSeconds($attempts, $refused->retryAfterSeconds);
            if ($attempts > $this->maxRetries || $wait === null || !self::mayRepeat($isRepeatable, $refused)) {
                throw $refused;
            }
            self::pause($wait);
        }
    }

    /** @return array{int, array<string, string>, string, string} 0: no answer came, and why */
    private function attempt(string $method, string $address, ?string $data, ?string $key): array
    {
        $headers = [];
        $request = curl_init();
        $options = [
            CURLOPT_URL => $address,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => $this->timeoutSeconds,
            // Followed, a redirect would carry the keys to another address.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HTTPHEADER => [
                ...($this->keys)(),
                'Accept: application/json',
                'User-Agent: porteira-sdk-php/0.1.0',
                'Expect:',
                ...($data === null ? [] : ['Content-Type: application/json']),
                ...($key === null ? [] : ["Idempotency-Key: $key"]),
            ],
            CURLOPT_HEADERFUNCTION => static function ($_request, string $line) use (&$headers): int {
                if (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $headers[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ];
        // In clear nothing goes by a proxy: it would read the keys.
        $options += str_starts_with($address, 'http:') ? [CURLOPT_PROXY => ''] : [];
        $options += $data === null ? [] : [CURLOPT_POSTFIELDS => $data];
        curl_setopt_array($request, $options);
        $raw = curl_exec($request);
        if (!is_string($raw)) {
            return [0, [], '', curl_error($request)];
        }
        return [(int) curl_getinfo($request, CURLINFO_RESPONSE_CODE), $headers, $raw, ''];
    }

    private static function mayRepeat(bool $isRepeatable, ApiError $refused): bool
    {
        // Refused before anything was begun, or the attempt before is still being worked on.
        if ($refused->status === 429 || in_array($refused->errorCode, ['OVERLOADED', 'IDEMPOTENCY_IN_FLIGHT'], true)) {
            return true;
        }
        return $isRepeatable && in_array($refused->status, self::AGAIN, true);
    }

    /** null: longer than a caller should wait. */
    private static function waitSeconds(int $attempts, ?int $asked): ?float
    {
        $backoff = min(self::FIRST_WAIT_SECONDS * 2 ** ($attempts - 1), self::MAX_BACKOFF_SECONDS);
        $chance = mt_rand() / mt_getrandmax();
        $wait = $asked === null || $asked === 0 ? $backoff * (0.5 + $chance / 2) : $asked + $backoff / 2 * $chance;
        return $wait > self::MAX_WAIT_SECONDS ? null : $wait;
    }

    private static function pause(float $seconds): void
    {
        usleep((int) ($seconds * 1_000_000));
    }

    private static function json(array $body): string
    {
        // An empty body is an object.
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        return $body === [] ? '{}' : json_encode($body, $flags);
    }

    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr((ord($bytes[6]) & 0x0f) | 0x40);
        $bytes[8] = chr((ord($bytes[8]) & 0x3f) | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** An id out of somebody's input must not lead to another address. */
    private static function segment(string $name, string|int $id): string
    {
        $segment = rawurlencode((string) $id);
        if ($segment === '' || preg_match('/^\.+$/D', $segment) === 1) {
            throw new \InvalidArgumentException("$name: expected the id of something");
        }
        return $segment;
    }

    private static function queryText(array $query): string
    {
        $parts = [];
        foreach ($query as $name => $value) {
            if ($value !== null) {
                $parts[] = rawurlencode((string) $name) . '=' . rawurlencode(self::valueText($value));
            }
        }
        return $parts === [] ? '' : '?' . implode('&', $parts);
    }

    private static function valueText(mixed $value): string
    {
        return match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            $value instanceof \DateTimeInterface => $value->format(\DATE_RFC3339_EXTENDED),
            is_array($value) => implode(',', $value),
            default => (string) $value,
        };
    }

    /** The value itself is never said. */
    private static function assertKey(string $name, #[\SensitiveParameter] string $value, string $prefix): void
    {
        if (!str_starts_with($value, $prefix) || preg_match('/^[\x21-\x7e]+$/D', $value) !== 1) {
            throw new \InvalidArgumentException("$name: expected a text that begins with $prefix, as the panel has shown it");
        }
    }

    private static function checkedUrl(string $text, bool $allowInsecure): string
    {
        $url = parse_url($text);
        $isFine = is_array($url) && in_array($url['scheme'] ?? '', ['http', 'https'], true) && ($url['host'] ?? '') !== ''
            && !isset($url['user']) && !isset($url['query']) && !isset($url['fragment']);
        if (!$isFine) {
            throw new \InvalidArgumentException('baseUrl: expected the address of the gateway, as https://pay.example.com');
        }
        $isLoopback = preg_match('/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/D', $url['host']) === 1;
        if ($url['scheme'] === 'http' && !$isLoopback && !$allowInsecure) {
            throw new \InvalidArgumentException('baseUrl: expected https, or the keys could be read on the way; allowInsecure takes http');
        }
        return rtrim($text, '/');
    }
}
