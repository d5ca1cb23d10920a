// The operator's view of what is stuck in recurring PIX, and the order to ask a PSP about it now. Nothing is decided here: what the PSP
// answers is applied as after a callback.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import type { RecorderOf } from '#http/audited-action.ts'
import { pathId } from '#http/request/path-id.ts'
import type { RouteRules } from '#http/route.ts'
import { OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { addDays, dateAt } from '#kernel/calendar/local-time.ts'
import { type FailureCode, notFound } from '#kernel/failure.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrences } from '../feature.ts'
import { OperatorRecurrenceSchema, operatorForm } from './detail.ts'
import {
  countLive,
  countMissed,
  countMoneyOfEnded,
  findByUuid,
  findPlace,
  findUnanswered,
  findUnauthorized,
  findWithoutEnd,
} from './store.ts'
import { type Stuck, StuckSchema, stuckForm } from './wire.ts'

const tags = ['Operator']
const UNANSWERED_MS = HOUR_MS
const WITHOUT_END_DAYS = 9
const MISSED_DAYS = 30

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })
const Account = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

const AskBody = Type.Union([
  Type.Object({ accountId: Account, txid: PrintableText({ maxLength: 36 }) }, OWN_FIELDS_ONLY),
  Type.Object({ accountId: Account, idRec: PrintableText({ maxLength: 35 }) }, OWN_FIELDS_ONLY),
])

const ACTIONS = { debit: 'debit.asked', recurrence: 'recurrence.asked' } as const

export function recurrenceOperatorRoutes(
  server: Server,
  deps: Pick<RecurrenceDeps, 'db' | 'clock'> & { recurrences: Recurrences; recorderOf: RecorderOf },
): void {
  const { db, clock, recurrences, recorderOf } = deps
  server.get(
    '/api/admin/recurrences/stuck',
    {
      config: rules(),
      schema: { summary: 'What is stuck in recurring PIX, over all accounts', tags, response: { 200: StuckSchema } },
    },
    async () => stuckForm(await findStuck(db, clock())),
  )
  server.get(
    '/api/admin/recurrences/:id',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One recurrence of any account, by its uuid, with its debits and without its payer',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: { 200: OperatorRecurrenceSchema },
      },
    },
    async request => {
      const id = pathId(request.params.id)
      const found = 'uuid' in id ? await findByUuid(db, id.uuid) : null
      if (found === null) throw notFound('Recurrence')
      return operatorForm(db, found)
    },
  )
  server.post(
    '/api/admin/recurrences/ask',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Ask the PSP about a debit or a recurrence now; what it answers is applied',
        tags,
        body: AskBody,
        response: { 200: Type.Object({ answered: Type.Boolean(), message: Type.Union([Type.String(), Type.Null()]) }) },
      },
    },
    async request => {
      const { body } = request
      const place = await findPlace(db, body.accountId, body)
      if (place === null) throw notFound('txid' in body ? 'Debit' : 'Recurrence')
      const { pspAccountId, uuid } = place
      const subject = 'txid' in body ? ('debit' as const) : ('recurrence' as const)
      await db.transaction(tx =>
        recorderOf(request)(tx, { action: ACTIONS[subject], subject, subjectId: uuid }, clock()),
      )
      const applied =
        'txid' in body
          ? await recurrences.debits.apply(pspAccountId, body.txid)
          : await recurrences.apply(pspAccountId, body.idRec)
      return typeof applied === 'string'
        ? { answered: true, message: null }
        : { answered: false, message: applied.later }
    },
  )
}

async function findStuck(db: Database, now: Date): Promise<Stuck> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return {
    unanswered: await findUnanswered(db, ago(UNANSWERED_MS)),
    withoutEnd: await findWithoutEnd(db, addDays(dateAt(now), -WITHOUT_END_DAYS)),
    unauthorized: await findUnauthorized(db),
    moneyOfEnded: await countMoneyOfEnded(db),
    missed: await countMissed(db, ago(MISSED_DAYS * DAY_MS)),
    live: await countLive(db),
  }
}
