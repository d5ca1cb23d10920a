// What a buyer's page says of play money: every page of a test account, its link's preview too, says that it is of a
// test, and none gives a receipt; a page of a live account says nothing of the kind.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register } from '../access/person.ts'
import { charged, contact, linkOf } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { at } from '../sale/selling.ts'
import { atTestBank, inTestMode, keysOf } from '../test-mode/side.ts'
import { buyerAt, textOf } from './buying.ts'

let gateway: TestGateway
let ana: Person
let live: Seller
let test: Seller
before(async () => {
  gateway = await openTestGateway({ testMode: true })
  ana = await register(gateway)
  live = await keysOf(gateway, ana)
  test = await keysOf(gateway, await inTestMode(ana))
})
after(() => gateway[Symbol.asyncDispose]())

const PT = /Página de teste\. Aqui ninguém paga de verdade, e nada aqui é comprovante de pagamento\./
const EN = /Test page\. Nobody pays real money here, and nothing here proves a payment\./
const ANY = /Página de teste|Test page|pagamento de teste|test payment|Teste: |Test: /i

interface Pages {
  pt: string
  en: string
  html: string
}

async function read(path: string): Promise<Pages> {
  const buyer = buyerAt(gateway)
  const page = await buyer.get(path)
  return { pt: textOf(page), en: textOf(await buyer.get(`${path}?idioma=en`)), html: page.text }
}

/** The page that a link leads to, the one with the code, and the one of what was paid. */
async function walk(seller: Seller, bank: Pick<TestGateway, 'pay'>): Promise<Pages[]> {
  const link = await linkOf(seller)
  const offer = await read(`/l/${link.slug}`)
  const opened = await contact(gateway, link)
  const sale = await charged(gateway, opened)
  const code = await read(`/c/${opened.token}`)
  await bank.pay(sale.brCode ?? '')
  await seller.reaches(at(sale), 'PAGO')
  return [offer, code, await read(`/c/${opened.token}`)]
}

describe('the pages that a buyer sees', () => {
  it('of a test account say so on each, and give no receipt', async () => {
    const pages = await walk(test, atTestBank(gateway))
    for (const { pt, en } of pages) {
      assert.match(pt, PT)
      assert.match(en, EN)
    }
    const paid = pages.at(-1)
    assert.match(paid?.pt ?? '', /Pagamento confirmado .*Pagamento de teste: isto não é um comprovante\./)
    assert.match(paid?.en ?? '', /Payment confirmed .*A test payment: this is not a receipt\./)
    assert.doesNotMatch(`${paid?.pt} ${paid?.en}`, /Guarde este comprovante|Keep this receipt/)
  })

  it('of a live account say nothing of a test, and give a receipt', async () => {
    const pages = await walk(live, gateway)
    for (const { pt, en } of pages) assert.doesNotMatch(`${pt} ${en}`, ANY)
    assert.match(pages.at(-1)?.pt ?? '', /Guarde este comprovante\./)
    assert.match(pages.at(-1)?.en ?? '', /Keep this receipt\./)
  })

  it('of a charge that was sent by a person say it in the preview of the message too', async () => {
    const inTest = await inTestMode(ana)
    const chargeOf = async (person: Person) => {
      const body = { amount: 25_00, customerName: 'Maria Silva', description: 'Bolo' }
      const { uuid } = (await person.call('POST', '/api/sales', body)).body
      const { payUrl } = (await person.call('GET', `/api/sales/${uuid}`)).body
      return read(payUrl.slice(gateway.url.length))
    }
    const [mine, real] = [await chargeOf(inTest), await chargeOf(ana)]
    assert.match(mine.pt, PT)
    assert.match(mine.html, /<meta property="og:title" content="Teste: /)
    assert.doesNotMatch(real.pt, ANY)
    assert.match(real.html, /<meta property="og:title" content="(?!Teste)/)
  })

  it('of a gateway with play money alone say it of every account', async () => {
    await gateway.db.query(sql`
      update psp_account set environment = 'test', version = version + 1, seal = default where id = 1`)
    try {
      assert.match((await read(`/l/${(await linkOf(live)).slug}`)).pt, PT)
    } finally {
      await gateway.db.query(sql`
        update psp_account set environment = 'live', version = version + 1, seal = default where id = 1`)
    }
  })
})
