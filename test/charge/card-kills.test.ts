// A gateway is killed while it sells by card, at any moment between the request and its answer. Another goes on: each request, sent again under its
// key, comes to one sale, and the bank has approved one payment of it. `CARD_LIVES=40` kills it in the middle of two hundred requests.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { openTestGateway, type Seller, sellerWith } from '../gateway.ts'
import { times } from '../long.ts'
import { PROGRAM_ENV } from '../program-env.ts'
import { tokenOf } from '../psp/collect/card-scene.ts'
import { openScene } from '../recovery/scene.ts'
import type { Message } from '../recurrence/gateway-program.ts'
import { chanceOf } from '../storm/weather.ts'
import { until } from '../until.ts'
import { cardSeller, sellByCard } from './cards.ts'
import { chargesAtBank } from './selling.ts'

const LIVES = Number(process.env.CARD_LIVES ?? times(3, 12))
const SALES = 5
/** In place of the suite's bound, where more lives than its own were asked for. */
const LONG_ENOUGH = process.env.CARD_LIVES === undefined ? {} : { timeout: 6 * HOUR_MS }
const LONGEST_MS = 500
const SEED = Number(process.env.STORM_SEED ?? 1)
const PROGRAM = fileURLToPath(new URL('../recurrence/gateway-program.ts', import.meta.url))

interface Life {
  child: ChildProcess
  url: string
}

test('each request comes to one sale and one payment, whenever the gateway was killed', LONG_ENOUGH, async () => {
  const chance = chanceOf(SEED)
  await using scene = await openScene()
  const on = { connection: scene.connection, bank: scene.bank }
  const keys: { key: string; token: string }[] = []
  const bank = { url: scene.bank.url }
  const first = await openTestGateway({ on })
  const { accountId, publicKey, privateKey } = await cardSeller(first)
  await first[Symbol.asyncDispose]()

  const begin = async (aheadMs: number): Promise<Life> => {
    const place = JSON.stringify({ connection: scene.connection, bankUrl: scene.bank.url, aheadMs })
    const child = fork(PROGRAM, [place], { env: PROGRAM_ENV, silent: true })
    const [{ opened }] = (await once(child, 'message')) as [Message]
    return { child, url: opened }
  }
  const end = async ({ child }: Life) => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const sellerAt = ({ url }: Life): Seller => sellerWith({ url }, accountId, publicKey, privateKey)
  const sell = (life: Life, { key, token }: { key: string; token: string }) =>
    sellByCard({ bankUrl: scene.bank.url }, sellerAt(life), 'approved', { key, token })

  for (let n = 0; n < LIVES; n++) {
    const life = await begin(n * 3 * MINUTE_MS)
    for (let m = 0; m < SALES; m++) {
      const asked = { key: `kill-${n}-${m}`, token: await tokenOf(bank, 'approved') }
      keys.push(asked)
      // Nobody hears the answer.
      sell(life, asked).catch(() => {})
      await new Promise(resolve => setTimeout(resolve, chance.below(LONGEST_MS / SALES)))
    }
    await end(life)
  }

  const last = await begin((LIVES + 1) * 3 * MINUTE_MS)
  const uuids = new Set<string>()
  for (const asked of keys) {
    const sale = await until(
      async () => {
        const { status, body } = await sell(last, asked)
        return status === 201 && body.status !== 'EM_PROCESSAMENTO' ? body : null
      },
      `the sale of ${asked.key}`,
      60_000,
    )
    assert.equal(sale.status, 'PAGO', asked.key)
    uuids.add(sale.uuid)
  }
  await end(last)
  assert.equal(uuids.size, keys.length)

  const approved = (await chargesAtBank({ bankUrl: scene.bank.url })).filter(({ status }) => status === 'approved')
  assert.equal(approved.length, keys.length)
  const db = openDatabase(scene.connection, 1)
  try {
    const rows = await db.query<{ paid: bigint; booked: bigint; tokens: bigint }>(sql`
      select (select count(*) from sale where payment_method = 'CREDIT_CARD' and status = 'PAGO') as paid,
        (select count(*) from transfer where kind = 'SALE' and account_id = ${accountId}) as booked,
        (select count(*) from charge where token_sealed is not null and state = 'ENDED') as tokens`)
    assert.deepEqual(rows, [{ paid: BigInt(keys.length), booked: BigInt(keys.length), tokens: 0n }])
  } finally {
    await db.close()
  }
})
