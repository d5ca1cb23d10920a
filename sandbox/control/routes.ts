// What only a sandbox has: paying as a buyer, sending money back, moving the clock, starting anew, and the bank's own books
// for those who compare. Open to everybody who reaches the port, and in English.
import { type Static, Type } from 'typebox'
import { toReais } from '#kernel/money.ts'
import { accountWire, balanceOf, openAccount } from '../account.ts'
import { subjectOf } from '../buyer/offer.ts'
import { type Paid, pay } from '../buyer/pay.ts'
import { Amount } from '../http/forms.ts'
import type { HttpServer } from '../http/server.ts'
import { payoutsAfter } from '../payout/store.ts'
import { pixAfter } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import { recWire } from '../rec/wire.ts'
import type { Bank } from '../resources.ts'
import { EMPTIED_BY_RESET } from '../store/schema.ts'
import { paymentWire, receiptWire } from './books.ts'
import { moveClock, nextDueAt } from './clock.ts'
import { refund } from './refund.ts'

const PayBody = Type.Object(
  {
    pixCopiaECola: Type.String({ minLength: 1, maxLength: 512 }),
    amount: Type.Optional(Type.String({ maxLength: 13 })),
    payer: Type.Optional(
      Type.Object({ name: Type.String({ maxLength: 140 }), document: Type.String({ maxLength: 18 }) }),
    ),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
    again: Type.Optional(Type.Boolean()),
    late: Type.Optional(Type.Boolean()),
    authorize: Type.Optional(Type.Boolean()),
    maximo: Type.Optional(Type.String({ maxLength: 13 })),
  },
  { additionalProperties: false },
)

const RefundBody = Type.Object(
  {
    endToEndId: Type.String({ maxLength: 32 }),
    amount: Type.Optional(Amount),
    natureza: Type.Optional(Type.Enum(['MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO'])),
  },
  { additionalProperties: false },
)

const ClockBody = Type.Object(
  {
    advanceSeconds: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 3_155_760_000 })),
    now: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
)

const BooksQuery = Type.Object({
  after: Type.Integer({ minimum: 0, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000 }),
})

export function controlRoutes(httpServer: HttpServer, bank: Bank): void {
  const now = () => ({ now: new Date(bank.clock.now()).toISOString(), offsetMs: bank.clock.offsetMs() })
  const clock = () => ({ ...now(), nextDueAt: nextDueAt(bank) })

  httpServer.get('/health', async () => ({ status: 'ok', ...now(), balance: toReais(balanceOf(bank)) }))

  httpServer.get('/sandbox/clock', async () => clock())
  httpServer.post('/sandbox/clock', { schema: { body: ClockBody } }, async ({ body }) => {
    moveClock(bank, body)
    return clock()
  })

  const codeIn = (body: unknown) => subjectOf(bank, (body as Static<typeof PayBody>).pixCopiaECola)
  const paying = { mayFail: true, subject: ({ body }: { body: unknown }) => codeIn(body) } as const
  httpServer.post('/sandbox/pay', { config: paying, schema: { body: PayBody } }, async ({ body }, reply) =>
    reply.code(201).send(paidWire(bank, pay(bank, body))),
  )

  const idIn = (body: unknown) => (body as Static<typeof RefundBody>).endToEndId
  const refunding = { mayFail: true, subject: ({ body }: { body: unknown }) => idIn(body) } as const
  httpServer.post('/sandbox/refund', { config: refunding, schema: { body: RefundBody } }, async ({ body }, reply) =>
    reply.code(201).send(refund(bank, body)),
  )

  httpServer.post('/sandbox/reset', async (_request, reply) => {
    bank.database.transaction(() => {
      for (const table of EMPTIED_BY_RESET) bank.database.run(`delete from ${table}`)
      bank.clock.reset()
      bank.settings.reset()
      openAccount(bank)
    })
    return reply.code(204).send()
  })

  httpServer.get('/sandbox/account', async () => accountWire(bank))

  httpServer.get('/sandbox/payments', { schema: { querystring: BooksQuery } }, async ({ query: { after, limit } }) => {
    const rows = payoutsAfter(bank, after, limit)
    return { data: rows.map(({ payout }) => paymentWire(bank, payout)), nextCursor: nextOf(rows, limit) }
  })

  httpServer.get('/sandbox/receipts', { schema: { querystring: BooksQuery } }, async ({ query: { after, limit } }) => {
    const rows = pixAfter(bank, after, limit)
    return { data: rows.map(({ pix }) => receiptWire(bank, pix)), nextCursor: nextOf(rows, limit) }
  })
}

/** What to give as `after` for the next page; null when this one was the last. */
function nextOf(rows: { cursor: number }[], limit: number): number | null {
  return rows.length < limit ? null : (rows.at(-1)?.cursor ?? null)
}

/** The Pix, and the recurrence that was answered with it. */
const paidWire = (bank: Bank, { pix, rec }: Paid) => ({
  ...(pix !== null && pixWire(bank, pix)),
  ...(rec !== null && { recorrencia: recWire(bank, rec) }),
})
