// Every event has a delivery for each subscription of its time, and every delivery has its event: the doctor names what is missing, and
// nothing that is as it must be, such as what is under way, switched off, removed, or older than the log.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { sentenceOf } from '#doctor/report.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { findings } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { at } from '../sale/selling.ts'
import { until } from '../until.ts'
import { examined } from './scene.ts'
import { type Hand, openHand } from './tampering.ts'

const EVENTS = ['sale.pending', 'sale.paid', 'withdrawal.pending', 'withdrawal.completed']

describe('what was sent', () => {
  let gateway: TestGateway
  let hand: Hand
  let shop: Shop
  let receiver: Receiver
  let failing: Receiver
  before(async () => {
    // The last of what fails waits for its third attempt while it is looked at.
    const env = {
      WEBHOOK_RETRY_WAITS_MS: `50,${HOUR_MS}`,
      POSTBACK_SECRET: 'what postbacks are signed with, so that they are taken',
    }
    gateway = await openTestGateway({ env })
    shop = await openShop(gateway, { funds: 1_000_00 })
    receiver = await openReceiver()
    failing = await openReceiver()
    failing.answers[0] = 500
    await happen()
    await gateway.gateway.stop()
    hand = await openHand(gateway.connection)
  })
  after(async () => {
    await hand?.[Symbol.asyncDispose]()
    await failing?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
    await gateway?.[Symbol.asyncDispose]()
  })

  async function happen(): Promise<void> {
    const change = (id: number, what: object) => shop.person.call('PUT', `/api/webhook/${id}`, what)
    const { id } = await shop.signed(receiver, EVENTS)
    await shop.unsigned(receiver)
    await shop.signed(failing, ['sale.paid'])
    const off = await shop.signed(receiver, EVENTS)
    const removed = await shop.signed(receiver, EVENTS)
    const disabled = await shop.signed(receiver, EVENTS)
    await trade()
    gateway.advance(HOUR_MS)
    await trade()
    await change(off.id, { active: false })
    await shop.person.call('DELETE', `/api/webhook/${removed.id}`)
    await gateway.db.query(sql`
      update webhook set active = false, disabled_at = now(), disabled_reason = 'it takes nothing' where id = ${disabled.id}`)
    await shop.person.call('POST', `/api/webhook/${id}/test`)
    gateway.advance(HOUR_MS)
    await trade()
    // As if they had been written when the clock was ahead, and the webhook after that.
    gateway.advance(-HOUR_MS)
    await shop.signed(receiver, EVENTS)
    const { body } = await shop.person.call('GET', `/api/webhook/${id}/deliveries?limit=1`)
    await shop.person.call('POST', `/api/webhook/${id}/deliveries/${body[0]?.id}/resend`)
    await trade()
    await until(async () => {
      const [row] = await gateway.db.query<{ waiting: number }>(sql`
        select count(*)::int as waiting from delivery where attempts = 0`)
      return row?.waiting === 0 || null
    }, 'everything to be sent once')
  }

  /** A sale that is paid and one that is not, and a cashout, with the books in order at any moment. */
  async function trade(): Promise<void> {
    const sale = await shop.seller.sell(50_00, { postbackUrl: receiver.url })
    await shop.seller.sell(60_00)
    await gateway.pay(sale.pixKey)
    const { status, body } = await shop.seller.api('POST', '/api/public/cashout', {
      amount: 100,
      pixKey: 'maria@example.com',
      pixKeyType: 'EMAIL',
      postbackUrl: receiver.url,
    })
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(await findings(gateway.db), [])
    await shop.seller.reaches(at(sale), 'PAGO')
    await shop.seller.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED')
    assert.deepEqual(await findings(gateway.db), [])
  }

  /** What is said after these statements, which are undone. */
  async function messagesAfter(...statements: string[]): Promise<string[]> {
    const tables = ['event', 'delivery', 'attempt']
    for (const table of tables) await hand.query(`create temporary table kept_${table} as select * from ${table}`)
    for (const statement of statements) await hand.query(statement)
    const message = (await examined(gateway.db)).findings.map(sentenceOf)
    for (const table of tables) {
      await hand.query(`delete from ${table}`)
      await hand.query(`insert into ${table} select * from kept_${table}`)
      await hand.query(`drop table kept_${table}`)
    }
    assert.deepEqual(await findings(gateway.db), [])
    return message
  }

  const some = (message: string[], sentence: RegExp) =>
    assert.ok(
      message.some(one => sentence.test(one)),
      message.join('\n') || 'nothing',
    )

  it('is in order, however small the pages are', async () => {
    const whole = await examined(gateway.db)
    assert.deepEqual(whole.findings, [])
    assert.ok((whole.rows.attempt ?? 0) > 20 && (whole.rows.delivery ?? 0) > 0, JSON.stringify(whole.rows))
    for (const pageRows of [1, 3]) {
      const { findings: found, rows } = await examined(gateway.db, { pageRows })
      assert.deepEqual([found, rows], [[], whole.rows])
    }
  })

  it('is missed where it is gone: all of it, or one attempt', async () => {
    const all = await messagesAfter('delete from attempt', 'delete from delivery')
    some(all, /^event \d+ of account 1001: in its account not every fact has one delivery to its webhooks/)
    some(
      all,
      /^event \d+ of account 1001: in its account not every fact has one delivery to the address that came with/,
    )
    for (const whose of ['webhook_id = (select min(id) from webhook)', 'webhook_id is null']) {
      const { rows } = await hand.query(`
        select min(event_id) as id from attempt join event on event.id = event_id
        where ${whose} and not redelivery and event.created_at > (select min(updated_at) + interval '1 hour' from webhook)`)
      const [{ id }] = rows
      const message = await messagesAfter(`delete from attempt where event_id = ${id} and ${whose}`)
      some(message, new RegExp(`event ${id} of account 1001: in its account not every fact has one delivery to`))
    }
  })

  it('is missed where it names another event, or none', async () => {
    const last = (table: string) => `(select max(delivery_id) from ${table} where webhook_id is not null)`
    some(
      await messagesAfter(`update attempt set event_id = 1 where delivery_id = ${last('attempt')}`),
      /attempt \d+ \d+ 1 of account 1001: the fact 1, of which it tells, is not there/,
    )
    some(
      await messagesAfter('update delivery set event_id = 1'),
      /delivery \d+ of account 1001: the fact 1, of which it tells, is not there/,
    )
  })

  it('is of no event whose number or time was changed', async () => {
    for (const set of ['id = id + 1000000', "created_at = created_at + interval '1 second'"])
      some(
        await messagesAfter(`update event set ${set}`),
        /attempt \d+ \d+ 1 of account 1001: the fact \d+, of which it tells/,
      )
  })

  it('is not missed once the log of its day is gone', async () => {
    const { rows } = await hand.query(`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'attempt'::regclass and inhrelid::regclass::text <= 'attempt_' || to_char(now() at time zone 'UTC', 'YYYYMMDD')`)
    for (const { name } of rows) await hand.query(`drop table ${name}`)
    assert.deepEqual(await findings(gateway.db), [])
  })
})
