// What was typed and not sent is not lost without a question: into a charge, a cashout, or a dialog.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { join, type Person, register } from '../access/person.ts'
import { openTestGateway, sellerOf, type TestGateway } from '../gateway.ts'
import { sellsByTransfer } from '../transfer/selling.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { button, choose, heading, visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let ana: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
  ana = await register(gateway)
})
after(() => resources.disposeAsync())

const asked = (page: Page) => page.getByRole('dialog', { name: 'Sair sem salvar?' })

describe('what was typed and not sent', NEEDS_BROWSER, () => {
  it('into a charge or a cashout needs a confirmation, and none once it was sent', async () => {
    const seller = await gateway.seller({ funds: 500_00 })
    const carla = await register(gateway, 'Carla Dias')
    await join(gateway, carla, seller.accountId, 'OWNER')
    await using visit = await visitOf(browser, gateway, { ...carla, accountId: seller.accountId })
    const { page, go } = visit
    await go('/vendas/nova')
    const amount = page.getByRole('textbox', { name: 'Valor' })
    await choose(page, 'Vendas')
    await heading(page, 'Vendas')
    await go('/vendas/nova')
    await amount.fill('1500')
    await choose(page, 'Saques')
    await asked(page).waitFor()
    await button(page, 'Continuar editando').click()
    await button(page, 'Criar cobrança').click()
    await page.waitForURL('**/cobranca')
    assert.equal(await asked(page).count(), 0)
    await go('/saques/novo')
    await page.getByLabel('Chave Pix').fill('maria@example.com')
    await amount.fill('15000')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('heading', { name: 'Confira antes de enviar' }).waitFor()
    await choose(page, 'Vendas')
    await asked(page).waitFor()
    await button(page, 'Continuar editando').click()
    await page.getByRole('button', { name: /^Enviar/ }).click()
    await page.waitForURL(/\/saques\/[\da-f-]{36}$/)
    assert.equal(await asked(page).count(), 0)
  })

  it('into a charge on the first page, or before another method is chosen, needs one too', async () => {
    const bia = await register(gateway, 'Bia Reis')
    await sellsByTransfer(gateway, await sellerOf(gateway, bia))
    await using visit = await visitOf(browser, gateway, bia)
    const { page, go } = visit
    await go('/')
    const now = page.getByRole('form', { name: 'Cobrar agora' })
    await now.getByRole('textbox', { name: 'Valor' }).fill('2500')
    await choose(page, 'Vendas')
    await asked(page).waitFor()
    await button(page, 'Sair sem salvar').click()
    await heading(page, 'Vendas')

    await go('/vendas/nova')
    const way = (name: string) => page.getByText(name, { exact: true })
    await way('Transferência').click()
    await way('Pix').click()
    assert.equal(await asked(page).count(), 0, 'nothing was typed')
    const amount = page.getByRole('textbox', { name: 'Valor' })
    await amount.fill('8000')
    await way('Transferência').click()
    await asked(page).waitFor()
    await axe(page)
    await button(page, 'Continuar editando').click()
    assert.match(await amount.inputValue(), /80,00$/)
    await way('Transferência').click()
    await button(page, 'Sair sem salvar').click()
    await page.getByRole('textbox', { name: 'CPF ou CNPJ' }).waitFor()
    await asked(page).waitFor({ state: 'detached' })
    await choose(page, 'Saques')
    await heading(page, 'Saques')
  })

  it('into a dialog is not lost by Escape or its cross; a dialog in which nothing was typed closes at once', async () => {
    for (const { language, words } of DIALOGS) {
      await using visit = await visitOf(
        browser,
        gateway,
        ana,
        language === 'en' ? { locale: 'en-US', viewport: PHONE } : {},
      )
      const { page, go } = visit
      await go('/integracoes/chaves')
      await page.getByRole('button', { name: words.open }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: words.open }).first().click()
      const name = dialog.getByRole('textbox').first()
      await name.fill('Caixa 2')
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () => dialog.getByRole('button', { name: words.close }).click(),
      ]) {
        await leave()
        await appears(dialog.getByRole('alert').getByText(words.lost))
        await axe(page)
        await fits(page)
        await dialog.getByRole('button', { name: words.stay }).click()
        assert.equal(await name.inputValue(), 'Caixa 2')
      }
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: words.discard }).click()
      await dialog.waitFor({ state: 'detached' })
    }
  })
})

const DIALOGS = [
  {
    language: 'pt',
    words: {
      open: 'Criar chave',
      close: 'Fechar',
      lost: 'O que você escreveu será perdido.',
      stay: 'Continuar editando',
      discard: 'Descartar',
    },
  },
  {
    language: 'en',
    words: {
      open: 'Create key',
      close: 'Close',
      lost: 'What you wrote will be lost.',
      stay: 'Keep editing',
      discard: 'Discard',
    },
  },
]
