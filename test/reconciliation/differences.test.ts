// A day's movements against what the bank says of them: none invented, every planted difference found, each once, and what becomes
// of them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { LISTS } from '#reconciliation/case/difference.ts'
import { join, type Person, register } from '../access/person.ts'
import { assertBooks, findings, untilIdle } from '../books.ts'
import type { Seller } from '../gateway.ts'
import { todayAtNoon } from '../midnight.ts'
import { paid, refunded } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { openScene, paidOut, type Scene } from './reconciling.ts'

let scene: Scene
let shop: Seller
let ana: Person
const e2e: string[] = []
const payouts: string[] = []

before(async () => {
  scene = await openScene({}, todayAtNoon())
  const { gateway } = scene
  shop = await gateway.seller({ funds: 2_000_00 })
  ana = await register(gateway)
  await join(gateway, ana, shop.accountId, 'READER')
  for (const cents of [101_00, 102_00, 103_00, 104_00, 105_00, 106_00])
    e2e.push((await paid(gateway, shop, cents)).endToEndId)
  for (const [n, cents] of [11_00, 12_00, 13_00].entries()) {
    const sale = await paid(gateway, shop, 50_00 + n)
    e2e.push(sale.endToEndId)
    await refunded(shop, sale, { amount: cents })
  }
  for (const reais of [100, 110, 120, 130]) await paidOut(shop, reais)
  await paidOut(shop, 140, 'devolvida@example.com')
  await paidOut(shop, 150, 'recusada@example.com', 'FAILED')
  await paidOut(shop, 160)
  await untilIdle(gateway)
  await until(
    async () => (await gateway.db.query(sql`select from payout_return`))[0] ?? null,
    'what came back to be booked',
  )
  const rows = await gateway.db.query<{ payout_id: string }>(
    sql`select payout_id from payout_attempt order by created_at`,
  )
  payouts.push(...rows.map(row => row.payout_id))
  await assertBooks(gateway)
  await scene.nextDay()
})
after(() => scene?.[Symbol.asyncDispose]())

test('a day on which both sides agree has no difference', async () => {
  const run = await scene.reconciled()
  assert.deepEqual([run.differences, run.cases], [0, []])
  // Ten receipts, three refunds, seven payments and what came back of one.
  assert.equal(run.matched, 10 + 3 + 7 + 1)
  const again = await scene.reconciled()
  assert.deepEqual([again.run, again.matched, again.differences], [2, run.matched, 0])
})

test('two PSP accounts of one bank account differ in nothing', async () => {
  const [second] = await scene.gateway.db.query<{ id: number }>(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at,
      pay_in_enabled, pay_out_enabled, off_since)
    select kind, environment, 'second', base_url, 'second@example.com', credentials_sealed, 'second', created_at, false,
      false, '2020-01-01' from psp_account where id = 1 returning id`)
  const run = await scene.reconciled(scene.day, second?.id)
  // What came in by the other's key is the other's; what was sent is reported of both.
  assert.deepEqual([run.matched, run.differences], [7 + 1, 0])
})

const asked = async (path: string, accountId = shop.accountId) =>
  ana.call('GET', path, undefined, { 'x-account-id': `${accountId}` })

/** "received 10 10 0 0 0 0": booked, matched, unmatched, waiting, not booked, difference. */
async function standing(query = `from=${scene.day}&to=${scene.day}`, accountId = shop.accountId): Promise<string[]> {
  const { status, body, text } = await asked(`/api/reconciliation?${query}`, accountId)
  assert.equal(status, 200, text)
  return body.psp.map((one: Record<string, unknown>) =>
    [one.list, one.booked, one.matched, one.unmatched, one.waiting, one.notBooked, one.difference].join(' '),
  )
}

const NEITHER = ['boleto 0 0 0 0 0 0', 'card 0 0 0 0 0 0', 'movement 0 0 0 0 0 0']
const NOTHING = LISTS.map(list => `${list} 0 0 0 0 0 0`)

test('a seller reads what a period came to, and what of it the bank has confirmed', async () => {
  const query = `from=${scene.day}&to=${scene.day}&language=en`
  const { psp, ...summary } = (await asked(`/api/reconciliation?${query}`)).body
  assert.deepEqual(summary, (await asked(`/api/statement/summary?${query}`)).body)
  assert.equal(summary.opening.total + summary.credits + summary.debits, summary.closing.total)
  const agreed = ['received 10 10 0 0 0 0', 'refund 3 3 0 0 0 0', 'sent 6 6 0 0 0 0', 'return 1 1 0 0 0 0', ...NEITHER]
  assert.deepEqual([await standing(), psp[0].amount, psp[1].amount], [agreed, 2_771_03, 36_00])
  assert.deepEqual(await standing('to=2026-01-31'), NOTHING)
  const [before] = await scene.gateway.db.query<{ id: bigint }>(sql`
    update reconciliation set started_at = started_at - interval '1 day' returning id`)
  assert.ok(before)
  assert.deepEqual((await standing())[0], 'received 10 0 0 10 0 0', 'read before the day was over')
  await scene.reconciled()
  for (const wrong of ['from=yesterday', 'from=2026-01-03&to=2026-01-01', 'language=fr'])
    assert.equal((await asked(`/api/reconciliation?${wrong}`)).status, 400, wrong)
  assert.equal((await shop.api('GET', '/api/reconciliation')).status, 401)
  assert.equal((await asked('/api/reconciliation', 1000)).status, 403)
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
    ["update payout set end_to_end_id = 'Eother' where id_envio = ?", payouts[6] ?? ''],
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
    'sent OTHER_ID 0',
    'sent OTHER_STATE -11900',
  ]
  assert.deepEqual(await scene.open(), planted)
  assert.equal(run.differences, planted.length)
  const ids = (await scene.cases()).map(one => one.uuid)
  const ofSeller = (await scene.cases()).filter(one => one.accountId !== SUSPENSE_ACCOUNT_ID)
  const [{ accountId, accountName }] = ofSeller
  const ofOne = ofSeller.filter(one => one.accountId === accountId)
  assert.deepEqual([...new Set(ofOne.map(one => one.accountName))], [accountName])
  assert.deepEqual(await scene.cases(`&account=${encodeURIComponent(accountName.toUpperCase())}`), ofOne)
  assert.deepEqual(await scene.cases('&account=ninguem'), [])
  await scene.reconciled()
  assert.deepEqual(
    (await scene.cases()).map(one => one.uuid),
    ids,
  )
  assert.deepEqual(await findings(scene.gateway.db), [])
  assert.deepEqual(await standing(), [
    'received 10 8 2 0 0 -10099',
    'refund 3 0 3 0 0 -2501',
    'sent 6 2 4 0 0 -21805',
    'return 1 0 1 0 1 -13850',
    ...NEITHER,
  ])
  assert.deepEqual(await standing('', ana.accountId), NOTHING)
  const alerts = (await scene.olga.call('GET', '/api/admin/alarms')).body.data
  const raised = alerts.filter((alert: { code: string }) => alert.code === 'DAY_DIFFERS')
  assert.deepEqual(
    raised.map(({ known: context }: { known: unknown }) => context),
    [{ pspAccountId: 1, day: scene.day, open: planted.length }],
  )
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
  const [operator] = await scene.gateway.db.query<{ id: string }>(
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

test('no correction puts the money of one environment into an account of another', async () => {
  const { olga, gateway } = scene
  const { uuid } = await caseOf('received MISSING_HERE')
  const real = await gateway.seller()
  const bank = {
    kind: 'efi',
    environment: 'live',
    name: 'Banco de verdade',
    baseUrl: 'http://127.0.0.1:9',
    pixKey: 'loja@example.com',
    clientId: 'porteira',
    clientSecret: 'secret',
  }
  const made = await olga.call('POST', '/api/admin/psp/accounts', bank)
  assert.equal(made.status, 201, made.text)
  const bound = await olga.call('PATCH', `/api/admin/accounts/${real.accountId}`, {
    payInPspAccountId: made.body.id,
    payOutPspAccountId: made.body.id,
    boletoPspAccountId: null,
    cardPspAccountId: null,
  })
  assert.equal(bound.status, 200, bound.text)
  for (const side of ['CREDIT', 'DEBIT', 'GAIN', 'LOSS']) {
    const body = { accountId: real.accountId, side, amount: 777, reason: 'Entrou sem cobrança.' }
    const refused = await olga.call('POST', at(uuid, '/correct'), body)
    assert.deepEqual([refused.status, refused.body.error?.code], [409, 'CONFLICT'], refused.text)
  }
  const nobody = { accountId: 999_999, side: 'CREDIT', amount: 777, reason: 'Entrou sem cobrança.' }
  assert.equal((await olga.call('POST', at(uuid, '/correct'), nobody)).status, 404)
})

test('a correction takes two persons, moves the money, and closes the case', async () => {
  const figures = async () =>
    (
      await scene.gateway.db.query<{ available: bigint; fee: bigint; clearing: bigint }>(sql`
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
  assert.deepEqual(await findings(scene.gateway.db), [])
  await scene.reconciled()
  assert.equal((await scene.olga.call('GET', at(uuid))).body.state, 'CORRECTED')
})

test('a correction whose reason has gone is a difference', async () => {
  await scene.plant([
    'insert into pix select ?, null, chave, 10100, received_at, null, payer_name, payer_document from pix limit 1',
    e2e[0] ?? '',
  ])
  await scene.reconciled()
  const found = await caseOf('received OTHER_AMOUNT')
  // Both have it, and it was taken out of our books by two persons.
  assert.deepEqual([found.entryId, found.difference, found.ours.amount], [e2e[0], 9_000_00, 101_00 - 9_000_00])
})
