// A PSP while the gateway is in recovery: lookups work, a buyer may still get a code to pay and a payer may still be asked to authorise,
// but nothing is paid out, refunded, debited, changed, removed or registered before a person has ended the recovery. Such calls are not made.
import type { Cards, Collect } from '../collect/port.ts'
import type { Outcome, Psp } from '../port.ts'
import type { DueCharges, Recurrences } from '../recurrence/port.ts'

const PAUSED = { kind: 'unknown', reason: 'paused: the gateway is in recovery', unsent: true } as const

type Pause = <Input extends unknown[], T>(
  call: (...input: Input) => Promise<Outcome<T>>,
) => (...input: Input) => Promise<Outcome<T>>

/**
 * The same PSP; every call that changes something there waits while `paused`. Charges and recurrences may be made: they promise none
 * of our money.
 */
export function pausable(psp: Psp, paused: () => boolean): Psp {
  const waits: Pause =
    call =>
    async (...input) =>
      paused() ? PAUSED : call(...input)
  const { payIn, payOut, recurrences, dueCharges, collect } = psp
  return {
    ...psp,
    payIn: { ...payIn, removeCharge: waits(payIn.removeCharge), refund: waits(payIn.refund) },
    payOut: payOut && { ...payOut, submit: waits(payOut.submit) },
    ...(recurrences !== undefined && { recurrences: pausableRecurrences(recurrences, waits) }),
    ...(dueCharges !== undefined && { dueCharges: pausableDueCharges(dueCharges, waits) }),
    ...(collect !== undefined && { collect: pausableCollect(collect, waits) }),
    registerCallbacks: waits(psp.registerCallbacks),
  }
}

/** The gateway may have forgotten that a recurrence was cancelled, or that a cycle was debited. */
const pausableRecurrences = (recurrences: Recurrences, waits: Pause): Recurrences => ({
  ...recurrences,
  change: waits(recurrences.change),
  cancel: waits(recurrences.cancel),
  cancelRequest: waits(recurrences.cancelRequest),
  createDebit: waits(recurrences.createDebit),
  cancelDebit: waits(recurrences.cancelDebit),
  retryDebit: waits(recurrences.retryDebit),
  registerCallbacks: waits(recurrences.registerCallbacks),
})

const pausableDueCharges = (dueCharges: DueCharges, waits: Pause): DueCharges => ({
  ...dueCharges,
  removeDueCharge: waits(dueCharges.removeDueCharge),
})

/** A boleto may be issued, as a Pix code may be made. A card would be charged for a sale that the gateway may have forgotten. */
const pausableCollect = ({ cards, ...collect }: Collect, waits: Pause): Collect => ({
  ...collect,
  cancel: waits(collect.cancel),
  ...(cards !== undefined && { cards: pausableCards(cards, waits) }),
})

/** The PSP's own page would charge a card as well. */
const pausableCards = ({ openPage, ...cards }: Cards, waits: Pause): Cards => ({
  ...cards,
  pay: waits(cards.pay),
  refund: waits(cards.refund),
  ...(openPage !== undefined && { openPage: waits(openPage) }),
})
