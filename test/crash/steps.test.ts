// A process dies, or is failed, at every single step of what it does with money. Afterwards a fresh process takes it up, everything ends as
// if nothing had happened, and the books add up.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { type CashoutRequest, type Requested, requestCashouts } from '#cashout/request/request.ts'
import { pollStatus } from '#cashout/submission/poll-status.ts'
import { submitCashout } from '#cashout/submission/submit.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import type { SaleRequest } from '#sale/begin.ts'
import { closeOverdue } from '#sale/close.ts'
import { type Created, createSale } from '#sale/create.ts'
import { handleIncoming } from '#sale/incoming-payment/handle.ts'
import type { Sale } from '#sale/sale.ts'
import { call } from '../http.ts'
import { slow, some } from '../long.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { type CrashCase, type Deps, dieAtEveryStep, openScene, type Run, recover, type Scene } from './scene.ts'

const RULES = { belowMinimum: 'MINIMUM_VALUE', strictPixKeys: false } as const

const saleRequest = (accountId: number, n = 0): SaleRequest => ({
  accountId,
  amount: centavos(100_00),
  customer: { name: 'Maria', email: '', document: '', phone: '' },
  items: [{ title: 'Camiseta', unitPrice: centavos(100_00), quantity: 1, tangible: false }],
  shipping: null,
  externalReference: `order-${n}`,
  postbackUrl: null,
  expiresInSeconds: 3_600,
})

const cashoutRequest = (accountId: number, pixKey = 'maria@example.com', n = 0): CashoutRequest => ({
  accountId,
  amount: centavos(100_00),
  pixKey,
  pixKeyType: 'EMAIL',
  externalReference: `payout-${n}`,
  description: null,
  holderDocument: null,
  postbackUrl: null,
})

const fund = 10_000_00
let numbers = 0

async function sold(deps: Deps, accountId: number): Promise<Sale> {
  const created = await createSale(deps, saleRequest(accountId, ++numbers))
  assert.ok(!(created instanceof Failure))
  return created.sale
}

async function requested(deps: Deps, accountId: number, pixKey?: string): Promise<Requested['cashout']> {
  const request = cashoutRequest(accountId, pixKey, ++numbers)
  const [outcome] = await requestCashouts({ ...deps, ...RULES }, [request])
  assert.ok(outcome !== undefined && 'cashout' in outcome)
  return outcome.cashout
}

const stateOf = async (scene: Scene, table: 'sale' | 'withdrawal', uuid: string): Promise<string | undefined> => {
  const [row] =
    table === 'sale'
      ? await scene.db.query<{ state: string }>(sql`select status as state from sale where uuid = ${uuid}`)
      : await scene.db.query<{ state: string }>(sql`select state from withdrawal where uuid = ${uuid}`)
  return row?.state
}

/** Every run has come to this end. */
async function assertEnds<S>(
  scene: Scene,
  runs: Run<S>[],
  table: 'sale' | 'withdrawal',
  uuidOf: (s: S) => string,
  end: string,
) {
  for (const { subject, failure } of runs) assert.equal(await stateOf(scene, table, uuidOf(subject)), end, failure)
}

test('creating a sale', async t => {
  await using scene = await openScene()
  const crashCase: CrashCase<SaleRequest> = {
    prepare: async (_scene, gateway, count) => {
      const { accountId } = await gateway.seller()
      return Array.from({ length: count }, () => saleRequest(accountId, ++numbers))
    },
    act: createSale,
  }
  const runs = await dieAtEveryStep(scene, crashCase)
  await recover(scene, async () => {
    const rows = await scene.db.query<{ reference: string; status: string; txid: string; uuid: string }>(
      sql`select external_reference as reference, status, txid, uuid from sale`,
    )
    const saleOf = new Map(rows.map(row => [row.reference, row]))
    const bank = await clientOf(scene.bank)

    await t.test(`${runs.length} times: it is there to be paid, or ended as FALHA, or was never stored`, () => {
      for (const { subject, failure } of runs) {
        const { status = 'nothing' } = saleOf.get(subject.externalReference ?? '') ?? {}
        assert.ok(['PENDENTE', 'FALHA', 'nothing'].includes(status), `${failure}: ${status}`)
      }
    })

    await t.test('a seller who was answered with a code can have it paid', () => {
      for (const { subject, answer, failure } of runs) {
        if (answer === undefined || answer instanceof Failure) continue
        const { sale } = answer as Created
        const stored = saleOf.get(subject.externalReference ?? '')
        assert.deepEqual([stored?.uuid, stored?.status], [sale.uuid, 'PENDENTE'], failure)
      }
    })

    await t.test('no code is left payable of a sale that ended', async () => {
      for (const { status, txid } of rows) {
        const { body } = await bank.call('GET', `/v2/cob/${txid}`)
        if (status === 'FALHA') assert.notEqual(body.status, 'ATIVA')
        else assert.equal(body.status, 'ATIVA')
      }
    })
  })
})

slow('booking money that came in', async t => {
  await using scene = await openScene()
  interface Paid {
    sale: Sale
    endToEndId: string
  }
  const crashCase: CrashCase<Partial<Paid> & { accountId: number }> = {
    prepare: async (_scene, gateway, count) => {
      const { accountId } = await gateway.seller()
      return Array.from({ length: count }, () => ({ accountId }))
    },
    approach: async (at, subject) => {
      const sale = await sold(at.deps(), subject.accountId)
      const body = { pixCopiaECola: sale.brCode }
      const paid = await call(at.bank.url, 'POST', '/sandbox/pay', { body })
      Object.assign(subject, { sale, endToEndId: paid.body.endToEndId })
    },
    act: (deps, { sale, endToEndId = '' }) => handleIncoming(deps, sale?.pspAccountId ?? 0, endToEndId),
  }
  const runs = await dieAtEveryStep(scene, crashCase)
  await recover(scene, () =>
    t.test(`${runs.length} times: every sale is PAGO, once`, () =>
      assertEnds(scene, runs, 'sale', subject => subject.sale?.uuid ?? '', 'PAGO'),
    ),
  )
})

for (const [what, wasPaid, end] of [
  ['closing a sale that was not paid', false, 'CANCELADO'],
  ['closing a sale that was paid in the last moment', true, 'PAGO'],
] as const)
  slow(what, async t => {
    await using scene = await openScene()
    const crashCase: CrashCase<{ accountId: number; sale?: Sale }> = {
      prepare: async (_scene, gateway, count) => {
        const { accountId } = await gateway.seller()
        return Array.from({ length: count }, () => ({ accountId }))
      },
      approach: async (at, subject) => {
        subject.sale = await sold(at.deps(), subject.accountId)
        const body = { pixCopiaECola: subject.sale.brCode }
        if (wasPaid) await call(at.bank.url, 'POST', '/sandbox/pay', { body })
        // It is due: a process that dies over it leaves it to the next.
        await at.db.query(sql`update sale set due_at = now() where uuid = ${subject.sale.uuid}`)
      },
      act: (deps, { sale }) => closeOverdue(deps, sale as Sale),
    }
    const runs = await dieAtEveryStep(scene, crashCase)
    await recover(scene, () =>
      t.test(`${runs.length} times: every sale is ${end}`, () =>
        assertEnds(scene, runs, 'sale', ({ sale }) => sale?.uuid ?? '', end),
      ),
    )
  })

test('requesting a cashout', async t => {
  await using scene = await openScene()
  const crashCase: CrashCase<CashoutRequest> = {
    prepare: async (_scene, gateway, count) => {
      const { accountId } = await gateway.seller({ funds: fund })
      return Array.from({ length: count }, () => cashoutRequest(accountId, 'maria@example.com', ++numbers))
    },
    act: async (deps, request) => (await requestCashouts({ ...deps, ...RULES }, [request]))[0],
  }
  const runs = await dieAtEveryStep(scene, crashCase)
  await recover(scene, async () => {
    const rows = await scene.db.query<{ reference: string; uuid: string; state: string }>(
      sql`select external_reference as reference, uuid, state from withdrawal`,
    )
    const cashoutOf = new Map(rows.map(row => [row.reference, row]))

    await t.test(`${runs.length} times: what was stored is paid`, () => {
      for (const { state } of rows) assert.equal(state, 'settled')
    })

    await t.test('an answered cashout has been paid, and an unanswered one is requested again by its reference', () => {
      for (const { subject, answer, failure } of runs) {
        const stored = cashoutOf.get(subject.externalReference ?? '')
        if (answer !== undefined) assert.equal(stored?.uuid, (answer as Requested).cashout.uuid, failure)
      }
      assert.ok(rows.length < runs.length, 'some died before anything was stored')
    })
  })
})

const ENDS = [
  ['maria@example.com', 'settled'],
  ['muda@example.com', 'settled'],
  ['recusada@example.com', 'refused'],
  ['negada@example.com', 'refused'],
] as const

for (const [pixKey, end] of some(ENDS, 4))
  test(`sending a cashout to ${pixKey}`, async t => {
    await using scene = await openScene()
    const runs = await dieAtEveryStep(scene, {
      prepare: manySubjects,
      approach: async (at, subject) => {
        subject.cashout = await requested(at.deps(), subject.accountId, pixKey)
      },
      act: (deps, { cashout }) => submitCashout(deps, cashout as Requested['cashout']),
    } satisfies CrashCase<OfCashout>)
    await recover(scene, () =>
      t.test(`${runs.length} times: every one is ${end}, and was paid at most once`, () =>
        assertEnds(scene, runs, 'withdrawal', ({ cashout }) => cashout?.uuid ?? '', end),
      ),
    )
  })

for (const [pixKey, end] of [
  ['maria@example.com', 'settled'],
  ['recusada@example.com', 'refused'],
] as const)
  slow(`learning what became of a cashout to ${pixKey}`, async t => {
    await using scene = await openScene()
    const runs = await dieAtEveryStep(scene, {
      prepare: manySubjects,
      approach: async (at, subject) => {
        const deps = at.deps()
        subject.cashout = await requested(deps, subject.accountId, pixKey)
        await submitCashout(deps, subject.cashout)
        await bankHasEnded(at, subject)
      },
      act: (deps, { accountId, payoutId = '' }) => pollStatus(deps, accountId, payoutId, true),
    } satisfies CrashCase<OfCashout>)
    await recover(scene, () =>
      t.test(`${runs.length} times: every one is ${end}`, () =>
        assertEnds(scene, runs, 'withdrawal', ({ cashout }) => cashout?.uuid ?? '', end),
      ),
    )
  })

interface OfCashout {
  accountId: number
  cashout?: Requested['cashout']
  payoutId?: string
}

const manySubjects: CrashCase<OfCashout>['prepare'] = async (_scene, gateway, count) => {
  const { accountId } = await gateway.seller({ funds: fund })
  return Array.from({ length: count }, () => ({ accountId }))
}

async function bankHasEnded(scene: Scene, subject: OfCashout): Promise<void> {
  const [row] = await scene.db.query<{ payout_id: string }>(
    sql`select payout_id from withdrawal where uuid = ${subject.cashout?.uuid}`,
  )
  subject.payoutId = row?.payout_id ?? ''
  await until(async () => {
    const { body } = await call(scene.bank.url, 'GET', '/sandbox/payments?limit=10000')
    const payment = body.data.find((one: { idEnvio: string }) => one.idEnvio === subject.payoutId)
    return payment !== undefined && payment.status !== 'EM_PROCESSAMENTO' ? payment : null
  }, 'the bank to have ended the payment')
}
