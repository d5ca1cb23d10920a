// Payment links in the panel: made, sent, changed and archived by people.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, register } from '../access/person.ts'
import { sellsByCard } from '../charge/cards.ts'
import { sellsBoletos } from '../charge/selling.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { button, heading, visitOf } from './steps.ts'

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

const SMALL = { width: 320, height: 700 }
const field = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' })
const idOf = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? ''

describe('payment links in the panel', NEEDS_BROWSER, () => {
  it('are made from the empty list with a title and a price, sent, and archived after a question', async () => {
    await using visit = await visitOf(browser, gateway, ana, { viewport: SMALL })
    const { page, go } = visit
    await go('/links')
    await appears(page.getByText('Nenhum link ainda'))
    await axe(page)
    await fits(page)
    await page.getByRole('link', { name: 'Novo link' }).first().click()
    await heading(page, 'Novo link de pagamento')
    await button(page, 'Criar link').click()
    await appears(page.getByText('Dê um título ao link.'))
    await appears(page.getByText('Informe o preço.'))
    await button(page, 'Ver as páginas de verdade').click()
    await appears(page.getByText('Dê um título ao link.'))
    await axe(page)
    await field(page, 'Título').fill('Bolo de fubá')
    await field(page, 'Preço').fill('2500')
    await appears(page.getByText('Pagar R$ 25,00'))
    const [tab] = await Promise.all([page.waitForEvent('popup'), button(page, 'Ver as páginas de verdade').click()])
    await heading(tab, 'Bolo de fubá')
    await appears(tab.getByText('Nada aqui é cobrado', { exact: false }))
    await fits(tab)
    await tab.close()
    await field(page, /^Endereço \(opcional\)/).fill('bolo-de-fuba')
    await fits(page)
    await button(page, 'Criar link').click()
    await heading(page, 'Bolo de fubá')
    const { body } = await ana.call('GET', `/api/account/payment-links/${idOf(page)}`)
    assert.deepEqual([body.title, body.amount, body.slug], ['Bolo de fubá', 25_00, 'bolo-de-fuba'])
    await page.getByRole('img', { name: 'QR code que abre este link' }).waitFor()
    await appears(page.getByText(body.url))
    const message = await page.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href')
    assert.ok(decodeURIComponent(message ?? '').endsWith(body.url))
    await axe(page)
    await fits(page)
    await button(page, 'Arquivar').click()
    await axe(page)
    await button(page, 'Arquivar link').click()
    await appears(page.getByText('Arquivado', { exact: true }))
    assert.equal(await page.getByRole('link', { name: 'Editar' }).count(), 0)
    await page.getByRole('link', { name: 'Todos os links' }).click()
    await appears(page.getByRole('link', { name: 'Bolo de fubá' }))
    await fits(page)
  })

  slow('have items with bounds, stock, a last day and addresses; a change keeps what was not touched', async () => {
    const items = [
      { title: 'Camiseta', unitPrice: 150_00, quantity: 2, minQuantity: 1, maxQuantity: 5, tangible: true },
    ]
    const made = await ana.call('POST', '/api/account/payment-links', {
      title: 'Loja',
      items,
      expiresAt: '2099-01-31T12:00:00Z',
      metadata: { shelf: 7 },
    })
    assert.equal(made.status, 201, made.text)
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go(`/links/${made.body.uuid}/editar`)
    assert.equal(await page.getByLabel(/^Último dia/).inputValue(), '2099-01-31')
    await button(page, 'Mais um item').click()
    const second = page.getByRole('group', { name: 'Item 2' })
    await second.getByLabel('Nome do item').fill('Boné')
    await second.getByLabel('Preço unitário').fill('4000')
    await field(page, /^Estoque/).fill('50')
    await field(page, /^Endereço da sua loja/).fill('http://loja.example/obrigado')
    await axe(page)
    await button(page, 'Salvar').click()
    await appears(page.getByText('Este campo não foi aceito. Confira.'))
    await field(page, /^Endereço da sua loja/).fill('https://loja.example/obrigado')
    await button(page, 'Salvar').click()
    await heading(page, 'Loja')
    await appears(page.getByText('Camiseta (1 a 5 × R$ 150,00)'))
    const { body } = await ana.call('GET', `/api/account/payment-links/${made.body.uuid}`)
    assert.deepEqual(body.items, [...items, { title: 'Boné', unitPrice: 40_00, quantity: 1, tangible: false }])
    assert.deepEqual(
      [body.maxSales, body.successUrl, body.expiresAt, body.metadata, body.amount],
      [50, 'https://loja.example/obrigado', '2099-01-31T12:00:00.000Z', { shelf: 7 }, 340_00],
    )
    await axe(page)
  })

  slow(
    'say by which methods they are paid, of those that the account sells by, and in how many parts by card',
    async () => {
      const shop = await openShop(gateway)
      await sellsBoletos(gateway, shop.seller)
      await sellsByCard(gateway, shop.seller)
      await using visit = await visitOf(browser, gateway, shop.person, { viewport: SMALL })
      const { page, go } = visit
      const method = (name: string) => page.getByRole('checkbox', { name, exact: true })
      await go('/links/novo')
      await field(page, 'Título').fill('Curso')
      await field(page, 'Preço').fill('20000')
      await appears(page.getByText('Em até 6× sem juros'))
      assert.equal(await method('Transferência').count(), 0, 'it is not sold')
      for (const name of ['Pix', 'Cartão de crédito', 'Boleto']) await method(name).uncheck()
      await button(page, 'Criar link').click()
      await appears(page.getByText('Escolha pelo menos um meio de pagamento.'))
      assert.equal(await page.getByLabel('Vencimento do boleto, em dias').count(), 0)
      await axe(page)
      await fits(page)
      await method('Cartão de crédito').check()
      await button(page, 'Criar link').click()
      await heading(page, 'Curso')
      const methodsOf = async () =>
        (await shop.person.call('GET', `/api/account/payment-links/${idOf(page)}`)).body.methods
      assert.deepEqual(await methodsOf(), ['CREDIT_CARD'])
      await appears(page.getByText('Em até 6× sem juros'))
      await axe(page)
      await page.getByRole('link', { name: 'Editar' }).click()
      await method('Pix').check()
      await button(page, 'Salvar').click()
      await heading(page, 'Curso')
      assert.deepEqual(await methodsOf(), ['PIX', 'CREDIT_CARD'])
    },
  )

  slow('are listed beside the sessions that servers have opened, which a person may end', async () => {
    const session = { items: [{ title: 'Camiseta', unitPrice: 150_00, quantity: 1 }], externalReference: 'pedido-89' }
    const made = await ana.call('POST', '/api/account/checkouts', session)
    assert.equal(made.status, 201, made.text)
    await using visit = await visitOf(browser, gateway, ana, { viewport: SMALL })
    const { page, go } = visit
    await go('/links')
    await page.getByRole('link', { name: 'Sessões' }).click()
    await appears(page.getByText('pedido-89'))
    await axe(page)
    await fits(page)
    await button(page, 'Encerrar').click()
    await button(page, 'Encerrar sessão').click()
    await appears(page.getByText('Encerrada', { exact: true }))
    assert.equal((await ana.call('GET', `/api/account/checkouts/${made.body.uuid}`)).body.status, 'EXPIRED')
    await go('/links/sessoes?externalReference=none')
    await appears(page.getByText('Nenhuma sessão combina com estes filtros.'))
  })

  slow('let the buyer name the amount', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/links/novo')
    await field(page, 'Título').fill('Doação')
    await page.getByRole('radio', { name: 'O comprador escolhe o valor' }).check()
    await field(page, 'Valor mínimo').fill('500')
    await field(page, 'Valor máximo').fill('100')
    await button(page, 'Criar link').click()
    await appears(page.getByText('Tem de ser pelo menos o mínimo.'))
    await field(page, 'Valor máximo').fill('100000')
    await field(page, /^Endereço \(opcional\)/).fill('bolo-de-fuba')
    await button(page, 'Criar link').click()
    await appears(page.getByText('Este endereço já é de outro link. Escolha outro.'))
    await field(page, /^Endereço \(opcional\)/).fill('')
    await button(page, 'Criar link').click()
    await heading(page, 'Doação')
    await appears(page.getByText(/R\$\s5,00 a R\$\s1\.000,00/))
  })
})
