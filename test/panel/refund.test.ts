// A sale that is sent back in the panel: too much, a part of it, the rest, and what the gateway will not do.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page, Route } from 'playwright-core'
import type { RefundRefusal } from '#sale/refund/refusal-reasons.ts'
import { type Person, register } from '../access/person.ts'
import { sold } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { until } from '../until.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { button, visitOf } from './steps.ts'

describe('a refund in the panel', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  async function shopOf(): Promise<{ person: Person; seller: Seller }> {
    const person = await register(gateway)
    return { person, seller: await sellerOf(gateway, person) }
  }

  const amountIn = (page: Page) => page.getByRole('dialog').getByLabel('Quanto reembolsar')
  const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Reembolsar' })
  const happened = (page: Page) => page.getByRole('region', { name: 'O que aconteceu' })

  everyday('is never more than is left, can be a part, and then the rest', async () => {
    const { person, seller } = await shopOf()
    await sold(gateway, seller, 500_00)
    const sale = await sold(gateway, seller, 100_00)
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    await button(page, 'Reembolsar').click()
    assert.equal(await amountIn(page).inputValue(), 'R$\u00a0100,00')
    await amountIn(page).fill('10001')
    await appears(page.getByText('É mais do que ainda pode ser reembolsado.'))
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

  slow('is not offered while all of the sale is under way, and is where some of it is left', async () => {
    const { person, seller } = await shopOf()
    await sold(gateway, seller, 500_00)
    const sale = await seller.sell(50_00)
    await gateway.pay(sale.pixKey, { payer: { name: 'Tarda Muito', document: '52998224725' } })
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const path = `/api/sales/${sale.uuid}/refunds`
    assert.equal((await person.call('POST', path, { amount: 20_00 })).status, 202)
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    await button(page, 'Reembolsar').click()
    assert.equal(await amountIn(page).inputValue(), 'R$\u00a030,00')
    assert.equal((await person.call('POST', path, { amount: 30_00 })).status, 202)
    await go(`/vendas/${sale.uuid}`)
    await appears(happened(page).getByText('Reembolso pedido').first())
    assert.equal(await button(page, 'Reembolsar').count(), 0)
    assert.ok((await person.call('POST', path, { amount: 1_00 })).status >= 400)
  })

  slow(
    'on a network that stalls says so within five seconds, is repeated under its key, and is made once',
    async () => {
      const { person, seller } = await shopOf()
      await sold(gateway, seller, 500_00)
      const sale = await sold(gateway, seller, 100_00)
      await using visit = await visitOf(browser, gateway, person)
      const { page, go } = visit
      const held: Route[] = []
      await page.route('**/refunds', route =>
        route.request().method() === 'POST' ? void held.push(route) : route.continue(),
      )
      await go(`/vendas/${sale.uuid}`)
      await button(page, 'Reembolsar').click()
      await amountIn(page).fill('3000')
      await confirm(page).click()
      const dialog = page.getByRole('dialog')
      await appears(dialog.getByRole('alert').getByText('repetir não faz nada duas vezes'))
      assert.equal(await dialog.getByRole('button', { name: 'Fechar' }).isDisabled(), true)
      await axe(page)
      await dialog.getByRole('button', { name: 'Tentar de novo' }).click()
      await until(() => held.length === 2, 'the repeat')
      assert.equal(new Set(held.map(route => route.request().headers()['idempotency-key'])).size, 1)
      await held[1]?.continue()
      await dialog.waitFor({ state: 'detached' })
      await held[0]?.continue()
      const { body } = await person.call('GET', `/api/sales/${sale.uuid}/refunds`)
      assert.deepEqual(
        body.data.map((refund: { amount: number }) => refund.amount),
        [30_00],
      )
    },
  )

  slow('whose answer was lost is the same refund when it is requested again, also with another amount', async () => {
    const { person, seller } = await shopOf()
    await sold(gateway, seller, 500_00)
    const sale = await sold(gateway, seller, 100_00)
    await using visit = await visitOf(browser, gateway, person)
    visit.forgive(/net::ERR_|Failed to load resource/)
    const { page, go } = visit
    await page.route('**/refunds', async route => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await go(`/vendas/${sale.uuid}`)
    await button(page, 'Reembolsar').click()
    await amountIn(page).fill('3000')
    await confirm(page).click()
    const dialog = page.getByRole('dialog')
    await appears(dialog.getByText('Não sabemos se o pedido chegou'))
    await page.unrouteAll()
    await amountIn(page).fill('4000')
    await confirm(page).click()
    await appears(dialog.getByText('O pedido anterior tinha chegado'))
    const { body } = await person.call('GET', `/api/sales/${sale.uuid}/refunds`)
    assert.equal(body.data.length, 1)
  })

  everyday('that is refused says why, by each reason that there is', async () => {
    const { person, seller } = await shopOf()
    const sale = await sold(gateway, seller, 100_00)
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    let reason: object = {}
    await page.route('**/refunds', route => {
      if (route.request().method() !== 'POST') return route.continue()
      const error = { code: 'GENERAL_ERROR', message: 'amount: no', reason }
      return route.fulfill({ status: 422, json: { success: false, error } })
    })
    await go(`/vendas/${sale.uuid}`)
    await button(page, 'Reembolsar').click()
    for (const [name, [values, sentence]] of Object.entries(REFUSALS)) {
      reason = { name, ...values }
      await confirm(page).click()
      await appears(page.getByRole('dialog').getByRole('alert').getByText(sentence))
      assert.equal(await page.getByRole('dialog').getByRole('alert').count(), 1)
    }
    reason = { name: 'OF_A_NEWER_GATEWAY' }
    await confirm(page).click()
    await appears(page.getByRole('dialog').getByRole('alert').getByText('Não foi possível concluir o pedido.'))
    await axe(page)
  })

  slow('of a card of which no part goes back is of all of it', async () => {
    const { person, seller } = await shopOf()
    await sold(gateway, seller, 500_00)
    const sale = await sold(gateway, seller, 100_00)
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await page.route(`**/api/sales/${sale.uuid}`, async route => {
      const answer = await route.fetch()
      const body = await answer.json()
      await route.fulfill({ json: { ...body, refundable: { ...body.refundable, wholeOnly: true } } })
    })
    await go(`/vendas/${sale.uuid}`)
    await button(page, 'Reembolsar').click()
    await appears(page.getByRole('dialog').getByText('Só é possível reembolsar o valor inteiro deste cartão.'))
    assert.equal(await amountIn(page).isEditable(), false)
    assert.equal(await amountIn(page).inputValue(), 'R$\u00a0100,00')
    await axe(page)
    await page.unrouteAll({ behavior: 'wait' })
    await confirm(page).click()
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'ESTORNADO')
  })

  slow('that the balance does not cover is refused in the dialog, which stays as it was', async () => {
    const { person, seller } = await shopOf()
    const sale = await sold(gateway, seller, 300_00)
    const asked = await seller.api('POST', '/api/public/cashout', {
      amount: 200,
      pixKey: 'ana@example.com',
      pixKeyType: 'EMAIL',
    })
    assert.equal(asked.status, 201, asked.text)
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    await button(page, 'Reembolsar').click()
    await page.getByLabel('Motivo (opcional)').fill('desistência')
    await confirm(page).click()
    await appears(page.getByRole('dialog').getByRole('alert').getByText('O saldo disponível não é suficiente.'))
    assert.equal(await page.getByLabel('Motivo (opcional)').inputValue(), 'desistência')
    await axe(page)
    await page.keyboard.press('Escape')
    await button(page, 'Descartar').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // It is given back a frame later.
    await until(
      async () => (await page.evaluate('document.activeElement?.innerText')) === 'Reembolsar',
      'the keyboard to be back on the button',
    )
  })
})

const REFUSALS: Record<RefundRefusal, [values: object, sentence: string]> = {
  NO_REFUNDS: [{}, 'O provedor deste cartão não faz reembolsos. Fale com a operação.'],
  WHOLE_ONLY: [{}, 'O provedor deste cartão só reembolsa a venda inteira.'],
  TOO_LATE: [{ days: 90 }, 'O prazo do reembolso terminou: são 90 dias depois do pagamento.'],
  PART_TOO_LATE: [{ days: 90 }, 'O prazo para reembolsar só uma parte terminou: são 90 dias depois do pagamento.'],
  NOTHING_LEFT: [{}, 'Não sobra nada desta venda para reembolsar.'],
  MORE_THAN_LEFT: [{ amount: 20_00 }, 'Desta venda ainda podem ser reembolsados R$ 20,00.'],
  VELOCITY_LIMIT: [{}, 'Sairia da conta mais do que os limites dela deixam passar.'],
}

async function lastOf(seller: Seller, sale: string): Promise<string> {
  const { body } = await seller.api('GET', `/api/transactions/${sale}/refunds`)
  return body.data[0].uuid
}
