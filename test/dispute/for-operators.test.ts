// A defence that no provider takes by its API is given to the operator: it rings an alert, is found by the filter of the list, and waits until
// an operator has recorded that it was handed in, or the dispute has ended. One that a provider takes does none of that. What an operator is
// offered to do about a dispute is what the gateway would take.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql, { type Sql } from 'sql-template-tag'
import { listDisputes } from '#dispute/list-store.ts'
import { type Person, registerOperator } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { defended, disputedSale, disputeOf, memberOf, openDisputed, sellerIn, sold } from './disputing.ts'

let gateway: TestGateway
let olga: Person
before(async () => {
  gateway = await openDisputed()
  olga = await registerOperator(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

interface Alert {
  code: string
  subject: { id: string } | null
  resolvedAt: string | null
}

const alertAbout = async (dispute: { id: number }): Promise<Alert | null> => {
  const { data } = (await olga.call('GET', '/api/admin/alarms?limit=100')).body
  return (
    data.find(({ code, subject }: Alert) => code === 'DEFENCE_WITH_OPERATOR' && subject?.id === String(dispute.id)) ??
    null
  )
}

const waiting = async (): Promise<string[]> =>
  (await olga.call('GET', '/api/admin/disputes?status=DEFENDED&defence=KEPT&limit=100')).body.data.map(
    ({ uuid }: { uuid: string }) => uuid,
  )

const handedIn = ({ uuid }: { uuid: string }, reason = 'Acquirer, number 4711') =>
  olga.call('POST', `/api/admin/disputes/${uuid}/defence/handed-in`, { reason })

/** Of a chargeback that an operator has entered, as no provider reports it. */
async function opened(): Promise<{ seller: Seller; dispute: { uuid: string; id: number } }> {
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 100_00)
  const entered = { saleId: sale.id, kind: 'CHARGEBACK', reason: 'The acquirer has written' }
  const { body: dispute } = await olga.call('POST', '/api/admin/disputes', entered)
  assert.equal(await alertAbout(dispute), null)
  return { seller, dispute }
}

async function kept() {
  const { seller, dispute } = await opened()
  const owner = await memberOf(gateway, seller, 'OWNER')
  const answer = await defended(owner, dispute.id)
  assert.deepEqual([answer.body.status, answer.body.defence.status], ['DEFENDED', 'KEPT'], answer.text)
  return { seller, dispute }
}

test('a defence that is given to the operator waits for one, rings, and is over when it was handed in', async () => {
  const { seller, dispute } = await kept()
  assert.ok((await waiting()).includes(dispute.uuid))
  assert.equal((await until(() => alertAbout(dispute), 'the alert')).resolvedAt, null)
  const shown = (await olga.call('GET', `/api/admin/disputes/${dispute.uuid}`)).body
  assert.equal(shown.you.mayHandIn, true)
  const done = await handedIn(dispute)
  assert.deepEqual([done.status, done.body.status, done.body.defence.status], [202, 'DEFENDED', 'SENT'], done.text)
  assert.ok(!(await waiting()).includes(dispute.uuid))
  await until(async () => (await alertAbout(dispute))?.resolvedAt ?? null, 'the alert to end')
  const after = (await olga.call('GET', `/api/admin/disputes/${dispute.uuid}`)).body
  const last = after.timeline.findLast(({ what }: { what: string }) => what === 'dispute.defence.sent')
  assert.deepEqual([after.you.mayHandIn, last.reason], [false, 'Acquirer, number 4711'])
  assert.equal((await seller.api('GET', `/api/disputes/${dispute.id}`)).body.defence.status, 'SENT')
  assert.equal((await handedIn(dispute)).status, 409)
})

test('a dispute that is decided takes its defence from the list, and its alert with it', async () => {
  const { dispute } = await kept()
  await until(() => alertAbout(dispute), 'the alert')
  const ended = await olga.call('POST', `/api/admin/disputes/${dispute.uuid}/release`, {
    reason: 'The acquirer gave in',
  })
  assert.equal(ended.status, 202, ended.text)
  assert.ok(!(await waiting()).includes(dispute.uuid))
  await until(async () => (await alertAbout(dispute))?.resolvedAt ?? null, 'the alert to end')
  assert.equal((await handedIn(dispute)).status, 409)
})

test('a defence that its provider takes waits for nobody here', async () => {
  const { seller, sale, dispute } = await disputedSale(gateway)
  assert.equal((await handedIn(dispute)).status, 409)
  await defended(await memberOf(gateway, seller, 'OWNER'), dispute.id)
  const { id, uuid, defence } = await disputeOf(seller, sale, 'DEFENDED')
  assert.equal(defence.status, 'SENT')
  assert.ok(!(await waiting()).includes(uuid))
  assert.equal(await alertAbout({ id }), null)
  assert.equal((await olga.call('GET', `/api/admin/disputes/${uuid}`)).body.you.mayHandIn, false)
})

test('what an operator has entered waits for one, and rings for nobody', async () => {
  const { dispute } = await opened()
  const justification = 'The goods were delivered to the buyer on the same day.'
  const answer = await olga.call('POST', `/api/admin/disputes/${dispute.uuid}/defence`, { justification })
  assert.deepEqual([answer.body.status, answer.body.defence.status], ['DEFENDED', 'KEPT'], answer.text)
  assert.ok((await waiting()).includes(dispute.uuid))
  const later = await kept()
  await until(() => alertAbout(later.dispute), 'the alert of another, which a seller has given later')
  assert.equal(await alertAbout(dispute), null)
})

test('what waits for an operator is found by its own index, and no other list looks for defences', async () => {
  const asked = { accountId: null, accountIds: null, status: null, kind: null, saleUuid: null, deadlineBefore: null }
  const plan = (defence: 'KEPT' | null) =>
    gateway.db.transaction(async tx => {
      await tx.query(sql`set local enable_seqscan = off`)
      const lines: string[] = []
      const query = async (statement: Sql) => {
        const found = await tx.query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`)
        lines.push(...found.map(line => line['QUERY PLAN']))
        return []
      }
      await listDisputes({ query } as never, { ...asked, defence, below: null, limit: 20 })
      return lines.join('\n')
    })
  assert.match(await plan('KEPT'), /dispute_defence_kept/)
  assert.doesNotMatch(await plan(null), /dispute_defence defence/)
})

/** What the operator's page of a dispute offers. */
const offeredFor = async (id: number) => {
  const { mayEndFrom, mayHandIn: _, ...you } = (await olga.call('GET', `/api/admin/disputes/${id}`)).body.you
  return { ...you, isAwaited: mayEndFrom !== null }
}

test('the operator is offered what can be done about a dispute: its manual end only when the PSP has had its time', async () => {
  const { dispute } = await disputedSale(gateway, { deadlineSeconds: 60 * 3_600 })
  const NONE = { mayDefend: false, defenceGoesTo: 'PSP', mayRelease: false, mayForfeit: false, isAwaited: false }
  assert.deepEqual(await offeredFor(dispute.id), { ...NONE, mayDefend: true, isAwaited: true })
  const early = await olga.call('POST', `/api/admin/disputes/${dispute.id}/release`, { reason: 'too early' })
  assert.equal(early.status, 409, early.text)
  const { dispute: late } = await disputedSale(gateway, { deadlineSeconds: -24 * 3_600 })
  assert.deepEqual(await offeredFor(late.id), { ...NONE, mayRelease: true, mayForfeit: true })
  const ended = await olga.call('POST', `/api/admin/disputes/${late.id}/release`, {
    reason: 'nobody has said anything',
  })
  assert.equal(ended.status, 202, ended.text)
  assert.deepEqual(await offeredFor(late.id), NONE)
  const seller = await sellerIn(gateway)
  const { uuid: saleId } = await sold(gateway, seller, 10_00)
  const opened = await olga.call('POST', '/api/admin/disputes', { saleId, kind: 'CHARGEBACK', reason: 'told by mail' })
  assert.equal(opened.status, 202, opened.text)
  assert.deepEqual(await offeredFor(opened.body.id), {
    mayDefend: true,
    defenceGoesTo: 'OPERATOR',
    mayRelease: true,
    mayForfeit: true,
    isAwaited: false,
  })
})
