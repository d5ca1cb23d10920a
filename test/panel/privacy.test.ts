// The page about the data of customers: what is held as a file, what can be erased, and the erasure; for the operator likewise.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { registerOperator } from '../access/person.ts'
import { recorded } from '../legal-request/things.ts'
import { everyday, slow } from '../long.ts'
import { ANA, openShop, RUI, type Shop } from '../privacy/things.ts'
import { asOperator } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { button, visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let shop: Shop
let browser: PanelBrowser
before(async () => {
  if (NEEDS_BROWSER.skip) return
  shop = resources.use(await openShop())
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const SMALL = { width: 400, height: 800 }

describe('the data of customers in the panel', NEEDS_BROWSER, () => {
  everyday('is downloaded, and erased after it was shown what goes and what stays', async () => {
    await using visit = await visitOf(browser, shop.gateway, shop.owner, { viewport: SMALL })
    const { page, go } = visit
    await go('/dados-pessoais')
    await appears(page.getByText('Nenhuma pessoa escolhida'))
    await axe(page)
    await fits(page)
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
    const downloading = page.waitForEvent('download')
    await button(page, 'Baixar os dados').click()
    const path = await (await downloading).path()
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).person.document, ANA.document)
    await button(page, 'Ver o que pode ser apagado').click()
    await appears(page.getByText('Comprador de vendas que não foram pagas'))
    await appears(page.getByText('Obrigação legal (LGPD, art. 16, I).').first())
    await axe(page)
    await fits(page)
    await button(page, 'Apagar os dados').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar os dados' }).click()
    await appears(page.getByText('Nada: não há o que apagar desta pessoa.'))
  })

  slow('is answered by the operator for any account, beside the record of what is kept and for how long', async () => {
    const olga = await registerOperator(shop.gateway)
    await using visit = await asOperator(browser, shop.gateway, olga, '/operacao/dados-pessoais', { viewport: SMALL })
    const { page } = visit
    await appears(page.getByText('10 anos (MONEY_RECORD_YEARS)', { exact: false }))
    await axe(page)
    await fits(page)
    await page.getByLabel('CPF ou CNPJ').fill(RUI.document)
    assert.ok(await button(page, 'Ver o que pode ser apagado').isDisabled(), 'an erasure is of one account')
    await page.getByLabel('Número da conta').fill(String(shop.seller.accountId))
    await page.getByLabel('CPF ou CNPJ').fill(RUI.document)
    await button(page, 'Ver o que pode ser apagado').click()
    await appears(page.getByText('E-mail, telefone e endereço de vendas pagas'))
    await axe(page)
  })

  slow(
    'that an authority has asked for stays: the operator reads who, and the owner that the law demands it',
    async () => {
      const olga = await registerOperator(shop.gateway)
      await recorded(olga, { subjectKind: 'DOCUMENT', document: RUI.document })
      const look = async (page: Page) => {
        await page.getByLabel('CPF ou CNPJ').fill(RUI.document)
        await button(page, 'Ver o que pode ser apagado').click()
        await appears(page.getByText('O que a lei manda não apagar por enquanto'))
        await axe(page)
        await fits(page)
        return page.getByText('Uma autoridade pediu', { exact: false }).count()
      }
      await using operator = await asOperator(browser, shop.gateway, olga, '/operacao/dados-pessoais', {
        viewport: SMALL,
      })
      await operator.page.getByLabel('Número da conta').fill(String(shop.seller.accountId))
      assert.equal(await look(operator.page), 1)
      await using own = await visitOf(browser, shop.gateway, shop.owner, { viewport: SMALL })
      await own.go('/dados-pessoais')
      assert.equal(await look(own.page), 0)
    },
  )
})
