// What only a sandbox has about cards: a token for whoever has no browser at hand, a cardholder who contests, a refund that nobody requested by
// the API, and credits before their day.
import { type Static, Type } from 'typebox'
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { existing } from '../acquirer/change.ts'
import { chargeWire } from '../acquirer/control-routes.ts'
import { inOwnForm, refuseRequest } from '../acquirer/refuse.ts'
import type { HttpServer } from '../http/server.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { contestCharge, decideDispute, OUTCOMES } from './chargeback.ts'
import { settleCards } from './credit.ts'
import { answerChallenge } from './pay.ts'
import { refundCard } from './refund.ts'
import { TokenForm } from './schema.ts'
import { tokenize } from './tokenize.ts'
import { creditWire, tokenWire } from './wire.ts'

const closed = { additionalProperties: false }
const ChargeId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const ContestBody = Type.Object(
  {
    chargeId: ChargeId,
    amount: Type.Optional(Type.String({ maxLength: 13 })),
    deadlineSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 31_536_000 })),
  },
  closed,
)
const RefundBody = Type.Object({ chargeId: ChargeId, amount: Type.Optional(Type.String({ maxLength: 13 })) }, closed)
const DecideParams = Type.Object({ id: ChargeId, outcome: Type.Enum([...OUTCOMES]) })
const SettleBody = Type.Object(
  { chargeId: Type.Optional(ChargeId), parts: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })) },
  closed,
)
const ChallengeParams = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  answer: Type.Enum(['authorise', 'refuse']),
})

export function cardControlRoutes(httpServer: HttpServer, bank: Bank): void {
  const config = { mayFail: true, refuse: refuseRequest, dress: inOwnForm } as const
  httpServer.post('/cartao/token', { config, schema: { body: TokenForm } }, async ({ body }) =>
    tokenWire(tokenize(bank, body)),
  )

  const mayFail = { mayFail: true } as const
  httpServer.post(
    '/sandbox/chargeback',
    { config: mayFail, schema: { body: ContestBody } },
    async ({ body }, reply) => {
      const { chargeId, amount, deadlineSeconds = null } = body
      const charge = contestCharge(bank, { chargeId, amount: amountIn(amount), deadlineSeconds })
      return reply.code(201).send(chargeWire(bank, charge))
    },
  )

  const decided = ({ params }: { params: unknown }) => String((params as Static<typeof DecideParams>).id)
  httpServer.post(
    '/sandbox/chargeback/:id/decide/:outcome',
    { config: { ...mayFail, subject: decided }, schema: { params: DecideParams } },
    async ({ params: { id, outcome } }) => chargeWire(bank, decideDispute(bank, id, outcome)),
  )

  httpServer.post(
    '/sandbox/card-refund',
    { config: mayFail, schema: { body: RefundBody } },
    async ({ body: { chargeId, amount } }, reply) => {
      refundCard(bank, chargeId, amountIn(amount))
      return reply.code(201).send(chargeWire(bank, existing(bank, chargeId)))
    },
  )

  httpServer.post('/sandbox/settle', { schema: { body: SettleBody } }, async ({ body }) => ({
    data: settleCards(bank, body).map(creditWire),
  }))

  httpServer.post(
    '/sandbox/challenge/:id/:answer',
    { schema: { params: ChallengeParams } },
    async ({ params: { id, answer } }, reply) => {
      const card = answerChallenge(bank, id, answer === 'authorise')
      if (card === undefined) throw new ControlRefused('unknown-challenge', 404, 'no attempt has this challenge')
      return reply.code(204).send()
    },
  )
}

function amountIn(text: string | undefined): Centavos | null {
  if (text === undefined) return null
  const amount = parseReais(text)
  if (amount !== null && amount > ZERO) return amount
  throw new ControlRefused('invalid-amount', 400, 'amount: expected reais above zero, such as "12.34"')
}
