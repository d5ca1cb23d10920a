// A process dies, or is failed, at every single step of a sale by boleto under a key. A caller who repeats the request under the same key gets
// one sale, with one boleto at the bank; what was opened there and forgotten can be paid by nobody.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { createBoleto } from '#charge/create.ts'
import type { ChargeDeps } from '#charge/deps.ts'
import type { BoletoRequest } from '#charge/request.ts'
import { hashOf, type KeyRequest } from '#idempotency/key.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { systemRandom } from '#kernel/time.ts'
import { salesOfCharges } from '#sale/collect/collect-sale.ts'
import { type CrashCase, type Deps, dieAtEveryStep, openScene, type Scene } from '../crash/scene.ts'
import { boletoSeller, chargesAtBank } from './selling.ts'

interface Keyed {
  request: BoletoRequest
  key: KeyRequest
}

let numbers = 0

function keyed(accountId: number): Keyed {
  const request: BoletoRequest = {
    accountId,
    amount: centavos(123_45),
    customer: { name: 'Ana Souza', email: 'ana@example.com', document: '52998224725', phone: '' },
    address: { street: 'Rua A', number: '1', district: 'Centro', city: 'São Paulo', state: 'SP', zipCode: '01001000' },
    items: [{ title: 'Livro', unitPrice: centavos(123_45), quantity: 1, tangible: false }],
    shipping: null,
    externalReference: `order-${++numbers}`,
    postbackUrl: null,
    boleto: {
      dueDate: null,
      dueInDays: 3,
      payableDaysAfterDue: 0,
      fineBasisPoints: 0,
      interestMonthlyBasisPoints: 0,
      message: null,
    },
  }
  const key = { accountId, route: 'POST /api/transactions', key: `order-${numbers}`, askHash: hashOf(request) }
  return { request, key }
}

const depsOf = (deps: Deps): ChargeDeps => ({
  ...deps,
  sales: salesOfCharges(deps),
  callbackUrl: () => 'https://gateway.example',
  chargebacks: { apply: async () => {} },
  mailOwners: async () => {},
  wakeMail() {},
  secretBox: makeSecretBox(Buffer.alloc(32, 7), systemRandom),
})

const crashCase: CrashCase<Keyed> = {
  prepare: async (_scene, gateway, count) => {
    const sellers = await Promise.all(Array.from({ length: count }, () => boletoSeller(gateway)))
    return sellers.map(({ accountId }) => keyed(accountId))
  },
  act: (deps, { request, key }) => createBoleto(depsOf(deps), request, key),
}

/** The hold of the dead process has run out. */
const timePasses = ({ db }: Scene) =>
  db.query(sql`update idempotency set busy_until = now() - interval '1 second' where busy_until > now()`)

test('repeating the request of a boleto that was cut off anywhere, under its key', async t => {
  await using scene = await openScene()
  const runs = await dieAtEveryStep(scene, crashCase)
  await timePasses(scene)
  const refs: string[] = []
  for (const { subject, failure } of runs) {
    const again = await createBoleto(depsOf(scene.deps()), subject.request, subject.key)
    assert.ok(!(again instanceof Failure), failure)
    const { status, boletoCode } = JSON.parse(
      ('replayed' in again ? again.replayed : again.answer).body.toString('utf8'),
    )
    assert.deepEqual([status, /^\d{47}$/.test(boletoCode)], ['PENDENTE', true], failure)
    const rows = await scene.db.query<{ txid: string; status: string; state: string }>(sql`
      select txid, sale.status, charge.state from sale join charge on charge.account_id = sale.account_id and sale_id = sale.id
      where sale.account_id = ${subject.request.accountId}`)
    assert.deepEqual(
      rows.map(row => `${row.status} ${row.state}`),
      ['PENDENTE ISSUED'],
      failure,
    )
    refs.push(rows[0]?.txid ?? '')
  }

  await t.test('the bank has one boleto of each, and nothing else that can be paid', async () => {
    const charges = await chargesAtBank({ bankUrl: scene.bank.url })
    const issued = charges.filter(({ status }) => status !== 'new')
    for (const ref of refs) assert.equal(issued.filter(({ customId }) => customId === ref).length, 1)
    assert.ok(charges.every(({ status, line }) => status !== 'new' || line === null))
  })
})
