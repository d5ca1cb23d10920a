// The request to authorise in the form of the Central Bank's SolicRecCompleta.
import { recPayload } from '../rec/payload.ts'
import type { Rec } from '../rec/rec.ts'
import type { SolicRec } from './store.ts'

export const solicRecWire = (request: SolicRec, rec: Rec) => ({
  idSolicRec: request.id,
  idRec: request.idRec,
  calendario: request.document.calendario,
  status: request.status,
  destinatario: request.document.destinatario,
  atualizacao: request.history.map(({ status, at }) => ({ status, data: new Date(at).toISOString() })),
  recPayload: recPayload(rec),
})
