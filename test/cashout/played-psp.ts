// Cashouts without a running gateway: the test calls the verbs against a simulated PSP, under a clock that it moves, on a real database.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { passAccountNumbers } from '#account/store.ts'
import type { Alerts } from '#alert/alerts.ts'
import { type Cashout, hasEnded } from '#cashout/cashout.ts'
import type { Submission } from '#cashout/deps.ts'
import { type Requested, requestCashouts } from '#cashout/request/request.ts'
import { findCashout } from '#cashout/store.ts'
import { pollStatus } from '#cashout/submission/poll-status.ts'
import { submitCashout } from '#cashout/submission/submit.ts'
import { type Database, openDatabase } from '#db/postgres.ts'
import { centavos } from '#kernel/money.ts'
import { openOutbox } from '#notification/events/outbox.ts'
import type { Outcome, PayOut, PayOutCapabilities, Payout } from '#psp/port.ts'
import { openBank } from '../../sandbox/bank.ts'
import { hearAlerts } from '../alerts.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { manySellers } from '../many-sellers.ts'
import { cashoutDepsOf, submissionOf } from './deps.ts'

export const WAITS_MS = [5_000, 15_000, 60_000]

export const UNKNOWN: Outcome<never> = { kind: 'unknown', reason: 'no answer in time' }
export const UNSENT: Outcome<never> = { kind: 'unknown', reason: 'nobody there', unsent: true }
export const ABSENT: Outcome<null> = { kind: 'done', value: null }
export const REFUSED: Outcome<never> = { kind: 'refused', code: 'duplicate', reason: 'known already' }

/** What the PSP is like and what it says; `submitted` and `found` count the calls. */
export interface Played {
  capabilities: PayOutCapabilities
  submit: Outcome<Payout>
  find: Outcome<Payout | null>
  /** What it says of some of them instead, by id. */
  finds: Map<string, Outcome<Payout | null>>
  isOpen: boolean
  /** The ids that were sent. */
  submitted: string[]
  found: number
}

export interface Stage extends AsyncDisposable {
  db: Database
  accountIds: number[]
  deps: Submission
  psp: Played
  alerts: string[]
  /** The PSP as it was in the beginning, and no alerts. */
  reset(): void
  advance(ms: number): void
  now(): Date
  /** A cashout that waits to be sent. */
  requested(accountId?: number): Promise<Cashout>
  send(cashout: Cashout): Promise<void>
  /** The lookup whose time has come. */
  lookUp(cashout: Cashout): Promise<void>
  again(cashout: Cashout): Promise<Cashout>
  dueIn(cashout: Cashout): Promise<number>
}

export const paid = (cashout: Pick<Cashout, 'net' | 'payoutId'>, more: Partial<Payout> = {}): Payout => ({
  payoutId: cashout.payoutId ?? '',
  endToEndId: null,
  amount: cashout.net,
  pixKey: null,
  state: 'paid',
  requestedAt: null,
  returns: [],
  ...more,
})

export async function openStage(sellers = 1): Promise<Stage> {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const accountIds = await fundedSellers(connection, sellers)
  const db = openDatabase(connection, 10)
  resources.defer(() => db.close())
  const psp = freshPsp()
  let ahead = 0
  const alerts = hearAlerts()
  const now = () => new Date(Date.now() + ahead)
  const deps = depsOf(db, psp, now, alerts)
  const again = async ({ accountId, id }: Cashout) =>
    (await findCashout(db, accountId, { number: id })) ?? assert.fail('the cashout is gone')
  return {
    db,
    accountIds,
    deps,
    psp,
    alerts: alerts.codes,
    now,
    again,
    reset() {
      Object.assign(psp, freshPsp())
      alerts.codes.length = 0
    },
    advance: ms => {
      ahead += ms
    },
    requested: (accountId = accountIds[0] ?? 0) => request(deps, accountId),
    send: async cashout => void (await submitCashout(deps, cashout)),
    async lookUp(cashout) {
      const { payoutId } = await again(cashout)
      await pollStatus(deps, cashout.accountId, payoutId ?? assert.fail('it was not sent'), true)
    },
    async dueIn(cashout) {
      assert.ok(!hasEnded(await again(cashout)))
      const [row] = await db.query<{ due_at: Date }>(sql`
        select due_at from withdrawal where account_id = ${cashout.accountId} and id = ${cashout.id}`)
      return (row?.due_at.getTime() ?? Number.NaN) - now().getTime()
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

const freshPsp = (): Played => ({
  capabilities: { resubmit: 'never', lookup: true, namesPayee: false },
  submit: UNKNOWN,
  find: ABSENT,
  finds: new Map(),
  isOpen: false,
  submitted: [],
  found: 0,
})

/** Their money came from real sales; the gateway that made them is closed again. */
async function fundedSellers(connection: Parameters<typeof openDatabase>[0], count: number): Promise<number[]> {
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  try {
    await using gateway = await openTestGateway({ on: { connection, bank } })
    const sellers = await manySellers(gateway, count, { funds: 10_000_00 })
    return sellers.map(({ accountId }) => accountId)
  } finally {
    await bank.close()
  }
}

function depsOf(db: Database, psp: Played, clock: () => Date, alerts: Alerts): Submission {
  const payOut: PayOut = {
    get capabilities() {
      return psp.capabilities
    },
    submit: async ({ payoutId }) => {
      psp.submitted.push(payoutId)
      return psp.submit
    },
    find: async payoutId => {
      psp.found++
      return psp.finds.get(payoutId) ?? psp.find
    },
    list: async () => UNKNOWN,
  }
  const isCircuitOpen = async () => psp.isOpen
  const state = { circuitOpen: true, since: clock(), lastTrouble: null, collect: null, kind: 'bcb', pspAccountId: 1 }
  const states = () => (psp.isOpen ? [state] : [])
  const circuitOpen = () => states().map(({ pspAccountId }) => pspAccountId)
  const psps = { payOut: async () => payOut, isCircuitOpen, circuitOpen, states }
  const outbox = openOutbox({ epoch: () => null, take() {} })
  const log = { error: (found: object) => assert.fail(JSON.stringify(found)) } as unknown as Submission['log']
  const passNumbers = async (upTo: number) => void (await passAccountNumbers(db, upTo))
  return submissionOf(
    cashoutDepsOf({ db, outbox, psps, clock, alerts, lookupWaitsMs: WAITS_MS, log, passAccountNumbers: passNumbers }),
  )
}

async function request(deps: Submission, accountId: number): Promise<Cashout> {
  const input = {
    accountId,
    amount: centavos(100_00),
    pixKey: 'maria@example.com',
    pixKeyType: 'EMAIL',
    externalReference: null,
    description: null,
    holderDocument: null,
    postbackUrl: null,
  } as const
  const [requested] = await requestCashouts(deps, [input])
  return (requested as Requested).cashout
}

export async function availableOf({ db }: Stage, accountId: number): Promise<bigint> {
  const [row] = await db.query<{ available_centavos: bigint }>(sql`
    select available_centavos from wallet where account_id = ${accountId}`)
  return row?.available_centavos ?? 0n
}

/** A cashout that a lookup has settled. */
export async function settledAt(stage: Stage, accountId: number, endToEndId: string | null = null): Promise<Cashout> {
  const cashout = await stage.requested(accountId)
  await stage.send(cashout)
  const sent = await stage.again(cashout)
  stage.psp.find = { kind: 'done', value: paid(sent, { endToEndId }) }
  await stage.lookUp(sent)
  return stage.again(sent)
}
