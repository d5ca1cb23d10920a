// What an assistant may do beside reading: nothing, unless the person who started the server has said so; with live keys only if that was said
// as well; and of cashouts no more than the person set, in one call and until the server ends.
import { createHash } from 'node:crypto'
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { systemClock } from '#kernel/time.ts'
import type { Given } from '../commands.ts'
import { Trouble } from '../terminal.ts'
import type { Action } from './actions.ts'
import { openBudget, type Reserve } from './budget.ts'
import type { Input } from './read.ts'

export interface Guard {
  /** Why an action is refused; null where it is allowed. */
  refusal(action: Action): string | null
  reserve: Reserve
  /** Equal calls of one server are one action, unless the assistant names a key of its own. */
  keyOf(action: Action, input: Input): string
}

/** `session` tells this run from every other. */
export function openGuard(given: Given, isLive: boolean, session: string): Guard {
  const maxCashout = reaisIn(given, 'max-cashout')
  const maxTotal = reaisIn(given, 'max-cashout-total') ?? maxCashout
  const refusal = ({ spends }: Action): string | null => {
    if (!given['allow-actions']) return 'This server only reads. Its user allows actions with --allow-actions.'
    if (isLive && !given.live) return 'These are live keys: real money. Its user allows actions with --live as well.'
    if (spends !== undefined && maxCashout === null)
      return 'Cashouts need a maximum. Its user sets one, such as --max-cashout 500.00.'
    return null
  }
  return {
    refusal,
    reserve: openBudget({ one: maxCashout ?? ZERO, all: maxTotal ?? ZERO }, systemClock),
    keyOf: ({ name }, { idempotencyKey, ...input }) =>
      idempotencyKey === undefined ? `mcp-${digest([session, name, input])}` : String(idempotencyKey),
  }
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
