<?php

// Checks what a Porteira gateway sends: signed webhooks and postbacks. It never takes a body that it has not checked, and where it has no
// secret it takes nothing.

declare(strict_types=1);

namespace Porteira;

/** Thrown for everything that is not verified. `reason` is HEADER_MISSING, HEADER_REPEATED, HEADER_MALFORMED, SIGNATURE_MISMATCH,
 * TIMESTAMP_OUT_OF_TOLERANCE, BODY_NOT_JSON, SECRET_EMPTY or OPTION_INVALID. `statusCode` is what to answer: 400 where the request is at
 * fault, 500 where the receiver is (the last two): the gateway tries again after 500 only. */
final class VerificationError extends \Exception
{
    public readonly int $statusCode;

    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
        $this->statusCode = in_array($reason, ['OPTION_INVALID', 'SECRET_EMPTY'], true) ? 500 : 400;
    }
}

final class WebhookEvent
{
    public function __construct(
        public readonly string $eventId,
        public readonly string $type,
        /** Of the thing that it tells of; null where it has none. */
        public readonly ?int $sequence,
        public readonly \DateTimeImmutable $timestamp,
        public readonly bool $isRedelivery,
        public readonly mixed $payload,
    ) {
    }
}

final class Postback
{
    public function __construct(
        public readonly ?string $eventId,
        public readonly ?int $sequence,
        public readonly mixed $payload,
    ) {
    }
}

final class Verify
{
    // D: without it $ takes a line break as well.
    private const WEBHOOK_SIGNATURE = '/^sha256=([0-9a-f]{64})$/D';
    private const POSTBACK_SIGNATURE = '/^([0-9a-f]{64})$/D';
    private const DIGITS = '/^[0-9]{1,12}$/D';
    private const WORD = '/^[!-+\--~]{1,200}$/D';
    private const TRUE = '/^true$/D';
    // What a gateway takes as its brand.
    private const BRAND = '/^[A-Za-z0-9_!#$%&\'*+.^`|~-]{1,40}$/D';

    /**
     * The event of a signed webhook, once its signature, its age and its headers have been checked.
     *
     * @param string $body the bytes of the request as they came: file_get_contents('php://input')
     * @param array<string, string|list<string>> $headers as getallheaders() gives them
     * @param string|null $secret as it was shown, "whsec_" included
     * @param list<string>|null $secrets any of these, during a rotation
     * @param string $brand the word in the names of the headers
     * @param int|float|null $now seconds since 1970, for tests
     */
    public static function webhook(
        string $body,
        array $headers,
        ?string $secret = null,
        ?array $secrets = null,
        string $brand = 'Service',
        int $toleranceSeconds = 300,
        int|float|null $now = null,
    ): WebhookEvent {
        $keys = self::keys($secret, $secrets);
        $values = self::values($headers, $brand);
        if ($toleranceSeconds < 0) {
            throw new VerificationError('OPTION_INVALID', 'toleranceSeconds must be a number of seconds');
        }
        $timestamp = (string) self::read($values, "X-$brand-Timestamp", self::DIGITS, true);
        $eventId = (string) self::read($values, "X-$brand-Event-Id", self::WORD, true);
        $type = (string) self::read($values, "X-$brand-Event-Type", self::WORD, true);
        $sequence = self::read($values, "X-$brand-Event-Sequence", self::DIGITS, false);
        $redelivery = self::read($values, "X-$brand-Redelivery", self::TRUE, false);
        $signatures = [
            self::read($values, "X-$brand-Signature", self::WEBHOOK_SIGNATURE, true),
            self::read($values, "X-$brand-Signature-Next", self::WEBHOOK_SIGNATURE, false),
        ];
        self::assertSigned($keys, $signatures, "$timestamp.$body");
        $age = ($now ?? time()) - (int) $timestamp;
        if (!(abs($age) <= $toleranceSeconds)) {
            throw new VerificationError('TIMESTAMP_OUT_OF_TOLERANCE', "signed $age seconds ago, $toleranceSeconds are allowed");
        }
        return new WebhookEvent(
            $eventId,
            $type,
            $sequence === null ? null : (int) $sequence,
            new \DateTimeImmutable("@$timestamp"),
            $redelivery !== null,
            self::parsed($body),
        );
    }

    /**
     * The body of a postback, once its signature has been checked. A postback is not dated: one that was recorded can be sent again by whoever
     * recorded it, so look the sale up, or do what is done only once.
     *
     * @param array<string, string|list<string>> $headers
     * @param list<string>|null $secrets
     */
    public static function postback(
        string $body,
        array $headers,
        ?string $secret = null,
        ?array $secrets = null,
        string $brand = 'Service',
    ): Postback {
        $keys = self::keys($secret, $secrets);
        $values = self::values($headers, $brand);
        $signature = self::read($values, 'X-Signature', self::POSTBACK_SIGNATURE, true);
        $eventId = self::read($values, "X-$brand-Event-Id", self::WORD, false);
        $sequence = self::read($values, "X-$brand-Event-Sequence", self::DIGITS, false);
        self::assertSigned($keys, [$signature], $body);
        return new Postback($eventId, $sequence === null ? null : (int) $sequence, self::parsed($body));
    }

    /** @return list<string> */
    private static function keys(?string $secret, ?array $secrets): array
    {
        if ($secret !== null && $secrets !== null) {
            throw new VerificationError('OPTION_INVALID', 'give either secret or secrets');
        }
        $keys = $secrets ?? [$secret];
        if ($keys === []) {
            throw new VerificationError('SECRET_EMPTY', 'there is no secret to check with');
        }
        foreach ($keys as $key) {
            // Anybody can sign with nothing.
            if ($key === null || (is_string($key) && trim($key) === '')) {
                throw new VerificationError('SECRET_EMPTY', 'a secret is empty');
            }
            if (!is_string($key)) {
                throw new VerificationError('OPTION_INVALID', 'a secret must be a text');
            }
        }
        return array_values($keys);
    }

    /** @return array<string, list<mixed>> under lower-case names */
    private static function values(array $headers, string $brand): array
    {
        if (preg_match(self::BRAND, $brand) !== 1) {
            throw new VerificationError('OPTION_INVALID', 'brand must be the word in the names of the headers');
        }
        $values = [];
        foreach ($headers as $name => $value) {
            $name = strtolower((string) $name);
            $values[$name] = array_merge($values[$name] ?? [], is_array($value) ? array_values($value) : [$value]);
        }
        return $values;
    }

    private static function read(array $values, string $name, string $form, bool $isRequired): ?string
    {
        $given = $values[strtolower($name)] ?? [];
        if (count($given) > 1) {
            throw self::repeated($name);
        }
        $value = $given[0] ?? '';
        if ($value === '') {
            return $isRequired ? throw new VerificationError('HEADER_MISSING', "$name is missing") : null;
        }
        if (!is_string($value)) {
            throw new VerificationError('HEADER_MALFORMED', "$name is not a text");
        }
        if (preg_match($form, $value, $match) === 1) {
            return $match[1] ?? $value;
        }
        // PHP writes the values of a repeated header into one, and none of ours holds a comma.
        $parts = array_filter(explode(',', $value), fn ($part) => preg_match($form, trim($part)) === 1);
        $isList = str_contains($value, ',') && count($parts) === substr_count($value, ',') + 1;
        throw $isList ? self::repeated($name) : new VerificationError('HEADER_MALFORMED', "$name does not have its form");
    }

    private static function repeated(string $name): VerificationError
    {
        return new VerificationError('HEADER_REPEATED', "$name came more than once");
    }

    /** Every secret is tried against every signature, found or not, so that the time tells nothing. */
    private static function assertSigned(array $keys, array $signatures, string $data): void
    {
        $fits = false;
        foreach ($keys as $key) {
            $made = hash_hmac('sha256', $data, $key);
            foreach ($signatures as $signature) {
                if ($signature !== null) {
                    $fits = hash_equals($made, $signature) || $fits;
                }
            }
        }
        if (!$fits) {
            throw new VerificationError('SIGNATURE_MISMATCH', 'the signature was not made over this body with a known secret');
        }
    }

    private static function parsed(string $body): mixed
    {
        try {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        } catch (\JsonException) {
            throw new VerificationError('BODY_NOT_JSON', 'the body is not JSON in UTF-8');
        }
    }
}
