// Finds out what became of a charge at its PSP: requested, else looked up, else requested once more, always under the same txid.
// It hands out only a code that the PSP has confirmed under that txid and for that amount.
import { parseBrCode } from '#kernel/pix/br-code.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Charge, ChargeRequest, Outcome, PayIn } from '#psp/port.ts'
import type { Sale } from './sale.ts'

export type Charged =
  /** The PSP has the charge, and this is the code that pays it. */
  | { kind: 'stands'; brCode: string }
  | { kind: 'refused'; reason: string }
  /** None of its codes may be handed out, whatever the PSP has. `alert`: it is not what was requested. */
  | { kind: 'unusable'; reason: string; alert?: true }
  | { kind: 'unknown'; reason: string }
  /** Nothing of it has reached the PSP, and none that is under way can. */
  | { kind: 'untouched'; reason: string }

/** Immediate ones, or those with a due day. */
export type ChargesAtPsp = Pick<PayIn, 'createCharge' | 'findCharge'>

/** For a charge that was not requested yet. `elsewhere`: if nothing has reached this PSP, the charge is requested at the fallback. */
export async function requestCharge(payIn: ChargesAtPsp, request: ChargeRequest, elsewhere: boolean): Promise<Charged> {
  if (isOver(request)) return TOO_LATE
  const first = await payIn.createCharge(request)
  if (first.kind !== 'unknown') return judged(first, request)
  if (first.unsent === true && elsewhere) return { kind: 'untouched', reason: first.reason }
  return findOrRequest(payIn, request, first.reason)
}

/** For a charge that may have been requested: looked up first. `reason` is given where the lookup leaves that open. */
export async function findOrRequest(payIn: ChargesAtPsp, request: ChargeRequest, reason: string): Promise<Charged> {
  const found = await payIn.findCharge(request.txid)
  if (found.kind !== 'done') return undetermined(found, reason)
  if (found.value !== null) return judgedCharge(found.value, request)
  if (isOver(request)) return TOO_LATE
  const second = await payIn.createCharge(request)
  return second.kind === 'refused' ? afterSecondRefusal(payIn, request, second.reason) : judged(second, request)
}

const isOver = (request: ChargeRequest): boolean => request.expiresInSeconds < 1

/** After a jump of the clock, or a late repetition. A PSP would refuse such a charge, which would read as a refusal of the sale. */
const TOO_LATE: Charged = { kind: 'unusable', reason: 'its time is over, and there is no charge' }

// The first request may have arrived after our lookup; then the second is refused because its txid exists.
async function afterSecondRefusal(payIn: ChargesAtPsp, request: ChargeRequest, reason: string): Promise<Charged> {
  const found = await payIn.findCharge(request.txid)
  if (found.kind !== 'done') return undetermined(found, 'refused, and then not to be found out')
  return found.value === null ? { kind: 'refused', reason } : judgedCharge(found.value, request)
}

function judged(outcome: Outcome<Charge>, request: ChargeRequest): Charged {
  if (outcome.kind === 'done') return judgedCharge(outcome.value, request)
  return outcome.kind === 'refused' ? outcome : undetermined(outcome, outcome.reason)
}

/** Unknown, unless the PSP answered about another charge than it was asked for: then a person has to look. */
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
 * The PSP's own code, stored as it is: some PSPs' test systems return codes that no reader can parse, and only the payer's bank
 * decides whether a code can be read. One that can be parsed must lead to a charge, though: a payment to a mere key arrives
 * without our txid.
 */
function mayBeHandedOut(brCode: string): boolean {
  if (brCode.length > MAX_CODE_CHARACTERS || !ONE_LINE.test(brCode)) return false
  return (parseBrCode(brCode)?.kind ?? 'dynamic') === 'dynamic'
}

/**
 * The charge of a sale, by its kind. The debit of a cycle is no charge of its own: its sale is stored when it has ended.
 */
export interface ChargeAtPsp {
  find(): Promise<Outcome<Charge | null>>
  remove(): Promise<Outcome<Charge>>
}

type OfSale = Pick<Sale, 'pspAccountId' | 'txid' | 'chargeKind'>

export async function chargeOf(psps: PspDirectory, { pspAccountId, txid, chargeKind }: OfSale): Promise<ChargeAtPsp> {
  // Nothing at the PSP is payable but its account: there is no charge to be found or removed.
  if (chargeKind === 'transfer') return { find: async () => NO_CHARGE, remove: async () => NOT_REMOVED }
  if (chargeKind === 'collect') throw new Error(`${txid} is no Pix charge`)
  if (chargeKind !== 'cobv') {
    const payIn: PayIn = await psps.payIn(pspAccountId)
    return { find: () => payIn.findCharge(txid), remove: () => payIn.removeCharge(txid) }
  }
  const { dueCharges } = await psps.psp(pspAccountId)
  if (dueCharges === undefined) return { find: async () => NONE_THERE, remove: async () => NONE_THERE }
  return { find: () => dueCharges.findDueCharge(txid), remove: () => dueCharges.removeDueCharge(txid) }
}

const NO_CHARGE = { kind: 'done', value: null } as const
const NOT_REMOVED = { kind: 'refused', code: 'NO_CHARGE', reason: 'a transfer has no charge' } as const
const NONE_THERE = { kind: 'unknown', reason: 'the PSP account makes no charges with a due day any more' } as const
