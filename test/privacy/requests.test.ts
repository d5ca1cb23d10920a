// "LGPD: retention by kind of data, export and erasure of a customer's data with what the law demands kept, an audit of both."
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { DAY_MS } from '#kernel/time.ts'
import { forgetSome } from '#privacy/retention/worker.ts'
import { assertBooks } from '../books.ts'
import { examined } from '../doctor/scene.ts'
import { until } from '../until.ts'
import { ANA, buyersOf, entriesOf, ofNobody, openShop, RUI, type Shop } from './things.ts'

const OWN = '/api/account/privacy'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop?.[Symbol.asyncDispose]())

describe('the data of a customer', () => {
  it('is one file of everything that is held about this person, and of nobody else', async () => {
    const { owner } = shop
    const answer = await owner.call('POST', `${OWN}/export`, { document: '529.982.247-25', reason: 'Protocolo 17' })
    assert.equal(answer.status, 200, answer.text)
    const { sections, counts, person } = answer.body
    assert.deepEqual(person, { document: ANA.document, email: null, phone: null })
    assert.deepEqual([counts.sales, counts.carts, sections.sales.length, sections.carts.length], [2, 1, 2, 1])
    const [paid] = sections.sales
    assert.deepEqual(
      [paid.customer.email, paid.shipping.street, paid.payments.length],
      [ANA.email, 'Rua das Flores', 1],
    )
    assert.ok(!answer.text.includes(RUI.name) && !answer.text.includes(RUI.document), 'the other one is in it')
  })

  it('is not handed out by an e-mail address that two persons have: 409', async () => {
    const answer = await shop.owner.call('POST', `${OWN}/export`, { email: ANA.email })
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'CONFLICT'])
    const byPhone = await shop.owner.call('POST', `${OWN}/export`, { phone: '+55 (11) 98765-4321' })
    assert.deepEqual([byPhone.status, byPhone.body.counts.sales], [200, 2])
  })

  it('is erased as far as the law lets it be, once what that comes to was seen', async () => {
    const { owner, gateway } = shop
    const asked = { document: ANA.document }
    const preview = await owner.call('POST', `${OWN}/preview`, asked)
    assert.equal(preview.status, 200, preview.text)
    assert.deepEqual(
      preview.body.erased.map(({ part, rows }: { part: string; rows: number }) => `${part} ${rows}`),
      ['carts 1', 'unpaidSales 1', 'saleContacts 1'],
    )
    const law = preview.body.kept.find(({ part }: { part: string }) => part === 'paidSales')
    assert.deepEqual([law.rows, law.ground], [1, 'LAW'])
    assert.equal(Number(law.until.slice(0, 4)), gateway.now().getUTCFullYear() + 10)
    const other = { ...asked, confirmation: '0'.repeat(64) }
    assert.equal((await owner.call('POST', `${OWN}/erase`, other)).status, 409)
    const { confirmation } = preview.body
    const done = await owner.call('POST', `${OWN}/erase`, { ...asked, confirmation, reason: 'Protocolo 18' })
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(done.body.erased, preview.body.erased)
    assert.deepEqual(await buyersOf(shop), [
      `PAGO ${ANA.name}/${ANA.document}//`,
      'CANCELADO ///',
      `PAGO ${RUI.name}/${RUI.document}/${RUI.email}/${RUI.phone} shipped`,
    ])
    // Again: there is nothing left to do.
    const again = await owner.call('POST', `${OWN}/erase`, { ...asked, confirmation })
    assert.deepEqual([again.status, again.body.erased], [200, []])
  })

  it('stands in the audit log by a fingerprint that is the same each time, and in no clear words', async () => {
    const entries = await entriesOf(shop.gateway)
    assert.deepEqual(
      entries.map(({ action, reason }) => [action, reason]),
      [
        ['privacy.exported', 'Protocolo 17'],
        ['privacy.exported', null],
        ['privacy.previewed', null],
        ['privacy.erased', 'Protocolo 18'],
      ],
    )
    const [first, byPhone, ...others] = entries.map(({ subjectId }) => subjectId)
    assert.match(first ?? '', /^[0-9a-f]{64}$/)
    assert.deepEqual(new Set(others), new Set([first]))
    assert.notEqual(byPhone, first)
    const text = JSON.stringify(entries)
    for (const clear of [ANA.document, ANA.email, ANA.phone]) assert.ok(!text.includes(clear), clear)
    assert.ok(entries.at(-1)?.text.includes('"erasedParts": ["carts 1", "unpaidSales 1", "saleContacts 1"]'), text)
  })

  it('is gone without a trace in the books: doctor and auditor find nothing, and events are listed and sent again', async () => {
    const { gateway, seller, owner, paid } = shop
    assert.deepEqual((await examined(gateway.db)).findings, [])
    await assertBooks(gateway)
    // What is written at this moment is not listed before its turn.
    await until(async () => {
      const { body } = await seller.api('GET', '/api/events?limit=100')
      return body.data.some(({ payload }: { payload: { uuid: string } }) => payload.uuid === paid.uuid) || null
    }, 'the events of the sale to be listed')
    const sale = await owner.call('GET', `/api/sales/${paid.uuid}`)
    assert.deepEqual([sale.status, sale.body.customer.email], [200, ''])
  })

  it('is forgotten by itself once its time is over', async () => {
    const { gateway } = shop
    const terms = {
      cartDays: 30,
      unpaidSaleDays: 180,
      contactDays: 1_825,
      moneyYears: 10,
      notificationDays: 90,
      callbackDays: 90,
      requestLogDays: 30,
    }
    const run = async (days: number) => {
      const clock = () => new Date(gateway.now().getTime() + days * DAY_MS)
      while (await forgetSome({ db: gateway.db, clock, log: pino({ level: 'silent' }), terms, askedFor: ofNobody })) {}
      return (await buyersOf(shop)).at(-1)
    }
    assert.equal(await run(1_824), `PAGO ${RUI.name}/${RUI.document}/${RUI.email}/${RUI.phone} shipped`)
    assert.equal(await run(1_826), `PAGO ${RUI.name}/${RUI.document}//`)
    assert.equal(await run(3_650), `PAGO ${RUI.name}/${RUI.document}//`)
    assert.equal(await run(3_655), 'PAGO ///')
    assert.deepEqual((await examined(gateway.db)).findings, [])
  })
})
