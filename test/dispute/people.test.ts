// What people do about disputes: sellers defend, are reminded of deadlines, and only those who may; the operator opens and ends what no PSP
// reports.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { openReceiver } from '../receiver.ts'
import { alertsOf } from '../sale/incoming.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import {
  byTime,
  decidedAtBank,
  defended,
  disputedAtBank,
  disputedSale,
  disputeOf,
  eventsOf,
  figures,
  forfeit,
  forfeited,
  memberOf,
  noticesOf,
  openDisputed,
  type ShownDispute,
  sellerIn,
  sold,
  statusOf,
} from './disputing.ts'

let gateway: TestGateway
let olga: Person
let otto: Person
let bank: Awaited<ReturnType<typeof clientOf>>
before(async () => {
  gateway = await openDisputed()
  olga = await registerOperator(gateway)
  otto = await registerOperator(gateway)
  bank = await clientOf({ url: gateway.bankUrl })
})
after(() => gateway[Symbol.asyncDispose]())

/** What the bank knows of an infraction. */
async function atBank(id: string): Promise<ShownDispute> {
  const query = `inicio=2020-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z&paginacao.itensPorPagina=1000`
  const { body } = await bank.call('GET', `/v2/gn/infracoes?${query}`)
  return body.infracoes.find(({ idInfracao }: ShownDispute) => idInfracao === id)
}

const disputed = (more = {}) => disputedSale(gateway, more)

everyday('a defence reaches the bank once, with its evidence, and the dispute is DEFENDED', async () => {
  const { seller, id, dispute } = await disputed()
  const ana = await memberOf(gateway, seller, 'FINANCE')
  const evidence = [
    { title: 'Receipt', text: 'Signed by the buyer' },
    { title: 'Tracking', url: 'https://example.com/track/1' },
  ]
  const sent = await defended(ana, dispute.id, { evidence })
  assert.equal(sent.status, 202, sent.text)
  assert.deepEqual(
    [sent.body.status, sent.body.defence.status, sent.body.defence.evidence],
    ['OPEN', 'PENDING', evidence],
  )
  const after = await disputeOf(seller, { uuid: dispute.saleUuid }, 'DEFENDED')
  assert.equal(after.defence.status, 'SENT')
  const { status, defesa } = await atBank(id)
  assert.equal(status, 'EM_DEFESA')
  assert.match(defesa, /delivered to the buyer.*1\. Receipt.*Signed.*2\. Tracking.*https:\/\/example\.com/s)
  const again = await defended(ana, dispute.id)
  assert.equal(again.status, 409)
  await decidedAtBank(gateway, id, 'reject')
  await disputeOf(seller, { uuid: dispute.saleUuid }, 'RELEASED')
  assert.equal((await defended(ana, dispute.uuid)).status, 409)
})

slow('twenty people defend at the same moment: one of them does', async () => {
  const { seller, dispute } = await disputed()
  const ana = await memberOf(gateway, seller, 'OWNER')
  const answers = await Promise.all(Array.from({ length: 20 }, () => defended(ana, dispute.id)))
  assert.deepEqual(
    [202, 409].map(status => answers.filter(answer => answer.status === status).length),
    [1, 19],
  )
  await disputeOf(seller, { uuid: dispute.saleUuid }, 'DEFENDED')
})

everyday('under a key the same defence is answered the same', async () => {
  const { seller, dispute } = await disputed()
  const ana = await memberOf(gateway, seller, 'OWNER')
  const body = { justification: 'The goods were delivered.' }
  const path = `/api/disputes/${dispute.id}/defence`
  const [first, second] = [
    await ana.call('POST', path, body, { 'idempotency-key': 'k' }),
    await ana.call('POST', path, body, { 'idempotency-key': 'k' }),
  ]
  assert.deepEqual([second.status, second.text], [first.status, first.text])
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
})

everyday('a defence whose answer is lost is looked up, and not refused for having been sent twice', async () => {
  const { seller, id, dispute } = await disputed()
  const fault = { on: 'POST /v2/gn/infracoes/:id/defesa', fate: 'timeoutAfter', times: 1 }
  const set = await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: fault })
  assert.equal(set.status, 201, set.text)
  const ana = await memberOf(gateway, seller, 'OWNER')
  assert.equal((await defended(ana, dispute.id)).status, 202)
  const after = await disputeOf(seller, { uuid: dispute.saleUuid }, 'DEFENDED')
  assert.equal(after.defence.status, 'SENT')
  assert.equal((await atBank(id)).status, 'EM_DEFESA')
})

everyday('only OWNER and FINANCE of the account defend, and no dispute of another is seen', async () => {
  const { seller, dispute } = await disputed()
  for (const role of ['READER', 'DEVELOPER'] as const)
    assert.equal((await defended(await memberOf(gateway, seller, role), dispute.id)).status, 403)
  const stranger = await register(gateway)
  assert.equal((await defended(stranger, dispute.id)).status, 404)
  const other = await gateway.seller()
  assert.equal((await other.api('GET', `/api/disputes/${dispute.uuid}`)).status, 404)
  assert.deepEqual((await other.api('GET', '/api/disputes')).body.data, [])
  assert.equal((await seller.api('GET', `/api/disputes/${dispute.uuid}`)).body.id, dispute.id)
  assert.equal((await seller.api('GET', '/api/disputes/99999999')).status, 404)
  const reader = await memberOf(gateway, seller, 'READER')
  assert.equal((await reader.call('GET', `/api/account/disputes/${dispute.id}`)).body.uuid, dispute.uuid)
  assert.equal((await reader.call('GET', '/api/account/disputes?kind=MED')).body.data.length, 1)
})

everyday(
  'a defence that is no defence is refused, and so is one after the deadline, a year ago or a moment',
  async () => {
    const { seller, dispute } = await disputed({ deadlineSeconds: -365 * 24 * 3_600 })
    const ana = await memberOf(gateway, seller, 'OWNER')
    const late = await defended(ana, dispute.id)
    assert.equal(late.status, 422)
    assert.match(late.text, /deadline of this dispute was 20/)
    for (const bad of [{ justification: 'short' }, { justification: '          x' }, { files: [] }])
      assert.equal((await defended(ana, dispute.id, bad)).status, 400, JSON.stringify(bad))
    const evidence = [{ title: 'x', url: 'http://example.com' }]
    const http = await defended(ana, dispute.id, { evidence })
    assert.match(http.text, /evidence\.0\.url: expected an https address/)
    // No member is reminded of what is past, but the operator of what has no end.
    assert.deepEqual(await noticesOf(gateway, seller), ['DISPUTE_OPENED'])
    const alert = 'DISPUTE_OVERDUE'
    assert.equal(await until(() => raisedFor(alert, dispute.id), 'the alarm'), 1)
  },
)

slow('a defence that the bank does not take raises an alert before the deadline', async () => {
  const fault = { on: 'POST /v2/gn/infracoes/:id/defesa', fate: '503', times: 1_000 }
  assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: fault })).status, 201)
  const { seller, dispute } = await disputed({ deadlineSeconds: 60 * 3_600 })
  assert.equal((await defended(await memberOf(gateway, seller, 'OWNER'), dispute.id)).status, 202)
  gateway.advance(55 * HOUR_MS)
  const alert = 'DISPUTE_DEFENCE_LATE'
  assert.equal(await until(() => raisedFor(alert, dispute.id), 'the alarm'), 1)
  assert.deepEqual(await eventsOf(gateway, seller, 'dispute', dispute.id), ['dispute.opened'])
  assert.equal((await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')).status, 204)
  gateway.advance(2 * HOUR_MS)
  await disputeOf(seller, { uuid: dispute.saleUuid }, 'DEFENDED')
  gateway.advance(-57 * HOUR_MS)
})

/** How often an alert was raised about a dispute; null: never. */
async function raisedFor(code: string, dispute: number): Promise<number | null> {
  const [row] = await gateway.db.query<{ rung: number }>(sql`
    select rung from alarm where code = ${code} and known ->> 'dispute' = ${String(dispute)}`)
  return row?.rung ?? null
}

everyday('the operator defends for a seller', async () => {
  const { seller, id, dispute } = await disputed()
  const answer = await olga.call('POST', `/api/admin/disputes/${dispute.id}/defence`, {
    justification: 'The seller has shown us the receipt.',
  })
  assert.equal(answer.status, 202, answer.text)
  await disputeOf(seller, { uuid: dispute.saleUuid }, 'DEFENDED')
  assert.equal((await atBank(id)).status, 'EM_DEFESA')
})

everyday(
  'a member who has chosen the events hears of a dispute, and the reminders come at 48, 24 and 6 hours, each once',
  async () => {
    await using receiver = await openReceiver()
    const seller = await sellerIn(gateway)
    const ana = await memberOf(gateway, seller, 'OWNER')
    const events = ['sale.chargeback', 'dispute.opened', 'dispute.deadline', 'dispute.closed']
    const made = await ana.call('POST', '/api/webhook', { webhookUrl: receiver.url, events })
    assert.equal(made.status, 201, made.text)
    const sale = await sold(gateway, seller, 100_00)
    const id = await disputedAtBank(gateway, sale, { deadlineSeconds: 60 * 3_600 })
    const dispute = await disputeOf(seller, sale)
    const reminded = (count: number) =>
      receiver.gets(count, ({ headers }) => headers['x-service-event-type'] === 'dispute.deadline')
    gateway.advance(13 * HOUR_MS)
    const [first] = await reminded(1)
    assert.deepEqual([first?.body.type, first?.body.hoursLeft, first?.body.id], ['DISPUTE', 48, dispute.id])
    assert.equal(first?.body.amount, '10000')
    // No gateway was running for the second one: the third alone is sent.
    gateway.advance(43 * HOUR_MS)
    const all = await reminded(2)
    assert.deepEqual(
      all.map(({ body }) => body.hoursLeft),
      [48, 6],
    )
    const alert = 'DISPUTE_UNANSWERED'
    assert.equal((await alertsOf(gateway))[alert], 1)
    gateway.advance(-56 * HOUR_MS)
    await decidedAtBank(gateway, id, 'reject')
    await receiver.gets(1, ({ headers }) => headers['x-service-event-type'] === 'dispute.closed')
    const types = ['dispute.opened', 'dispute.deadline', 'dispute.deadline', 'dispute.closed']
    assert.deepEqual(await eventsOf(gateway, seller, 'dispute', dispute.id), types)
    const kinds = ['DISPUTE_OPENED', 'DISPUTE_DEADLINE', 'DISPUTE_DEADLINE', 'DISPUTE_CLOSED']
    assert.deepEqual(await noticesOf(gateway, seller), kinds)
    const heard = receiver.received.map(({ headers }) => headers['x-service-event-type'])
    assert.equal(heard.filter(type => type === 'sale.chargeback').length, 1)
  },
)

const chargeback = (seller: Seller, sale: { uuid: string }, more = {}) =>
  olga
    .call('POST', '/api/admin/disputes', {
      saleId: sale.uuid,
      kind: 'CHARGEBACK',
      reason: 'the acquirer has told us',
      ...more,
    })
    .then(async answer => {
      assert.equal(answer.status, 202, answer.text)
      assert.equal(answer.body.userId, seller.accountId)
      return answer.body
    })

everyday('a chargeback is opened and ended by the operator, by the same road', async t => {
  await t.test('lost in part, then in whole', async () => {
    const seller = await sellerIn(gateway)
    const sale = await sold(gateway, seller, 100_00)
    const deadline = new Date(Date.now() + 72 * HOUR_MS).toISOString()
    const { id } = await chargeback(seller, sale, { amount: 80_00, deadline })
    assert.equal(await statusOf(seller, sale), 'CHARGEBACK')
    assert.deepEqual(await figures(seller), { available: 20_00, blocked: 80_00 })
    const ana = await memberOf(gateway, seller, 'OWNER')
    const defence = await defended(ana, id)
    assert.deepEqual([defence.body.status, defence.body.defence.status], ['DEFENDED', 'KEPT'])
    assert.equal((await forfeit(olga, id, { amount: 80_01 })).status, 422)
    await forfeited([olga, otto], id, { amount: 30_00 })
    const lost = await olga.call('GET', `/api/admin/disputes/${id}`)
    assert.deepEqual([lost.body.status, lost.body.forfeitedAmount], ['FORFEITED', 30_00])
    assert.equal((await forfeit(olga, id)).status, 409)
    assert.equal(await statusOf(seller, sale), 'PAGO')
    assert.deepEqual(await figures(seller), { available: 70_00, blocked: 0 })

    const second = await chargeback(seller, sale)
    assert.equal(second.amount, 70_00)
    await forfeited([olga, otto], second.id)
    assert.equal(await statusOf(seller, sale), 'ESTORNADO')
    const again = await olga.call('POST', '/api/admin/disputes', {
      saleId: sale.id,
      kind: 'CHARGEBACK',
      reason: 'once more',
    })
    assert.equal(again.status, 409)
  })

  await t.test('won', async () => {
    const seller = await sellerIn(gateway)
    const sale = await sold(gateway, seller, 100_00)
    const { id } = await chargeback(seller, sale)
    const release = await olga.call('POST', `/api/admin/disputes/${id}/release`, { reason: 'the acquirer has decided' })
    assert.equal(release.body.status, 'RELEASED')
    assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
    assert.deepEqual(await eventsOf(gateway, seller, 'sale', sale.id), ['sale.pending', 'sale.paid', 'sale.chargeback'])
    const { body } = await olga.call('GET', `/api/admin/disputes/${id}`)
    const steps = body.timeline.map(({ what }: ShownDispute) => what)
    assert.deepEqual(
      steps,
      ['dispute.opened', 'DISPUTE_HELD', 'dispute.closed', 'DISPUTE_RELEASED'].toSorted(byTime(body)),
    )
    assert.deepEqual([body.opened.reason, body.closed.reason], ['the acquirer has told us', 'the acquirer has decided'])
  })

  await t.test('only of what was paid, only once at a time, and with a reason', async () => {
    const seller = await sellerIn(gateway)
    const unpaid = await seller.sell(100_00)
    const body = { saleId: unpaid.uuid, kind: 'CHARGEBACK', reason: 'a reason' }
    assert.equal((await olga.call('POST', '/api/admin/disputes', body)).status, 404)
    const sale = await sold(gateway, seller, 100_00)
    const opened = () => olga.call('POST', '/api/admin/disputes', { ...body, saleId: sale.uuid })
    const answers = await Promise.all([opened(), opened(), opened()])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409, 409])
    const bare = { saleId: sale.uuid, kind: 'CHARGEBACK' }
    assert.equal((await olga.call('POST', '/api/admin/disputes', bare)).status, 400)
    const ana = await memberOf(gateway, seller, 'OWNER')
    assert.equal((await ana.call('POST', '/api/admin/disputes', body)).status, 403)
  })
})
