// How the routes of requests to authorise refuse.
import { invalid } from '../http/server.ts'

export const refuseSolicRec = invalid('SolicRecOperacaoInvalida', 'solicrec')
