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
  const unlessPaused: Pause =
    call =>
    async (...input) =>
      paused() ? PAUSED : call(...input)
  const { payIn, payOut, recurrences, dueCharges, collect } = psp
  return {
    ...psp,
    payIn: { ...payIn, removeCharge: unlessPaused(payIn.removeCharge), refund: unlessPaused(payIn.refund) },
    payOut: payOut && { ...payOut, submit: unlessPaused(payOut.submit) },
    ...(recurrences !== undefined && { recurrences: pausableRecurrences(recurrences, unlessPaused) }),
    ...(dueCharges !== undefined && { dueCharges: pausableDueCharges(dueCharges, unlessPaused) }),
    ...(collect !== undefined && { collect: pausableCollect(collect, unlessPaused) }),
    registerCallbacks: unlessPaused(psp.registerCallbacks),
  }
}

/** The gateway may have forgotten that a recurrence was cancelled, or that a cycle was debited. */
const pausableRecurrences = (recurrences: Recurrences, unlessPaused: Pause): Recurrences => ({
  ...recurrences,
  change: unlessPaused(recurrences.change),
  cancel: unlessPaused(recurrences.cancel),
  cancelRequest: unlessPaused(recurrences.cancelRequest),
  createDebit: unlessPaused(recurrences.createDebit),
  cancelDebit: unlessPaused(recurrences.cancelDebit),
  retryDebit: unlessPaused(recurrences.retryDebit),
  registerCallbacks: unlessPaused(recurrences.registerCallbacks),
})

const pausableDueCharges = (dueCharges: DueCharges, unlessPaused: Pause): DueCharges => ({
  ...dueCharges,
  removeDueCharge: unlessPaused(dueCharges.removeDueCharge),
})

/** A boleto may be issued, as a Pix code may be made. A card would be charged for a sale that the gateway may have forgotten. */
const pausableCollect = ({ cards, ...collect }: Collect, unlessPaused: Pause): Collect => ({
  ...collect,
  cancel: unlessPaused(collect.cancel),
  ...(cards !== undefined && { cards: pausableCards(cards, unlessPaused) }),
})

/** The PSP's own page would charge a card as well. */
const pausableCards = ({ openPage, ...cards }: Cards, unlessPaused: Pause): Cards => ({
  ...cards,
  pay: unlessPaused(cards.pay),
  refund: unlessPaused(cards.refund),
  ...(openPage !== undefined && { openPage: unlessPaused(openPage) }),
})
