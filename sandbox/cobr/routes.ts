// /cobr: the recurring charge of the Central Bank's API.
import { Type } from 'typebox'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { stickTo } from '../fault/misbehave.ts'
import { Day } from '../http/forms.ts'
import { paginationOf, parametros, readPage, refuseBoth } from '../http/paging.ts'
import { type HttpServer, inPath } from '../http/server.ts'
import { refuseStrays } from '../http/strays.ts'
import { mintTxid } from '../ids.ts'
import { refuseMalformedTxid } from '../pix/txid.ts'
import type { Bank } from '../resources.ts'
import { cancelByReceiver } from './cancel.ts'
import type { Cobr } from './cobr.ts'
import { createCobr, existingCobr, orderRetry } from './order.ts'
import { refuseCobr, refuseCobrQuery } from './refuse.ts'
import { CobrForm, CobrListQuery, CobrRevisionForm } from './schema.ts'
import { listCobrs } from './store.ts'
import { cobrWire } from './wire.ts'

const Params = Type.Object({ txid: Type.String() })
const RetryParams = Type.Object({ txid: Type.String(), data: Day })

const write = { bank: { scope: 'cobr.write', refuse: refuseCobr }, subject: inPath('txid') } as const
const read = { bank: { scope: 'cobr.read', refuse: refuseCobrQuery } } as const

export function cobrRoutes(httpServer: HttpServer, bank: Bank): void {
  const wire = (cobr: Cobr) => bank.dialect().recurringCharge(cobrWire(bank, cobr))

  httpServer.put(
    '/v2/cobr/:txid',
    { config: write, schema: { params: Params, body: CobrForm } },
    async ({ params: { txid }, body }, reply) => {
      refuseMalformedTxid(txid, refuseCobr)
      refuseStrays(bank, CobrForm, body)
      return reply.code(201).send(wire(createCobr(bank, txid, body)))
    },
  )

  httpServer.post('/v2/cobr', { config: write, schema: { body: CobrForm } }, async ({ body, fault }, reply) => {
    refuseStrays(bank, CobrForm, body)
    const txid = mintTxid(bank.random)
    stickTo(bank, fault, txid)
    return reply.code(201).send(wire(createCobr(bank, txid, body)))
  })

  httpServer.patch(
    '/v2/cobr/:txid',
    { config: write, schema: { params: Params, body: CobrRevisionForm } },
    async ({ params: { txid } }) =>
      wire(bank.database.transaction(() => cancelByReceiver(bank, existingCobr(bank, txid)))),
  )

  httpServer.get('/v2/cobr/:txid', { config: read, schema: { params: Params } }, async ({ params: { txid } }) =>
    wire(existingCobr(bank, txid)),
  )

  httpServer.get('/v2/cobr', { config: read, schema: { querystring: CobrListQuery } }, async ({ query }) => {
    refuseBoth(query, refuseCobrQuery)
    const page = readPage(query, refuseCobrQuery)
    const { cobrs, total } = listCobrs(bank, page, query)
    return { parametros: parametros(query, paginationOf(page, total)), cobsr: cobrs.map(wire) }
  })

  httpServer.post(
    '/v2/cobr/:txid/retentativa/:data',
    { config: write, schema: { params: RetryParams } },
    async ({ params: { txid, data } }, reply) => reply.code(201).send(wire(orderRetry(bank, txid, data as LocalDate))),
  )
}
