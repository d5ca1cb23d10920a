// What an operator is offered to do about a dispute is what the gateway would take.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import type { TestGateway } from '../gateway.ts'
import { disputedSale, openDisputed, sellerIn, sold } from './disputing.ts'

let gateway: TestGateway
let olga: Person
before(async () => {
  gateway = await openDisputed()
  olga = await registerOperator(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

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
