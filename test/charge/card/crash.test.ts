// A process dies, or is failed, at every single step of a sale by card under a key, of its due work, and of the way back of what no sale accepted. Each request
// comes to one payment at the bank, and each payment that is to go back goes back once.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { applyCardReport } from '#charge/card/apply.ts'
import { expectedOf, lookUp, pspCardRequest } from '#charge/card/attempt.ts'
import type { CardCharge } from '#charge/card/card.ts'
import { createCard } from '#charge/card/create.ts'
import { doDueCard } from '#charge/card/due-work.ts'
import { failCard } from '#charge/card/fail.ts'
import type { CardRequest } from '#charge/card/request.ts'
import { findCard } from '#charge/card/store.ts'
import { takerOf } from '#charge/card/terms.ts'
import type { ChargeDeps } from '#charge/deps.ts'
import { chargesOfSales } from '#charge/feature.ts'
import { hashOf, type KeyRequest } from '#idempotency/key.ts'
import type { InTime } from '#kernel/concurrency/in-time.ts'
import { openInTime } from '#kernel/concurrency/in-time.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { HOUR_MS, later, MINUTE_MS, systemRandom } from '#kernel/time.ts'
import type { PspDirectory } from '#psp/directory.ts'
import { salesOfCharges } from '#sale/collect/collect-sale.ts'
import { sendRefund } from '#sale/refund/sending/send.ts'
import { leaseRefunds } from '#sale/refund/store.ts'
import { assertBooks } from '../../books.ts'
import { type Deps, dieAtEveryStep, openScene, type Scene } from '../../crash/scene.ts'
import { call } from '../../http.ts'
import { slow } from '../../long.ts'
import { tokenOf } from '../../psp/collect/card-scene.ts'
import { until } from '../../until.ts'
import { cardSeller } from '../cards.ts'

interface Keyed {
  request: CardRequest
  key: KeyRequest
}

let numbers = 0

async function keyed({ bank }: Scene, accountId: number): Promise<Keyed> {
  const request: CardRequest = {
    accountId,
    funding: 'credit',
    amount: centavos(100_00),
    installments: 1,
    card: { token: await tokenOf(bank, 'approved'), brand: null, lastFour: null },
    customer: { name: 'Ana Souza', email: 'ana@example.com', document: '52998224725', phone: '11987654321' },
    billingAddress: {
      ...{ street: 'Rua A', number: '1', district: 'Centro' },
      ...{ city: 'São Paulo', state: 'SP', zipCode: '01001000' },
    },
    items: [{ title: 'Livro', unitPrice: centavos(100_00), quantity: 1, tangible: false }],
    shipping: null,
    externalReference: `card-${++numbers}`,
    postbackUrl: null,
  }
  return {
    request,
    key: { accountId, route: 'POST /api/transactions', key: `card-${numbers}`, askHash: hashOf(request) },
  }
}

const inTime = openInTime()

function depsOf(deps: Deps): ChargeDeps & { inTime: InTime } {
  const all = { ...deps, charges: chargesOfSales }
  return {
    ...all,
    sales: salesOfCharges(all),
    callbackUrl: () => 'https://gateway.example',
    chargebacks: { apply: async () => {} },
    mailOwners: async () => {},
    wakeMail() {},
    secretBox: makeSecretBox(Buffer.alloc(32, 7), systemRandom),
    inTime,
  }
}

const prepare = async (scene: Scene, gateway: Parameters<typeof cardSeller>[0], count: number): Promise<Keyed[]> => {
  const sellers = await Promise.all(Array.from({ length: count }, () => cardSeller(gateway)))
  return Promise.all(sellers.map(({ accountId }) => keyed(scene, accountId)))
}

/** The attempt never reaches the bank, as far as anybody knows. */
const losingAttempts = (psps: PspDirectory): PspDirectory => ({
  ...psps,
  async psp(id) {
    const psp = await psps.psp(id)
    if (psp.collect?.cards === undefined) return psp
    const cards = { ...psp.collect.cards, pay: async () => ({ kind: 'unknown' as const, reason: 'lost' }) }
    return { ...psp, collect: { ...psp.collect, cards } }
  },
})

async function lostAttempt(scene: Scene, { request, key }: Keyed): Promise<void> {
  const deps = scene.deps()
  const made = await createCard(depsOf({ ...deps, psps: losingAttempts(deps.psps) }), request, key)
  assert.ok(!(made instanceof Failure), `${made}`)
}

async function cardOf(deps: Deps, { request: { accountId } }: Keyed): Promise<CardCharge> {
  const [row] = await deps.db.query<{ id: bigint }>(
    sql`select sale_id as id from charge where account_id = ${accountId}`,
  )
  const card = row === undefined ? null : await findCard(deps.db, { accountId, id: row.id })
  assert.ok(card)
  return card
}

/** The hold of a dead process, and the leases, have run out. */
const timePasses = ({ db }: Scene) =>
  db.query(sql`update idempotency set busy_until = now() - interval '1 second' where busy_until > now()`)

interface Row {
  ref: string
  status: string
  booked: bigint
  hasToken: boolean
}

const salesOf = ({ db }: Scene, { request: { accountId } }: Keyed) =>
  db.query<Row>(sql`
    select txid as ref, status, coalesce(token_sealed is not null, false) as "hasToken", (select count(*) from transfer
      where transfer.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id and kind = 'SALE') as booked
    from sale left join charge on charge.account_id = sale.account_id and sale_id = sale.id
    where sale.account_id = ${accountId} order by sale.id`)

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there.
const charges = async ({ bank }: Scene): Promise<any[]> =>
  (await call(bank.url, 'GET', '/sandbox/charges?limit=10000')).body.data

/** Each subject has one sale that is PAGO, booked once, and one approved charge at the bank. */
async function paidOnce(scene: Scene, subjects: { subject: Keyed; failure: string }[]): Promise<void> {
  await scene.withGateway(async gateway => {
    gateway.advance(3 * MINUTE_MS)
    for (const { subject, failure } of subjects) {
      const sales = await until(async () => {
        const found = await salesOf(scene, subject)
        return found.every(({ status }) => status !== 'EM_PROCESSAMENTO') ? found : null
      }, `the end of what died: ${failure}`)
      const paid = sales.filter(({ status }) => status === 'PAGO')
      assert.deepEqual([paid.length, paid[0]?.booked, sales.some(({ hasToken }) => hasToken)], [1, 1n, false], failure)
      const refs = new Set(sales.map(({ ref }) => ref))
      const atBank = (await charges(scene)).filter(
        ({ status, customId }) => status === 'approved' && refs.has(customId),
      )
      assert.deepEqual(
        atBank.map(({ customId }) => customId),
        [paid[0]?.ref],
        failure,
      )
    }
    await assertBooks(gateway)
  })
}

slow('repeating the request of a card that was cut off anywhere, under its key', async () => {
  await using scene = await openScene()
  const act = (deps: Deps, { request, key }: Keyed) => createCard(depsOf(deps), request, key)
  const runs = await dieAtEveryStep(scene, { prepare, act })
  await timePasses(scene)
  for (const { subject, failure } of runs) {
    const again = await createCard(depsOf(scene.deps()), subject.request, subject.key)
    assert.ok(!(again instanceof Failure), `${failure}: ${again}`)
  }
  await paidOnce(scene, runs)
})

slow('the due work of a card that was cut off anywhere', async () => {
  await using scene = await openScene()
  const act = async (deps: Deps, subject: Keyed) => doDueCard(depsOf(deps), await cardOf(deps, subject))
  const runs = await dieAtEveryStep(scene, { prepare, approach: lostAttempt, act })
  await paidOnce(scene, runs)
})

/** Charged behind the end of its sale, and settled. */
async function chargedInVain(scene: Scene, subject: Keyed): Promise<void> {
  await lostAttempt(scene, subject)
  const deps = depsOf(scene.deps())
  const card = await cardOf(scene.deps(), subject)
  const sale = await deps.sales.find({ accountId: card.accountId, id: card.saleId })
  const taker = await takerOf(deps.psps, card.pspAccountId)
  const request = sale && pspCardRequest(deps, sale, card)
  if (sale === null || taker === null || request === null || card.chargeId === null) throw new Error('no attempt')
  await failCard(deps, card)
  await taker.cards.pay(card.chargeId, request)
  await call(scene.bank.url, 'POST', '/sandbox/settle', { body: { chargeId: Number(card.chargeId) } })
  const found = await lookUp(taker, card.chargeId, expectedOf(sale, card))
  assert.equal(found.kind, 'reported')
  if (found.kind === 'reported') await applyCardReport(deps, await cardOf(scene.deps(), subject), found.charge)
}

slow('the way back of a card that was cut off anywhere', async () => {
  await using scene = await openScene()
  const act = async (deps: Deps, { request: { accountId } }: Keyed) => {
    const now = deps.clock()
    const due = await leaseRefunds(deps.db, now, later(now, MINUTE_MS), 1_000)
    for (const refund of due) if (refund.accountId === accountId) await sendRefund(depsOf(deps) as never, refund)
  }
  const runs = await dieAtEveryStep(scene, { prepare, approach: chargedInVain, act })
  await scene.withGateway(async gateway => {
    gateway.advance(2 * HOUR_MS)
    for (const { subject, failure } of runs) {
      const { accountId } = subject.request
      await until(async () => {
        const rows = await scene.db.query<{ status: string }>(
          sql`select status from receipt where account_id = ${accountId}`,
        )
        return `${rows.map(({ status }) => status)}` === 'RETURNED' || null
      }, `the way back of what died: ${failure}`)
      const { chargeId } = await cardOf(scene.deps(), subject)
      const atBank = (await charges(scene)).find(charge => `${charge.chargeId}` === chargeId)
      assert.deepEqual([atBank.status, atBank.card.refunds.length], ['refunded', 1], failure)
    }
    await assertBooks(gateway)
  })
})
