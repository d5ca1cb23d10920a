// A bank whose callbacks are all lost, for good: what came in is found in its own list, once, and nothing is missing.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { centavos } from '#kernel/money.ts'
import { buildStaticCode } from '#kernel/pix/br-code.ts'
import { DAY_MS } from '#kernel/time.ts'
import { CUSTOMER } from '../../sandbox/customer.ts'
import { assertBooks } from '../books.ts'
import { balanceOf } from '../cashout/requesting.ts'
import type { TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import type { Wire } from './faulty-wire.ts'
import { openSilentBank } from './silent-bank.ts'

const LIST = '/v2/pix?'
const QUICK = { SWEEP_EVERY_MS: '200' }

/** Where one pays without a sale; the money is in the suspense account. */
const BOX = buildStaticCode({
  merchantName: 'PORTEIRA',
  merchantCity: 'SAO PAULO',
  key: CUSTOMER.pixKey,
  txid: 'caixinha',
  amount: centavos(1_00),
})

const inTheBox = async ({ db }: TestGateway) => {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from receipt where account_id = ${SUSPENSE_ACCOUNT_ID}`)
  return row?.count ?? 0
}

const listsRead = (wire: Wire) =>
  wire.passed.filter(({ path }) => path.startsWith(LIST)).map(({ path }) => queryOf(path))

function queryOf(path: string) {
  const query = new URLSearchParams(path.slice(LIST.length))
  return {
    from: Date.parse(query.get('inicio') ?? ''),
    to: Date.parse(query.get('fim') ?? ''),
    page: Number(query.get('paginacao.paginaAtual')),
  }
}

const sweepOf = async ({ db }: TestGateway) => {
  const [row] = await db.query<{ sweptTo: Date; trouble: string | null }>(sql`
    select swept_to as "sweptTo", trouble from psp_sweep where list = 'received'`)
  return row ?? null
}

test('a sale that no callback ever reports is PAGO by the sweep, once', async () => {
  await using scene = await openSilentBank(QUICK)
  const { gateway, bank, wire } = scene
  const seller = await gateway.seller()
  const sale = await seller.sell(100_00)
  assert.equal((await gateway.pay(sale.pixKey)).status, 201)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  const sweeps = listsRead(wire).length
  await until(() => listsRead(wire).length >= sweeps + 3 || null, 'further sweeps')
  assert.equal((await balanceOf(seller)).total, 99_01)
  assert.deepEqual(await gateway.db.query(sql`select from psp_inbox`), [])
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('a list of several pages', async t => {
  await using scene = await openSilentBank(QUICK)
  const { gateway, bank, wire } = scene
  const second: string[] = []
  wire.fail(
    'GET',
    LIST,
    {
      forwarded: true,
      answer: theirs => {
        if (JSON.parse(theirs.body).parametros?.paginacao.paginaAtual !== 1) return theirs
        second.push(theirs.body)
        return { status: 500, body: '{}' }
      },
    },
    10_000,
  )
  const before = await until(() => sweepOf(gateway), 'the first sweep')
  for (let n = 0; n < 230; n += 10) await Promise.all(Array.from({ length: 10 }, () => gateway.pay(BOX)))

  await t.test('stops at a page that fails, and has compared what came before it', async () => {
    const { trouble } = await until(async () => {
      const row = await sweepOf(gateway)
      return row?.trouble ? row : null
    }, 'the trouble')
    assert.equal(trouble, 'HTTP 500')
    assert.ok(second.length >= 1)
    assert.ok((await inTheBox(gateway)) >= 100)
    const stuckAt = (await sweepOf(gateway))?.sweptTo
    assert.ok(stuckAt !== undefined && stuckAt >= before.sweptTo)
  })

  await t.test('is through once all of them can be read', async () => {
    wire.heal()
    await until(async () => (await inTheBox(gateway)) === 230 || null, 'all that came')
    const row = await until(async () => {
      const now = await sweepOf(gateway)
      return now?.trouble === null ? now : null
    }, 'the end of the sweep')
    assert.ok(row.sweptTo > before.sweptTo)
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

test('two processes on one database read a list once in a while and not twice', async () => {
  await using scene = await openSilentBank({ SWEEP_EVERY_MS: '300' })
  const { gateway, wire } = scene
  await scene.openAnother()
  await gateway.pay(BOX)
  const reads = await until(() => {
    const found = listsRead(wire)
    return found.length >= 12 ? found : null
  }, 'some sweeps')
  const began = reads.map(({ to }) => to)
  for (const [n, at] of began.slice(1).entries())
    assert.ok(at - (began[n] as number) >= 300, `${at - (began[n] as number)} ms from one sweep to the next`)
  assert.equal(await inTheBox(gateway), 1)
})

test('after an outage of days everything that came is found, a day at a time', async () => {
  await using scene = await openSilentBank({ SWEEP_EVERY_MS: '3600000' })
  const { gateway, bank, wire } = scene
  await until(() => sweepOf(gateway), 'the first sweep')
  await gateway.pay(BOX)
  wire.passed.splice(0, wire.passed.length)
  gateway.advance(4 * DAY_MS)
  await until(async () => (await inTheBox(gateway)) === 1 || null, 'what came')
  // The list is read up to a little after now, which takes a fifth piece.
  const reads = await until(() => {
    const found = listsRead(wire)
    return found.length >= 5 ? found : null
  }, 'the fifth piece')
  assert.equal((await sweepOf(gateway))?.trouble, null)
  assert.ok(reads.every(({ from, to }) => to - from <= DAY_MS))
  await assertBooks({ ...gateway, bankUrl: bank.url })
})
