// Requests to authorise (solicrec), in the Central Bank's form.
import { fields, lookupOf, oneOrMore } from '../adapters/reply.ts'
import type { RecurrenceSettings } from './bcb.ts'
import { isCancelled, judged, lookupFailed, unlessItStands } from './outcome.ts'
import type { AuthorizationRequest, Recurrences, ReportedRequest } from './port.ts'
import { recPath } from './recurrence-verbs.ts'
import { CANCELLATION, requestBody } from './requests.ts'
import { isRequestTo, readRecurrence, readRequest } from './wire.ts'

type RequestVerbs = Pick<Recurrences, 'request' | 'findRequest' | 'cancelRequest'>

export function requestVerbs({ http }: RecurrenceSettings): RequestVerbs {
  const pathOf = (requestId: string) => `/v2/solicrec/${encodeURIComponent(requestId)}`
  const findRequest: Recurrences['findRequest'] = async requestId =>
    lookupOf(await http.call('GET', pathOf(requestId)), requestAs(requestId))
  return {
    async request(request) {
      const outcome = judged(await http.call('POST', '/v2/solicrec', requestBody(request)), readRequest)
      if (outcome.kind !== 'refused') return outcome
      const reply = await http.call('GET', recPath(request.idRec))
      const found = lookupOf(reply, body => openRequestIn(body, request))
      if (found.kind !== 'done') return lookupFailed(outcome, found.reason)
      const open = found.value?.[0]
      return open === undefined ? outcome : { kind: 'done', value: open }
    },
    findRequest,
    async cancelRequest(requestId) {
      const outcome = judged(await http.call('PATCH', pathOf(requestId), CANCELLATION), requestAs(requestId))
      return unlessItStands(outcome, () => findRequest(requestId), isCancelled)
    },
  }
}

const requestAs = (requestId: string) => (body: unknown) => {
  const request = readRequest(body)
  return request?.requestId === requestId ? request : null
}

const OVER = new Set(['REJEITADA', 'EXPIRADA', 'CANCELADA'])

/** A recurrence has one open request at a time. One that goes to another account of a payer is not what was asked for. */
function openRequestIn(recurrence: unknown, { idRec, payer }: AuthorizationRequest): ReportedRequest[] | null {
  if (readRecurrence(recurrence)?.idRec !== idRec) return null
  const sent = oneOrMore(fields(recurrence).solicitacao).filter(entry => isRequestTo(entry, payer))
  return sent.flatMap(entry => readRequest(entry) ?? []).filter(({ state }) => !OVER.has(state))
}
