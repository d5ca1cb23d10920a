// /locrec: the addresses that the codes of recurrences name.
import { Type } from 'typebox'
import { PeriodQuery, paginationOf, parametros, readPage } from '../http/paging.ts'
import { type HttpServer, invalid } from '../http/server.ts'
import { unlinkLocation } from '../rec/store.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { createLocation, findLocationRec, type LocationRec, listLocations } from './store.ts'
import { locationRecWire } from './wire.ts'

const refuse = invalid('PayloadLocationRecConsultaInvalida')
const write = { bank: { scope: 'payloadlocationrec.write', refuse } } as const
const read = { bank: { scope: 'payloadlocationrec.read', refuse } } as const

const Params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
const Query = Type.Object({
  ...PeriodQuery.properties,
  idRecPresente: Type.Optional(Type.Boolean()),
  convenio: Type.Optional(Type.String({ maxLength: 60 })),
})

export function locrecRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.post('/v2/locrec', { config: write }, async (_request, reply) =>
    reply.code(201).send(locationRecWire(createLocation(bank))),
  )

  httpServer.get('/v2/locrec/:id', { config: read, schema: { params: Params } }, async ({ params }) =>
    locationRecWire(existing(bank, params.id)),
  )

  httpServer.delete('/v2/locrec/:id/idRec', { config: write, schema: { params: Params } }, async ({ params }) => {
    existing(bank, params.id)
    unlinkLocation(bank, params.id)
    return locationRecWire(existing(bank, params.id))
  })

  httpServer.get('/v2/locrec', { config: read, schema: { querystring: Query } }, async ({ query }) => {
    const page = readPage(query, refuse)
    const { locations, total } = listLocations(bank, page, query)
    return { parametros: parametros(query, paginationOf(page, total)), loc: locations.map(locationRecWire) }
  })
}

function existing(bank: Bank, id: number): LocationRec {
  const location = findLocationRec(bank, id)
  if (location === undefined) throw problem('LocationRecNaoEncontrada')
  return location
}
