// A process dies, or is failed, at every single step of a release, of a confirmation, and of an order's end. A fresh one takes it up: what
// is held is released once, and what two persons decided is done once or not at all.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { endOrder } from '#hold/order/end.ts'
import { placeHold } from '#hold/order/place.ts'
import { seizeHold } from '#hold/order/seize.ts'
import { releaseHolds } from '#hold/release/release.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import { type ProposalOperations, proposalOperations } from '#proposal/manage.ts'
import type { Payload } from '#proposal/proposal.ts'
import { type CrashCase, type Deps, dieAtEveryStep, openScene, recover, type Scene } from '../crash/scene.ts'
import type { TestGateway } from '../gateway.ts'
import { at, setTerms } from '../sale/selling.ts'

const COMMANDS = { 'hold.place': placeHold, 'hold.take': seizeHold }
const WORDS = { reason: 'a court has ordered it' }
const OLGA = { id: '00000000-0000-4000-8000-000000000001', address: '127.0.0.1' }
const OTTO = { id: '00000000-0000-4000-8000-000000000002', address: '127.0.0.1' }

/** Who approves has to be an operator, and not only since today. */
async function letOperatorsIn({ db }: Scene): Promise<void> {
  for (const { id } of [OLGA, OTTO])
    await db.query(sql`
      insert into iam."user" (id, name, email, "emailVerified", operator, "operatorSince")
      values (${id}, 'Operadora', ${`${id}@example.com`}, true, true, '2000-01-01')`)
}

/** A reserve by its hold, or an order by its proposal. */
interface Subject {
  accountId: number
  id: bigint
  orderId?: string
}

/** A day on, for what is due then. */
const tomorrow = ({ db, outbox }: Deps) => ({ db, outbox, clock: () => new Date(Date.now() + DAY_MS) })
const operationsOf = (deps: Deps): ProposalOperations => proposalOperations({ ...deps, commands: COMMANDS })

async function seller(gateway: TestGateway, reserveBasisPoints = 0) {
  const made = await gateway.seller()
  await setTerms(gateway, made, { basisPoints: 0, reserveBasisPoints, reserveDays: 1 })
  const earn = async (cents: number) => {
    const sale = await made.sell(cents)
    await gateway.pay(sale.pixKey)
    await made.reaches(at(sale), 'PAGO')
  }
  return { accountId: made.accountId, earn }
}

/** With a reserve in each of so many sales, and enough for every order. */
const RESERVES = 60
const FUNDS = 1_000_000_00

async function proposed(scene: Scene, accountId: number, kind: string, payload: Payload): Promise<bigint> {
  const made = await operationsOf(scene.deps()).propose({ kind, accountId, payload, ...WORDS, by: OLGA })
  assert.ok(!(made instanceof Failure) && 'id' in made)
  return made.id
}

const ORDER = { reason: 'JUDICIAL', amount: 60_00, document: '1', releaseAt: null }

const confirm = (deps: Deps, { id }: Pick<Subject, 'id'>) =>
  operationsOf(deps).decide({ id, decision: 'confirm', ...WORDS, by: OTTO })

async function placed(scene: Scene, accountId: number, more: Payload = {}): Promise<string> {
  const id = await proposed(scene, accountId, 'hold.place', { ...ORDER, ...more })
  return orderOf(await confirm(scene.deps(), { id }))
}

function orderOf(done: Awaited<ReturnType<ProposalOperations['decide']>>): string {
  assert.ok(!(done instanceof Failure) && 'outcome' in done)
  return String(done.outcome?.orderId)
}

/** What the transfers of this kind about it came to. */
async function moved({ db }: Scene, kind: string, accountId: number, about: { hold: bigint } | { order: string }) {
  const [hold, order] = 'hold' in about ? [about.hold, null] : [null, about.order]
  const rows = await db.query<{ amount: bigint }>(sql`
    select amount_centavos as amount from transfer
    where account_id = ${accountId} and kind = ${kind}
      and (hold_seq = ${hold}::bigint or subject_id = ${order}::bigint and subject = 'hold_order')
    order by seq`)
  return rows.map(({ amount }) => amount)
}

test('a process that dies over what is blocked', async t => {
  await using scene = await openScene()
  await letOperatorsIn(scene)
  const [reserving, accountId] = await scene.withGateway(async gateway => {
    const [one, other] = [await seller(gateway, 1_000), await seller(gateway)]
    await Promise.all(Array.from({ length: RESERVES }, () => one.earn(100_00)))
    await other.earn(FUNDS)
    return [one.accountId, other.accountId] as const
  })
  // The rest needs no gateway, and none is open.
  const closed: Scene = { ...scene, withGateway: work => work({} as TestGateway) }
  const orders: CrashCase<Subject>['prepare'] = async (_scene, _gateway, count) =>
    Array.from({ length: count }, () => ({ accountId, id: 0n }))

  const held = await scene.db.query<{ seq: bigint }>(
    sql`select seq from hold where account_id = ${reserving} order by seq`,
  )
  const reserves = await dieAtEveryStep<Subject>(closed, {
    prepare: async (_scene, _gateway, count) =>
      held.splice(0, count).map(({ seq }) => ({ accountId: reserving, id: seq })),
    act: (deps, { accountId, id }) => releaseHolds(tomorrow(deps), [{ accountId, seqs: [id] }]),
  })
  const placings = await dieAtEveryStep<Subject>(closed, {
    prepare: orders,
    approach: async (_scene, subject) => {
      subject.id = await proposed(scene, subject.accountId, 'hold.place', ORDER)
    },
    act: confirm,
  })
  const takings = await dieAtEveryStep<Subject>(closed, {
    // Each takes its part of one order.
    prepare: async (_scene, gateway, count) => {
      const subjects = await orders(scene, gateway, count)
      const orderId = await placed(scene, accountId, { amount: 100_00 * count })
      return subjects.map(subject => ({ ...subject, orderId }))
    },
    approach: async (_scene, subject) => {
      const payload = { orderId: subject.orderId, amount: 20_00, pspAccountId: 1 }
      subject.id = await proposed(scene, subject.accountId, 'hold.take', payload)
    },
    act: confirm,
  })
  const releaseAt = new Date(Date.now() + DAY_MS / 2).toISOString()
  const endings = await dieAtEveryStep<Subject>(closed, {
    prepare: orders,
    approach: async (_scene, subject) => {
      subject.id = BigInt(await placed(scene, subject.accountId, { releaseAt }))
    },
    act: (deps, subject) => endOrder(tomorrow(deps), subject),
  })

  await recover(scene, async () => {
    await t.test(`${reserves.length} times while a reserve is released: it is released once`, async () => {
      for (const { subject, failure } of reserves) {
        const { accountId, id } = subject
        await releaseHolds(tomorrow(scene.deps()), [{ accountId, seqs: [id] }])
        assert.deepEqual(await moved(scene, 'RESERVE_RELEASED', accountId, { hold: id }), [10_00n], failure)
      }
    })
    await t.test(`${placings.length} times while an order is placed: confirmed again it holds once`, async () => {
      for (const { subject, failure } of placings) {
        const order = orderOf(await confirm(scene.deps(), subject))
        assert.deepEqual(await moved(scene, 'ORDER_HELD', subject.accountId, { order }), [60_00n], failure)
      }
    })
    await t.test(`${takings.length} times while it is taken: confirmed again it is taken once`, async () => {
      for (const { subject } of takings) await confirm(scene.deps(), subject)
      const { orderId: order = '' } = takings[0]?.subject ?? {}
      const once = takings.map(() => 20_00n)
      assert.deepEqual(await moved(scene, 'ORDER_TAKEN', accountId, { order }), once)
    })
    await t.test(`${endings.length} times while an order ends: it ends once`, async () => {
      for (const { subject, failure } of endings) {
        await endOrder(tomorrow(scene.deps()), subject)
        const order = subject.id.toString()
        assert.deepEqual(await moved(scene, 'ORDER_RELEASED', subject.accountId, { order }), [60_00n], failure)
      }
    })
  })
})
