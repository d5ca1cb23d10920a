// A seller's own reconciliation: what a period came to in our books, and how much of it the PSPs' lists have confirmed. Counts of the
// account alone; what differs is for the operators, who answer it.
import { type Static, type TObject, Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { FromQuery, type Period, periodIn, ToQuery } from '#http/request/period.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { toCentsNumber, ZERO } from '#kernel/money.ts'
import { LISTS, type List } from '../case/difference.ts'
import type { ReconciliationDeps } from '../worker.ts'
import { findMoved, findOpenDifferences, type Moved, type OpenDifferences, type Stretch } from './store.ts'
import { ListSchema } from './wire.ts'

const Query = Type.Object({
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
  language: Type.Optional(Type.Enum(['pt', 'en'], { description: 'Of the descriptions' })),
})

export function sellerRoutes(
  server: Server,
  deps: Pick<ReconciliationDeps, 'db'> & {
    /** What the account had before a period and behind it, with the sums between, and the transfers that these are of. */
    summary: {
      schema: TObject
      of: (accountId: number, period: Period, language: 'pt' | 'en') => Promise<{ summary: object; stretch: Stretch }>
    }
  },
): void {
  const { db } = deps
  const { schema, of } = deps.summary
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
    list,
    booked,
    amount: toCentsNumber(amount),
    matched: compared - unmatched,
    unmatched,
    waiting: booked - compared,
    notBooked,
    difference: toCentsNumber(difference),
  }
}
