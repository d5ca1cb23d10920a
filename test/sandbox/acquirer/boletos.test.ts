// Boletos of the acquirer, paid in every way, and what its account gets of that.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { send, until } from '../test-bank.ts'
import { openAcquirer } from './scene.ts'

describe('a boleto', () => {
  it('paid at a bank is identified at once and credited on the next business day', async t => {
    const { bank, data, open, issue, pay, moveTo, reaches, balance } = await openAcquirer(t)
    const before = await balance()
    const id = await open(123_45)
    const { barcode } = await issue(id)
    await moveTo('2026-11-27T15:00:00Z')
    assert.equal((await pay({ line: barcode })).status, 'identified')
    await moveTo('2026-11-29T15:00:00Z')
    assert.equal((await data('GET', `/charge/${id}`)).status, 'identified')
    assert.equal(await balance(), before)
    await moveTo('2026-11-30T09:00:00Z')
    await reaches(id, 'paid')
    assert.equal(await balance(), '1000123.45')
    const [{ payments }] = (await bank.call('GET', '/sandbox/charges')).body.data
    assert.deepEqual(payments, [
      {
        n: 1,
        way: 'line',
        amount: '123.45',
        paidOn: '2026-11-27',
        status: 'credited',
        creditedAt: '2026-11-30T09:00:00.000Z',
        endToEndId: null,
      },
    ])
  })

  it('paid by its Pix is credited at once, and is in the list of Pix where the account has it so', async t => {
    const { bank, open, issue, pay, balance } = await openAcquirer(t)
    const listed = async () => {
      const period = 'inicio=2026-11-01T00:00:00Z&fim=2026-12-31T00:00:00Z'
      return (await bank.call('GET', `/v2/pix?${period}`)).body.pix.length
    }
    const first = await issue(await open(10_00))
    assert.equal((await pay({ pixCopiaECola: first.pix.qrcode })).status, 'paid')
    assert.equal(await listed(), 0)
    await bank.call('POST', '/sandbox/settings', { listChargePix: true })
    const second = await issue(await open(10_00))
    await pay({ pixCopiaECola: second.pix.qrcode })
    assert.equal(await listed(), 1)
    assert.equal(await balance(), '1000020.00')
  })

  it('paid late has fine and interest on top, which the bank computes', async t => {
    const { open, issue, pay } = await openAcquirer(t)
    const configurations = { days_to_write_off: 30, fine: 200, interest: { value: 1_000, type: 'monthly' } }
    const AMOUNTS: [on: string, amount: string][] = [
      ['2026-11-30', '123.45'],
      ['2026-12-01', '126.04'],
      ['2026-12-10', '126.41'],
    ]
    for (const [on, amount] of AMOUNTS) {
      const { barcode } = await issue(await open(123_45), { expire_at: '2026-11-28', configurations })
      assert.equal((await pay({ line: barcode, on })).payment.amount, amount, on)
    }
  })

  it('is unpaid when its last day on time has passed, and payable until it is written off', async t => {
    const { bank, open, issue, pay, moveTo, reaches } = await openAcquirer(t)
    const id = await open(10_00)
    const { barcode } = await issue(id, { expire_at: '2026-11-28', configurations: { days_to_write_off: 3 } })
    await moveTo('2026-12-01T15:00:00Z')
    await reaches(id, 'unpaid')
    await moveTo('2026-12-02T15:00:00Z')
    const refused = await bank.call('POST', '/sandbox/boleto/pay', { line: barcode })
    assert.deepEqual([refused.status, refused.body.type], [409, 'urn:porteira:sandbox:expired'])
    assert.equal((await pay({ line: barcode, late: true })).status, 'identified')
  })

  it('is paid with another amount, after its cancellation, and by both ways', async t => {
    const { bank, call, open, issue, pay, moveTo, reaches, balance } = await openAcquirer(t)
    const id = await open(10_00)
    const { barcode, pix } = await issue(id)
    assert.equal((await call('PUT', `/charge/${id}/cancel`)).status, 200)
    const answer = await bank.call('POST', '/sandbox/boleto/pay', { line: barcode })
    assert.equal(answer.body.type, 'urn:porteira:sandbox:removed')
    assert.equal((await pay({ line: barcode, late: true, amount: '9.99' })).payment.amount, '9.99')
    assert.equal((await pay({ pixCopiaECola: pix.qrcode, again: true, amount: '10.01' })).status, 'paid')
    await moveTo('2026-11-24T12:00:00Z')
    await reaches(id, 'paid')
    await until('both credited', async () => (await balance()) === '1000020.00')
  })

  it('may bounce: it is as it was before', async t => {
    const { open, issue, pay, moveTo, reaches, balance } = await openAcquirer(t)
    const id = await open(10_00)
    const { barcode } = await issue(id)
    await pay({ line: barcode, bounces: true })
    await moveTo('2026-11-24T12:00:00Z')
    await reaches(id, 'waiting')
    assert.equal(await balance(), '1000000.00')
  })

  it('is paid by its buyer on its page', async t => {
    const { open, issue, data } = await openAcquirer(t)
    const id = await open(10_00)
    const { link, barcode, pix } = await issue(id)
    for (const code of [barcode, pix.qrcode]) {
      const entered = await send(`${new URL(link).origin}/?${new URLSearchParams({ codigo: code })}`, 'GET')
      assert.deepEqual([entered.status, entered.headers.get('location')], [303, new URL(link).pathname])
    }
    assert.match((await send(link, 'GET')).text, /<svg role="img" aria-label="Código de barras"/)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await send(link, 'POST', 'como=pix', form)).status, 303)
    assert.equal((await data('GET', `/charge/${id}`)).status, 'paid')
    const again = await send(link, 'POST', 'como=linha', form)
    assert.equal(again.status, 422)
    assert.match(again.text, /role="alert"/)
    assert.equal((await send(link, 'POST', 'como=linha&apesar=sim', form)).status, 303)
  })
})
