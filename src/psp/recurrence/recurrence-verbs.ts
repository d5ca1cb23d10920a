// Recurrences (rec) and the locations of their payloads (locrec), in the Central Bank's form.
import { DEFAULT_PAGE, listedOf, listQuery } from '../adapters/list-page.ts'
import { fields, lookupOf } from '../adapters/reply.ts'
import type { Outcome } from '../port.ts'
import type { RecurrenceSettings } from './bcb.ts'
import { isCancelled, judged, lookupFailed, type Refused, unlessItStands } from './outcome.ts'
import { type RecurrenceRequest, type Recurrences, type ReportedRecurrence, retryPolicyOf } from './port.ts'
import { CANCELLATION, changeBody, recurrenceBody } from './requests.ts'
import { readLocation, readRecurrence } from './wire.ts'

export const recPath = (idRec: string) => `/v2/rec/${encodeURIComponent(idRec)}`

type RecurrenceVerbs = Pick<
  Recurrences,
  'createLocation' | 'findLocation' | 'create' | 'find' | 'change' | 'cancel' | 'list'
>

export function recurrenceVerbs({ http, itemsPerPage = DEFAULT_PAGE }: RecurrenceSettings): RecurrenceVerbs {
  const find: Recurrences['find'] = async (idRec, qrOf) => {
    const query = qrOf === undefined ? '' : `?${new URLSearchParams({ txid: qrOf })}`
    const found = lookupOf(await http.call('GET', `${recPath(idRec)}${query}`), recurrenceAs(idRec))
    if (found.kind !== 'done' || found.value !== null || qrOf === undefined) return found
    // It may be the charge that is unknown there. Without one the answer has the code of another journey.
    const plain = lookupOf(await http.call('GET', recPath(idRec)), recurrenceAs(idRec))
    return plain.kind === 'done' && plain.value !== null
      ? { kind: 'done', value: { ...plain.value, brCode: null, qrJourney: null } }
      : plain
  }
  const findLocation: Recurrences['findLocation'] = async locationId =>
    lookupOf(await http.call('GET', `/v2/locrec/${locationId}`), body => {
      const location = readLocation(body)
      return location?.locationId === locationId ? location : null
    })
  return {
    createLocation: async () => judged(await http.call('POST', '/v2/locrec'), readLocation),
    findLocation,
    async create(request) {
      const outcome = judged(await http.call('POST', '/v2/rec', recurrenceBody(request)), readRecurrence)
      if (outcome.kind === 'done') return asRequested(outcome.value, request)
      if (outcome.kind === 'unknown' || request.locationId === null) return outcome
      return atLocation(request, outcome, await findLocation(request.locationId), find)
    },
    find,
    change: async (idRec, change) =>
      judged(await http.call('PATCH', recPath(idRec), changeBody(change)), recurrenceAs(idRec)),
    async cancel(idRec) {
      const outcome = judged(await http.call('PATCH', recPath(idRec), CANCELLATION), recurrenceAs(idRec))
      return unlessItStands(outcome, () => find(idRec), isCancelled)
    },
    list: async (period, page) => {
      const reply = await http.call('GET', `/v2/rec?${listQuery(period, page, itemsPerPage)}`)
      const entriesIn = (body: unknown) => fields(body).recs
      return listedOf(reply, { page, itemsPerPage, read: readRecurrence, entriesIn, unreadWithin: () => 0 })
    },
  }
}

/** Reads the recurrence of the query; an answer about another one is no answer. */
const recurrenceAs = (idRec: string) => (body: unknown) => {
  const recurrence = readRecurrence(body)
  return recurrence?.idRec === idRec ? recurrence : null
}

/** A recurrence that the PSP has made otherwise than it was asked for is of no use, and a person has to look. */
function asRequested(made: ReportedRecurrence, request: RecurrenceRequest): Outcome<ReportedRecurrence> {
  if ((retryPolicyOf(made.idRec) ?? request.retryPolicy) !== request.retryPolicy)
    return { kind: 'unknown', reason: `the PSP has made ${made.idRec} with another policy of retries`, alert: true }
  if (!isOf(made, request)) return { kind: 'unknown', reason: 'the PSP tells of another recurrence', alert: true }
  return { kind: 'done', value: made }
}

const isOf = (made: ReportedRecurrence, { contract, debtor }: RecurrenceRequest): boolean =>
  (made.contract ?? contract) === contract && (made.debtorDocument ?? debtor.document) === debtor.document

/** A location belongs to one recurrence: if an earlier call was executed, it is that of the request. */
async function atLocation(
  request: RecurrenceRequest,
  refused: Refused,
  location: Awaited<ReturnType<Recurrences['findLocation']>>,
  find: Recurrences['find'],
): Promise<Outcome<ReportedRecurrence>> {
  if (location.kind !== 'done') return lookupFailed(refused, location.reason)
  const idRec = location.value?.idRec ?? null
  if (idRec === null) return refused
  const found = await find(idRec)
  if (found.kind !== 'done') return lookupFailed(refused, found.reason)
  if (found.value === null) return lookupFailed(refused, 'the recurrence of the location does not exist')
  return isOf(found.value, request) ? asRequested(found.value, request) : refused
}
