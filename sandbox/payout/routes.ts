// The pay-out in Efí's form: PUT /v3/gn/pix/{idEnvio}, the lookups of what was sent, and the balance.
import { Type } from 'typebox'
import { toReais } from '#kernel/money.ts'
import { balanceOf } from '../account.ts'
import { Amount, CnpjText, CpfText } from '../http/forms.ts'
import { paginationOf, parametros, readPage } from '../http/paging.ts'
import { type HttpServer, inPath, invalid, invalidPayout } from '../http/server.ts'
import { saysNothing } from '../http/silence.ts'
import { refuseStrays } from '../http/strays.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { requestPayout } from './request.ts'
import { findPayout, findPayoutByIdEnvio, ListQuery, listPayouts, type Payout } from './store.ts'
import { acceptedWire, payoutWire } from './wire.ts'

const Body = Type.Object({
  valor: Amount,
  pagador: Type.Object({
    chave: Type.String({ maxLength: 77 }),
    infoPagador: Type.Optional(Type.String({ maxLength: 140 })),
  }),
  favorecido: Type.Object({
    chave: Type.String({ minLength: 1, maxLength: 77 }),
    cpf: Type.Optional(CpfText),
    cnpj: Type.Optional(CnpjText),
  }),
})

const refuseQuery = invalid('PixEnviadoConsultaInvalida')
const send = { bank: { scope: 'pix.send', refuse: invalidPayout }, subject: inPath('idEnvio') } as const
const read = { bank: { scope: 'gn.pix.send.read', refuse: refuseQuery } } as const
const readBalance = { bank: { scope: 'gn.balance.read', refuse: refuseQuery } } as const

export function payoutRoutes(httpServer: HttpServer, bank: Bank, wake: () => void): void {
  httpServer.put(
    '/v3/gn/pix/:idEnvio',
    { config: send, schema: { params: Type.Object({ idEnvio: Type.String() }), body: Body } },
    async ({ params, body }, reply) => {
      refuseStrays(bank, Body, body)
      const { valor, pagador, favorecido } = body
      const taken = requestPayout(bank, {
        idEnvio: params.idEnvio,
        valor,
        payerKey: pagador.chave,
        info: pagador.infoPagador ?? null,
        key: favorecido.chave,
        cpf: favorecido.cpf,
        cnpj: favorecido.cnpj,
      })
      if (taken.kind === 'answered') return reply.code(201).send(acceptedWire(bank, taken.payout))
      wake()
      return saysNothing(reply)
    },
  )

  httpServer.get(
    '/v2/gn/pix/enviados/:e2eId',
    { config: read, schema: { params: Type.Object({ e2eId: Type.String() }) } },
    async ({ params }) => payoutWire(bank, visible(bank, findPayout(bank, params.e2eId))),
  )

  httpServer.get(
    '/v2/gn/pix/enviados/id-envio/:idEnvio',
    { config: read, schema: { params: Type.Object({ idEnvio: Type.String() }) } },
    async ({ params }) => payoutWire(bank, visible(bank, findPayoutByIdEnvio(bank, params.idEnvio))),
  )

  httpServer.get('/v2/gn/pix/enviados', { config: read, schema: { querystring: ListQuery } }, async ({ query }) => {
    const page = readPage(query, refuseQuery)
    const { payouts, total } = listPayouts(bank, page, query)
    const pix = payouts.map(payout => payoutWire(bank, payout))
    return { parametros: parametros(query, paginationOf(page, total)), pix }
  })

  httpServer.get('/v2/gn/saldo', { config: readBalance }, async () => ({ saldo: toReais(balanceOf(bank)) }))
}

function visible({ clock }: Bank, payout: Payout | undefined): Payout {
  if (payout === undefined || payout.hiddenUntil > clock.now()) throw problem('PixEnviadoNaoEncontrado')
  return payout
}
