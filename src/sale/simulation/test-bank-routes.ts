// What a person does at the test bank from the panel: as the buyer of a sale, with its code, and as the holder of a test card. For accounts of
// the sandbox bank alone.
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { accountOf, type RouteRules } from '#http/route.ts'
import { CentsAmount, OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { TEST_CARD_NUMBERS } from '#kernel/sandbox/outcomes.ts'
import type { SandboxBuyer } from '#psp/adapters/sandbox-buyer.ts'
import type { Recurrences } from '#recurrence/feature.ts'
import type { Sales } from '../feature.ts'
import { PLAYERS } from './players.ts'

/** null: of no sandbox bank. */
export interface PlayedBanks {
  pix: SandboxBuyer | null
  cards: SandboxBuyer | null
}

const tags = ['Test bank']

const PaymentBody = Type.Object(
  {
    code: PrintableText({
      minLength: 1,
      maxLength: 600,
      description: 'Pix Copia e Cola of a sale or a recurrence of this account',
    }),
    payerName: Type.Optional(
      PrintableText({ minLength: 1, maxLength: 140, description: 'Decides what becomes of a refund; not of a boleto' }),
    ),
    amount: Type.Optional(CentsAmount),
    evenIfEnded: Type.Optional(
      Type.Boolean({ description: 'Pays also what is paid already, has expired or was cancelled' }),
    ),
  },
  OWN_FIELDS_ONLY,
)

const CardBody = Type.Object(
  {
    number: Type.Enum(TEST_CARD_NUMBERS, { description: 'Its last digit decides what becomes of it' }),
    funding: Type.Optional(Type.Enum(['credit', 'debit'], { description: 'Default credit' })),
  },
  OWN_FIELDS_ONLY,
)

const PaidSchema = Type.Object({
  uuid: Type.String({ description: 'Of the sale, or of the recurrence' }),
  kind: Type.Enum(['sale', 'recurrence'], { description: 'A recurrence was authorised, and nothing was paid' }),
})

const isUnknown = (answer: unknown): boolean => answer instanceof Failure && answer.code === 'NOT_FOUND'

const CardTokenSchema = Type.Object({ token: Type.String({ description: 'For `card.token` of one sale' }) })

export function testBankRoutes(
  server: Server,
  deps: { sales: Sales; banksOf: (accountId: number) => Promise<PlayedBanks> } & Pick<Recurrences, 'authoriseCode'>,
): void {
  const { sales, banksOf, authoriseCode } = deps
  server.post(
    '/api/test-bank/payments',
    {
      config: playing('CONFLICT'),
      schema: {
        summary:
          'Pay a sale by its code with play money, as any buyer would, or authorise the recurrence that a code without a payment offers; ' +
          '404 where the account is not of the sandbox bank',
        tags,
        body: PaymentBody,
        response: { 202: PaidSchema },
      },
    },
    async (request, reply) => {
      const accountId = accountOf(request)
      if ((await banksOf(accountId)).pix === null) throw notFound('Sandbox bank of this account')
      const { code, amount, ...how } = request.body
      const payment = {
        ...how,
        accountId,
        code: code.trim(),
        ...(amount !== undefined && { amount: centavos(amount) }),
      }
      const paid = await sales.payCode(payment, actorOf(request))
      if (!isUnknown(paid)) return reply.code(202).send({ uuid: orThrow(paid).uuid, kind: 'sale' })
      const authorised = await authoriseCode(payment, actorOf(request))
      const { uuid } = orThrow(isUnknown(authorised) ? paid : authorised)
      return reply.code(202).send({ uuid, kind: 'recurrence' })
    },
  )

  server.post(
    '/api/test-bank/card-tokens',
    {
      config: playing(),
      schema: {
        summary: 'Make a token of a test card; 404 where cards of the account are not of the sandbox bank',
        tags,
        body: CardBody,
        response: { 201: CardTokenSchema },
      },
    },
    async (request, reply) => {
      const { cards } = await banksOf(accountOf(request))
      if (cards === null) throw notFound('Sandbox bank of the cards of this account')
      const { number, funding = 'credit' } = request.body
      const made = await cards.cardToken(number, funding)
      if (made.kind !== 'done') throw new Failure('PSP_UNAVAILABLE', 'The sandbox bank made no token; please try again')
      return reply.code(201).send({ token: made.value })
    },
  )
}

const playing = (...fails: FailureCode[]): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  roles: PLAYERS,
  fails: ['INVALID_DATA', 'NOT_FOUND', 'PSP_UNAVAILABLE', ...fails],
})
