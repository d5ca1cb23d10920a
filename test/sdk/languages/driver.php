<?php

// The SDK for PHP as a test drives it: a command of JSON on each line of the input, an outcome on each line of the output.

declare(strict_types=1);

require __DIR__ . '/../../../sdk/php/src/autoload.php';

use Porteira\Pages;
use Porteira\Porteira;
use Porteira\Verify;

function verified(array $command): array
{
    $named = ['body' => base64_decode($command['body']), 'headers' => $command['headers'], ...$command['secrets']];
    if (isset($command['brand'])) {
        $named['brand'] = $command['brand'];
    }
    if ($command['kind'] === 'postback') {
        return ['payload' => Verify::postback(...$named)->payload];
    }
    $event = Verify::webhook(...$named, now: $command['now'] ?? null);
    return [
        'type' => $event->type,
        'eventId' => $event->eventId,
        'redelivery' => $event->isRedelivery,
        'payload' => $event->payload,
    ];
}

function called(array $command, array $options): array
{
    $client = new Porteira(...$options);
    $resource = $client->{$command['resource']};
    $answer = $resource->{$command['method']}(...$command['arguments'], ...$command['named']);
    if ($answer instanceof Pages) {
        $first = $answer->first();
        $everything = $command['everything'] ? iterator_to_array($answer, false) : null;
        return ['data' => $first->data, 'hasMore' => $first->hasMore, 'everything' => $everything];
    }
    return ['answer' => $answer];
}

function failed(\Throwable $error): array
{
    return [
        'error' => (new ReflectionClass($error))->getShortName(),
        'message' => $error->getMessage(),
        'status' => $error->status ?? null,
        'code' => $error->errorCode ?? null,
        'field' => $error->field ?? null,
        'request_id' => $error->requestId ?? null,
        'idempotency_key' => $error->idempotencyKey ?? null,
        'attempts' => $error->attempts ?? null,
        'reason' => $error->reason ?? null,
        'status_code' => $error->statusCode ?? null,
    ];
}

$options = json_decode(getenv('CLIENT') ?: '{}', true);
while (($line = fgets(STDIN)) !== false) {
    $command = json_decode($line, true);
    try {
        $outcome = isset($command['kind']) ? verified($command) : called($command, $options);
    } catch (\Porteira\VerificationError | \Porteira\PorteiraError | \InvalidArgumentException $error) {
        $outcome = failed($error);
    }
    echo json_encode($outcome, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR), "\n";
}
