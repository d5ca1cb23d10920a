// Figures of recurring PIX for monitoring: totals of all accounts, nothing of any of them.
import type { Database } from '#db/postgres.ts'
import { type Clock, DAY_MS } from '#kernel/time.ts'
import { DEBIT_STATUSES, type DebitStatus, hasEnded, OPEN_DEBIT_STATUSES } from '../debit/debit.ts'
import type { RecurrenceStatus } from '../recurrence.ts'
import { windowOf } from '../schedule/window.ts'
import { countDebits, countOffers, countRecurrences, findLastOrders, type LastOrder } from './gateway-store.ts'

export interface RecurrenceFigures {
  /** Of which money may still come. */
  openDebits: Record<string, number>
  /** Within a day. */
  endedDebits: Record<string, number>
  liveRecurrences: Record<string, number>
  /** Within a day. */
  endedRecurrences: Record<string, number>
  /** The share of what was offered within 30 days that is authorised by now; null: nothing was offered. */
  authorisationRatio: number | null
  /** Of the orders of a day, how long before the end of its window the latest one was sent; null: none was. */
  windowSlackSeconds: number | null
}

const OFFERED_MS = 30 * DAY_MS

export async function readFigures({ db, clock }: { db: Database; clock: Clock }): Promise<RecurrenceFigures> {
  const now = clock().getTime()
  const yesterday = new Date(now - DAY_MS)
  const [debits, recurrences, { offered, authorised }, orders] = await Promise.all([
    countDebits(db, yesterday),
    countRecurrences(db, yesterday),
    countOffers(db, new Date(now - OFFERED_MS)),
    findLastOrders(db, yesterday),
  ])
  return {
    openDebits: countsOf(OPEN_DEBIT_STATUSES, debits),
    endedDebits: countsOf(DEBIT_STATUSES.filter(hasEnded), debits),
    liveRecurrences: countsOf(LIVE, recurrences),
    endedRecurrences: countsOf(ENDED, recurrences),
    authorisationRatio: offered === 0 ? null : authorised / offered,
    windowSlackSeconds: orders.length === 0 ? null : Math.min(...orders.map(slackOf)),
  }
}

const LIVE = ['CRIADA', 'APROVADA'] as const satisfies RecurrenceStatus[]
const ENDED = ['REJEITADA', 'CANCELADA', 'EXPIRADA'] as const satisfies RecurrenceStatus[]

/** Each status has a figure, also where there is none. */
const countsOf = <S extends DebitStatus | RecurrenceStatus>(
  statuses: readonly S[],
  rows: { status: DebitStatus | RecurrenceStatus; count: number }[],
): Record<string, number> =>
  Object.fromEntries(statuses.map(status => [status, rows.find(row => row.status === status)?.count ?? 0]))

const slackOf = ({ dueOn, adjusts, sentAt }: LastOrder): number =>
  (windowOf(dueOn, adjusts).latest.getTime() - sentAt.getTime()) / 1000
