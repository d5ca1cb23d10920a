// The lists of sessions and of payment links, and how many they hold.
import { type Static, Type } from 'typebox'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { CountSchema, countForm } from '#http/response/totals.ts'
import { accountOf, isSupport } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import type { Audience, Noun } from './audience.ts'
import { CHECKOUT_STATUSES } from './checkout.ts'
import type { Checkouts } from './feature.ts'
import type { CheckoutFilter } from './store.ts'
import { CheckoutSchema } from './wire.ts'

const tags = ['Checkout']

const FilterQuery = Type.Object({
  status: Type.Optional(Type.Enum([...CHECKOUT_STATUSES])),
  externalReference: Type.Optional(PrintableText({ maxLength: 64 })),
})
const ListQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
  ...FilterQuery.properties,
})

export function listRoute(
  server: Server,
  audience: Audience,
  { checkouts }: { checkouts: Checkouts },
  noun: Noun,
): void {
  server.get(
    `${audience.prefix}/${noun.path}`,
    {
      config: audience.read('INVALID_DATA'),
      schema: { summary: noun.words.list, tags, querystring: ListQuery, response: { 200: PageOf(CheckoutSchema) } },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const page = { below: decodeCursor(cursor), rows: limit + 1 }
      const shown = await checkouts.list(accountOf(request), filterIn(noun, request.query), page)
      const rows = shown.map(one => ({ id: one.checkout.id, one }))
      return pageOf(rows, limit, ({ one }) => checkouts.form(one, isSupport(request)))
    },
  )
}

export function totalsRoute(
  server: Server,
  audience: Audience,
  { checkouts }: { checkouts: Checkouts },
  noun: Noun,
): void {
  server.get(
    `${audience.prefix}/${noun.path}/totals`,
    {
      config: audience.read('INVALID_DATA'),
      schema: { summary: noun.words.totals, tags, querystring: FilterQuery, response: { 200: CountSchema } },
    },
    async request => countForm(await checkouts.count(accountOf(request), filterIn(noun, request.query))),
  )
}

function filterIn({ kind }: Noun, query: Static<typeof FilterQuery>): CheckoutFilter {
  const { status = null, externalReference = null } = query
  return { kind, status, externalReference }
}
