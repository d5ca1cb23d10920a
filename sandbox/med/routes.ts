// MED: /v2/gn/infracoes in Efí's form, and the sandbox's control that disputes a Pix as its payer and decides as the bank.
import { Type } from 'typebox'
import { Amount } from '../http/forms.ts'
import { PeriodQuery, paginationOf, parametros, readPage } from '../http/paging.ts'
import { type HttpServer, invalid } from '../http/server.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { DECISIONS, decide, existingInfracao as found, open } from './infracao.ts'
import { defendInfracao, findInfracao, listInfracoes } from './store.ts'
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
  { decision: Type.Enum([...DECISIONS]), amount: Type.Optional(Amount) },
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
      bank.database.transaction(() => decide(bank, params.id, body))
      return infracaoWire(bank, found(bank, params.id))
    },
  )
}
