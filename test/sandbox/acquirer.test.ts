// The acquirer of the sandbox bank: boletos in Efí's form, paid in every way, its notices, its faults and its books.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLine } from '#kernel/boleto/line.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { ADDRESS, billet, openAcquirer, openNoticeServer, PAYER } from './acquirer-scene.ts'
import { basic, fault, send, until } from './test-bank.ts'

const TODAY = '2026-11-23' as LocalDate

describe('a charge', () => {
  it('is opened, becomes a boleto, and is answered in the documented form', async t => {
    const { data, bank } = await openAcquirer(t)
    const items = [
      { name: 'Livro', value: 6_000, amount: 2 },
      { name: 'Frete', value: 345, amount: 1 },
    ]
    const metadata = { custom_id: 'sale-1' }
    const opened = await data('POST', '/charge', { items, metadata })
    const { charge_id } = opened
    assert.deepEqual(opened, {
      charge_id,
      status: 'new',
      total: 12_345,
      custom_id: 'sale-1',
      created_at: '2026-11-23 12:00:00',
    })
    const configurations = { days_to_write_off: 10, fine: 200, interest: { value: 1_000, type: 'monthly' } }
    const issued = await data('POST', `/charge/${charge_id}/pay`, billet({ configurations, message: 'Obrigado' }))
    const { barcode, pix, link, ...rest } = issued
    assert.deepEqual(rest, {
      billet_link: link,
      pdf: { charge: link },
      expire_at: '2026-11-30',
      charge_id,
      status: 'waiting',
      total: 12_345,
      payment: 'banking_billet',
    })
    const read = readLine(barcode, TODAY)
    assert.deepEqual([read?.bank, read?.amount, read?.dueOn], ['999', 12_345n, '2026-11-30'])
    const code = parseBrCode(pix.qrcode)
    assert.deepEqual([code?.kind, code?.key, code?.txid], ['dynamic', undefined, undefined])
    assert.match(pix.qrcode_image, /^data:image\/svg\+xml;base64,/)
    const page = await send(link, 'GET')
    assert.ok(page.text.includes(barcode) && page.text.includes('R$\u00a0123,45'))

    const detail = await data('GET', `/charge/${charge_id}`)
    assert.deepEqual(detail.items, items)
    assert.deepEqual(detail.customer, PAYER)
    assert.equal(detail.payment.method, 'banking_billet')
    assert.deepEqual(detail.payment.banking_billet, {
      barcode,
      pix,
      link,
      pdf: { charge: link },
      expire_at: '2026-11-30',
      configurations: { days_to_write_off: 10, fine: 200, interest_type: 'monthly', interest: 1_000 },
    })
    assert.equal(detail.history.length, 2)
    assert.equal((await bank.call('GET', '/sandbox/account')).body.boletos, '0.00')
  })

  it('has no Pix where the account has none', async t => {
    const { bank, open, issue } = await openAcquirer(t)
    await bank.call('POST', '/sandbox/settings', { bolepix: false })
    assert.equal((await issue(await open(10_00))).pix, undefined)
  })

  it('is refused in its own form', async t => {
    const { call, open, issue, bank } = await openAcquirer(t)
    const id = await open(10_00)
    const customer = (change: object) => billet({ customer: { ...PAYER, ...change } })
    const REFUSED: [method: string, path: string, body: unknown, code: number][] = [
      ['POST', '/charge', { items: [] }, 3500034],
      ['POST', '/charge', { items: [{ name: 'Livro', value: 0, amount: 1 }] }, 3500034],
      ['POST', '/charge', { items: [{ name: 'Livro', value: 100, amount: 1 }], valor: 1 }, 3500034],
      ['GET', '/charge/1', undefined, 3500010],
      ['POST', '/charge/1/pay', billet(), 3500010],
      ['POST', `/charge/${await open(4_99)}/pay`, billet(), 4600036],
      ['POST', `/charge/${id}/pay`, billet({ expire_at: '2026-11-22' }), 4600007],
      ['POST', `/charge/${id}/pay`, billet({ expire_at: '2035-01-01' }), 4600414],
      ['POST', `/charge/${id}/pay`, customer({ cpf: '12345678900' }), 3500037],
      ['POST', `/charge/${id}/pay`, customer({ address: { ...ADDRESS, zipcode: '1' } }), 3500034],
      ['POST', `/charge/${id}/pay`, { payment: {} }, 3500034],
      ['PUT', `/charge/${id}/settle`, undefined, 3500038],
      ['GET', '/notification/nobody', undefined, 3500010],
      ['GET', '/charges?charge_type=billet', undefined, 3500034],
    ]
    for (const [method, path, body, code] of REFUSED) {
      const answer = await call(method, path, body)
      assert.deepEqual([answer.status, answer.body.code], [400, code], `${method} ${path}: ${answer.text}`)
      assert.ok(answer.body.error && answer.body.error_description)
    }
    await issue(id)
    assert.equal((await call('POST', `/charge/${id}/pay`, billet())).body.code, 3500030)
    assert.equal((await call('PUT', `/charge/${id}/cancel`)).body.code, 200)
    assert.equal((await call('PUT', `/charge/${id}/cancel`)).body.code, 3500043)
    const settled = await open(10_00)
    await issue(settled)
    assert.equal((await call('PUT', `/charge/${settled}/settle`)).status, 200)
    assert.equal((await bank.call('GET', '/sandbox/account')).body.boletos, '0.00')
  })

  it('is refused the third time that it is the same', async t => {
    const { data, call } = await openAcquirer(t)
    const items = [{ name: 'Livro', value: 1_000, amount: 1 }]
    const made: number[] = []
    for (let n = 0; n < 3; n++) made.push((await data('POST', '/charge', { items })).charge_id)
    const answers = []
    for (const id of made) answers.push(await call('POST', `/charge/${id}/pay`, billet()))
    assert.deepEqual(
      answers.map(({ body }) => body.code),
      [200, 200, 4600210],
    )
  })

  it('is of a company, by its name and its CNPJ', async t => {
    const { open, issue, data } = await openAcquirer(t)
    const id = await open(10_00)
    const customer = {
      email: PAYER.email,
      address: ADDRESS,
      juridical_person: { corporate_name: 'Livraria Ltda', cnpj: '11222333000181' },
    }
    await issue(id, { customer })
    assert.deepEqual((await data('GET', `/charge/${id}`)).customer, customer)
  })

  it('needs a token of this API, which lives ten minutes', async t => {
    const { bank, call, moveTo } = await openAcquirer(t)
    const pixToken = await bank.call('GET', '/v1/charges?charge_type=billet')
    assert.deepEqual([pixToken.status, pixToken.body.code], [403, 3500001])
    const none = await send(`${bank.url}/v1/charge/1`, 'GET')
    assert.deepEqual([none.status, none.body.error], [401, 'unauthorized'])
    const stranger = await send(`${bank.url}/v1/authorize`, 'POST', { grant_type: 'client_credentials' }, basic('x'))
    assert.deepEqual([stranger.status, stranger.body.error], [401, 'invalid_client'])
    await bank.advance(601)
    assert.equal((await call('GET', '/charge/1')).status, 401)
    await moveTo('2026-11-23T16:00:00Z')
    assert.equal((await call('GET', '/charge/1')).body.code, 3500010)
  })
})

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
    const { link } = await issue(id)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await send(link, 'POST', 'como=pix', form)).status, 303)
    assert.equal((await data('GET', `/charge/${id}`)).status, 'paid')
    const again = await send(link, 'POST', 'como=linha', form)
    assert.equal(again.status, 422)
    assert.match(again.text, /role="alert"/)
    assert.equal((await send(link, 'POST', 'como=linha&apesar=sim', form)).status, 303)
  })
})

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
