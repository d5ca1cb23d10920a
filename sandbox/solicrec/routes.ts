// /solicrec: the request to authorise of the Central Bank's API.
import { Type } from 'typebox'
import type { HttpServer } from '../http/server.ts'
import { refuseStrays } from '../http/strays.ts'
import { findRec } from '../rec/store.ts'
import type { Bank } from '../resources.ts'
import { refuseSolicRec } from './refuse.ts'
import { cancelRequest, createRequest, existingRequest } from './request.ts'
import { SolicRecForm, SolicRecRevisionForm } from './schema.ts'
import type { SolicRec } from './store.ts'
import { solicRecWire } from './wire.ts'

const Params = Type.Object({ idSolicRec: Type.String() })

const write = { bank: { scope: 'solicrec.write', refuse: refuseSolicRec } } as const
const read = { bank: { scope: 'solicrec.read', refuse: refuseSolicRec } } as const

export function solicrecRoutes(httpServer: HttpServer, bank: Bank): void {
  const wire = (request: SolicRec) => {
    const rec = findRec(bank, request.idRec)
    if (rec === undefined) throw new Error(`the request ${request.id} has no recurrence`)
    return solicRecWire(request, rec)
  }

  httpServer.post('/v2/solicrec', { config: write, schema: { body: SolicRecForm } }, async ({ body }, reply) => {
    refuseStrays(bank, SolicRecForm, body)
    return reply.code(201).send(wire(createRequest(bank, body)))
  })

  httpServer.get('/v2/solicrec/:idSolicRec', { config: read, schema: { params: Params } }, async ({ params }) =>
    wire(existingRequest(bank, params.idSolicRec)),
  )

  // 201, as the Central Bank's file has it.
  httpServer.patch(
    '/v2/solicrec/:idSolicRec',
    { config: write, schema: { params: Params, body: SolicRecRevisionForm } },
    async ({ params }, reply) => reply.code(201).send(wire(cancelRequest(bank, params.idSolicRec))),
  )
}
