// /pix: what arrived. Only received Pix are listed here; what was sent has its own routes.
import { Type } from 'typebox'
import { paginationOf, parametros, readPage, refuseBoth } from '../http/paging.ts'
import { type HttpServer, invalid } from '../http/server.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { findPix, ListQuery, listPix } from './store.ts'
import { pixWire } from './wire.ts'

const refuse = invalid('PixConsultaInvalida')
const read = { bank: { scope: 'pix.read', refuse } } as const

export function pixRoutes(httpServer: HttpServer, bank: Bank): void {
  const schema = { params: Type.Object({ e2eid: Type.String() }) }
  httpServer.get('/v2/pix/:e2eid', { config: read, schema }, async ({ params }) => {
    const pix = findPix(bank, params.e2eid)
    if (pix === undefined) throw problem('PixNaoEncontrado')
    return pixWire(bank, pix)
  })

  httpServer.get('/v2/pix', { config: read, schema: { querystring: ListQuery } }, async ({ query }) => {
    refuseBoth(query, refuse)
    const page = readPage(query, refuse)
    const { pix, total } = listPix(bank, page, query)
    return { parametros: parametros(query, paginationOf(page, total)), pix: pix.map(one => pixWire(bank, one)) }
  })
}
