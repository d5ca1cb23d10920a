// A sale that is sent back in the panel: too much, a part of it, the rest, and what the gateway will not do.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, register } from '../access/person.ts'
import { sold } from '../dispute/disputing.ts'
import { openTestHouse, type Seller, sellerWith, type TestHouse } from '../house.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { button, visitOf } from './steps.ts'

describe('a refund in the panel', NEEDS_BROWSER, () => {
  const parts = new AsyncDisposableStack()
  let house: TestHouse
  let browser: PanelBrowser
  before(async () => {
    house = parts.use(await openTestHouse())
    browser = parts.use(await openPanelBrowser())
  })
  after(() => parts.disposeAsync())

  async function shopOf(): Promise<{ person: Person; seller: Seller }> {
    const person = await register(house)
    const { body } = await person.call('POST', '/api/credentials', { name: 'loja' })
    return { person, seller: sellerWith(house, person.accountId, body.publicKey, body.privateKey) }
  }

  const amountIn = (page: Page) => page.getByRole('dialog').getByLabel('Quanto devolver')
  const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Reembolsar' })
  const happened = (page: Page) => page.getByRole('region', { name: 'O que aconteceu' })

  it('is never more than is left, can be a part, and then the rest', async () => {
    const { person, seller } = await shopOf()
    await sold(house, seller, 500_00)
    const sale = await sold(house, seller, 100_00)
    await using visit = await visitOf(browser, house, person)
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    await button(page, 'Reembolsar').click()
    assert.equal(await amountIn(page).inputValue(), 'R$\u00a0100,00')
    await amountIn(page).fill('10001')
    await appears(page.getByText('É mais do que ainda pode ser devolvido.'))
    assert.equal(await amountIn(page).getAttribute('aria-invalid'), 'true')
    assert.equal(await confirm(page).isDisabled(), true)
    await axe(page)
    await amountIn(page).fill('3000')
    await page.getByLabel('Motivo (opcional)').fill('veio com defeito')
    await confirm(page).click()
    await appears(page.getByText('Reembolso pedido. A venda mostra quando o dinheiro voltar.'))
    await seller.reaches(`/api/transactions/${sale.uuid}/refunds/${await lastOf(seller, sale.uuid)}`, 'COMPLETED')

    await go(`/vendas/${sale.uuid}`)
    await appears(happened(page).getByText('Reembolso concluído'))
    await button(page, 'Reembolsar').click()
    assert.equal(await amountIn(page).inputValue(), 'R$\u00a070,00')
    await confirm(page).click()
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'ESTORNADO')
    await go(`/vendas/${sale.uuid}`)
    await appears(page.getByText('Reembolsada', { exact: true }))
    assert.equal(await button(page, 'Reembolsar').count(), 0)
    await axe(page)
  })

  it('that the balance does not cover is refused in the dialog, which stays as it was', async () => {
    const { person, seller } = await shopOf()
    const sale = await sold(house, seller, 300_00)
    const asked = await seller.api('POST', '/api/public/cashout', {
      amount: 200,
      pixKey: 'ana@example.com',
      pixKeyType: 'EMAIL',
    })
    assert.equal(asked.status, 201, asked.text)
    await using visit = await visitOf(browser, house, person)
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    await button(page, 'Reembolsar').click()
    await page.getByLabel('Motivo (opcional)').fill('desistência')
    await confirm(page).click()
    await appears(page.getByRole('dialog').getByRole('alert').getByText('O saldo disponível não é suficiente.'))
    assert.equal(await page.getByLabel('Motivo (opcional)').inputValue(), 'desistência')
    await axe(page)
    await page.keyboard.press('Escape')
    assert.equal(await page.evaluate('document.activeElement?.innerText'), 'Reembolsar')
  })
})

async function lastOf(seller: Seller, sale: string): Promise<string> {
  const { body } = await seller.api('GET', `/api/transactions/${sale}/refunds`)
  return body.data[0].uuid
}
