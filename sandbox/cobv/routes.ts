// /cobv: the charge with a due day of the Central Bank's API.
import { Type } from 'typebox'
import { noRevision } from '../charge/charge.ts'
import { paginationOf, parametros, readPage, refuseBoth } from '../http/paging.ts'
import { type HttpServer, inPath } from '../http/server.ts'
import { refuseStrays } from '../http/strays.ts'
import { refuseMalformedTxid } from '../pix/txid.ts'
import type { Bank } from '../resources.ts'
import { createCobv, existingCobv, reviseExisting } from './change.ts'
import { refuseCobv, refuseCobvQuery } from './refuse.ts'
import { CobvForm, CobvListQuery, CobvRevisionForm, OneCobvQuery } from './schema.ts'
import { COBVS } from './store.ts'
import { cobvWire } from './wire.ts'

const Params = Type.Object({ txid: Type.String() })

const write = { bank: { scope: 'cobv.write', refuse: refuseCobv }, subject: inPath('txid') } as const
const read = { bank: { scope: 'cobv.read', refuse: refuseCobvQuery } } as const

export function cobvRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.put(
    '/v2/cobv/:txid',
    { config: write, schema: { params: Params, body: CobvForm } },
    async ({ params: { txid }, body }, reply) => {
      refuseMalformedTxid(txid, refuseCobv)
      refuseStrays(bank, CobvForm, body)
      return reply.code(201).send(cobvWire(bank, createCobv(bank, txid, body)))
    },
  )

  httpServer.patch(
    '/v2/cobv/:txid',
    { config: write, schema: { params: Params, body: CobvRevisionForm } },
    async ({ params, body }) => {
      refuseStrays(bank, CobvRevisionForm, body)
      return cobvWire(bank, reviseExisting(bank, params.txid, body))
    },
  )

  httpServer.get(
    '/v2/cobv/:txid',
    { config: read, schema: { params: Params, querystring: OneCobvQuery } },
    async ({ params: { txid }, query: { revisao } }) => {
      const cobv = existingCobv(bank, txid)
      if (revisao === undefined || revisao === cobv.revisao) return cobvWire(bank, cobv)
      const earlier = COBVS.findRevision(bank, cobv, revisao)
      if (earlier === undefined) throw refuseCobvQuery([noRevision(revisao)])
      return cobvWire(bank, earlier)
    },
  )

  httpServer.get('/v2/cobv', { config: read, schema: { querystring: CobvListQuery } }, async ({ query }) => {
    refuseBoth(query, refuseCobvQuery)
    const page = readPage(query, refuseCobvQuery)
    const { loteCobVId, ...asked } = query
    // No charge of this bank was made in a batch.
    const { charges, total } = loteCobVId === undefined ? COBVS.list(bank, page, asked) : { charges: [], total: 0 }
    return { parametros: parametros(asked, paginationOf(page, total)), cobs: charges.map(one => cobvWire(bank, one)) }
  })
}
