// Brings a PSP to say what became of a charge: asked, else looked up, else asked once more, always under the same txid. It
// hands out no code that it has not seen standing at the PSP under that txid and for that amount.
import { parseBrCode } from '#kernel/pix/br-code.ts'
import type { Charge, ChargeRequest, Outcome, PayIn } from '#psp/port.ts'

export type Charged =
  /** The charge stands there, and this is the code that pays it. */
  | { kind: 'stands'; brCode: string }
  | { kind: 'refused'; reason: string }
  /** Whatever there is at the PSP, no code of it is to be handed out. `alarm`: it is not what was asked for. */
  | { kind: 'unusable'; reason: string; alert?: true }
  | { kind: 'unknown'; reason: string }
  /** Nothing of it has reached the PSP, and none that is under way can. */
  | { kind: 'untouched'; reason: string }

/** For a charge that nobody has asked for yet. `elsewhere`: where nothing reached this PSP, another one will be asked. */
export async function requestCharge(payIn: PayIn, request: ChargeRequest, elsewhere: boolean): Promise<Charged> {
  if (isOver(request)) return TOO_LATE
  const first = await payIn.createCharge(request)
  if (first.kind !== 'unknown') return judged(first, request)
  if (first.unsent === true && elsewhere) return { kind: 'untouched', reason: first.reason }
  return findOrRequest(payIn, request, first.reason)
}

/** For a charge that may have been asked for: looked up first. `reason` is told where nothing can be found out. */
export async function findOrRequest(payIn: PayIn, request: ChargeRequest, reason: string): Promise<Charged> {
  const found = await payIn.findCharge(request.txid)
  if (found.kind !== 'done') return undetermined(found, reason)
  if (found.value !== null) return judgedCharge(found.value, request)
  if (isOver(request)) return TOO_LATE
  const second = await payIn.createCharge(request)
  return second.kind === 'refused' ? afterSecondRefusal(payIn, request, second.reason) : judged(second, request)
}

const isOver = (request: ChargeRequest): boolean => request.expiresInSeconds < 1

/** A clock that jumps, or a caller who comes back late. No PSP takes such a charge, and its refusal would be told as one of the sale. */
const TOO_LATE: Charged = { kind: 'unusable', reason: 'its time is over, and there is no charge' }

// The first request may have arrived after our lookup; then the second is refused because its txid exists.
async function afterSecondRefusal(payIn: PayIn, request: ChargeRequest, reason: string): Promise<Charged> {
  const found = await payIn.findCharge(request.txid)
  if (found.kind !== 'done') return undetermined(found, 'refused, and then not to be found out')
  return found.value === null ? { kind: 'refused', reason } : judgedCharge(found.value, request)
}

function judged(outcome: Outcome<Charge>, request: ChargeRequest): Charged {
  if (outcome.kind === 'done') return judgedCharge(outcome.value, request)
  return outcome.kind === 'refused' ? outcome : undetermined(outcome, outcome.reason)
}

/** Unknown, unless the PSP has told of something else than it was asked about: then a person has to look. */
const undetermined = (found: Exclude<Outcome<unknown>, { kind: 'done' }>, reason: string): Charged =>
  found.kind === 'unknown' && found.alert ? wrong(found.reason) : { kind: 'unknown', reason }

const wrong = (reason: string): Charged => ({ kind: 'unusable', reason, alert: true })

function judgedCharge({ amount, state, brCode }: Charge, request: ChargeRequest): Charged {
  const useless = (reason: string): Charged => ({ kind: 'unusable', reason })
  if (amount !== request.amount) return wrong('the charge is of another amount')
  if (state === 'removed') return useless('the charge has been removed at the PSP')
  if (isOver(request)) return useless('its time is over')
  if (brCode === null) return useless('the PSP knows the charge and does not tell its code')
  return mayBeHandedOut(brCode) ? { kind: 'stands', brCode } : wrong('the code does not lead to a charge')
}

const MAX_CODE_CHARACTERS = 512
const ONE_LINE = /^[^\p{Cc}]+$/u

/**
 * The PSP's own words, kept as they are: codes of PSPs' test systems are known that no reader takes apart, and whether a code
 * can be read is judged by the payer's bank. One that does read must lead to a charge, though: what is paid to a mere key
 * arrives without our txid.
 */
function mayBeHandedOut(brCode: string): boolean {
  if (brCode.length > MAX_CODE_CHARACTERS || !ONE_LINE.test(brCode)) return false
  return (parseBrCode(brCode)?.kind ?? 'dynamic') === 'dynamic'
}
