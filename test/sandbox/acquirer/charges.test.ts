// Charges of the acquirer: opened, made boletos of, and refused, in Efí's form.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLine } from '#kernel/boleto/line.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { basic, send } from '../test-bank.ts'
import { ADDRESS, billet, openAcquirer, PAYER } from './scene.ts'

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
      ['POST', '/charge', { items: [{ name: 'Livro', value: 9_999_999_999, amount: 2 }] }, 3500006],
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
