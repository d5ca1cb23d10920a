// A process dies, or is failed, at every single step of what it does with money that no sale accepts. A fresh process takes it up: the
// money is booked once, goes back once, and is credited once or not at all.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { createSale } from '#sale/create.ts'
import { creditIncomingPayment } from '#sale/incoming-payment/decision/credit.ts'
import { returnIncomingPayment } from '#sale/incoming-payment/decision/return.ts'
import { handleIncoming } from '#sale/incoming-payment/handle.ts'
import type { IncomingPaymentKey } from '#sale/incoming-payment/incoming-payment.ts'
import { sendRefund } from '#sale/refund/sending/send.ts'
import { type DueRefund, leaseRefunds } from '#sale/refund/store.ts'
import type { Seller } from '../gateway.ts'
import { call } from '../http.ts'
import { returnedOf, staticCode } from '../sale/incoming.ts'
import { setTerms } from '../sale/selling.ts'
import { type CrashCase, dieAtEveryStep, openScene, type Run, recover, type Scene } from './scene.ts'

interface Second {
  accountId: number
  endToEndId: string
}

const sellers =
  (unexpected: 'RETURN' | 'KEEP'): CrashCase<Second>['prepare'] =>
  async (_scene, gateway, count) => {
    const seller = await gateway.seller()
    await setTerms(gateway, seller, { unexpected, acceptsLate: false })
    return Array.from({ length: count }, () => ({ accountId: seller.accountId, endToEndId: '' }))
  }

async function pay(scene: Scene, brCode: string | null): Promise<string> {
  const body = { pixCopiaECola: brCode, again: true, late: true }
  return (await call(scene.bank.url, 'POST', '/sandbox/pay', { body })).body.endToEndId
}

/** A sale that is paid twice at the bank; the gateway has not heard of the second payment yet. */
async function paidTwice(scene: Scene, subject: Second): Promise<void> {
  const deps = scene.deps()
  const created = await createSale(deps, {
    accountId: subject.accountId,
    amount: centavos(100_00),
    customer: { name: 'Maria', email: '', document: '', phone: '' },
    items: [{ title: 'Camiseta', unitPrice: centavos(100_00), quantity: 1, tangible: false }],
    shipping: null,
    externalReference: null,
    postbackUrl: null,
    expiresInSeconds: 3_600,
  })
  assert.ok(!(created instanceof Failure))
  await handleIncoming(deps, 1, await pay(scene, created.sale.brCode))
  subject.endToEndId = await pay(scene, created.sale.brCode)
}

async function receiptOf(scene: Scene, endToEndId: string): Promise<IncomingPaymentKey & { status: string }> {
  const [row] = await scene.db.query<IncomingPaymentKey & { status: string }>(sql`
    select account_id as "accountId", id, status from receipt where end_to_end_id = ${endToEndId} and status <> 'MOVED'`)
  return row as IncomingPaymentKey & { status: string }
}

async function assertReturned(scene: Scene, runs: Run<Second>[]): Promise<void> {
  for (const { subject, failure } of runs) {
    assert.equal((await receiptOf(scene, subject.endToEndId)).status, 'RETURNED', failure)
    assert.equal(await returnedOf(scene.bank.url, subject.endToEndId), '100.00', failure)
  }
}

test('booking money that goes back', async t => {
  await using scene = await openScene()
  const runs = await dieAtEveryStep(scene, {
    prepare: sellers('RETURN'),
    approach: paidTwice,
    act: (deps, { endToEndId }) => handleIncoming(deps, 1, endToEndId),
  })
  await recover(scene, () =>
    t.test(`${runs.length} times: every Pix went back, once`, () => assertReturned(scene, runs)),
  )
})

test('sending money back', async t => {
  await using scene = await openScene()
  const dueOf = async ({ endToEndId }: Second): Promise<DueRefund> => {
    const now = new Date()
    const due = await leaseRefunds(scene.db, now, new Date(now.getTime() + SECOND_MS), 1_000)
    return due.find(refund => refund.endToEndId === endToEndId) as DueRefund
  }
  const runs = await dieAtEveryStep(scene, {
    prepare: sellers('RETURN'),
    approach: async (at, subject) => {
      await paidTwice(at, subject)
      await handleIncoming(at.deps(), 1, subject.endToEndId)
    },
    act: async (deps, subject) => sendRefund(deps, await dueOf(subject)),
  })
  await recover(scene, () =>
    t.test(`${runs.length} times: every Pix went back, once`, () => assertReturned(scene, runs)),
  )
})

const DECIDING = { by: { id: 'olga', address: '127.0.0.1' }, reason: 'the buyer called', refundTo: null }

for (const [what, act] of [
  ['sending it back', returnIncomingPayment],
  ['crediting it', (deps, key, deciding) => creditIncomingPayment(deps, key, null, deciding)],
] as const satisfies [
  string,
  typeof returnIncomingPayment | ((...given: Parameters<typeof returnIncomingPayment>) => unknown),
][])
  test(`a person decides on ${what}`, async t => {
    await using scene = await openScene()
    const runs = await dieAtEveryStep(scene, {
      prepare: sellers('KEEP'),
      approach: async (at, subject) => {
        await paidTwice(at, subject)
        await handleIncoming(at.deps(), 1, subject.endToEndId)
      },
      act: async (deps, { endToEndId }) => act(deps, await receiptOf(scene, endToEndId), DECIDING),
    })
    await recover(scene, () =>
      t.test(`${runs.length} times: it was decided, or it still waits`, async () => {
        const ends = new Set<string>()
        for (const { subject } of runs) ends.add((await receiptOf(scene, subject.endToEndId)).status)
        const decided = act === returnIncomingPayment ? 'RETURNED' : 'CREDITED'
        assert.deepEqual([...ends].toSorted(), [decided, 'UNACCEPTED'].toSorted())
      }),
    )
  })

test('the money of the suspense account is credited to a seller', async t => {
  await using scene = await openScene()
  let seller = {} as Seller
  const runs = await dieAtEveryStep(scene, {
    prepare: async (_scene, gateway, count) => {
      seller = await gateway.seller()
      return Array.from({ length: count }, () => ({ accountId: seller.accountId, endToEndId: '' }))
    },
    approach: async (at, subject) => {
      subject.endToEndId = await pay(at, staticCode(100_00n))
      await handleIncoming(at.deps(), 1, subject.endToEndId)
    },
    act: async (deps, { accountId, endToEndId }) =>
      creditIncomingPayment(deps, await receiptOf(scene, endToEndId), accountId, DECIDING),
  } satisfies CrashCase<Second>)
  await recover(scene, () =>
    t.test(`${runs.length} times: it is in one of the two accounts`, async () => {
      for (const { subject, failure } of runs) {
        const { accountId, status } = await receiptOf(scene, subject.endToEndId)
        assert.equal(status, accountId === 1_000 ? 'UNACCEPTED' : 'CREDITED', failure)
      }
    }),
  )
})

test('a Pix whose txid becomes known is booked anew', async t => {
  await using scene = await openScene()
  const runs = await dieAtEveryStep(scene, {
    prepare: sellers('RETURN'),
    approach: async (at, subject) => {
      await paidTwice(at, subject)
      await handleIncoming(withoutTxid(at), 1, subject.endToEndId)
    },
    act: (deps, { endToEndId }) => handleIncoming(deps, 1, endToEndId),
  })
  await recover(scene, () =>
    t.test(`${runs.length} times: it went the way of its sale`, () => assertReturned(scene, runs)),
  )
})

function withoutTxid(scene: Scene): ReturnType<Scene['deps']> {
  const deps = scene.deps()
  const payIn: typeof deps.psps.payIn = async id => {
    const real = await deps.psps.payIn(id)
    return {
      ...real,
      async findReceived(endToEndId) {
        const found = await real.findReceived(endToEndId)
        return found.kind === 'done' && found.value !== null
          ? { ...found, value: { ...found.value, txid: null } }
          : found
      },
    }
  }
  return { ...deps, psps: { ...deps.psps, payIn } }
}
