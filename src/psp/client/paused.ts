// A PSP while the gateway is in recovery: lookups work, and a buyer may still get a code to pay, but nothing is paid out,
// refunded, removed or registered before a person has ended the recovery. Such calls are not made.
import type { Outcome, Psp } from '../port.ts'

const PAUSED = { kind: 'unknown', reason: 'parked: the house is in recovery', unsent: true } as const

/**
 * The same PSP; every call that changes something there waits while `parked`. Charges may be made: they promise none of our
 * money.
 */
export function pausable(psp: Psp, paused: () => boolean): Psp {
  const waits =
    <Ask, T>(call: (request: Ask) => Promise<Outcome<T>>) =>
    async (request: Ask): Promise<Outcome<T>> =>
      paused() ? PAUSED : call(request)
  const { payIn, payOut } = psp
  return {
    ...psp,
    payIn: { ...payIn, removeCharge: waits(payIn.removeCharge), refund: waits(payIn.refund) },
    payOut: payOut && { ...payOut, submit: waits(payOut.submit) },
    registerCallbacks: waits(psp.registerCallbacks),
  }
}
