// What a buyer is told of a code or a transfer that has ended unpaid: that nothing was charged where that is certain, and else whom to ask.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '#kernel/time.ts'
import { charged, contact, linkOf, screenOf } from '../cart/shopping.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { at } from '../sale/selling.ts'
import { ANA, transferSeller } from '../transfer/selling.ts'
import { until } from '../until.ts'
import { buyerAt, payForm, screenIn, textOf } from './buying.ts'

let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway[Symbol.asyncDispose]())

const NOTHING_CHARGED = /Nada foi cobrado|not charged/
const see = (token: string, language = 'pt-BR') => buyerAt(gateway).get(`/c/${token}?idioma=${language}`)

async function shows(token: string, screen: string, portuguese: RegExp, english: RegExp): Promise<string[]> {
  await until(async () => ((await screenOf(gateway, { token })) === screen ? true : null), `the screen ${screen}`)
  const texts = [textOf(await see(token)), textOf(await see(token, 'en'))]
  assert.match(texts[0] ?? '', portuguese)
  assert.match(texts[1] ?? '', english)
  return texts
}

describe('what has ended unpaid', () => {
  it('is said to have charged nothing where that is certain: a code that was cancelled', async () => {
    const shop = await gateway.seller()
    const opened = await contact(gateway, await linkOf(shop))
    assert.equal((await shop.api('POST', `${at(await charged(gateway, opened))}/cancel`)).status, 202)
    const portuguese = /O código foi cancelado\. Nada foi cobrado\. .*Gerar novo código/
    await shows(opened.token, 'PAY', portuguese, /The code was cancelled\. You were not charged\./)
  })

  it('and may have been paid all the same, as a transfer, names the shop, on whichever screen', async () => {
    const seller = await transferSeller(gateway)
    const link = await linkOf(seller)
    const { token } = await contact(gateway, link, { customer: { ...ANA, email: 'ana@example.com' } })
    const transfer = async () => {
      const made = await buyerAt(gateway).go(`/c/${token}/pagar`, { ...payForm(await see(token)), metodo: 'TRANSFER' })
      assert.equal(screenIn(made), 'TRANSFER', textOf(made))
      return (await seller.api('GET', '/api/transactions?limit=1')).body.data[0]
    }
    const says = async (screen: string, portuguese: RegExp, english: RegExp) => {
      for (const text of await shows(token, screen, portuguese, english)) assert.doesNotMatch(text, NOTHING_CHARGED)
    }
    assert.equal((await seller.api('POST', `${at(await transfer())}/cancel`)).status, 202)
    await says(
      'PAY',
      /Esta cobrança foi cancelada\. Se você já pagou, não pague de novo: fale com Loja de Teste\./,
      /was cancelled\. If you have paid already, do not pay again: please contact Loja de Teste\./,
    )
    await transfer()
    gateway.advance(8 * DAY_MS)
    await says(
      'PAY',
      /O prazo terminou\. Se você já pagou, não pague de novo: fale com Loja de Teste\./,
      /The time is over/,
    )
    await seller.api('POST', `/api/payment-links/${link.uuid}/archive`)
    await says('CLOSED', /não está mais disponível .*Se você já pagou, não pague de novo/, /do not pay again/)
  })
})
