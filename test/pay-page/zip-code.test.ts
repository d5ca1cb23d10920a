// The operator may name a service of postal codes: then a code fills in its address, with a script and without one. Whatever that service
// does, the buyer can type.
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { contact, linkOf } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { NEEDS_BROWSER, openPanelBrowser, PHONE } from '../panel/browser.ts'
import { until } from '../until.ts'
import { ADDRESS, type Buyer, buyerAt, fieldValue, textOf } from './buying.ts'

const SQUARE = { street: 'Praça da Sé', district: 'Sé', city: 'São Paulo', state: 'SP' }
const AS_VIACEP = {
  cep: '01001-000',
  logradouro: 'Praça da Sé',
  complemento: 'lado ímpar',
  bairro: 'Sé',
  localidade: 'São Paulo',
  uf: 'SP',
}

type Behaviour = (response: ServerResponse) => void
const json =
  (body: unknown, status = 200): Behaviour =>
  response =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('a postal code', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let shop: Seller
  let behave: Behaviour
  let asked: string[] = []
  let number = 1_000_000

  /** One that nobody has asked about. */
  const another = () => `0${++number}`

  before(async () => {
    const service = createServer((request, response) => {
      asked.push(request.url ?? '')
      behave(response)
    })
    resources.defer(() => {
      service.closeAllConnections()
      service.close()
    })
    await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
    const CEP_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}/ws/{cep}/json?chave=segredo`
    gateway = resources.use(await openTestGateway({ env: { CEP_URL } }))
    shop = await gateway.seller()
  })
  after(() => resources.disposeAsync())
  beforeEach(() => {
    asked = []
    behave = json(AS_VIACEP)
  })

  const cartAt = async (more: object = { askAddress: true }): Promise<{ buyer: Buyer; path: string }> => {
    const { token } = await contact(gateway, await linkOf(shop, more))
    return { buyer: buyerAt(gateway), path: `/c/${token}` }
  }
  const lookedUp = async (zipCode: string, more?: object) => {
    const { buyer, path } = await cartAt(more)
    const answer = await buyer.get(`${path}/cep/${zipCode}`)
    return answer.status === 200 ? JSON.parse(answer.text) : answer.status
  }

  it('is answered with its address, in the words of either service, and is asked about once', async () => {
    assert.deepEqual(await lookedUp('01001000'), SQUARE)
    assert.deepEqual(asked, ['/ws/01001000/json?chave=segredo'])
    assert.deepEqual(await lookedUp('01001-000'), SQUARE)
    assert.equal(asked.length, 1)
    behave = json({ cep: '01001000', ...SQUARE, neighborhood: 'Sé', district: undefined, service: 'open' })
    assert.deepEqual(await lookedUp(another()), SQUARE)
  })

  it('of a whole town leaves street and district to the buyer', async () => {
    behave = json({ logradouro: '', bairro: '', localidade: 'Serra Negra', uf: 'sp' })
    assert.deepEqual(await lookedUp(another()), { street: '', district: '', city: 'Serra Negra', state: 'SP' })
  })

  it('that is not known, or whose service fails in any way, is answered with nothing', async () => {
    const failures: Record<string, Behaviour> = {
      unknown: json({ erro: true }),
      'not found': json({ message: 'CEP não encontrado' }, 404),
      down: json({}, 503),
      'no JSON': response => void response.end('<html>'),
      'a list': json([AS_VIACEP]),
      'another country': json({ ...AS_VIACEP, uf: 'ZZ' }),
      'no town': json({ ...AS_VIACEP, localidade: 7 }),
      endless: response => void response.end(JSON.stringify({ ...AS_VIACEP, more: 'x'.repeat(20_000) })),
      elsewhere: response => void response.writeHead(302, { location: '/ws/01001000/json' }).end(),
      silent: () => {},
    }
    for (const [name, behaviour] of Object.entries(failures)) {
      behave = behaviour
      assert.equal(await lookedUp(another()), 204, name)
    }
  })

  it('whose service was down is asked about again', async () => {
    const zipCode = another()
    behave = json({}, 500)
    assert.equal(await lookedUp(zipCode), 204)
    behave = json(AS_VIACEP)
    assert.deepEqual(await lookedUp(zipCode), SQUARE)
  })

  it('is nobody’s business where nothing is sent, and what is no code is not asked about', async () => {
    assert.equal(await lookedUp('01001000', { askAddress: false }), 204)
    for (const zipCode of ['0100100', '010010000', 'abcdefgh', '..%2F..%2Fx', '0100100١'])
      assert.equal(await lookedUp(zipCode), 204, zipCode)
    assert.deepEqual(asked, [])
    assert.equal((await buyerAt(gateway).get('/c/unknown/cep/01001000')).status, 404)
  })

  it('fills in the form that is sent with nothing else, and replaces nothing that was typed', async () => {
    const { buyer, path } = await cartAt()
    assert.match(textOf(await buyer.get(path)), /Preenche o endereço, quando o CEP é conhecido\./)
    const nothing = Object.fromEntries(Object.keys(ADDRESS).map(name => [name, '']))
    const back = await buyer.send(`${path}/entrega`, { ...nothing, cep: '01001-000', bairro: 'Centro' })
    assert.equal(back.status, 400)
    const shown = ['cep', 'rua', 'numero', 'bairro', 'cidade'].map(name => fieldValue(back, name))
    assert.deepEqual(shown, ['01001-000', 'Praça da Sé', '', 'Centro', 'São Paulo'])
    assert.match(back.text, /<option value="SP" selected>/)
    const problems = [...back.text.matchAll(/<li><a href="#(\w+)">/g)].map(([, field]) => field)
    assert.deepEqual(problems, ['numero'])
  })

  it('fills in the form while the buyer types', NEEDS_BROWSER, async () => {
    await using browser = await openPanelBrowser()
    await using visit = await browser.visit(gateway, { viewport: PHONE })
    const { page } = visit
    visit.forgive(/eventos/)
    await page.goto((await cartAt()).path)
    const values = () =>
      Promise.all(['Rua ou avenida', 'Bairro', 'Cidade', 'Estado'].map(label => page.getByLabel(label).inputValue()))
    await page.getByLabel('Bairro').fill('Centro')
    await page.getByLabel('CEP').pressSequentially('01001-000')
    await until(async () => (await values())[0] === 'Praça da Sé', 'the street to be filled in')
    assert.deepEqual(await values(), ['Praça da Sé', 'Centro', 'São Paulo', 'SP'])
    behave = json({ logradouro: 'Rua Doutor João', bairro: 'Alto', localidade: 'Serra Negra', uf: 'SP' })
    await page.getByLabel('CEP').fill(another())
    await until(async () => (await values())[2] === 'Serra Negra', 'the other address to be filled in')
    assert.deepEqual(await values(), ['Rua Doutor João', 'Centro', 'Serra Negra', 'SP'])
  })
})
