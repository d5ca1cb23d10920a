// What only a sandbox has: paying a boleto as its buyer, taking back what was paid, and the acquirer's own books for those who compare.
import { type Static, Type } from 'typebox'
import { toReais } from '#kernel/money.ts'
import { findCard } from '../card/store.ts'
import { cardBooksWire } from '../card/wire.ts'
import type { HttpServer } from '../http/server.ts'
import type { Bank } from '../resources.ts'
import { type BoletoPayment, payBoleto } from './buyer.ts'
import type { Charge } from './charge.ts'
import { REVERSED, reverseBoleto } from './reverse.ts'
import { chargesAfter, findChargeByLine, type Payment, paymentsOf } from './store.ts'

const PayBody = Type.Object(
  {
    line: Type.Optional(Type.String({ minLength: 47, maxLength: 80 })),
    pixCopiaECola: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    amount: Type.Optional(Type.String({ maxLength: 13 })),
    on: Type.Optional(Type.String({ maxLength: 10 })),
    again: Type.Optional(Type.Boolean()),
    late: Type.Optional(Type.Boolean()),
    bounces: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const ReverseBody = Type.Object(
  { chargeId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), state: Type.Enum([...REVERSED]) },
  { additionalProperties: false },
)

const BooksQuery = Type.Object({
  after: Type.Integer({ minimum: 0, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000 }),
})

export function acquirerControlRoutes(httpServer: HttpServer, bank: Bank): void {
  const subject = ({ body }: { body: unknown }) => {
    const { line = '' } = body as Static<typeof PayBody>
    const charge = findChargeByLine(bank, line.replace(/[.\s]/g, ''))
    return charge === undefined ? null : String(charge.id)
  }
  const config = { mayFail: true, subject } as const
  httpServer.post('/sandbox/boleto/pay', { config, schema: { body: PayBody } }, async ({ body }, reply) => {
    const { charge, payment } = payBoleto(bank, body satisfies BoletoPayment)
    return reply.code(201).send({ ...chargeWire(bank, charge), payment: paymentWire(payment) })
  })

  const reversed = ({ body }: { body: unknown }) => String((body as Static<typeof ReverseBody>).chargeId)
  httpServer.post(
    '/sandbox/boleto/reverse',
    { config: { mayFail: true, subject: reversed }, schema: { body: ReverseBody } },
    async ({ body: { chargeId, state } }) => chargeWire(bank, reverseBoleto(bank, chargeId, state)),
  )

  httpServer.get('/sandbox/charges', { schema: { querystring: BooksQuery } }, async ({ query: { after, limit } }) => {
    const charges = chargesAfter(bank, after, limit)
    const nextCursor = charges.length < limit ? null : (charges.at(-1)?.id ?? null)
    return { data: charges.map(charge => chargeWire(bank, charge)), nextCursor }
  })
}

export const chargeWire = (bank: Bank, { id, customId, total, status, billet }: Charge) => ({
  chargeId: id,
  customId,
  amount: toReais(total),
  status,
  line: billet?.line ?? null,
  pixCopiaECola: billet?.pix?.qrcode ?? null,
  dueOn: billet?.expire_at ?? null,
  payments: paymentsOf(bank, id).map(paymentWire),
  card: cardInBooks(bank, id),
})

function cardInBooks(bank: Bank, id: number) {
  const card = findCard(bank, id)
  return card === undefined ? null : cardBooksWire(bank, card)
}

const paymentWire = ({ n, way, amount, paidOn, status, creditedAt, endToEndId }: Payment) => ({
  n,
  way,
  amount: toReais(amount),
  paidOn,
  status,
  creditedAt: creditedAt === null ? null : new Date(creditedAt).toISOString(),
  endToEndId,
})
