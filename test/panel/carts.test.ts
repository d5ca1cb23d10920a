// Carts in the panel: what became of them, one of them with its way back, and its buyer forgotten on request.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { join, type Person, register } from '../access/person.ts'
import { ANA, charged, contact, type Link, linkOf, reachesState } from '../cart/shopping.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { button, heading, visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let ana: Person
let seller: Seller
let link: Link

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
  ana = await register(gateway)
  seller = await sellerOf(gateway, ana)
  link = await linkOf(seller)
})
after(() => resources.disposeAsync())

const SMALL = { width: 320, height: 700 }
const cartOf = (name: string) =>
  contact(gateway, link, { customer: { ...ANA, name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com` } })

describe('carts in the panel', NEEDS_BROWSER, () => {
  everyday(
    'are told about before there is one, counted by what became of them, and turn to recovered by themselves',
    async () => {
      await using visit = await visitOf(browser, gateway, ana, { viewport: SMALL })
      const { page, go } = visit
      await go('/carrinhos')
      await appears(page.getByText('Nenhum carrinho ainda'))
      await appears(page.getByText('Nenhum webhook ligado pede os eventos cart.abandoned'))
      await axe(page)
      await fits(page)
      const [left, other] = [await cartOf('Bia Lima'), await cartOf('Caio Reis')]
      gateway.advance(HOUR_MS + MINUTE_MS)
      for (const cart of [left, other]) await reachesState(seller, cart, 'ABANDONED')
      const webhook = { webhookUrl: 'http://127.0.0.1:9/carts', events: ['cart.abandoned'] }
      const made = await ana.call('POST', '/api/webhook', webhook)
      assert.equal(made.status, 201, made.text)
      await go('/carrinhos?state=ABANDONED')
      await appears(page.getByRole('link', { name: 'Bia Lima' }))
      const funnel = page.getByRole('region', { name: 'Últimos 30 dias' })
      await appears(funnel.getByText('Taxa de recuperação'))
      await visit.untilQuiet()
      assert.equal(await page.getByText('Nenhum webhook ligado').count(), 0)
      await fits(page)
      await axe(page)
      const sale = await charged(gateway, left)
      await gateway.pay(sale.brCode ?? '')
      await appears(funnel.getByText('50%'))
      await appears(funnel.getByText(/R\$\s150,00/))
    },
  )

  slow('show one with its sales and its way back, and forget its buyer when the owner says so', async () => {
    const cart = await cartOf('Dora Dias')
    gateway.advance(HOUR_MS + MINUTE_MS)
    await reachesState(seller, cart, 'ABANDONED')
    const fabio = await register(gateway, 'Fabio')
    await join(gateway, fabio, ana.accountId, 'FINANCE')
    await using others = await visitOf(browser, gateway, { ...fabio, accountId: ana.accountId })
    await others.go(`/carrinhos/${cart.cart.uuid}`)
    await others.page.getByRole('button', { name: 'Copiar o link de recuperação' }).waitFor()
    assert.equal(await button(others.page, 'Apagar dados do comprador').count(), 0)
    await using visit = await visitOf(browser, gateway, ana, { viewport: SMALL })
    const { page, go } = visit
    await go(`/carrinhos/${cart.cart.uuid}`)
    await heading(page, 'Carrinho de Dora Dias')
    await appears(page.getByText('O comprador não pediu ofertas. Escreva só sobre esta compra.'))
    await appears(page.getByText('O comprador ainda não gerou nenhum código.'))
    const message = await page.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href')
    assert.match(
      decodeURIComponent(message ?? ''),
      /^https:\/\/wa\.me\/5511987654321\?text=Olá, Dora! .*\/r\/[\w-]{22}$/,
    )
    await axe(page)
    await fits(page)
    await button(page, 'Apagar dados do comprador').click()
    await axe(page)
    await button(page, 'Apagar dados').click()
    await appears(page.getByText('Os dados do comprador foram apagados em'))
    assert.equal(await page.getByText('dora@example.com').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Copiar o link de recuperação' }).count(), 0)
  })
})
