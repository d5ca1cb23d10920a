"""A list, page by page or thing by thing: `for sale in porteira.sales.list()` goes through everything."""
import re
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Optional

_PARAMETER = {"cursor": "cursor", "after": "after", "link": "before"}


@dataclass(frozen=True)
class Page:
    data: List[Any]
    has_more: bool
    #: Where the next page begins: of events also on the last one, to come back with.
    next_cursor: Optional[Any]


class Pages:
    def __init__(self, paging: str, query: dict, fetch_page: Callable[[dict], tuple]):
        self._paging = paging
        self._query = query
        self._fetch_page = fetch_page

    def first(self) -> Page:
        return self._page(self._query)

    def pages(self) -> Iterator[Page]:
        query = self._query
        while True:
            page = self._page(query)
            yield page
            if not page.has_more or page.next_cursor is None:
                return
            query = {**query, _PARAMETER[self._paging]: page.next_cursor}

    def __iter__(self) -> Iterator[Any]:
        for page in self.pages():
            yield from page.data

    def _page(self, query: dict) -> Page:
        body, headers = self._fetch_page(query)
        if self._paging == "link":
            # </api/...?limit=20&before=12>; rel="next"
            match = re.search(r'<[^>]*[?&]before=([^&>]+)[^>]*>\s*;\s*rel="?next"?', headers.get("link") or "")
            return Page(body, match is not None, match.group(1) if match else None)
        cursor = body.get("nextCursor")
        return Page(body["data"], body.get("more", cursor is not None), cursor)
