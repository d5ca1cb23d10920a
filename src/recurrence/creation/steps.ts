// The other steps of a creation: the location of its payload, the request to authorise it (journey 1), and its code. Each may be taken
// again after an answer that was lost.
import { parseBrCode } from '#kernel/pix/br-code.ts'
import type { Recurrences } from '#psp/recurrence/port.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { beginsWithSale, type Recurrence } from '../recurrence.ts'
import { LOST, storeProgress, type Taken } from './progress.ts'

/** Where the answer was lost another one is made: a location that no recurrence has is harmless. */
export async function makeLocation(psp: Recurrences): Promise<Taken> {
  const made = await psp.createLocation()
  if (made.kind === 'refused') return { kind: 'refused', reason: made.reason }
  if (made.kind === 'unknown') return { kind: 'unknown', reason: made.reason, ...(made.unsent && { unsent: true }) }
  const { locationId, location } = made.value
  return { kind: 'done', change: { locationId, location } }
}

/** A recurrence has one open request at a time, so that a second one of ours is the first. */
export async function sendRequest(deps: RecurrenceDeps, psp: Recurrences, recurrence: Recurrence): Promise<Taken> {
  const { idRec, requestTarget, request } = recurrence
  if (idRec === null || requestTarget === null || request === null)
    throw new Error(`the recurrence ${recurrence.uuid} has nobody to be asked to authorise it`)
  if ((await storeProgress(deps, recurrence, { requestSentAt: deps.clock() })) === null) return LOST
  const { ispb, account, branch, document } = requestTarget
  const payer = { ispb, account, branch, document }
  const sent = await psp.request({ idRec, expiresAt: request.expiresAt, payer })
  if (sent.kind !== 'done') return { kind: sent.kind, reason: sent.reason }
  const { requestId, state, expiresAt } = sent.value
  return {
    kind: 'done',
    change: { request: { requestId, status: state, expiresAt: expiresAt ?? request.expiresAt } },
  }
}

/** `txid`: of the charge that is paid together with the authorisation (journeys 3 and 4). */
export async function readCode(psp: Recurrences, recurrence: Recurrence, txid: string | null): Promise<Taken> {
  const { idRec } = recurrence
  if (idRec === null) throw new Error(`the recurrence ${recurrence.uuid} is not made yet`)
  const found = await (txid === null ? psp.find(idRec) : psp.find(idRec, txid))
  if (found.kind !== 'done') return { kind: 'unknown', reason: found.reason }
  const brCode = found.value?.brCode ?? null
  if (brCode === null) return { kind: 'unknown', reason: 'the PSP does not tell the code' }
  return mayBeHandedOut(brCode, recurrence)
    ? { kind: 'done', change: { brCode } }
    : { kind: 'unusable', reason: 'the code does not lead to the recurrence', alert: true }
}

const MAX_CODE_CHARACTERS = 512
const ONE_LINE = /^[^\p{Cc}]+$/u

/**
 * The PSP's own code, stored as it is: some PSPs' test systems return codes that no reader can parse, and only the payer's bank decides
 * whether a code can be read. One that can be parsed must lead to our recurrence, and in journeys 3 and 4 to a charge as well: the bare
 * code of the charge would be paid without an authorisation.
 */
export function mayBeHandedOut(
  brCode: string,
  { journey, location }: Pick<Recurrence, 'journey' | 'location'>,
): boolean {
  if (brCode.length > MAX_CODE_CHARACTERS || !ONE_LINE.test(brCode)) return false
  const read = parseBrCode(brCode)
  if (read === null) return true
  const isOurs = read.recurrenceUrl !== undefined && (location === null || isSame(read.recurrenceUrl, location))
  return isOurs && read.kind === (beginsWithSale(journey) ? 'dynamic' : 'recurrence')
}

const isSame = (one: string, other: string) => one.replace(/^https?:\/\//, '') === other.replace(/^https?:\/\//, '')
