// Charging a buyer from the first screen to the moment the money is in, in a gateway that is visibly a test gateway; and what a real one
// shows instead.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow, slowSuite } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { sellsByTransfer, transferred } from '../transfer/selling.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let ana: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway({ env: { SWEEP_EVERY_MS: '1000' } }))
  browser = resources.use(await openPanelBrowser())
  ana = await register(gateway)
})
after(() => resources.disposeAsync())

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
const main = (page: Page) => page.getByRole('main')
const band = (page: Page) => page.getByRole('region', { name: 'Ambiente de teste.' })
const paid = (page: Page) => main(page).getByRole('heading', { name: 'Pago', exact: true })

/** In the page: the first request for a charge reaches the gateway, and its answer never comes. */
function stallingTheFirstAnswer(): void {
  const { fetch } = globalThis
  let isFirst = true
  globalThis.fetch = async (address, options) => {
    const isStalled = isFirst && options?.method === 'POST' && address === '/api/sales'
    if (isStalled) isFirst = false
    const answer = await fetch(address, options)
    return isStalled ? new Promise(() => {}) : answer
  }
}

describe('a charge in the panel', NEEDS_BROWSER, () => {
  everyday(
    'goes from the first screen to its code, is paid at the test bank by a click, and turns to paid by itself',
    async () => {
      await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE })
      const { page, go } = visit
      await go('/')
      await main(page).getByRole('link', { name: 'Sacar', exact: true }).waitFor()
      await axe(page)
      await fits(page)
      await main(page).getByRole('link', { name: 'Cobrar', exact: true }).click()
      await page.getByRole('button', { name: 'Criar cobrança' }).click()
      await appears(page.getByText('Informe o valor.'))
      await axe(page)
      await page.getByRole('textbox', { name: 'Valor' }).fill('4990')
      await page.getByRole('textbox', { name: 'Quem vai pagar' }).fill('Maria Silva')
      await page.getByRole('textbox', { name: 'Descrição' }).fill('Bolo de fubá')
      await fits(page)
      await page.getByRole('button', { name: 'Criar cobrança' }).click()
      await page.getByRole('img', { name: 'QR code para pagar com Pix' }).waitFor()
      await page.getByRole('button', { name: 'Copiar o código Pix' }).waitFor()
      await appears(page.getByText('Bolo de fubá'))
      await axe(page)
      await fits(page)
      const message = await page.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href')
      assert.match(
        decodeURIComponent(message ?? ''),
        /^https:\/\/wa\.me\/\?text=Olá! .*R\$\s49,90 \(Bolo de fubá\).*http:\S+\/p\/[\w-]{48}$/,
      )
      await page.getByRole('button', { name: 'Simular pagamento' }).click()
      await paid(page).waitFor()
      const { body } = await ana.call('GET', '/api/sales')
      const [sale] = body.data
      assert.ok(sale.payer.name !== '')
      for (const shown of [/R\$\s49,90/, sale.payer.name, `Venda ${sale.id}`, sale.endToEndId])
        await appears(main(page).getByText(shown))
      assert.equal(await page.getByRole('button', { name: 'Simular pagamento' }).count(), 0)
      await axe(page)
      await fits(page)
      await main(page).getByRole('link', { name: 'Nova cobrança' }).first().click()
      await page.getByRole('textbox', { name: 'Valor' }).waitFor()
    },
  )

  slow('is made on the first page itself on a desktop, within a minute of the sign-in', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    const since = performance.now()
    await go('/')
    const now = main(page).getByRole('form', { name: 'Cobrar agora' })
    await now.getByRole('button', { name: 'Gerar QR code' }).click()
    await appears(now.getByText('Informe o valor.'))
    await now.getByRole('textbox', { name: 'Valor' }).fill('2500')
    await axe(page)
    await now.getByRole('button', { name: 'Gerar QR code' }).click()
    const picture = page.getByRole('img', { name: 'QR code para pagar com Pix' })
    await picture.waitFor()
    const uuid = page.url().split('/').at(-2)
    await gateway.pay((await ana.call('GET', `/api/sales/${uuid}`)).body.pixKey)
    await paid(page).waitFor()
    assert.equal(await picture.count(), 0)
    assert.ok(performance.now() - since < 60_000)
  })

  slow(
    'by transfer asks who will pay, shows the bank’s account and the reference to be copied, and turns to paid',
    async () => {
      const bia = await openShop(gateway)
      await sellsByTransfer(gateway, bia.seller)
      await using visit = await visitOf(browser, gateway, bia.person, { viewport: PHONE, ...CLIPBOARD })
      const { page, go } = visit
      await go('/vendas/nova')
      await page.getByText('Transferência', { exact: true }).click()
      await page.getByRole('button', { name: 'Criar cobrança' }).click()
      await appears(page.getByText('Informe o valor.'))
      await appears(page.getByText('Informe um CPF ou CNPJ válido.'))
      await axe(page)
      await page.getByRole('textbox', { name: 'Valor' }).fill('8000')
      await page.getByRole('textbox', { name: 'CPF ou CNPJ' }).fill('529.982.247-25')
      await fits(page)
      await page.getByRole('button', { name: 'Criar cobrança' }).click()
      await page.getByRole('button', { name: 'Copiar referência' }).click()
      const { body } = await bia.person.call('GET', '/api/sales')
      const { reference } = body.data[0].bankTransfer
      assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), reference)
      await appears(page.getByText('364 Efí S.A.'))
      const message = await page.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href')
      assert.match(decodeURIComponent(message ?? ''), /por transferência, .*\/p\/[\w-]{48}$/)
      await axe(page)
      await fits(page)
      await transferred(gateway, { amount: '80.00', by: 'PIX', message: reference })
      await paid(page).waitFor()
    },
  )

  slow('says that it cannot be paid any more once it is cancelled', async () => {
    const { body: sale } = await ana.call('POST', '/api/sales', { amount: 10_00 })
    await using visit = await visitOf(browser, gateway, ana)
    await visit.go(`/vendas/${sale.uuid}/cobranca`)
    await visit.page.getByRole('img', { name: 'QR code para pagar com Pix' }).waitFor()
    assert.equal((await ana.call('POST', `/api/sales/${sale.uuid}/cancel`)).status, 202)
    await appears(visit.page.getByText('Esta cobrança não pode mais ser paga'))
    await appears(visit.page.getByText('Nada foi cobrado.', { exact: false }))
  })

  slow('by transfer that is cancelled may have been paid: it does not say that nothing was charged', async () => {
    const bia = await openShop(gateway)
    await sellsByTransfer(gateway, bia.seller)
    const { body: sale } = await bia.person.call('POST', '/api/sales', {
      amount: 10_00,
      paymentMethod: 'TRANSFER',
      customerDocument: '52998224725',
    })
    await using visit = await visitOf(browser, gateway, bia.person)
    assert.equal((await bia.person.call('POST', `/api/sales/${sale.uuid}/cancel`)).status, 202)
    await visit.go(`/vendas/${sale.uuid}/cobranca`)
    await appears(visit.page.getByText(/^Se quem compra já pagou, não cobre de novo: o valor pode estar a caminho\./))
    assert.equal(await visit.page.getByText('Nada foi cobrado').count(), 0)
  })

  slow('is made once where the first request had arrived and its answer hangs', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await page.addInitScript(stallingTheFirstAnswer)
    await go('/vendas/nova')
    await page.getByRole('textbox', { name: 'Valor' }).fill('7777')
    await page.getByRole('button', { name: 'Criar cobrança' }).click()
    await appears(page.getByText('O servidor ainda não respondeu'))
    await axe(page)
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByRole('img', { name: 'QR code para pagar com Pix' }).waitFor()
    const { body } = await ana.call('GET', '/api/sales')
    assert.equal(body.data.filter((sale: { amount: number }) => sale.amount === 77_77).length, 1)
  })
})

slowSuite('a test gateway', NEEDS_BROWSER, () => {
  it('says so on every screen, of the seller and of the operator', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    await visit.go('/')
    for (const path of ['/vendas', '/saques/novo', '/integracoes', '/configuracoes']) {
      await band(visit.page).waitFor()
      await visit.walk(path)
    }
    await band(visit.page).waitFor()
    const olga = await registerOperator(gateway)
    await gateway.db.query(sql`delete from member where account_id = ${olga.accountId}`)
    await using operators = await visitOf(browser, gateway, { ...olga, accountId: Number.NaN })
    await operators.go('/operacao')
    await band(operators.page).waitFor()
    await axe(operators.page)
  })

  slow('is told from a real one, which shows no band and simulates nothing', async () => {
    const { body: sale } = await ana.call('POST', '/api/sales', { amount: 10_00 })
    await gateway.db.query(sql`update psp_account set environment = 'live', version = version + 1, seal = default`)
    await using visit = await visitOf(browser, gateway, ana)
    await visit.go(`/vendas/${sale.uuid}`)
    await visit.page.getByRole('img', { name: 'QR code para pagar com Pix' }).waitFor()
    await visit.untilQuiet()
    assert.equal(await band(visit.page).count(), 0)
    assert.equal(await visit.page.getByRole('button', { name: 'Simular pagamento' }).count(), 0)
    await gateway.db.query(sql`update psp_account set environment = 'test', version = version + 1, seal = default`)
  })
})
