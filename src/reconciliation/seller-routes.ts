// A seller's own reconciliation: what a period came to in our books, and how much of it the PSPs' lists have confirmed. Counts of the
// account alone; what differs is for the operators, who answer it.
import { type Static, type TObject, Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { FromQuery, type Period, periodIn, ToQuery } from '#http/period.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { dateAt } from '#kernel/local-time.ts'
import { toCentsNumber, ZERO } from '#kernel/money.ts'
import { LISTS, type List } from './difference.ts'
import { findMoved, findOpenDifferences, type Moved, type OpenDifferences, type Stretch } from './seller-store.ts'

export interface SellerRouteNeeds {
  db: Database
  /** What the account had before a period and behind it, with the sums between, and the transfers that these are of. */
  summary: {
    schema: TObject
    of: (accountId: number, period: Period, language: 'pt' | 'en') => Promise<{ summary: object; stretch: Stretch }>
  }
}

const Query = Type.Object({
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
  language: Type.Optional(Type.Enum(['pt', 'en'], { description: 'Of the descriptions' })),
})

const ListSchema = Type.Object({
  list: Type.Enum([...LISTS], { description: 'Came in, went back to its payer, was paid out, or came back of that' }),
  booked: Type.Integer({ description: 'Movements of the period: matched + unmatched + waiting' }),
  amount: Type.Integer({ description: 'Cents of them' }),
  matched: Type.Integer({ description: "The PSP's list agrees, or the difference has been answered" }),
  unmatched: Type.Integer({ description: 'The list differs, and nobody has answered it yet' }),
  waiting: Type.Integer({ description: 'Their day has not been compared yet' }),
  notBooked: Type.Integer({ description: "On the PSP's list, and not in our books yet" }),
  difference: Type.Integer({
    description: 'Cents that the PSP counts as moved, less those that we do, while it is open',
  }),
})

export function sellerRoutes(server: Server, { db, summary: { schema, of } }: SellerRouteNeeds): void {
  server.get(
    '/api/reconciliation',
    {
      config: { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary: "A period's opening, sums and closing, and how much of it the PSPs' lists have confirmed",
        tags: ['Statement'],
        querystring: Query,
        response: { 200: Type.Object({ ...schema.properties, psp: Type.Array(ListSchema) }) },
      },
    },
    async request => {
      const period = periodIn(request.query)
      const accountId = accountOf(request)
      const { summary, stretch } = await of(accountId, period, request.query.language ?? 'pt')
      return { ...summary, psp: await standing(db, accountId, period, stretch) }
    },
  )
}

async function standing(db: Database, accountId: number, { from, to }: Period, stretch: Stretch) {
  const first = from === null ? null : dateAt(from)
  const last = to === null ? null : dateAt(new Date(to.getTime() - 1))
  const [moved, open] = await Promise.all([
    findMoved(db, accountId, stretch),
    findOpenDifferences(db, accountId, first, last),
  ])
  return LISTS.map(list =>
    listForm(
      list,
      moved.find(one => one.list === list),
      open.find(one => one.list === list),
    ),
  )
}

const NONE = { booked: 0, amount: ZERO, compared: 0 }
const NOTHING_OPEN = { differing: 0, notBooked: 0, difference: ZERO }

function listForm(
  list: List,
  { booked, amount, compared }: Omit<Moved, 'list'> = NONE,
  { differing, notBooked, difference }: Omit<OpenDifferences, 'list'> = NOTHING_OPEN,
): Static<typeof ListSchema> {
  // A difference stands on the day of the PSP, a movement on the day on which it was booked.
  const unmatched = Math.min(differing, compared)
  return {
    ...{ list, booked, amount: toCentsNumber(amount) },
    ...{ matched: compared - unmatched, unmatched, waiting: booked - compared, notBooked },
    difference: toCentsNumber(difference),
  }
}
