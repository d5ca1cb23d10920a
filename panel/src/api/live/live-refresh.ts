// Reloads what is shown when the stream reports a change: changes that arrive together cause one reload, and at most about one
// a second. Queries that are not on the screen are only marked as stale.
import { approvalsKey, disputesKey, noticesKey } from '../account/attention.ts'
import { balanceKey } from '../account/balance.ts'
import { metricsKey } from '../account/metrics.ts'
import { cashoutsKey } from '../money/cashouts.ts'
import { cartsKey, linksKey, sessionsKey } from '../money/checkout-keys.ts'
import { salesKey } from '../money/sales.ts'
import { statementKey } from '../money/statement.ts'
import { deliveriesKey } from '../notification/deliveries.ts'
import { webhooksKey } from '../notification/webhooks.ts'
import { pause } from '../pause.ts'
import { queryClient } from '../query-client.ts'
import { recurrencesKey } from '../recurrence/keys.ts'
import type { Changed } from './live.ts'

const GATHER_MS = 150
const REST_MS = 850

const MONEY = [balanceKey, metricsKey, statementKey, deliveriesKey]

/** Whether any recurrence needs attention is part of the account. */
const RECURRING = [recurrencesKey, ['account'], deliveriesKey] as const

const TOUCHES: Record<Changed['what'], readonly (readonly [string])[]> = {
  sale: [salesKey, linksKey, cartsKey, sessionsKey, ...MONEY],
  refund: [salesKey, ...MONEY],
  cashout: [cashoutsKey, approvalsKey, ...MONEY],
  dispute: [disputesKey, noticesKey, salesKey, ...MONEY],
  balance: [salesKey, ...MONEY],
  cart: [linksKey, cartsKey, sessionsKey, deliveriesKey],
  recurrence: RECURRING,
  debit: RECURRING,
  notice: [noticesKey, webhooksKey],
}

const EVERYTHING = '*'
/** The queries to be reloaded. A newer gateway may name some that this page does not know. */
const waiting = new Set<string>()
let tellers: (() => void)[] = []
let isAtWork = false

/** Resolves when everything on the screen is up to date. */
export function refresh(changes: Changed[] | 'everything'): Promise<void> {
  const names =
    changes === 'everything' ? [EVERYTHING] : changes.flatMap(({ what }) => TOUCHES[what] ?? []).map(([name]) => name)
  for (const name of names) waiting.add(name)
  return new Promise(done => {
    tellers.push(done)
    if (!isAtWork) void work()
  })
}

async function work(): Promise<void> {
  isAtWork = true
  while (tellers.length > 0) {
    await pause(GATHER_MS)
    const watchers = tellers
    tellers = []
    await readAgain()
    for (const notify of watchers) notify()
    await pause(REST_MS)
  }
  isAtWork = false
}

async function readAgain(): Promise<void> {
  const names = new Set(waiting)
  waiting.clear()
  const isAll = names.has(EVERYTHING)
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => isAll || names.has(String(name)) })
}
