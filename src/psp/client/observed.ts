// A PSP whose every call is told to those who measure: which operation of which kind of PSP, how long, and with what outcome.
import { pspCalls } from '#kernel/concurrency/observed.ts'
import type { Outcome, Psp } from '../port.ts'

/** Makes no call, and answers at once. */
const IS_NO_CALL = new Set(['framePath'])

type Call = (...input: unknown[]) => Promise<Outcome<unknown>>

/** The same PSP. `kind` is its kind's name. */
export function observable(psp: Psp, kind: string): Psp {
  const call =
    (operation: string, make: Call): Call =>
    (...input) =>
      pspCalls.during(
        () => ({ kind, operation }),
        () => make(...input),
      )

  /** Everything of it that is a function calls the PSP. */
  function group<Group extends object>(of: Group, name: string): Group {
    const members = Object.entries(of).map(([member, value]) => {
      const isCall = typeof value === 'function' && !IS_NO_CALL.has(member)
      return [member, isCall ? call(`${name}.${member}`, value) : value]
    })
    return Object.fromEntries(members)
  }

  const { payIn, payOut, disputes, recurrences, dueCharges, movements, collect, balance } = psp
  return {
    ...psp,
    payIn: group(payIn, 'payIn'),
    payOut: payOut && group(payOut, 'payOut'),
    ...(disputes !== undefined && { disputes: group(disputes, 'disputes') }),
    ...(recurrences !== undefined && { recurrences: group(recurrences, 'recurrences') }),
    ...(dueCharges !== undefined && { dueCharges: group(dueCharges, 'dueCharges') }),
    ...(movements !== undefined && { movements: group(movements, 'movements') }),
    ...(collect !== undefined && {
      collect: {
        ...group(collect, 'collect'),
        ...(collect.boletos !== undefined && { boletos: group(collect.boletos, 'boletos') }),
        ...(collect.cards !== undefined && { cards: group(collect.cards, 'cards') }),
      },
    }),
    ...group(
      { registerCallbacks: psp.registerCallbacks, findCallbacks: psp.findCallbacks, probe: psp.probe },
      'account',
    ),
    balance: balance && group({ balance }, 'account').balance,
  }
}
