<?php

// Loads the SDK where there is no Composer: require 'sdk/php/src/autoload.php'.

declare(strict_types=1);

foreach (['Errors', 'Verify', 'Pages', 'Transport', 'Resources', 'Porteira'] as $part) {
    require_once __DIR__ . '/' . $part . '.php';
}
