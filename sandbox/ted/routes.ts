// Money that comes without a code: a Pix to the key, or a TED to the account; and the statement on which a TED is seen.
import { type Static, Type } from 'typebox'
import { localDate } from '#kernel/calendar/local-time.ts'
import { parseReais, toReais, ZERO } from '#kernel/money.ts'
import { moveMoney } from '../account.ts'
import { payerOf } from '../buyer/payer.ts'
import { BUYERS_BANK_ISPB, CUSTOMER } from '../customer.ts'
import { Amount } from '../http/forms.ts'
import type { HttpServer } from '../http/server.ts'
import { mintEndToEndId } from '../ids.ts'
import { insertPix, type Pix } from '../pix/store.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { takeTariff } from '../tariff.ts'
import { statementOf } from './ofx.ts'
import { hasCome, insertTed, type Ted, tedsAfter, tedsBetween } from './store.ts'

const TransferBody = Type.Object(
  {
    amount: Amount,
    by: Type.Enum(['PIX', 'TED']),
    name: Type.String({ minLength: 1, maxLength: 140 }),
    document: Type.String({ maxLength: 18 }),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
    once: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const PAGE = 100
const MovementsQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
  page: Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
})
const BooksQuery = Type.Object({
  after: Type.Integer({ minimum: 0, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000 }),
})
const OfxQuery = Type.Object({ day: Type.String({ maxLength: 10 }) })

export function tedRoutes(httpServer: HttpServer, bank: Bank): void {
  const config = { mayFail: true, subject: () => 'transfers' } as const
  httpServer.post('/sandbox/transfer', { config, schema: { body: TransferBody } }, async ({ body }, reply) =>
    reply.code(201).send(transfer(bank, body)),
  )

  httpServer.get(
    '/sandbox/movements',
    { config, schema: { querystring: MovementsQuery } },
    async ({ query: { from, to, page } }) => {
      const first = from === undefined ? 0 : Date.parse(from)
      const last = to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to)
      const found = tedsBetween(bank, first, last, PAGE + 1, page * PAGE)
      return { data: found.slice(0, PAGE).map(tedWire), more: found.length > PAGE }
    },
  )

  httpServer.get('/sandbox/teds', { schema: { querystring: BooksQuery } }, async ({ query: { after, limit } }) => {
    const rows = tedsAfter(bank, after, limit)
    return {
      data: rows.map(({ ted }) => tedWire(ted)),
      nextCursor: rows.length < limit ? null : (rows.at(-1)?.cursor ?? null),
    }
  })

  httpServer.get('/sandbox/statement.ofx', { schema: { querystring: OfxQuery } }, async ({ query }, reply) => {
    const day = localDate(query.day)
    if (day === null) throw new ControlRefused('invalid-day', 400, 'day: expected a day, such as 2026-11-23')
    return reply.type('application/x-ofx').send(statementOf(bank, day))
  })
}

function transfer(bank: Bank, { by, message: given, once, ...body }: Static<typeof TransferBody>) {
  const message = given ?? null
  const amount = parseReais(body.amount)
  if (amount === null || amount === ZERO)
    throw new ControlRefused('invalid-amount', 400, 'amount: expected reais above zero, such as "12.34"')
  const payer = payerOf(body)
  const now = bank.clock.now()
  return bank.database.transaction(() => {
    if (once && message !== null && hasCome(bank, message))
      throw new ControlRefused('transferred-already', 409, 'Money with this message has come already')
    if (by === 'TED') {
      const id = mintEndToEndId('E', BUYERS_BANK_ISPB, now, bank.random).replace(/^E/, 'TED')
      const ted: Ted = { id, amount, receivedAt: now, message, payer }
      insertTed(bank, ted)
      moveMoney(bank, amount, 'ted received', id)
      return tedWire(ted)
    }
    const endToEndId = mintEndToEndId('E', BUYERS_BANK_ISPB, now, bank.random)
    const pix: Pix = { endToEndId, txid: null, chave: CUSTOMER.pixKey, amount, receivedAt: now, info: message, payer }
    insertPix(bank, pix)
    moveMoney(bank, amount, 'pix received', endToEndId)
    takeTariff(bank, 'received', endToEndId)
    // Without a txid there is no callback: it is found in the list.
    return { endToEndId, amount: toReais(amount) }
  })
}

const tedWire = ({ id, amount, receivedAt, message, payer }: Ted) => ({
  id,
  amount: toReais(amount),
  receivedAt: new Date(receivedAt).toISOString(),
  message,
  payer,
})
