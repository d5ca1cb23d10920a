<?php

// Everything that a call can fail with. None of these holds a key, a header that was sent or a body that was sent.

declare(strict_types=1);

namespace Porteira;

class PorteiraError extends \Exception
{
}

/** No answer came. What was asked for may have been done: call again with the same `idempotencyKey`, where there is one, or look first. */
final class NoAnswerError extends PorteiraError
{
    public function __construct(
        string $message,
        public readonly string $operation,
        public readonly int $attempts,
        public readonly ?string $idempotencyKey,
    ) {
        parent::__construct($message);
    }
}

/** The gateway has answered, and the answer is a refusal. */
class ApiError extends PorteiraError
{
    /** @param string|null $requestId support finds by it what happened */
    final public function __construct(
        public readonly string $operation,
        public readonly int $status,
        /** What the gateway calls it, whichever form the body has. */
        public readonly string $errorCode,
        string $message,
        public readonly ?string $requestId,
        public readonly int $attempts,
        public readonly ?string $idempotencyKey,
        public readonly ?int $retryAfterSeconds,
        public readonly mixed $body,
    ) {
        $request = $requestId ?? 'without an id';
        parent::__construct("$status $errorCode: $message ($operation, request $request)");
        // "customer.name: expected a text"
        $isField = $status === 400 && preg_match('/^([A-Za-z][\w.\[\]-]*): /', $message, $match) === 1;
        $this->field = $isField ? $match[1] : null;
    }

    /** Of a 400, the field that is wrong. */
    public readonly ?string $field;

    /** @param array<string, string> $headers */
    public static function of(string $operation, int $status, array $headers, mixed $body, int $attempts, ?string $key): self
    {
        [$code, $message] = self::read($status, $body);
        $class = match (true) {
            $status === 400 => InvalidRequestError::class,
            $status === 401 => AuthenticationError::class,
            $status === 403 => PermissionDeniedError::class,
            $status === 404 => NotFoundError::class,
            $status === 409 => ConflictError::class,
            $status === 422 => BusinessError::class,
            $status === 429 => RateLimitError::class,
            $status >= 500 => ServerError::class,
            default => self::class,
        };
        $retryAfter = self::retryAfter($headers['retry-after'] ?? null);
        return new $class($operation, $status, $code, $message, $headers['x-request-id'] ?? null, $attempts, $key, $retryAfter, $body);
    }

    /** A refusal has five shapes, by endpoint. Here they become one. @return array{string, string} */
    private static function read(int $status, mixed $body): array
    {
        $outer = is_array($body) ? $body : [];
        $inner = is_array($outer['error'] ?? null) ? $outer['error'] : $outer;
        $text = fn (string $name): ?string => is_string($inner[$name] ?? null) && $inner[$name] !== '' ? $inner[$name] : null;
        // What a cashout has no name for is GENERAL_ERROR, with the code beside it.
        $general = $text('errorType') === 'GENERAL_ERROR' ? $text('code') : null;
        $code = $general ?? $text('errorType') ?? $text('code') ?? $text('error') ?? "HTTP_$status";
        return [$code, $text('message') ?? 'the answer says nothing more'];
    }

    /** A number of seconds, or a date of HTTP. */
    private static function retryAfter(?string $value): ?int
    {
        if ($value === null) {
            return null;
        }
        if (preg_match('/^[0-9]{1,9}$/D', $value) === 1) {
            return (int) $value;
        }
        $at = \DateTimeImmutable::createFromFormat('D, d M Y H:i:s \G\M\T', $value, new \DateTimeZone('UTC'));
        return $at === false ? null : max(0, $at->getTimestamp() - time());
    }
}

/** 400: the request itself is wrong. `field` says where. */
final class InvalidRequestError extends ApiError
{
}

/** 401: the keys are unknown, revoked or have ended. */
final class AuthenticationError extends ApiError
{
}

/** 403: the keys are good, and this is not theirs to do; or the address is not on the list; or the account may not. */
final class PermissionDeniedError extends ApiError
{
}

/** 404 */
final class NotFoundError extends ApiError
{
}

/** 409: the thing is in another state, or exists already. */
final class ConflictError extends ApiError
{
}

/** 422: understood, and refused by the books, the terms or the bank. */
final class BusinessError extends ApiError
{
}

/** 429 */
final class RateLimitError extends ApiError
{
}

/** 500 and above. What was asked for may have been done: call again with the same `idempotencyKey`, where there is one. */
final class ServerError extends ApiError
{
}
