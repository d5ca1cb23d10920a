// A preview: the real pages with what a seller has typed, for ten minutes; nothing of it is stored, sold, or taken for a receipt.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Person, register, setRole } from '../access/person.ts'
import { LINK, SHIRT } from '../cart/shopping.ts'
import { sellsByCard } from '../charge/cards.ts'
import { sellsBoletos } from '../charge/selling.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'
import { buyerAt, CONTACT, codeIn, textOf } from '../pay-page/buying.ts'
import { takesCardsInFrame } from '../pay-page/card-buying.ts'
import { PAYEE, sellsByTransfer } from '../transfer/selling.ts'

const LOOK = { name: 'Ateliê da Ana', color: '#1a7f5a', thankYou: 'Volte sempre!', language: null }
const PATH = '/api/account/checkouts/preview'

let gateway: TestGateway
let ana: Person
before(async () => {
  gateway = await openTestGateway()
  ana = await register(gateway, 'Ana Souza')
  await gateway.db.query(sql`update account set status = 'ACTIVE', seal = default where id = ${ana.accountId}`)
})
after(() => gateway[Symbol.asyncDispose]())

const make = (body: object, person = ana) => person.call('POST', PATH, body)
async function pathOf(body: object): Promise<string> {
  const { status, body: made, text } = await make(body)
  assert.equal(status, 201, text)
  return new URL(made.url).pathname
}
const see = async (path: string, query = '') => buyerAt(gateway).get(path + query)

describe('a preview', () => {
  it('shows each screen of the real page with the typed look, and says on each that it is none', async () => {
    const path = await pathOf({ look: LOOK })
    for (const [screen, shown] of [
      ['contato', /Produto de exemplo.*Nome completo.*Continuar/],
      ['pagar', /Pagar R\$\s150,00/],
      ['pix', /Pix copia e cola/],
      ['pago', /Pagamento confirmado.*Volte sempre!.*Ateliê da Ana/],
    ] as const) {
      const page = await see(path, `?passo=${screen}`)
      assert.equal(page.status, 200, screen)
      assert.match(textOf(page), shown, screen)
      assert.match(textOf(page), /Esta é uma prévia.*Nada aqui é cobrado.*comprovante/, screen)
      assert.match(page.text, /<title>Prévia: /)
      assert.match(page.text, /--accent:#1a7f5a/)
      assert.match(page.text, /<p class="seller"><bdi>Ateliê da Ana</)
      assert.deepEqual(
        ['cache-control', 'x-robots-tag', 'x-frame-options'].map(name => page.headers.get(name)),
        ['no-store', 'noindex', 'DENY'],
      )
      assert.doesNotMatch(page.text, /data-state=|data-events=/)
    }
    assert.doesNotMatch(codeIn(await see(path, '?passo=pix')), /^0002/, 'no code that a bank would read')
    assert.match(textOf(await see(path, '?passo=pago&idioma=en')), /This is a preview.*Payment confirmed/)
    const stored = (await ana.call('GET', '/api/account/look')).body
    assert.deepEqual([stored.name, stored.color], [null, null])
  })

  it('of a link that is typed asks for what that link asks for, and leads through its forms without keeping anything', async () => {
    const counts = () =>
      gateway.db.query(
        sql`select (select count(*) from checkout) + (select count(*) from cart) + (select count(*) from sale) as n`,
      )
    const before = await counts()
    const link = {
      ...LINK,
      items: [{ ...SHIRT, tangible: true, maxQuantity: 3 }],
      askDocument: true,
      shippingAmount: 10_00,
    }
    const path = await pathOf({ link: { ...link, thankYou: 'Obrigada', metadata: { key: 'x' }, slug: 'meu-link' } })
    const buyer = buyerAt(gateway)
    const first = await buyer.get(path)
    assert.match(textOf(first), /Camiseta azul.*R\$\s160,00.*Quantidade de Camiseta.*CPF ou CNPJ/)
    const delivery = await buyer.go(`${path}/contato`, CONTACT)
    assert.match(delivery.path, /\?passo=entrega$/)
    assert.match(textOf(delivery), /CEP/)
    assert.ok(!delivery.text.includes(CONTACT.email), 'what was typed is not read')
    const pay = await buyer.go(`${path}/entrega`, {})
    assert.match(textOf(pay), /Praça da Sé.*Pagar R\$\s160,00/)
    const code = await buyer.go(`${path}/pagar?idioma=en`, {})
    assert.match(code.path, /\?idioma=en&passo=pix$/)
    assert.match(textOf(await see(path, '?passo=pago')), /Obrigada/)
    assert.deepEqual([await counts(), buyer.cookie], [before, ''])
    assert.equal((await buyer.get('/l/meu-link')).status, 404)
    assert.equal((await buyer.send(`${path}/contato`, CONTACT, { origin: 'https://evil.example' })).status, 403)
    const turned = await see(await pathOf({ link: { ...LINK, title: 'a\u202egnp.exe' } }))
    assert.doesNotMatch(/<title>([^<]*)/.exec(turned.text)?.[1] ?? '\u202e', /\u202e/)
    const open = await pathOf({ link: { title: 'Doação', openAmount: { min: 5_00, max: 500_00 } } })
    assert.match(textOf(await see(open)), /Quanto você quer pagar\?/)
    assert.match(textOf(await see(open, '?passo=pagar')), /Pagar R\$\s5,00/)
  })

  it('walks to the screen of each method that the account sells by, of which none can be paid', async () => {
    const shop = await openShop(gateway)
    const screensOf = async (path: string) => [
      ...new Set((await see(path)).text.matchAll(/passo=(\w+)"/g).map(([, screen]) => screen)),
    ]
    const pathOfShop = async (body: object) => new URL((await make(body, shop.person)).body.url).pathname
    assert.deepEqual(await screensOf(await pathOfShop({})), ['contato', 'pagar', 'pix', 'pago'])
    await sellsBoletos(gateway, shop.seller)
    await sellsByTransfer(gateway, shop.seller)
    await sellsByCard(gateway, shop.seller)
    await takesCardsInFrame(gateway, gateway.bankUrl)
    const path = await pathOfShop({})
    assert.deepEqual(await screensOf(path), ['contato', 'pagar', 'pix', 'cartao', 'boleto', 'transferencia', 'pago'])
    for (const [screen, shown] of [
      ['cartao', /Cartão de crédito.*Aqui aparecem os campos do cartão.*sem juros/],
      ['boleto', /Pague o boleto.*Boleto gerado\. Vence em.*Linha digitável/],
      ['transferencia', /Faça a transferência.*Banco.*000.*Titular da conta/],
    ] as const) {
      const page = await see(path, `?passo=${screen}`)
      assert.match(textOf(page), shown, screen)
      assert.match(textOf(page), /Esta é uma prévia/, screen)
      assert.doesNotMatch(
        page.text,
        new RegExp(`${PAYEE.account}|${PAYEE.holderName}|/boleto"`),
        'nothing of the operator',
      )
    }
    assert.match((await see(path, '?passo=boleto')).text, /data-copy="0009/, 'a line of no bank')
    const buyer = buyerAt(gateway)
    for (const [metodo, screen] of [
      ['PIX', 'pix'],
      ['CREDIT_CARD', 'pago'],
      ['BOLETO', 'boleto'],
      ['TRANSFER', 'transferencia'],
    ] as const)
      assert.match((await buyer.go(`${path}/pagar`, { metodo })).path, new RegExp(`passo=${screen}$`))
    const onlyBoleto = await pathOfShop({ link: { ...LINK, methods: ['BOLETO'] } })
    assert.deepEqual(await screensOf(onlyBoleto), ['contato', 'pagar', 'boleto', 'pago'])
    assert.match(textOf(await see(onlyBoleto, '?passo=pago')), /Boleto/)
  })

  it('is refused like what it shows, with the field', async () => {
    for (const [body, field] of [
      [{ look: { ...LOOK, name: 'Banco Itaú' } }, /^name: /],
      [{ look: { ...LOOK, color: 'red' } }, /^color: /],
      [{ link: { title: 'Nada' } }, /^items: /],
      [{ link: { ...LINK, successUrl: 'javascript:alert(1)' } }, /^successUrl: /],
      [
        { link: { ...LINK, items: Array.from({ length: 200 }, (_, n) => ({ ...SHIRT, title: noise(n) })) } },
        /^link\.items: /,
      ],
      [{ of: 1 }, /of/],
    ] as const) {
      const { status, body: answer } = await make(body)
      assert.deepEqual([status, answer.error?.code], [400, 'INVALID_DATA'], JSON.stringify(answer))
      assert.match(answer.error.message, field)
    }
  })

  it('is for those who may make links, of an account that is active', async () => {
    await setRole(gateway, ana, 'READER')
    assert.equal((await make({})).status, 403)
    await setRole(gateway, ana, 'FINANCE')
    assert.equal((await make({})).status, 201)
    await setRole(gateway, ana, 'OWNER')
    const bia = await register(gateway, 'Padaria da Bia')
    await gateway.db.query(sql`update account set status = 'PENDING', seal = default where id = ${bia.accountId}`)
    const refused = await make({}, bia)
    assert.deepEqual([refused.status, refused.body.error?.message], [403, 'This account is not active'], refused.text)
  })

  it('is over after ten minutes, and nothing else that is sealed leads to a page', async () => {
    const path = await pathOf({ look: LOOK })
    const { tokenSealed } = await sessionOf()
    for (const token of [tokenSealed, 'v1.AAAA', '%ff', path.slice(3, -1), `${path.slice(3)}A`]) {
      const answer = await see(`/v/${token}`)
      assert.deepEqual([answer.status, /Este link não está disponível/.test(answer.text)], [404, true], token)
    }
    gateway.advance(9 * MINUTE_MS)
    assert.equal((await see(path)).status, 200)
    gateway.advance(1 * MINUTE_MS)
    for (const one of [path, `${path}?passo=pago`]) assert.equal((await see(one)).status, 404)
    gateway.advance(HOUR_MS)
    assert.equal((await buyerAt(gateway).send(`${path}/contato`, CONTACT)).status, 404)
  })
})

/** What no packing makes short. */
const noise = (n: number) => createHash('sha512').update(String(n)).digest('hex')

async function sessionOf(): Promise<{ tokenSealed: string }> {
  const made = await ana.call('POST', '/api/account/checkouts', { items: [SHIRT] })
  assert.equal(made.status, 201, made.text)
  const [row] = await gateway.db.query<{ tokenSealed: string }>(sql`
    select token_sealed as "tokenSealed" from checkout where uuid = ${made.body.uuid}`)
  return row as { tokenSealed: string }
}
