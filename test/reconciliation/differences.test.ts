// A day's movements against what the bank says of them: none invented, every planted difference found, each once, and what becomes
// of them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { assertBooks, findings, untilAtRest } from '../books.ts'
import type { Seller } from '../house.ts'
import { paid, refunded } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { openScene, paidOut, type Scene } from './reconciling.ts'

let scene: Scene
let shop: Seller
const e2e: string[] = []
const payouts: string[] = []

before(async () => {
  scene = await openScene()
  const { house } = scene
  shop = await house.seller({ funds: 2_000_00 })
  for (const cents of [101_00, 102_00, 103_00, 104_00, 105_00, 106_00])
    e2e.push((await paid(house, shop, cents)).endToEndId)
  for (const [n, cents] of [11_00, 12_00, 13_00].entries()) {
    const sale = await paid(house, shop, 50_00 + n)
    e2e.push(sale.endToEndId)
    await refunded(shop, sale, { amount: cents })
  }
  for (const reais of [100, 110, 120, 130]) await paidOut(shop, reais)
  await paidOut(shop, 140, 'devolvida@example.com')
  await paidOut(shop, 150, 'recusada@example.com', 'FAILED')
  await untilAtRest(house)
  await until(
    async () => (await house.db.query(sql`select from payout_return`))[0] ?? null,
    'what came back to be booked',
  )
  const rows = await house.db.query<{ payout_id: string }>(
    sql`select payout_id from payout_attempt order by created_at`,
  )
  payouts.push(...rows.map(row => row.payout_id))
  await assertBooks(house)
  await scene.nextDay()
})
after(() => scene?.[Symbol.asyncDispose]())

test('a day on which both sides agree has no difference', async () => {
  const run = await scene.reconciled()
  assert.deepEqual([run.differences, run.cases], [0, []])
  // Ten receipts, three refunds, six payments and what came back of one.
  assert.equal(run.matched, 10 + 3 + 6 + 1)
  const again = await scene.reconciled()
  assert.deepEqual([again.run, again.matched, again.differences], [2, run.matched, 0])
})

test('every difference is found, and found again it is the same', async () => {
  await scene.plant(
    [
      `insert into pix select 'E99999999202601010000strange0001', null, chave, 777, received_at, null, 'Ana', '' from pix limit 1`,
    ],
    ['delete from pix where end_to_end_id = ?', e2e[0] ?? ''],
    ['update pix set amount = amount + 1 where end_to_end_id = ?', e2e[1] ?? ''],
    ['update devolucao set amount = 1099 where end_to_end_id = ?', e2e[6] ?? ''],
    ['delete from devolucao where end_to_end_id = ?', e2e[7] ?? ''],
    [`update devolucao set status = 'NAO_REALIZADO' where end_to_end_id = ?`, e2e[8] ?? ''],
    [
      `insert into devolucao select end_to_end_id, 'strange', 'strange', 300, 'ORIGINAL', null, received_at, received_at,
        'DEVOLVIDO', null from pix where end_to_end_id = ?`,
      e2e[2] ?? '',
    ],
    [
      `insert into payout select 'Estrange', 'strange', 4200, chave, favorecido_chave, null, null, fate, requested_at,
        settled_at, hidden_until, status, null from payout where id_envio = ?`,
      payouts[0] ?? '',
    ],
    ['delete from payout where id_envio = ?', payouts[0] ?? ''],
    ['update payout set amount = amount - 5 where id_envio = ?', payouts[1] ?? ''],
    [`update payout set status = 'NAO_REALIZADO', error = '{}' where id_envio = ?`, payouts[2] ?? ''],
    [
      `insert into payout_return select 'Dback', end_to_end_id, 50, settled_at from payout where id_envio = ?`,
      payouts[3] ?? '',
    ],
    ['delete from payout_return where rtr_id <> ?', 'Dback'],
  )
  const run = await scene.reconciled()
  const planted = [
    'received MISSING_HERE 777',
    'received MISSING_THERE -10100',
    'received OTHER_AMOUNT 1',
    'refund MISSING_HERE 300',
    'refund MISSING_THERE -1200',
    'refund OTHER_AMOUNT -1',
    'refund OTHER_STATE -1300',
    'return MISSING_HERE 50',
    'return MISSING_THERE -13900',
    'sent MISSING_HERE 4200',
    'sent MISSING_THERE -9900',
    'sent OTHER_AMOUNT -5',
    'sent OTHER_STATE -11900',
  ]
  assert.deepEqual(await scene.open(), planted)
  assert.equal(run.differences, planted.length)
  const ids = (await scene.cases()).map(one => one.uuid)
  await scene.reconciled()
  assert.deepEqual(
    (await scene.cases()).map(one => one.uuid),
    ids,
  )
  assert.deepEqual(await findings(scene.house.db), [])
})

const caseOf = async (entry: string) => {
  const found = (await scene.cases('&state=OPEN')).find(one => `${one.list} ${one.kind}` === entry)
  assert.ok(found, entry)
  return found
}
const at = (uuid: string, what = '') => `/api/admin/reconciliation-cases/${uuid}${what}`

test('a difference has an owner, is explained once, and stays explained', async () => {
  const { uuid } = await caseOf('received OTHER_AMOUNT')
  const { olga } = scene
  const [operator] = await scene.house.db.query<{ id: string }>(
    sql`select id from iam."user" where email = ${olga.email}`,
  )
  const owned = await olga.call('PATCH', at(uuid), { owner: operator?.id })
  assert.deepEqual([owned.status, owned.body.owner], [200, operator?.id])
  assert.equal((await olga.call('PATCH', at(uuid), { owner: 'nobody' })).status, 400)
  assert.equal((await olga.call('POST', at(uuid, '/explain'), { reason: 'x' })).status, 400)
  const explained = await olga.call('POST', at(uuid, '/explain'), { reason: 'O banco vai acertar.' })
  assert.deepEqual([explained.status, explained.body.state], [202, 'EXPLAINED'])
  assert.equal((await olga.call('POST', at(uuid, '/explain'), { reason: 'De novo.' })).status, 409)
  await scene.reconciled()
  assert.equal((await olga.call('GET', at(uuid))).body.state, 'EXPLAINED')
})

test('what a later run no longer finds closes by itself, and opens when it is back', async () => {
  const { uuid } = await caseOf('sent OTHER_AMOUNT')
  await scene.plant(['update payout set amount = amount + 5 where id_envio = ?', payouts[1] ?? ''])
  await scene.reconciled()
  const closed = (await scene.olga.call('GET', at(uuid))).body
  assert.deepEqual([closed.state, closed.closedBy], ['EXPLAINED', null])
  await scene.plant(['update payout set amount = amount - 5 where id_envio = ?', payouts[1] ?? ''])
  await scene.reconciled()
  assert.equal((await scene.olga.call('GET', at(uuid))).body.state, 'OPEN')
})

test('a correction takes two persons, moves the money, and closes the case', async () => {
  const figures = async () =>
    (
      await scene.house.db.query<{ available: bigint; fee: bigint; clearing: bigint }>(sql`
      select available_centavos as available, fee_centavos as fee, clearing_centavos as clearing from wallet
      where account_id = ${shop.accountId}`)
    )[0]
  const earlier = await figures()
  const { uuid } = await caseOf('received MISSING_HERE')
  const body = { accountId: shop.accountId, side: 'CREDIT', amount: 777, reason: 'Entrou sem cobrança.' }
  const confirmed = await scene.confirmed(at(uuid, '/correct'), body)
  assert.equal(confirmed.status, 202, confirmed.text)
  const later = await figures()
  assert.equal((later?.available ?? 0n) - (earlier?.available ?? 0n), 777n)
  assert.equal((await scene.olga.call('GET', at(uuid))).body.state, 'CORRECTED')
  const again = await scene.olga.call('POST', at(uuid, '/correct'), body)
  assert.equal(again.status, 409, again.text)
  const loss = await caseOf('sent MISSING_HERE')
  assert.equal(
    (
      await scene.confirmed(at(loss.uuid, '/correct'), {
        accountId: 1000,
        side: 'LOSS',
        amount: 4200,
        reason: 'Retirada.',
      })
    ).status,
    202,
  )
  const debit = await caseOf('received MISSING_THERE')
  const much = { accountId: shop.accountId, side: 'DEBIT', amount: 9_000_00, reason: 'Não entrou.' }
  assert.equal((await scene.confirmed(at(debit.uuid, '/correct'), much)).status, 202)
  assert.ok(((await figures())?.available ?? 0n) < 0n, 'a correction may take more than there is')
  assert.deepEqual(await findings(scene.house.db), [])
  await scene.reconciled()
  assert.equal((await scene.olga.call('GET', at(uuid))).body.state, 'CORRECTED')
})
