<?php

// A list, page by page or thing by thing: foreach ($porteira->sales->list() as $sale) goes through everything.

declare(strict_types=1);

namespace Porteira;

final class Page
{
    public function __construct(
        public readonly array $data,
        public readonly bool $hasMore,
        /** Where the next page begins: of events also on the last one, to come back with. */
        public readonly string|int|null $nextCursor,
    ) {
    }
}

final class Pages implements \IteratorAggregate
{
    private const PARAMETER = ['cursor' => 'cursor', 'after' => 'after', 'link' => 'before'];

    /** @param \Closure(array): array{mixed, array<string, string>} $fetchPage */
    public function __construct(
        private readonly string $paging,
        private readonly array $query,
        private readonly \Closure $fetchPage,
    ) {
    }

    public function first(): Page
    {
        return $this->page($this->query);
    }

    /** @return \Generator<Page> */
    public function pages(): \Generator
    {
        $query = $this->query;
        do {
            $page = $this->page($query);
            yield $page;
            $query[self::PARAMETER[$this->paging]] = $page->nextCursor;
        } while ($page->hasMore && $page->nextCursor !== null);
    }

    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page->data as $item) {
                yield $item;
            }
        }
    }

    private function page(array $query): Page
    {
        [$body, $headers] = ($this->fetchPage)($query);
        if ($this->paging === 'link') {
            // </api/...?limit=20&before=12>; rel="next"
            preg_match('/<[^>]*[?&]before=([^&>]+)[^>]*>\s*;\s*rel="?next"?/', $headers['link'] ?? '', $match);
            return new Page($body, isset($match[1]), $match[1] ?? null);
        }
        $cursor = $body['nextCursor'] ?? null;
        return new Page($body['data'], $body['more'] ?? $cursor !== null, $cursor);
    }
}
