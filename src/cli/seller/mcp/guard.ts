// What an assistant may do beside reading: nothing, unless the person who started the server has said so; with live keys only if that was said
// as well; and of cashouts and refunds no more than the person set, in one call and until the server ends.
import { createHash } from 'node:crypto'
import { type Centavos, parseReais } from '#kernel/money.ts'
import { systemClock } from '#kernel/time.ts'
import type { Given } from '../commands.ts'
import { Trouble } from '../terminal.ts'
import type { Action, Spending } from './actions.ts'
import { openBudget, type Release, type Reserve } from './budget.ts'
import type { Input } from './read.ts'

export interface Guard {
  /** Why an action is refused; null where it is allowed. */
  refusal(action: Action): string | null
  /** Counts what it spends. Throws Trouble where it is too much. */
  reserve(action: Action, key: string, input: Input): Release
  /** Equal calls of one server are one action, unless the assistant names a key of its own. */
  keyOf(action: Action, input: Input): string
}

/** `session` tells this run from every other. */
export function openGuard(given: Given, isLive: boolean, session: string): Guard {
  const budgets = { cashout: budgetOf(given, 'cashout'), refund: budgetOf(given, 'refund') }
  const refusal = ({ spends }: Action): string | null => {
    if (!given['allow-actions']) return 'This server only reads. Its user allows actions with --allow-actions.'
    if (isLive && !given.live) return 'These are live keys: real money. Its user allows actions with --live as well.'
    if (spends === undefined || budgets[spends.of] !== null) return null
    if (spends.of === 'cashout') return 'Cashouts need a maximum. Its user sets one, such as --max-cashout 500.00.'
    return isLive ? 'Refunds with live keys need a maximum. Its user sets one, such as --max-refund 500.00.' : null
  }
  return {
    refusal,
    reserve({ spends }, key, input) {
      const budget = spends && budgets[spends.of]
      if (!budget) return () => {}
      const amount = spends.amount(input)
      if (amount === 'all')
        throw new Trouble(
          'Nothing was done. amount: expected reais, since its user has set a maximum: "all" is no sum.',
        )
      return budget(key, amount)
    },
    keyOf: ({ name }, { idempotencyKey, ...input }) =>
      idempotencyKey === undefined ? `mcp-${digest([session, name, input])}` : String(idempotencyKey),
  }
}

/** null: its user has set no maximum. */
function budgetOf(given: Given, of: Spending): Reserve | null {
  const one = reaisIn(given, `max-${of}`)
  const all = reaisIn(given, `max-${of}-total`) ?? one
  return one === null || all === null ? null : openBudget({ of, one, all }, systemClock)
}

function reaisIn(given: Given, option: string): Centavos | null {
  const text = given[option]
  if (text === undefined) return null
  const amount = parseReais(String(text))
  if (amount === null) throw new Trouble(`--${option}: expected reais, such as 500.00`)
  return amount
}

/** The order of fields does not count. */
const digest = (parts: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(parts)))
    .digest('hex')
    .slice(0, 32)

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner)]),
  )
}
