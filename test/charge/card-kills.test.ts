// A gateway is killed while it sells by card: between the bank's approval of one sale and its answer, which never comes, and at any moment of four
// others. Another gateway goes on: each request, sent again under its key, comes to one sale. What the bank has approved is PAGO, once; what it has
// not is FALHA when a day has passed, and can be paid by nobody. `CARD_LIVES=200` kills it two hundred times.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { openTestGateway, sellerWith } from '../gateway.ts'
import { call } from '../http.ts'
import { times } from '../long.ts'
import { PROGRAM_ENV } from '../program-env.ts'
import { type CardName, numberOf, tokenOf } from '../psp/collect/card-scene.ts'
import { openScene } from '../recovery/scene.ts'
import type { Message, Place } from '../recurrence/gateway-program.ts'
import { chanceOf } from '../storm/weather.ts'
import { until } from '../until.ts'
import { cardSeller, sellByCard } from './cards.ts'

const LIVES = Number(process.env.CARD_LIVES ?? times(3, 8))
const SALES = 5
/** In place of the suite's bound, where more lives than its own were asked for. */
const LONG_ENOUGH = process.env.CARD_LIVES === undefined ? {} : { timeout: 6 * HOUR_MS }
const MAX_MS = 500
/** Between two lives: what is due is tried again, and after a few lives only looked up. */
const STEP_MS = 3 * MINUTE_MS
const SEED = Number(process.env.STORM_SEED ?? 1)
const PROGRAM = fileURLToPath(new URL('../recurrence/gateway-program.ts', import.meta.url))

interface Life {
  child: ChildProcess
  url: string
}

interface Order {
  key: string
  name: CardName
  token: string
}

interface Charge {
  chargeId: number
  customId: string
  status: string
  card: { lastFour: string } | null
}

interface Row {
  ref: string
  status: string
  booked: bigint
  hasToken: boolean
}

test('each request comes to one sale and one payment, whenever the gateway was killed', LONG_ENOUGH, async t => {
  const chance = chanceOf(SEED)
  await using scene = await openScene()
  const on = { connection: scene.connection, bank: scene.bank }
  const first = await openTestGateway({ on })
  const { accountId, publicKey, privateKey } = await cardSeller(first)
  await first[Symbol.asyncDispose]()

  const sellerAt = ({ url }: Life) => sellerWith({ url }, accountId, publicKey, privateKey)
  const sell = (life: Life, { key, name, token }: Order) =>
    sellByCard({ bankUrl: scene.bank.url }, sellerAt(life), name, { key, token })
  const charges = async (after = 0): Promise<Charge[]> =>
    (await call(scene.bank.url, 'GET', `/sandbox/charges?limit=10000&after=${after}`)).body.data
  const place = { connection: scene.connection, bankUrl: scene.bank.url }

  const orders: Order[] = []
  const approved = new Set<string>()
  let seen = 0
  for (let n = 0; n < LIVES; n++) {
    const life = await begin({ ...place, aheadMs: n * STEP_MS })
    const heard = new Set<string>()
    const aimed = chance.below(SALES)
    for (let m = 0; m < SALES; m++) {
      const name = m === aimed ? 'silent' : 'approved'
      const order = { key: `kill-${n}-${m}`, name, token: await tokenOf(scene.bank, name) } as const
      orders.push(order)
      sell(life, order).then(
        () => heard.add(order.key),
        () => {},
      )
      await new Promise(resolve => setTimeout(resolve, chance.below(MAX_MS / SALES)))
    }
    const { chargeId, customId } = await until(async () => (await charges(seen)).find(isSilent) ?? null, 'an approval')
    await end(life)
    assert.ok(!heard.has(`kill-${n}-${aimed}`), 'the gateway has answered before it was killed')
    approved.add(customId)
    seen = chargeId
  }

  const last = await begin({ ...place, aheadMs: LIVES * STEP_MS })
  const uuids = new Set<string>()
  for (const order of orders) {
    const { body } = await until(async () => {
      const answer = await sell(last, order)
      return answer.status === 201 ? answer : null
    }, `the sale of ${order.key}`)
    uuids.add(body.uuid)
  }
  assert.equal(uuids.size, orders.length)
  // What was approved is known without waiting for the day.
  const statusOf = async (uuid: string): Promise<string> =>
    (await sellerAt(last).api('GET', `/api/transactions/${uuid}`)).body.status
  last.child.send({ aheadMs: LIVES * STEP_MS + DAY_MS + HOUR_MS } satisfies Pick<Place, 'aheadMs'>)
  const ended = { PAGO: 0, FALHA: 0 }
  for (const uuid of uuids) {
    const status = await until(async () => {
      const now = await statusOf(uuid)
      return now === 'EM_PROCESSAMENTO' ? null : now
    }, `the end of ${uuid}`)
    assert.ok(status === 'PAGO' || status === 'FALHA', status)
    ended[status] += 1
  }
  const db = openDatabase(scene.connection, 1)
  try {
    const rows = await until(async () => {
      const all = await db.query<Row>(sql`
        select txid as ref, status, token_sealed is not null as "hasToken", (select count(*) from transfer
          where transfer.account_id = sale.account_id and subject = 'sale' and subject_id = sale.id and kind = 'SALE') as booked
        from sale join charge on charge.account_id = sale.account_id and charge.sale_id = sale.id and charge_id is not null`)
      return all.some(({ hasToken }) => hasToken) ? null : all
    }, 'every token to be erased')
    const isPaid = ({ status }: { status: string }) => status === 'PAGO'
    assert.equal(rows.filter(isPaid).length, ended.PAGO)
    assert.ok(rows.every(row => row.booked === (isPaid(row) ? 1n : 0n)))
    const atBank = (await charges()).filter(({ status }) => status === 'approved').map(({ customId }) => customId)
    assert.deepEqual(
      atBank.toSorted(),
      rows
        .filter(isPaid)
        .map(({ ref }) => ref)
        .toSorted(),
    )
    assert.ok([...approved].every(ref => atBank.includes(ref)))
  } finally {
    await db.close()
    await end(last)
  }
  t.diagnostic(
    `${LIVES} kills between approval and answer, ${orders.length} requests: ${ended.PAGO} paid once each, ${ended.FALHA} not charged`,
  )
})

/** The approval whose answer is never sent. */
const isSilent = ({ status, card }: Charge): boolean =>
  status === 'approved' && card?.lastFour === numberOf('silent').slice(-4)

async function begin(place: Place): Promise<Life> {
  const child = fork(PROGRAM, [JSON.stringify(place)], { env: PROGRAM_ENV, silent: true })
  const [{ opened }] = (await once(child, 'message')) as [Message]
  return { child, url: opened }
}

async function end({ child }: Life): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
