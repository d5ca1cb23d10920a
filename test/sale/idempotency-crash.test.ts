// A process dies, or is failed, at every single step of a sale under a key. A caller who repeats the request under the same key gets one
// sale that can be paid, and the answer that was given, if one was.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { hashOf, type KeyRequest } from '#idempotency/key.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import type { SaleRequest } from '#sale/begin.ts'
import { type Created, createSale } from '#sale/create.ts'
import { type CrashCase, dieAtEveryStep, openScene, type Scene } from '../crash/scene.ts'
import { manySellers } from '../many-sellers.ts'
import { chargesOf, salesOf } from './under-key.ts'

interface Keyed {
  request: SaleRequest
  key: KeyRequest
}

let numbers = 0

function keyed(accountId: number): Keyed {
  const request: SaleRequest = {
    accountId,
    amount: centavos(100_00),
    customer: { name: 'Maria', email: '', document: '', phone: '' },
    items: [{ title: 'Camiseta', unitPrice: centavos(100_00), quantity: 1, tangible: false }],
    shipping: null,
    externalReference: `order-${++numbers}`,
    postbackUrl: null,
    expiresInSeconds: 3_600,
  }
  const key = { accountId, route: 'POST /api/transactions', key: `order-${numbers}`, askHash: hashOf(request) }
  return { request, key }
}

const crashCase: CrashCase<Keyed> = {
  // One seller for each, whose sales are then counted.
  prepare: async (_scene, gateway, count) => {
    const sellers = await manySellers(gateway, count)
    return sellers.map(({ accountId }) => keyed(accountId))
  },
  act: (deps, { request, key }) => createSale(deps, request, key),
}

/** The hold of the dead process has run out. */
const timePasses = ({ db }: Scene) =>
  db.query(sql`update idempotency set busy_until = now() - interval '1 second' where busy_until > now()`)

const requestAgain = (scene: Scene, { request, key }: Keyed) => createSale(scene.deps(), request, key)

test('repeating the request of a sale that was cut off anywhere, under its key', async t => {
  await using scene = await openScene()
  const runs = await dieAtEveryStep(scene, crashCase)
  await timePasses(scene)
  const again: Awaited<ReturnType<typeof requestAgain>>[] = []
  for (const { subject } of runs) again.push(await requestAgain(scene, subject))

  await t.test(`${runs.length} times: it is sold, and who was answered gets the same answer`, () => {
    for (const [n, { answer, failure }] of runs.entries()) {
      const second = again[n]
      assert.ok(second !== undefined && !(second instanceof Failure), failure)
      const bytes = 'replayed' in second ? second.replayed.body : second.answer.body
      assert.equal(JSON.parse(bytes.toString('utf8')).status, 'PENDENTE', failure)
      if (answer === undefined || answer instanceof Failure) continue
      assert.ok('replayed' in second, failure)
      assert.deepEqual(bytes, (answer as Created).answer.body, failure)
    }
  })

  await t.test('and there is one sale of it here, and one charge at the bank', async () => {
    for (const { subject, failure } of runs) {
      const sales = await salesOf(scene, subject.request)
      assert.deepEqual(
        sales.map(({ status }) => status),
        ['PENDENTE'],
        failure,
      )
      assert.deepEqual(await chargesOf(scene.bank, subject.request), [`ATIVA 100.00 ${sales[0]?.txid}`], failure)
    }
  })
})
