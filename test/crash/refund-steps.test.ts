// A process dies, or is failed, at every single step of a refund of a sale. A fresh process takes it up: it was requested or it was not,
// and what was requested goes back once, or is the seller's again.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { hashOf } from '#idempotency/key.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Received } from '#psp/port.ts'
import { applyRefunds } from '#sale/refund/apply-reported.ts'
import type { SaleRefund } from '#sale/refund/refund.ts'
import { type RefundRequest, requestRefund } from '#sale/refund/request.ts'
import { sendRefund } from '#sale/refund/sending/send.ts'
import { type DueRefund, leaseRefunds } from '#sale/refund/store.ts'
import { call } from '../http.ts'
import { returnedOf } from '../sale/incoming.ts'
import { refundsOf } from '../sale/refunding.ts'
import { setTerms } from '../sale/selling.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { type CrashCase, type Deps, dieAtEveryStep, openScene, type Run, recover, type Scene } from './scene.ts'

interface Subject {
  accountId: number
  sale: { id: bigint; uuid: string }
  endToEndId: string
  /** As the bank reports it. */
  received?: Received
}

const PSP = 1

/** The bank has got to what it was requested to do. */
async function reported(scene: Scene, subject: Subject): Promise<void> {
  const payIn = await scene.deps().psps.payIn(PSP)
  subject.received = await until(async () => {
    const found = await payIn.findReceived(subject.endToEndId)
    return found.kind === 'done' && found.value?.refunds[0]?.state === 'done' ? found.value : null
  }, 'the bank to send it back')
}

/** So many sales that have been paid, of a seller who has a reserve and whose fees go back. */
const sales: CrashCase<Subject>['prepare'] = async (_scene, gateway, count) => {
  const seller = await gateway.seller({ funds: 1_000_00 })
  await setTerms(gateway, seller, { reserveBasisPoints: 1_000 })
  await gateway.db.query(sql`
    update account set seal = default, returns_fee_on_refund = true where id = ${seller.accountId}`)
  const pay = async (): Promise<Subject> => {
    const { id, uuid, pixKey } = await seller.sell(100_00)
    const { body } = await gateway.pay(pixKey)
    return { accountId: seller.accountId, sale: { id: BigInt(id), uuid }, endToEndId: body.endToEndId }
  }
  const subjects: Subject[] = []
  while (subjects.length < count)
    subjects.push(...(await Promise.all(Array.from({ length: Math.min(10, count - subjects.length) }, pay))))
  await until(async () => {
    const [row] = await gateway.db.query<{ open: bigint }>(
      sql`select count(*) as open from sale where completed_at is null`,
    )
    return row?.open === 0n || null
  }, 'everything to be paid')
  return subjects
}

const requestOf = ({ accountId, sale }: Subject, key: string | null = null): RefundRequest => ({
  sale: { accountId, id: sale.id },
  amount: null,
  reason: 'a test',
  externalReference: null,
  refundTo: null,
  actor: { kind: 'api-key', id: 'pk_test', address: '127.0.0.1' },
  key: key === null ? null : { accountId, route: 'POST /refunds', key, askHash: hashOf({ sale: sale.id }) },
})

const asked = (deps: Deps, subject: Subject, key: string | null = null) =>
  requestRefund(deps, requestOf(subject, key), 'sale')

async function assertGone(scene: Scene, runs: Run<Subject>[]): Promise<void> {
  for (const { subject, failure } of runs) {
    assert.deepEqual(await refundsOf(scene, subject.sale), ['COMPLETED 10000'], failure)
    assert.equal(await returnedOf(scene.bank.url, subject.endToEndId), '100.00', failure)
    assert.equal(await statusOf(scene, subject), 'ESTORNADO', failure)
  }
}

async function statusOf({ db }: Scene, { sale }: Subject): Promise<string | undefined> {
  const [row] = await db.query<{ status: string }>(sql`select status from sale where uuid = ${sale.uuid}`)
  return row?.status
}

async function dueOf(scene: Scene, { endToEndId }: Subject): Promise<DueRefund> {
  const later = new Date(Date.now() + 2 * SECOND_MS)
  const due = await leaseRefunds(scene.db, later, later, 1_000)
  return due.find(refund => refund.endToEndId === endToEndId) as DueRefund
}

test('requesting a refund', async t => {
  await using scene = await openScene()
  let number = 0
  const keys = new Map<Subject, string>()
  const runs = await dieAtEveryStep(scene, {
    prepare: sales,
    approach: async (_at, subject) => {
      keys.set(subject, `key-${++number}`)
    },
    act: (deps, subject) => asked(deps, subject, keys.get(subject)),
  })
  await recover(scene, async () => {
    await t.test(`${runs.length} times: it was requested and went back, or it never was`, async () => {
      for (const { subject, answer, failure } of runs) {
        const refunds = await refundsOf(scene, subject.sale)
        if (answer !== undefined) assert.deepEqual(refunds, ['COMPLETED 10000'], failure)
        assert.ok(refunds.length <= 1, failure)
        assert.equal(await statusOf(scene, subject), refunds.length === 1 ? 'ESTORNADO' : 'PAGO', failure)
      }
    })
    await t.test('under the same key it is the same', async () => {
      for (const { subject, failure } of runs.filter((_, n) => n % 3 === 0)) {
        const before = await refundsOf(scene, subject.sale)
        const again = await asked(scene.deps(), subject, keys.get(subject))
        assert.equal('replayed' in again, before.length === 1, failure)
        assert.equal((await refundsOf(scene, subject.sale)).length, 1, failure)
      }
    })
  })
})

test('sending a refund', async t => {
  await using scene = await openScene()
  const runs = await dieAtEveryStep(scene, {
    prepare: sales,
    approach: async (at, subject) => {
      await asked(at.deps(), subject)
    },
    act: async (deps, subject) => sendRefund(deps, await dueOf(scene, subject)),
  })
  await recover(scene, () => t.test(`${runs.length} times: it went back, once`, () => assertGone(scene, runs)))
})

test('hearing that a refund went back', async t => {
  await using scene = await openScene()
  const runs = await dieAtEveryStep(scene, {
    prepare: sales,
    approach: async (at, subject) => {
      const { pspRefundId } = (await asked(at.deps(), subject)) as SaleRefund
      const bank = await clientOf(at.bank)
      const path = `/v2/pix/${subject.endToEndId}/devolucao/${pspRefundId}`
      assert.equal((await bank.call('PUT', path, { valor: '100.00' })).status, 201)
      await reported(at, subject)
    },
    act: (deps, { received }) => applyRefunds(deps, PSP, [received as Received]),
  })
  await recover(scene, () => t.test(`${runs.length} times: it went back, once`, () => assertGone(scene, runs)))
})

test('booking what the bank sent back by itself', async t => {
  await using scene = await openScene()
  const runs = await dieAtEveryStep(scene, {
    prepare: sales,
    approach: async (at, subject) => {
      const body = { endToEndId: subject.endToEndId, natureza: 'MED_FRAUDE' }
      assert.equal((await call(at.bank.url, 'POST', '/sandbox/refund', { body })).status, 201)
      await reported(at, subject)
    },
    act: (deps, { received }) => applyRefunds(deps, PSP, [received as Received]),
  })
  await recover(scene, () =>
    t.test(`${runs.length} times: it is booked once`, async () => {
      for (const { subject, failure } of runs) {
        assert.deepEqual(await refundsOf(scene, subject.sale), ['unasked COMPLETED 10000'], failure)
        assert.equal(await statusOf(scene, subject), 'ESTORNADO', failure)
      }
    }),
  )
})
