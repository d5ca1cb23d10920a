// MED: /v2/gn/infracoes in Efí's form, and the sandbox's control that disputes a Pix as its payer and decides as the bank.
import { type Static, Type } from 'typebox'
import { type Centavos, parseReais, toReais, ZERO } from '#kernel/money.ts'
import { DAY_MS, SECOND_MS } from '#kernel/time.ts'
import { requestDevolucao } from '../devolucao/devolve.ts'
import { promisedOf } from '../devolucao/store.ts'
import { Amount } from '../http/forms.ts'
import { PeriodQuery, paginationOf, parametros, readPage } from '../http/paging.ts'
import { type HttpServer, invalid } from '../http/server.ts'
import { findPix } from '../pix/store.ts'
import { ControlRefused, problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { defendInfracao, endInfracao, findInfracao, type Infracao, insertInfracao, listInfracoes } from './store.ts'
import { infracaoWire } from './wire.ts'

const refuseQuery = invalid('InfracoesConsultaInvalida', 'infracoes.query')
const read = { bank: { scope: 'gn.infractions.read', refuse: refuseQuery } } as const
const write = { bank: { scope: 'gn.infractions.write', refuse: invalid('InfracaoOperacaoInvalida', 'body') } } as const

const IdParams = Type.Object({ id: Type.String({ maxLength: 64 }) })
const DefenceBody = Type.Object({
  analise: Type.Literal('rejeitado'),
  justificativa: Type.String({ minLength: 1, maxLength: 10_000 }),
})

export function infracaoRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.get('/v2/gn/infracoes', { config: read, schema: { querystring: PeriodQuery } }, async ({ query }) => {
    const page = readPage(query, refuseQuery)
    const { infracoes, total } = listInfracoes(bank, page)
    const forms = infracoes.map(one => infracaoWire(bank, one))
    return { parametros: parametros(query, paginationOf(page, total)), infracoes: forms }
  })

  httpServer.post(
    '/v2/gn/infracoes/:id/defesa',
    { config: write, schema: { params: IdParams, body: DefenceBody } },
    async ({ params: { id }, body }, reply) => {
      defend(bank, id, body.justificativa)
      const forms = bank.dialect().tellsDefended ? infracaoWire(bank, found(bank, id)) : undefined
      return reply.code(201).send(forms)
    },
  )
}

function defend(bank: Bank, id: string, justificativa: string): void {
  bank.database.transaction(() => {
    const one = findInfracao(bank, id)
    if (one === undefined) throw problem('InfracaoNaoEncontrada')
    if (one.status !== 'ABERTA')
      throw undefendable(409, 'A defesa para essa infração já foi criada, ou ela foi encerrada.')
    if (bank.clock.now() > one.deadlineAt) throw undefendable(422, 'O prazo para defesa foi excedido.')
    defendInfracao(bank, id, justificativa)
  })
}

const undefendable = (status: number, razao: string) =>
  problem('InfracaoOperacaoInvalida', { status, violacoes: [{ razao, propriedade: 'body.infractionId' }] })

const MedBody = Type.Object(
  {
    endToEndId: Type.String({ minLength: 1, maxLength: 32 }),
    amount: Type.Optional(Amount),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
    deadlineSeconds: Type.Optional(Type.Integer({ minimum: -3_155_760_000, maximum: 3_155_760_000 })),
  },
  { additionalProperties: false },
)

const DecideBody = Type.Object(
  { decision: Type.Enum(['accept', 'reject', 'cancel']), amount: Type.Optional(Amount) },
  { additionalProperties: false },
)

export function medRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.post('/sandbox/med', { schema: { body: MedBody } }, async ({ body }, reply) =>
    reply.code(201).send(infracaoWire(bank, open(bank, body))),
  )

  httpServer.post(
    '/sandbox/med/:id/decide',
    { schema: { params: IdParams, body: DecideBody } },
    async ({ params, body }) => {
      decide(bank, params.id, body)
      return infracaoWire(bank, found(bank, params.id))
    },
  )
}

const DEFAULT_DEADLINE_MS = 7 * DAY_MS

/** One of a Pix that this bank does not have is listed all the same where its amount is given: banks do make mistakes. */
function open(bank: Bank, { endToEndId, amount, reason, deadlineSeconds }: Static<typeof MedBody>): Infracao {
  const pix = findPix(bank, endToEndId)
  const forms = amount === undefined ? pix?.amount : (parseReais(amount) ?? ZERO)
  if (forms === undefined)
    throw new ControlRefused('unknown-payment', 404, 'endToEndId: no received Pix has it, and no amount is given')
  if (forms === ZERO || (pix !== undefined && forms > pix.amount))
    throw new ControlRefused('invalid-amount', 422, 'amount: above zero, and at most that of the Pix')
  const now = bank.clock.now()
  const infracao: Infracao = {
    id: bank.random(16).toString('hex'),
    protocolo: `MED${now}`,
    endToEndId,
    amount: forms,
    razao: reason ?? 'FRAUDE',
    status: 'ABERTA',
    openedAt: now,
    deadlineAt: now + (deadlineSeconds === undefined ? DEFAULT_DEADLINE_MS : deadlineSeconds * SECOND_MS),
    defesa: null,
    defendedAt: null,
    endedAt: null,
  }
  insertInfracao(bank, infracao)
  return infracao
}

const ENDS = { accept: 'ACEITA', reject: 'REJEITADA', cancel: 'CANCELADA_EFI' } as const

/** What the payer gets back goes out first: a bank that dies between the two is asked once more. */
function decide(bank: Bank, id: string, { decision, amount }: Static<typeof DecideBody>): void {
  const one = found(bank, id)
  if (one.endedAt !== null) throw new ControlRefused('already-decided', 409, `it is ${one.status} already`)
  if (decision === 'accept') takeBack(bank, one, amount)
  endInfracao(bank, id, ENDS[decision])
}

function takeBack(bank: Bank, { endToEndId, amount }: Infracao, asked: string | undefined): void {
  const pix = findPix(bank, endToEndId)
  if (pix === undefined) return
  const left = (pix.amount - promisedOf(bank, endToEndId)) as Centavos
  const valor = asked ?? toReais(amount < left ? amount : left)
  const id = bank.random(16).toString('hex')
  requestDevolucao(bank, endToEndId, { id, valor, natureza: 'MED_FRAUDE' })
}

function found(bank: Bank, id: string): Infracao {
  const one = findInfracao(bank, id)
  if (one === undefined) throw new ControlRefused('unknown-infraction', 404, 'id: no infraction has it')
  return one
}
