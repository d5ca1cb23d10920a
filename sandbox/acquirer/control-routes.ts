// What only a sandbox has: paying a boleto as its buyer, and the acquirer's own books for those who compare.
import { type Static, Type } from 'typebox'
import { toReais } from '#kernel/money.ts'
import { findCard } from '../card/store.ts'
import { cardBooksWire } from '../card/wire.ts'
import type { House } from '../house.ts'
import type { HttpServer } from '../http/server.ts'
import { type BoletoPayment, payBoleto } from './buyer.ts'
import type { Charge } from './charge.ts'
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

const BooksQuery = Type.Object({
  after: Type.Integer({ minimum: 0, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000 }),
})

export function acquirerControlRoutes(httpServer: HttpServer, house: House): void {
  const subject = ({ body }: { body: unknown }) => {
    const { line = '' } = body as Static<typeof PayBody>
    const charge = findChargeByLine(house, line.replace(/[.\s]/g, ''))
    return charge === undefined ? null : String(charge.id)
  }
  const config = { mayFail: true, subject } as const
  httpServer.post('/sandbox/boleto/pay', { config, schema: { body: PayBody } }, async ({ body }, reply) => {
    const { charge, payment } = payBoleto(house, body satisfies BoletoPayment)
    return reply.code(201).send({ ...chargeWire(house, charge), payment: paymentWire(payment) })
  })

  httpServer.get('/sandbox/charges', { schema: { querystring: BooksQuery } }, async ({ query: { after, limit } }) => {
    const charges = chargesAfter(house, after, limit)
    const nextCursor = charges.length < limit ? null : (charges.at(-1)?.id ?? null)
    return { data: charges.map(charge => chargeWire(house, charge)), nextCursor }
  })
}

export const chargeWire = (house: House, { id, customId, total, status, billet }: Charge) => ({
  chargeId: id,
  customId,
  amount: toReais(total),
  status,
  line: billet?.line ?? null,
  pixCopiaECola: billet?.pix?.qrcode ?? null,
  dueOn: billet?.expire_at ?? null,
  payments: paymentsOf(house, id).map(paymentWire),
  card: cardInBooks(house, id),
})

function cardInBooks(house: House, id: number) {
  const card = findCard(house, id)
  return card === undefined ? null : cardBooksWire(house, card)
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
