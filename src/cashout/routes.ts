// The cashouts' public doors: POST and GET /api/public/cashout. Money is parsed once, here.
import { type Static, Type } from 'typebox'
import { afterReply } from '#http/after-reply.ts'
import { documentIn } from '#http/document-field.ts'
import { pathId } from '#http/path-id.ts'
import { accountOf } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type Replayed, replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { type Failure, invalid, notFound, orThrow } from '#kernel/failure.ts'
import { type Centavos, reaisFromNumber } from '#kernel/money.ts'
import { PIX_KEY_TYPES } from '#kernel/pix-key.ts'
import type { Cashout } from './cashout.ts'
import type { CashoutAsk, Requested } from './request.ts'
import type { CashoutQuestion } from './store.ts'
import { lookupForm } from './wire.ts'

export interface CashoutRouteNeeds {
  find: (asked: CashoutQuestion) => Promise<Cashout | null>
  request: (ask: CashoutAsk) => Promise<Requested | Replayed | Failure>
  /** The caller has been answered: the news may go out and the payout may begin. */
  answered: (requested: Requested) => void
  /** Throws where a notification address is not one that may be called. */
  checkAddress: (field: string, url: string) => void
}

// Unknown fields are ignored: clients of the contract send some.
const CashoutBody = Type.Object({
  amount: Type.Number({ description: 'Reais, at most two decimals' }),
  pixKey: PrintableText({ minLength: 8, maxLength: 77 }),
  pixKeyType: Type.Optional(Type.Enum([...PIX_KEY_TYPES])),
  externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
  description: Type.Optional(PrintableText({ maxLength: 140 })),
  holderDocument: Type.Optional(PrintableText({ maxLength: 18 })),
  postbackUrl: Type.Optional(PrintableText({ minLength: 1, maxLength: 2048 })),
})

const TAGS = { tags: ['Cashouts'] }

export function cashoutRoutes(server: Server, needs: CashoutRouteNeeds): void {
  server.post(
    '/api/public/cashout',
    {
      config: {
        guard: 'api-key',
        dialect: 'cashout',
        scope: 'cashout:write',
        fails: [
          'INVALID_DATA',
          'IDEMPOTENCY_KEY_REUSED',
          'CONFLICT',
          'API_WITHDRAWAL_DISABLED_GLOBALLY',
          'TRANSFER_NOT_ALLOWED',
          'BELOW_MINIMUM_NOT_ALLOWED',
          'MINIMUM_VALUE',
          'MAXIMUM_VALUE',
          'INSUFFICIENT_BALANCE',
          'GENERAL_ERROR',
        ],
      },
      schema: { summary: 'Ask for money out, to a PIX key', ...TAGS, headers: KeyHeaders, body: CashoutBody },
    },
    async (request, reply) => {
      const ask = askOf(needs, accountOf(request), request.body)
      const requested = orThrow(await needs.request({ ...ask, key: keyOf(request, ask) }))
      if ('replayed' in requested) return replay(reply, requested.replayed)
      afterReply(reply, () => needs.answered(requested))
      return sendAnswer(reply, requested.answer)
    },
  )

  server.get<{ Params: { id: string } }>(
    '/api/public/cashout/:id',
    {
      config: { guard: 'api-key', dialect: 'cashout', scope: 'cashout:read', fails: ['INVALID_DATA', 'NOT_FOUND'] },
      schema: { summary: 'One cashout, by uuid or number', ...TAGS },
    },
    async request => lookupForm(await ownCashout(needs, accountOf(request), request.params.id)),
  )
}

/** Another account's cashout is as unknown as one that does not exist. */
async function ownCashout(needs: CashoutRouteNeeds, accountId: number, id: string): Promise<Cashout> {
  const cashout = await needs.find({ accountId, id: pathId(id) })
  if (cashout === null) throw notFound('Cashout')
  return cashout
}

function askOf(needs: CashoutRouteNeeds, accountId: number, body: Static<typeof CashoutBody>): CashoutAsk {
  const amount = amountOf(body.amount)
  if (body.pixKey.trim() === '') throw invalid('pixKey', 'a PIX key, not blanks')
  if (body.postbackUrl !== undefined) needs.checkAddress('postbackUrl', body.postbackUrl)
  return {
    accountId,
    amount,
    pixKey: body.pixKey,
    pixKeyType: body.pixKeyType ?? 'CPF',
    externalReference: body.externalReference ?? null,
    description: body.description ?? null,
    holderDocument: body.holderDocument === undefined ? null : documentIn('holderDocument', body.holderDocument),
    postbackUrl: body.postbackUrl ?? null,
  }
}

function amountOf(reais: number): Centavos {
  const amount = reaisFromNumber(reais)
  if (amount === null || amount <= 0n)
    throw invalid('amount', 'a number of reais greater than zero with at most two decimals, such as 150.00')
  return amount
}
