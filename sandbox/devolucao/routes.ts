// /pix/{e2eid}/devolucao/{id}: returning a received Pix, whole or in parts.
import { Type } from 'typebox'
import { Amount } from '../http/forms.ts'
import { type HttpServer, inPath, invalid } from '../http/server.ts'
import { refuseStrays } from '../http/strays.ts'
import { devolucaoWire } from '../pix/wire.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { refuseDevolucao, requestDevolucao } from './devolve.ts'
import { findDevolucao } from './store.ts'

const Params = Type.Object({ e2eid: Type.String(), id: Type.String() })
// RETIRADA belongs to withdrawals at a shop, which this bank does not have.
const Body = Type.Object({
  valor: Amount,
  natureza: Type.Optional(Type.Literal('ORIGINAL')),
  descricao: Type.Optional(Type.String({ maxLength: 140 })),
})

/** What Efí's form has of it, which refuses the rest. */
const OnlyAmount = Type.Pick(Body, ['valor'])

const write = { bank: { scope: 'pix.write', refuse: refuseDevolucao }, subject: inPath('e2eid') } as const
const read = { bank: { scope: 'pix.read', refuse: invalid('PixConsultaInvalida') } } as const

export function devolucaoRoutes(httpServer: HttpServer, bank: Bank): void {
  const path = '/v2/pix/:e2eid/devolucao/:id'

  httpServer.put(path, { config: write, schema: { params: Params, body: Body } }, async ({ params, body }, reply) => {
    refuseStrays(bank, OnlyAmount, body)
    const { valor, natureza = 'ORIGINAL', descricao } = body
    const devolucao = requestDevolucao(bank, params.e2eid, { id: params.id, valor, natureza, descricao })
    return reply.code(201).send(devolucaoWire(bank, devolucao))
  })

  httpServer.get(path, { config: read, schema: { params: Params } }, async ({ params: { e2eid, id } }) => {
    const devolucao = findDevolucao(bank, e2eid, id)
    if (devolucao === undefined) throw problem('PixDevolucaoNaoEncontrada')
    return devolucaoWire(bank, devolucao)
  })
}
