// One account whose limits and clock are set directly, and which pays no fee for its cashouts.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { cancelCashout } from '#cashout/cancel.ts'
import type { Cashout } from '#cashout/cashout.ts'
import { type Requested, requestCashouts } from '#cashout/request/request.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { findings, offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { openStage, paid, REFUSED, type Stage } from './played-psp.ts'

export interface Limited extends AsyncDisposable {
  stage: Stage
  accountId: number
  /** What was requested and has not been sent. */
  alive: Cashout[]
  /** In cents. In the database: over HTTP what is raised would have to wait. */
  limit(own: { day?: number | null; night?: number | null; max?: number }): Promise<unknown>
  /** Requests in one batch at this moment; a refusal answers its message. */
  requestAt(moment: Date, ...cents: number[]): Promise<(Cashout | string)[]>
  /** Submitted is what was sent and has no known outcome. */
  end(cashout: Cashout, as: 'submitted' | 'settled' | 'refused' | 'cancelled'): Promise<void>
  /** Cancels what has not ended. */
  clear(): Promise<void>
  /** Moments of a day after all those before, by the clock in São Paulo; `days` later. */
  nextDay(): (time: string, days?: number) => Date
}

export const RULES = { belowMinimum: 'MINIMUM_VALUE', strictPixKeys: false } as const

export const ASK_IN_WORDS = {
  pixKey: 'maria@example.com',
  pixKeyType: 'EMAIL' as const,
  externalReference: null,
  description: null,
  holderDocument: null,
  postbackUrl: null,
}

const NOBODY = { kind: 'house', id: null, address: null } as const

/** When it is closed the books must add up. */
export async function openLimited(): Promise<Limited> {
  const stage = await openStage()
  const accountId = stage.accountIds[0] ?? Number.NaN
  await stage.db.query(sql`
    update account set fees = jsonb_set(fees, '{cashout,fixedCentavos}', '0'), seal = default where id = ${accountId}`)
  const alive: Cashout[] = []
  let day = Date.UTC(2027, 0, 3)

  const cancel = async ({ id }: Cashout) => {
    const request = {
      accountId,
      id: { number: id },
      actor: NOBODY,
      form: () => ({}),
      dialect: 'cashout',
      key: null,
    } as const
    assert.ok(!((await cancelCashout(stage.deps, request)) instanceof Failure))
  }
  const send = async (cashout: Cashout, as: string) => {
    if (as === 'refused') stage.psp.submit = REFUSED
    await stage.send(cashout)
    const sent = await stage.again(cashout)
    stage.psp.find = { kind: 'done', value: paid(sent) }
    if (as === 'settled') await stage.lookUp(sent)
    stage.reset()
  }
  return {
    stage,
    accountId,
    alive,
    limit({ day: ofDay = null, night = null, max = 100_00 }) {
      const limits = {
        cashoutMinimumCentavos: 1,
        cashoutMaximumCentavos: max,
        cashoutDayCentavos: ofDay,
        cashoutNightCentavos: night,
      }
      return stage.db.query(sql`
        update account set limits = ${JSON.stringify(limits)}::jsonb, seal = default where id = ${accountId}`)
    },
    async requestAt(moment, ...cents) {
      stage.advance(moment.getTime() - stage.now().getTime())
      const requests = cents.map(amount => ({ ...ASK_IN_WORDS, accountId, amount: centavos(amount) }))
      const outcomes = await requestCashouts({ ...stage.deps, ...RULES, clock: () => moment }, requests)
      return outcomes.map(outcome => {
        if (outcome instanceof Failure) return `${outcome.code} ${outcome.message}`
        const { cashout } = outcome as Requested
        alive.push(cashout)
        return cashout
      })
    },
    async end(cashout, as) {
      await (as === 'cancelled' ? cancel(cashout) : send(cashout, as))
      assert.equal((await stage.again(cashout)).state, as)
      alive.splice(alive.indexOf(cashout), 1)
    },
    async clear() {
      for (const cashout of alive.splice(0)) await cancel(cashout)
    },
    nextDay() {
      day += 9 * DAY_MS
      const first = day
      const dateOf = (days: number) => new Date(first + days * DAY_MS).toISOString().slice(0, 10)
      return (time, days = 0) => new Date(`${dateOf(days)}T${time}-03:00`)
    },
    async [Symbol.asyncDispose]() {
      try {
        assert.deepEqual(await offences(stage.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
        assert.deepEqual(await findings(stage.db), [])
      } finally {
        await stage[Symbol.asyncDispose]()
      }
    },
  }
}
