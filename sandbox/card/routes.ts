// Efí's calls about cards, and the payment of a charge by whichever method. The routes beside it: acquirer/routes.ts.
import { type Static, Type } from 'typebox'
import { centavos } from '#kernel/money.ts'
import { issueBillet } from '../acquirer/change.ts'
import { inOwnForm, refuseRequest } from '../acquirer/refuse.ts'
import { BilletFormType } from '../acquirer/schema.ts'
import { answer, issuedWire } from '../acquirer/wire.ts'
import type { HttpServer } from '../http/server.ts'
import { silenceFor } from '../http/silence.ts'
import type { Bank } from '../resources.ts'
import { openLink } from './link.ts'
import { payByCard } from './pay.ts'
import { refundCard } from './refund.ts'
import { CardFormType, InstallmentsQuery, LinkFormType, RefundForm } from './schema.ts'
import { installmentsWire, linkWire, paidByCardWire } from './wire.ts'

const closed = { additionalProperties: false }
const IdParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
const PayForm = Type.Object(
  {
    payment: Type.Object(
      {
        banking_billet: Type.Optional(BilletFormType),
        credit_card: Type.Optional(CardFormType),
        debit_card: Type.Optional(CardFormType),
      },
      { ...closed, minProperties: 1, maxProperties: 1 },
    ),
  },
  closed,
)

const api = { scope: 'charge', refuse: refuseRequest } as const
const read = { bank: api, dress: inOwnForm } as const
const write = { ...read, subject: ({ params }: { params: unknown }) => String((params as { id: number }).id) } as const

export function cardRoutes(httpServer: HttpServer, bank: Bank, wake: () => void): void {
  httpServer.post(
    '/v1/charge/:id/pay',
    { config: write, schema: { params: IdParams, body: PayForm } },
    async ({ params: { id }, body: { payment } }, reply) => {
      const { body, silence } = await pay(bank, id, payment)
      if (silence === undefined) return answer(body)
      // Whoever asked never learns whether it was carried out; the notice of it comes all the same.
      wake()
      return silenceFor(reply)
    },
  )

  httpServer.post(
    '/v1/charge/card/:id/refund',
    { config: write, schema: { params: IdParams, body: RefundForm } },
    async ({ params: { id }, body: { amount } }) => {
      refundCard(bank, id, amount === undefined ? null : centavos(BigInt(amount)))
      return { status: 200, message: 'Reembolso em processamento' }
    },
  )

  httpServer.post(
    '/v1/charge/:id/link',
    { config: write, schema: { params: IdParams, body: LinkFormType } },
    async ({ params: { id }, body }) => {
      const { charge, link } = openLink(bank, id, body)
      return answer(linkWire(bank, charge, link))
    },
  )

  httpServer.get('/v1/installments', { config: read, schema: { querystring: InstallmentsQuery } }, async ({ query }) =>
    answer(installmentsWire(query.brand, query.total)),
  )
}

async function pay(bank: Bank, id: number, payment: Static<typeof PayForm>['payment']) {
  const { banking_billet, credit_card, debit_card } = payment
  if (banking_billet !== undefined) {
    const { charge, billet } = await issueBillet(bank, id, banking_billet)
    return { body: issuedWire(bank, charge, billet), silence: undefined }
  }
  const form = credit_card ?? debit_card
  if (form === undefined) throw refuseRequest([{ propriedade: 'payment', razao: 'É preciso uma forma de pagamento.' }])
  const { charge, card, silence } = payByCard(bank, id, {
    form,
    funding: credit_card === undefined ? 'debit' : 'credit',
  })
  return { body: charge === null ? null : paidByCardWire(bank, charge, card), silence }
}
