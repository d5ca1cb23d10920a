// A person charges a buyer in the panel: a sale of an amount, by PIX or by transfer. Where the sale is of the sandbox bank, its payment can
// be simulated.
import { type Static, Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { afterReply } from '#http/after-reply.ts'
import { documentIn } from '#http/request/document-field.ts'
import { pathId } from '#http/request/path-id.ts'
import { accountOf, type Role } from '#http/route.ts'
import { CentsAmount, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { Failure, invalid, orThrow } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import type { Members } from '#member/feature.ts'
import type { SaleRequest } from '../begin.ts'
import type { SaleDeps } from '../deps.ts'
import type { Sales } from '../feature.ts'
import { ownSaleAlone } from '../own-sale.ts'
import { PLAYERS } from '../simulation/players.ts'
import { SaleSchema } from '../wire.ts'

const CHARGERS: Role[] = ['OWNER', 'FINANCE']
const tags = ['Sales']
const DAY_SECONDS = 86_400
const TRANSFER_DAYS = 3
/** As Brazilian receipts name an unknown buyer. */
const UNKNOWN_CUSTOMER = 'Consumidor não identificado'
const UNTITLED = 'Cobrança'

const ChargeBody = Type.Object(
  {
    amount: CentsAmount,
    paymentMethod: Type.Optional(Type.Enum(['PIX', 'TRANSFER'], { description: 'Default PIX' })),
    customerName: Type.Optional(PrintableText({ minLength: 1, maxLength: 200 })),
    customerDocument: Type.Optional(
      PrintableText({ minLength: 1, maxLength: 18, description: 'A CPF or CNPJ: a transfer is recognised by it' }),
    ),
    description: Type.Optional(PrintableText({ minLength: 1, maxLength: 140 })),
  },
  { additionalProperties: false },
)

export function panelChargeRoutes(
  server: Server,
  deps: Pick<SaleDeps, 'db'> & Pick<Members, 'isActive'> & { sales: Sales },
): void {
  chargeRoute(server, deps)
  simulateRoute(server, deps)
}

function chargeRoute(server: Server, { sales, isActive }: Pick<Members, 'isActive'> & { sales: Sales }): void {
  server.post(
    '/api/sales',
    {
      config: {
        guard: 'session',
        dialect: 'panel',
        roles: CHARGERS,
        fails: ['INVALID_DATA', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_FLIGHT', 'GENERAL_ERROR', 'PSP_UNAVAILABLE'],
      },
      schema: {
        summary:
          'Charge somebody: the answer carries the code to pay, which is good for a day, or where to transfer the amount',
        tags,
        headers: KeyHeaders,
        body: ChargeBody,
        response: { 201: SaleSchema },
      },
    },
    async (request, reply) => {
      const accountId = accountOf(request)
      if (!(await isActive(accountId))) throw new Failure('FORBIDDEN', 'This account is not active')
      const input = saleRequestOf(accountId, request.body)
      const created = orThrow(await sales.create({ ...input, by: actorOf(request) }, keyOf(request, input), 'panel'))
      if ('replayed' in created) return replay(reply, created.replayed)
      afterReply(reply, () => sales.publish(created))
      return sendAnswer(reply, created.answer)
    },
  )
}

function simulateRoute(server: Server, deps: Pick<SaleDeps, 'db'> & { sales: Sales }): void {
  server.post<{ Params: { id: string } }>(
    '/api/sales/:id/simulate-payment',
    {
      config: {
        guard: 'session',
        dialect: 'panel',
        roles: PLAYERS,
        fails: ['INVALID_DATA', 'NOT_FOUND', 'CONFLICT', 'PSP_UNAVAILABLE'],
      },
      schema: {
        summary:
          'Pay a sale of the sandbox bank with play money, as its buyer; for any other sale there is no such thing',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: { 202: Type.Object({ uuid: Type.String({ description: 'Of the sale' }) }) },
      },
    },
    async (request, reply) => {
      const sale = await ownSaleAlone(deps, accountOf(request), pathId(request.params.id))
      orThrow(await deps.sales.simulatePayment(sale, actorOf(request)))
      return reply.code(202).send({ uuid: sale.uuid })
    },
  )
}

function saleRequestOf(accountId: number, body: Static<typeof ChargeBody>): SaleRequest {
  const { amount, paymentMethod, customerName, customerDocument, description } = body
  const isTransfer = paymentMethod === 'TRANSFER'
  if (isTransfer && customerDocument === undefined)
    throw invalid('customerDocument', 'the CPF or CNPJ of whoever will pay')
  const name = customerName?.trim() || UNKNOWN_CUSTOMER
  const title = description?.trim() || UNTITLED
  return {
    accountId,
    amount: centavos(amount),
    customer: {
      name,
      email: '',
      document: customerDocument === undefined ? '' : documentIn('customerDocument', customerDocument),
      phone: '',
    },
    items: [{ title, unitPrice: centavos(amount), quantity: 1, tangible: false }],
    shipping: null,
    externalReference: null,
    postbackUrl: null,
    expiresInSeconds: DAY_SECONDS,
    ...(isTransfer && { transfer: { businessDays: TRANSFER_DAYS } }),
  }
}
