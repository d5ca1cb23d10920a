// The panel on a slow network, on one that comes and goes, with a gateway that starts again, and after a new build: what is on its way is
// shown as such, money is requested once, and no page has to be loaded again.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, type Visit } from './browser.ts'
import { QUICK, watch } from './budgets/watching.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let ana: Person
let seller: Seller
let sale: { uuid: string; id: number }

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
  ana = await register(gateway)
  seller = await sellerOf(gateway, ana)
  const made = await seller.sell(1_000_00, { customer: { name: 'Maria Silva' } })
  await gateway.pay(made.pixKey)
  await seller.reaches(`/api/transactions/${made.uuid}`, 'PAGO')
  sale = made
})
after(() => resources.disposeAsync())

async function visitOf(person: Person): Promise<Visit> {
  const visit = await browser.visit(gateway, { reducedMotion: 'reduce' })
  await visit.signedIn(person)
  return visit
}

/** The browser notes each request that goes unanswered; here that is what is looked at. */
const UNANSWERED = /net::ERR_|Failed to load resource|status of 503|part of the panel could not be loaded/
const forgivingly = (visit: Visit) => visit.forgive(UNANSWERED)

const THIN = { ...QUICK, latency_ms: 400, download: 50_000, upload: 50_000 }
const list = (page: Page) => page.getByRole('link', { name: 'Maria Silva' }).first()
const SILENT = /O servidor não está respondendo/
const OFFLINE = /Você está sem internet/

describe('the panel on a bad network', NEEDS_BROWSER, () => {
  it('shows that it is loading at 400 ms and 50 kB/s, and nothing jumps', async () => {
    await using visit = await visitOf(ana)
    const { page } = visit
    const watched = await watch(page, THIN)
    await page.goto('/vendas', { waitUntil: 'commit' })
    await page.locator('#arriving').waitFor()
    await list(page).waitFor()
    assert.equal(await page.locator('#arriving').count(), 0)
    await page.getByRole('navigation').getByRole('link', { name: 'Extrato' }).click()
    await page.getByRole('heading', { name: 'Extrato' }).waitFor()
    const { paints } = await watched.whole()
    assert.ok(paints.shift <= 0.05, paints.jumped.join('\n'))
  })

  it('says that it is offline, sends nothing later, and goes on by itself', async () => {
    await using visit = await visitOf(ana)
    forgivingly(visit)
    const { page } = visit
    await visit.go('/saques/novo')
    await page.getByLabel('Chave Pix').fill('maria@example.com')
    await page.getByLabel('Valor').fill('10000')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.context().setOffline(true)
    await appears(page.getByText(OFFLINE))
    await axe(page)
    await page.getByRole('button', { name: /^Enviar/ }).click()
    await appears(page.getByText('Não sabemos se o pedido chegou'))
    await page.context().setOffline(false)
    await page.getByText(OFFLINE).waitFor({ state: 'detached' })
    assert.deepEqual(await cashouts(), [])
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await appears(page.getByRole('status').getByText('Pago', { exact: true }))
    assert.equal((await cashouts()).length, 1)
  })

  it('opens a screen whose code was not there by itself once the network is back', async () => {
    await using visit = await visitOf(ana)
    forgivingly(visit)
    const { page } = visit
    await visit.go('/vendas')
    await list(page).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('navigation').getByRole('link', { name: 'Equipe' }).click()
    await appears(page.getByText('Não conseguimos falar com o servidor'))
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Equipe' }).waitFor()
  })

  it('takes no notice of a request that failed once', async () => {
    await using visit = await visitOf(ana)
    forgivingly(visit)
    const { page } = visit
    let isFirst = true
    await page.route('**/api/sales?*', route => failing(route, isFirst, () => (isFirst = false)))
    await page.route('**/api/sales', route => failing(route, isFirst, () => (isFirst = false)))
    await visit.go('/vendas')
    await list(page).waitFor()
    assert.equal(isFirst, false)
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  it('keeps what it shows while the gateway is away, and is up to date when it is back', async () => {
    await using visit = await visitOf(ana)
    forgivingly(visit)
    const { page } = visit
    await visit.go(`/vendas/${sale.uuid}`)
    await page.getByText('R$ 1.000,00').first().waitFor()
    const away = (route: Route) => route.abort('connectionrefused')
    const gateway = /\/(?:api|health)\//
    await page.route(gateway, away)
    await page.getByRole('navigation').getByRole('link', { name: 'Vendas' }).click()
    await appears(page.getByText(SILENT))
    const later = await seller.sell(77_00, { customer: { name: 'João Batista' } })
    await page.unroute(gateway, away)
    await page.getByText(SILENT).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'João Batista' }).first().waitFor()
    assert.ok(later.uuid)
  })

  it('waits for an answer that takes long, with a button that cannot be pressed twice', async () => {
    await using visit = await visitOf(ana)
    const { page } = visit
    let asked = 0
    const { promise: slow, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/sales/*/refunds', async route => {
      asked += 1
      await slow
      await route.continue()
    })
    await visit.go(`/vendas/${sale.uuid}`)
    await page.getByRole('button', { name: 'Reembolsar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Quanto reembolsar').fill('5000')
    const send = dialog.getByRole('button', { name: /^Reembolsar/ }).last()
    await send.click()
    await until(() => asked === 1, 'the refund to be requested')
    assert.equal(await send.isDisabled(), true)
    await send.click({ force: true, timeout: 1_000 }).catch(() => {})
    assert.equal(asked, 1)
    answer()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await ana.call('GET', `/api/sales/${sale.uuid}/refunds`)).body.data.length, 1)
  })

  const LOST = [
    {
      what: 'a cashout',
      path: '/saques/novo',
      sent: '**/api/withdrawals',
      read: '**/api/balance',
      async send(page: Page) {
        await page.getByLabel('Chave Pix').fill('rita@example.com')
        await page.getByLabel('Valor').fill('10000')
        await page.getByRole('button', { name: 'Continuar' }).click()
        await page.getByRole('button', { name: /^Enviar/ }).click()
      },
      isDone: (page: Page) => appears(page.getByRole('status').getByText('Pago', { exact: true })),
    },
    {
      what: 'a charge',
      path: '/vendas/nova',
      sent: '**/api/sales',
      read: '**/api/account',
      async send(page: Page) {
        await page.getByRole('textbox', { name: 'Valor' }).fill('7700')
        await page.getByRole('button', { name: 'Criar cobrança' }).click()
      },
      isDone: (page: Page) => page.getByRole('img', { name: 'QR code para pagar com Pix' }).waitFor(),
    },
    {
      what: 'a charge on the first page',
      path: '/',
      sent: '**/api/sales',
      read: '**/api/account',
      async send(page: Page) {
        const form = page.getByRole('form', { name: 'Cobrar agora' })
        await form.getByRole('textbox', { name: 'Valor' }).fill('7800')
        await form.getByRole('button').click()
      },
      isDone: (page: Page) => page.getByRole('img', { name: 'QR code para pagar com Pix' }).waitFor(),
    },
  ]
  for (const { what, path, sent, read, send, isDone } of LOST)
    it(`keeps ${what} whose answer was lost, under its key, while what stands around it cannot be read`, async () => {
      await using visit = await visitOf(ana)
      forgivingly(visit)
      const { page } = visit
      const keys: (string | undefined)[] = []
      await page.route(sent, route => {
        if (route.request().method() !== 'POST') return route.continue()
        keys.push(route.request().headers()['idempotency-key'])
        return keys.length === 1 ? route.abort('connectionreset') : route.continue()
      })
      await visit.go(path)
      await visit.untilQuiet()
      let refusals = 0
      const broken = { success: false, error: { code: 'INTERNAL_ERROR', message: 'broken' } }
      await page.route(read, async route => {
        await route.fulfill({ status: 500, json: broken })
        refusals += 1
      })
      await send(page)
      await appears(page.getByText('Não sabemos se o pedido chegou'))
      // The gateway is found to be there a moment later, and everything on the screen is read again.
      await until(() => refusals > 0, 'it to be read again, in vain')
      await visit.untilQuiet()
      await page.getByRole('main').getByRole('button', { name: 'Tentar de novo' }).click()
      await isDone(page)
      assert.equal(keys.length, 2)
      assert.equal(new Set(keys).size, 1)
    })

  it('is loaded again, once, where a new build has taken its place', async () => {
    await using visit = await visitOf(ana)
    forgivingly(visit)
    const { page } = visit
    await visit.go('/vendas')
    await list(page).waitFor()
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    const gone = (route: Route) => route.fulfill({ status: 404, body: 'gone' })
    // What the page has is there; every part that it asks for from here on is not.
    await page.route(/\/assets\/[\w-]+\.js$/, gone)
    // As the gateway answers that has another build: a page with other files.
    const other = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>another build' })
    await page.route(`${gateway.url}/`, other)
    const loaded = page.waitForEvent('load')
    await page.getByRole('navigation').getByRole('link', { name: 'Equipe' }).click()
    await loaded
    await page.unrouteAll()
    assert.equal(await page.evaluate('globalThis.isSamePage'), undefined)
  })
})

const cashouts = async () => (await ana.call('GET', '/api/withdrawals')).body.data as unknown[]

async function failing(route: Route, isFirst: boolean, failed: () => void): Promise<void> {
  if (!isFirst) return route.continue()
  failed()
  await route.fulfill({ status: 503, json: { success: false, error: { code: 'UNAVAILABLE', message: 'not now' } } })
}
