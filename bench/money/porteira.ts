// Our way in a process of its own: the verbs as the gateway wires them, without its routes. Nothing is sent, so that only the decision and
// its commit are measured.
import { pino } from 'pino'
import { openBalances } from '#balance/feature.ts'
import type { CashoutKey } from '#cashout/cashout.ts'
import { type CashoutRequest, requestCashouts } from '#cashout/request/request.ts'
import { type Settlement, settleCashouts } from '#cashout/settlement/settle.ts'
import { findCashouts } from '#cashout/store.ts'
import { commitAttempts } from '#cashout/submission/attempt.ts'
import { batched } from '#db/batched.ts'
import { type Connection, openDatabase } from '#db/postgres.ts'
import { startStatistics } from '#db/statistics.ts'
import { Failure } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import { systemClock } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { openOutbox } from '#notification/events/outbox.ts'
import { findSales } from '#sale/store.ts'
import { cashoutDepsOf } from '../../test/cashout/deps.ts'
import { play } from '../notifications/process.ts'
import { type Called, type CallGiven, callFor } from './callers.ts'
import { requestOf } from './request.ts'

const PSP_ACCOUNT = 1
const FUNDS = 1_000_000_000_000_00n as Centavos
const FUNDED_PER_BATCH = 200
const LOOKED_UP_PER_BATCH = 5_000

export interface SettleGiven {
  max: number
  times: number
}

export interface SalesGiven extends Omit<CallGiven, 'accountIds'> {
  accountId: number
  max: number
}

play(async ({ gateway }: { gateway: Connection }) => {
  const db = openDatabase(gateway)
  const statistics = startStatistics({ db, log: pino({ level: 'warn' }) })
  const outbox = openOutbox({ epoch: () => null, take() {} })
  const deps = cashoutDepsOf({ db, outbox })
  const decide = (requests: CashoutRequest[]) => requestCashouts(deps, requests)
  const request = batched('bench', decide)
  const { find: read } = openBalances({ db, clock: systemClock })
  const find = batched('bench', (asked: Parameters<typeof findSales>[1]) => findSales(db, asked))
  const acknowledged: CashoutKey[] = []

  const cashout = async (accountId: number) => note(accountId, await request(requestOf(accountId)))
  const bareCashout = async (accountId: number) => note(accountId, (await decide([requestOf(accountId)]))[0])

  function note(accountId: number, requested: Awaited<ReturnType<typeof request>> | undefined): void {
    if (requested === undefined || requested instanceof Failure || !('cashout' in requested))
      throw new Error(`refused: ${JSON.stringify(requested)}`)
    acknowledged.push({ accountId, id: requested.cashout.id })
  }

  async function fund(accountIds: number[]): Promise<void> {
    for (let first = 0; first < accountIds.length; first += FUNDED_PER_BATCH) {
      const some = accountIds.slice(first, first + FUNDED_PER_BATCH)
      await db.transaction(async tx => {
        const books = await openBooks(tx, some, systemClock())
        for (const accountId of some)
          books.mustPost(accountId, {
            kind: 'SALE',
            amount: FUNDS,
            subject: 'sale',
            subjectId: BigInt(accountId),
            pspAccountId: PSP_ACCOUNT,
          })
        await books.write()
      })
    }
  }

  /** Pays everything that was acknowledged last, and reports each payment so many times at once. Answers how many there were. */
  async function settle({ max, times }: SettleGiven): Promise<number> {
    const keys = acknowledged.slice(-max)
    const commit = batched('bench', (some: typeof keys) => commitAttempts(deps, some))
    const settleOne = batched('bench', async (settlements: Settlement[]) => {
      await settleCashouts(deps, settlements)
      return settlements.map(() => true)
    })
    const sent = (await Promise.all(keys.map(commit))).filter(one => one !== null && 'attempt' in one)
    const reported = sent.flatMap(({ attempt, cashout }, n) => {
      const result = { state: 'paid' as const, amount: cashout.net, endToEndId: endToEndId(n), pixKey: null }
      return Array<Settlement>(times).fill({ key: cashout, payoutId: attempt.payoutId, result })
    })
    await Promise.all(reported.toSorted(() => Math.random() - 0.5).map(settleOne))
    return sent.length
  }

  /** How many of those that were acknowledged are not there. */
  async function lost(): Promise<{ count: number; lost: number }> {
    let there = 0
    for (let first = 0; first < acknowledged.length; first += LOOKED_UP_PER_BATCH)
      there += (await findCashouts(db, acknowledged.slice(first, first + LOOKED_UP_PER_BATCH))).length
    return { count: acknowledged.length, lost: acknowledged.length - there }
  }

  return {
    tasks: {
      fund,
      cashouts: (given: CallGiven): Promise<Called> => callFor(given, cashout),
      bareCashouts: (given: CallGiven): Promise<Called> => callFor(given, bareCashout),
      balances: (given: CallGiven): Promise<Called> => callFor(given, async id => void (await read(id))),
      /** By their numbers, from the first to so many. */
      sales: ({ accountId, max, ...given }: SalesGiven) =>
        callFor({ ...given, accountIds: [accountId] }, async () => {
          const number = BigInt(1 + Math.floor(Math.random() * max))
          if ((await find({ accountId, id: { number } })) === null) throw new Error(`there is no sale ${number}`)
        }),
      settle,
      lost,
    },
    async close() {
      await statistics.stop()
      await db.close()
    },
  }
})

const endToEndId = (n: number) => `E00000000202601010000${String(n).padStart(11, '0')}`
