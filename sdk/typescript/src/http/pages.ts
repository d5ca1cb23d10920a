// A list, page by page or thing by thing. `await` gives the first page; `for await` goes through everything.
import type { Answered } from './call.ts'

/** By a cursor, by the position of the events, or by the header Link. */
export type Paging = 'cursor' | 'after' | 'link'

export interface Page<Item> {
  data: Item[]
  hasMore: boolean
  /** Where the next page begins: of events also on the last one, to come back with. */
  nextCursor: string | null
}

type Query = object

export class Pages<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #paging: Paging
  readonly #query: Query
  readonly #fetchPage: (query: Query) => Promise<Answered>

  constructor(paging: Paging, query: Query, fetchPage: (query: Query) => Promise<Answered>) {
    this.#paging = paging
    this.#query = query
    this.#fetchPage = fetchPage
  }

  /** The first page. */
  // biome-ignore lint/suspicious/noThenProperty: a list may be awaited, as its callers expect
  then<Done = Page<Item>, Failed = never>(
    done?: ((page: Page<Item>) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#page(this.#query).then(done, failed)
  }

  /** One page after the other. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let query = this.#query
    for (;;) {
      const page = await this.#page(query)
      yield page
      if (!page.hasMore || page.nextCursor === null) return
      query = { ...query, [PARAMETER[this.#paging]]: page.nextCursor }
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data
  }

  /** At most so many, in one array. */
  async take(max: number): Promise<Item[]> {
    const taken: Item[] = []
    if (max <= 0) return taken
    for await (const item of this) {
      taken.push(item)
      if (taken.length >= max) break
    }
    return taken
  }

  async #page(query: Query): Promise<Page<Item>> {
    const { body, headers } = await this.#fetchPage(query)
    if (this.#paging === 'link') {
      const nextCursor = beforeOf(headers.get('link'))
      return { data: body as Item[], hasMore: nextCursor !== null, nextCursor }
    }
    const { data, nextCursor, more } = body as { data: Item[]; nextCursor: string | null; more?: boolean }
    return { data, hasMore: more ?? nextCursor !== null, nextCursor }
  }
}

const PARAMETER: Readonly<Record<Paging, string>> = { cursor: 'cursor', after: 'after', link: 'before' }

/** </api/...?limit=20&before=12>; rel="next" */
const beforeOf = (link: string | null): string | null =>
  /<[^>]*[?&]before=([^&>]+)[^>]*>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null
