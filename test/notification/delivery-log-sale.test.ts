// What was sent about one sale: on the sale, with its outcome, and in the log of a webhook.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestGateway } from '../gateway.ts'
import { openReceiver } from '../receiver.ts'
import { paid } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { openShop } from './shop.ts'

interface Entry {
  id: number
  event: string
  status: string
}

describe('the deliveries about a sale', () => {
  it('are on it with the outcome of each, and alone in the log that is filtered by the sale', async () => {
    await using gateway = await openTestGateway()
    await using takes = await openReceiver()
    await using refuses = await openReceiver()
    refuses.answers.splice(0, 1, 400)
    const shop = await openShop(gateway)
    const [well, ill] = [
      await shop.signed(takes, ['sale.pending', 'sale.paid']),
      await shop.signed(refuses, ['sale.paid']),
    ]
    await shop.seller.sell(1_00)
    const sale = await paid(gateway, shop.seller, 100_00)
    await shop.seller.sell(2_00)
    const read = async () => (await shop.person.call('GET', `/api/sales/${sale.uuid}`)).body.notifications
    const closed = await until(async () => {
      const reported: { event: string; deliveries: { webhookId: number; id: number; status: string }[] }[] =
        await read()
      const all = reported.flatMap(({ event, deliveries }) => deliveries.map(one => ({ event, ...one })))
      return all.length === 3 && all.every(({ status }) => status !== 'PENDING') ? all : null
    }, 'three closed deliveries')
    assert.deepEqual(
      closed.map(({ event, webhookId, status }) => [event, webhookId, status]),
      [
        ['sale.pending', well.id, 'DELIVERED'],
        ['sale.paid', well.id, 'DELIVERED'],
        ['sale.paid', ill.id, 'FAILED'],
      ],
    )

    const log = async (webhook: number, query: string) => {
      const answer = await shop.person.call('GET', `/api/webhook/${webhook}/deliveries?${query}`)
      return answer.status === 200 ? answer.body.map(({ event, status }: Entry) => [event, status]) : answer.status
    }
    const ofWell = [
      ['sale.paid', 'DELIVERED'],
      ['sale.pending', 'DELIVERED'],
    ]
    for (const id of [sale.uuid, sale.id]) assert.deepEqual(await log(well.id, `sale=${id}`), ofWell)
    assert.deepEqual(await log(well.id, `sale=${sale.id}&limit=1`), ofWell.slice(0, 1))
    assert.deepEqual(await log(well.id, `sale=${sale.id}&event=sale.pending`), ofWell.slice(1))
    assert.deepEqual(await log(ill.id, `sale=${sale.id}`), [['sale.paid', 'FAILED']])
    assert.deepEqual(await log(ill.id, `sale=${sale.id}&status=DELIVERED`), [])

    refuses.answers.splice(0, 1, 200)
    const again = await shop.person.call('POST', `/api/webhook/deliveries/${closed[2]?.id}/resend`)
    assert.equal(again.status, 202)
    await until(async () => ((await log(ill.id, `sale=${sale.id}&status=DELIVERED`)).length === 1 ? true : null), 'it')
    assert.deepEqual((await log(ill.id, `sale=${sale.id}`)).length, 2)

    const stranger = await openShop(gateway)
    const theirs = await stranger.signed(takes, ['sale.paid'])
    const asked = await stranger.person.call('GET', `/api/webhook/${theirs.id}/deliveries?sale=${sale.id}`)
    assert.deepEqual([asked.status, asked.body.error.code], [404, 'NOT_FOUND'])
    assert.equal(await log(well.id, 'sale=x'), 400)
  })
})
