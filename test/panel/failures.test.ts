// What the pages say of a payment that failed: the bank is quoted where the bank has refused, and nowhere else; what the gateway has decided
// itself is told in the reader's language.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, register, registerOperator } from '../access/person.ts'
import { take } from '../cashout/requesting.ts'
import { type CardShop, openCardShop } from '../charge/card/shop.ts'
import { sellsByCard } from '../charge/cards.ts'
import { type Seller, sellerOf } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { paid, refund, untilRefunds } from '../sale/refunding.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { visitOf } from './steps.ts'

const ENGLISH = { locale: 'en-US' }

const resources = new AsyncDisposableStack()
let shop: CardShop
let browser: PanelBrowser
let owner: Person
let olga: Person
let seller: Seller
before(async () => {
  if (NEEDS_BROWSER.skip) return
  shop = resources.use(await openCardShop())
  browser = resources.use(await openPanelBrowser())
  owner = await register(shop.gateway)
  olga = await registerOperator(shop.gateway)
  seller = await sellerOf(shop.gateway, owner)
  await paid(shop.gateway, seller, 5_000_00)
})
after(() => resources.disposeAsync())

const BANK = /O banco|The bank|No PIX key|Too many keys/

async function failed(pixKey: string): Promise<string> {
  const { cashout, path } = await take(seller, { pixKey })
  await seller.reaches(path, 'FAILED')
  return cashout.uuid
}

/** All that a page says, once it says this. */
async function textWith(page: Page, part: string): Promise<string> {
  await appears(page.getByText(part))
  return page.getByRole('main').innerText()
}

describe('a cashout that failed', NEEDS_BROWSER, () => {
  everyday('for a key that cannot exist was not sent to any bank, and none is quoted', async () => {
    const uuid = await failed('maria.example.com')
    const [inPortuguese, inEnglish] = [
      'A chave Pix não pode existir para o tipo escolhido, e nada foi enviado ao banco.',
      'The Pix key cannot exist for the chosen type, and nothing was sent to the bank.',
    ]
    await using visit = await visitOf(browser, shop.gateway, owner, { viewport: PHONE })
    await visit.go(`/saques/${uuid}`)
    assert.doesNotMatch(await textWith(visit.page, inPortuguese), BANK)
    await axe(visit.page)
    await fits(visit.page)
    await using operator = await visitOf(browser, shop.gateway, { ...olga, accountId: Number.NaN })
    await operator.go(`/operacao/saques/${uuid}`)
    assert.doesNotMatch(await textWith(operator.page, inPortuguese), BANK)
    await using english = await visitOf(browser, shop.gateway, owner, ENGLISH)
    await english.go(`/saques/${uuid}`)
    assert.doesNotMatch(await textWith(english.page, inEnglish), BANK)
  })

  slow('because the bank has refused it says so, in the bank’s words', async () => {
    const uuid = await failed('negada@example.com')
    await using visit = await visitOf(browser, shop.gateway, owner)
    await visit.go(`/saques/${uuid}`)
    const text = await textWith(visit.page, 'O banco recusou o pagamento.')
    assert.match(text, /O banco disse: Pagamento negado na análise\./)
    await using operator = await visitOf(browser, shop.gateway, { ...olga, accountId: Number.NaN }, ENGLISH)
    await operator.go(`/operacao/saques/${uuid}`)
    await appears(operator.page.getByText(/not made\. The bank refused the payment\. The bank said: Pagamento negado/))
  })

  slow('after many keys that do not exist says that the gateway has stopped, not the bank', async () => {
    for (let n = 0; n < 5; n++) await failed(`semchave@exemplo${n}.com`)
    const uuid = await failed('boa@example.com')
    await using visit = await visitOf(browser, shop.gateway, owner)
    await visit.go(`/saques/${uuid}`)
    const text = await textWith(visit.page, 'Muitas chaves que não existem')
    assert.doesNotMatch(text, BANK)
    await using english = await visitOf(browser, shop.gateway, owner, ENGLISH)
    await english.go(`/saques/${uuid}`)
    assert.doesNotMatch(await textWith(english.page, 'Many keys that do not exist'), BANK)
  })
})

describe('a refund that did not happen', NEEDS_BROWSER, () => {
  everyday(
    'because the card was contested leaves the money to the dispute; one that the bank refused took nothing',
    async () => {
      await sellsByCard(shop.gateway, seller)
      const sale = await shop.approved(seller)
      assert.equal((await refund(seller, sale, { amount: 20_00 })).body.waitsFor, 'SETTLEMENT')
      await shop.bank('POST', '/sandbox/chargeback', { chargeId: sale.chargeId })
      await untilRefunds(shop.gateway, sale, ['FAILED 2000'])
      const other = await seller.sell(20_00)
      await shop.gateway.pay(other.pixKey, { payer: { name: 'Recusa Leal', document: '52998224725' } })
      await seller.reaches(`/api/transactions/${other.uuid}`, 'PAGO')
      await refund(seller, other, {})
      await untilRefunds(shop.gateway, other, ['FAILED 2000'])
      await using visit = await visitOf(browser, shop.gateway, owner)
      await visit.go('/vendas/reembolsos')
      const text = await textWith(
        visit.page,
        'O titular do cartão contestou o pagamento antes de o reembolso ser enviado.',
      )
      assert.match(text, /enviado\. A contestação decide com quem fica o valor\./)
      assert.match(
        text,
        /O banco não devolveu e disse: “A conta do pagador foi encerrada\.”\. Este reembolso não tirou nada/,
      )
      assert.doesNotMatch(text, /cardholder contests/)
      await axe(visit.page)
      await using english = await visitOf(browser, shop.gateway, owner, { ...ENGLISH, viewport: PHONE })
      await english.go('/vendas/reembolsos')
      const inEnglish = await textWith(english.page, 'The cardholder disputed the payment before the refund was sent.')
      assert.match(inEnglish, /sent\. The dispute decides who gets the amount\./)
      assert.match(
        inEnglish,
        /did not return it and said: “A conta do pagador foi encerrada\.”\. This refund took nothing/,
      )
      await fits(english.page)
    },
  )
})
