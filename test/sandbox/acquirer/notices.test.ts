// What the acquirer reports: lists and notices; and how it misbehaves on request.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { basic, fault, send, until } from '../test-bank.ts'
import { openAcquirer, openNoticeServer } from './scene.ts'

describe('the lists of the acquirer', () => {
  it('have what was created in a period, or paid in one, page by page', async t => {
    const { data, open, issue, pay, moveTo } = await openAcquirer(t)
    const ids: number[] = []
    for (let n = 0; n < 3; n++) ids.push(await open(10_00, { custom_id: `sale-${n}` }))
    for (const id of ids) await issue(id)
    await open(10_00)
    const of = async (query: string) => {
      const listed: { id: number }[] = await data('GET', `/charges?charge_type=billet&${query}`)
      return listed.map(({ id }) => id)
    }
    const day = 'begin_date=2026-11-23&end_date=2026-11-23'
    assert.deepEqual(await of(`${day}&limit=2`), [ids[2], ids[1]])
    assert.deepEqual(await of(`${day}&limit=2&page=2`), [ids[0]])
    assert.deepEqual(await of(`${day}&custom_id=sale-1`), [ids[1]])
    assert.deepEqual(await of('begin_date=2026-11-24&end_date=2026-11-24'), [])
    await moveTo('2026-11-25T15:00:00Z')
    const { line } = await pay({ line: (await data('GET', `/charge/${ids[0]}`)).payment.banking_billet.barcode })
    assert.deepEqual(await of('date_of=payment&begin_date=2026-11-25&end_date=2026-11-25'), [ids[0]])
    assert.deepEqual(await of(`date_of=payment&${day}`), [])
    assert.equal(line.length, 47)
  })
})

describe('the notices of the acquirer', () => {
  it('are the same at each change, and come until their token was read', async t => {
    const { data, bank, open, issue, pay } = await openAcquirer(t)
    const { url, notices } = await openNoticeServer(t)
    const id = await open(10_00, { custom_id: 'sale-1', notification_url: url })
    await until('the first notice', () => notices.length === 1)
    const token = new URLSearchParams(notices[0]).get('notification') ?? ''
    assert.equal(notices[0], `notification=${token}`)
    const first = await data('GET', `/notification/${token}`)
    const entry = {
      type: 'charge',
      custom_id: 'sale-1',
      identifiers: { charge_id: id },
      created_at: first[0].created_at,
    }
    assert.deepEqual(first, [{ id: 1, ...entry, status: { current: 'new', previous: null } }])

    const { barcode, pix } = await issue(id)
    await pay({ pixCopiaECola: pix.qrcode })
    await until('one for each change', () => notices.length >= 3)
    await bank.advance(2)
    await until('both again', () => notices.length >= 5)
    assert.deepEqual(new Set(notices), new Set([`notification=${token}`]))
    const entries = await data('GET', `/notification/${token}`)
    assert.deepEqual(
      entries.map(({ id, status, value, received_by_bank_at }: Record<string, unknown>) => [
        id,
        status,
        value,
        received_by_bank_at,
      ]),
      [
        [1, { current: 'new', previous: null }, undefined, undefined],
        [2, { current: 'waiting', previous: 'new' }, undefined, undefined],
        [3, { current: 'paid', previous: 'waiting' }, 10_00, '2026-11-23'],
      ],
    )
    assert.equal((await bank.call('GET', '/sandbox/clock')).body.nextDueAt, '2026-12-01T03:00:00.000Z')
    const read = notices.length
    await data('PUT', `/charge/${id}/metadata`, { resend: true })
    await until('another one', () => notices.length === read + 1)
    await pay({ line: barcode, again: true })
    assert.equal((await data('GET', `/charge/${id}`)).status, 'paid')
  })

  it('are dropped and repeated as a fault says', async t => {
    const { bank, open, issue, pay, data } = await openAcquirer(t)
    const { url, notices } = await openNoticeServer(t)
    const silent = await open(10_00, { notification_url: url })
    await until('the first notice', () => notices.length === 1)
    const read = () => data('GET', `/notification/${new URLSearchParams(notices.at(-1)).get('notification')}`)
    await read()
    await fault(bank, 'POST /charge/:id/pay', 'dropCallback')
    const { pix } = await issue(silent)
    await pay({ pixCopiaECola: pix.qrcode })
    const loud = await open(10_00, { notification_url: url })
    await until('the next charge', () => notices.length === 2)
    await read()
    await fault(bank, 'POST /charge/:id/pay', 'duplicate')
    await issue(loud)
    await until('three of one change', () => notices.length === 5)
  })
})

describe('faults of the acquirer', () => {
  it('are answered in its own form', async t => {
    const { bank, call, open } = await openAcquirer(t)
    const id = await open(10_00)
    await fault(bank, 'GET /charge/:id', '503', { times: 1 })
    const answer = await call('GET', `/charge/${id}`)
    assert.deepEqual([answer.status, answer.body.code, answer.body.error], [503, 3500000, 'service_unavailable'])
    await fault(bank, 'POST /charge$', '500', { executed: true })
    assert.equal((await call('POST', '/charge', { items: [{ name: 'x', value: 1, amount: 1 }] })).body.code, 3500000)
    assert.equal((await bank.call('GET', '/sandbox/charges')).body.data.length, 2)
    await fault(bank, 'POST /authorize', '503')
    const token = await send(`${bank.url}/v1/authorize`, 'POST', { grant_type: 'client_credentials' }, basic())
    assert.deepEqual([token.status, token.body.error], [503, 'temporarily_unavailable'])
  })
})
