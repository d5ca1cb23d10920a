// Sending money in the panel: keys as people write them, errors where and when they help, an exact amount, and a network that stalls, on
// which nothing is paid twice.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, sellerOf, type TestGateway } from '../gateway.ts'
import { everyday, slow, slowSuite } from '../long.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let ana: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
  ana = await register(gateway)
  const seller = await sellerOf(gateway, ana)
  const sale = await seller.sell(5_000_00)
  await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
})
after(() => resources.disposeAsync())

const key = (page: Page) => page.getByRole('textbox', { name: 'Chave Pix' })
const amount = (page: Page) => page.getByRole('textbox', { name: 'Valor' })
const proceed = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click()
const send = (page: Page) => page.getByRole('button', { name: /^Enviar R\$/ }).click()
const repeat = (page: Page) => page.getByRole('button', { name: 'Tentar de novo' }).click()
const isPaid = (page: Page) => appears(page.getByRole('status').getByText('Pago', { exact: true }))
const unanswered = (page: Page) => page.getByText('O servidor ainda não respondeu')

async function paidTo(pixKey: string): Promise<{ amount: string; netAmount: string; pixKeyType: string }[]> {
  const { body } = await ana.call('GET', '/api/withdrawals?limit=100')
  return body.data.filter((one: { pixKey: string }) => one.pixKey === pixKey)
}

async function fill(page: Page, pixKey: string, cents: string): Promise<void> {
  await key(page).fill(pixKey)
  await amount(page).fill(cents)
  await proceed(page)
}

/** In the page: the first request for a cashout reaches the gateway, and its answer never comes. */
function stallingTheFirstAnswer(): void {
  const { fetch } = globalThis
  let isFirst = true
  globalThis.fetch = async (address, options) => {
    const isStalled = isFirst && options?.method === 'POST' && address === '/api/withdrawals'
    if (isStalled) isFirst = false
    const answer = await fetch(address, options)
    return isStalled ? new Promise(() => {}) : answer
  }
}

/** In the page: the gateway has the first request for a cashout, and the connection is cut before its answer. */
function losingTheFirstAnswer(): void {
  const { fetch } = globalThis
  let isFirst = true
  globalThis.fetch = async (address, options) => {
    const answer = await fetch(address, options)
    if (!isFirst || options?.method !== 'POST' || address !== '/api/withdrawals') return answer
    isFirst = false
    throw new TypeError('the connection was cut')
  }
}

describe('the form for a cashout', NEEDS_BROWSER, () => {
  slow('understands a phone as people write it, and asks where the digits are a CPF too', async () => {
    await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE })
    const { page, go } = visit
    await go('/saques/novo')
    for (const typed of ['(11) 98765-4321', '11987654321', '+55 11 98765 4321']) {
      await key(page).fill(typed)
      await appears(page.getByText('Celular · +55 (11) 98765-4321'))
    }
    await key(page).fill('Maria.Silva@Example.COM')
    await appears(page.getByText('E-mail · maria.silva@example.com'))
    await key(page).fill('11987650034')
    await page.getByRole('radiogroup', { name: /CPF ou um celular/ }).waitFor()
    await axe(page)
    await fits(page)
    await amount(page).fill('10000')
    await proceed(page)
    await appears(page.getByText('Diga se esta chave é um CPF ou um celular.'))
    await page.getByRole('radio', { name: 'Celular · +55 (11) 98765-0034' }).check()
    await proceed(page)
    await page.getByRole('heading', { name: 'Confira antes de enviar' }).waitFor()
    await appears(page.getByText('+55 (11) 98765-0034'))
    await send(page)
    await isPaid(page)
    assert.deepEqual(
      (await paidTo('+5511987650034')).map(({ pixKeyType }) => pixKeyType),
      ['PHONE'],
    )
  })

  slow('says what is wrong with a field when it is left, not before, and forgets it when it is changed', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/saques/novo')
    await key(page).focus()
    await amount(page).focus()
    assert.equal(await key(page).getAttribute('aria-invalid'), null)
    await key(page).fill('529.982.247-24')
    assert.equal(await page.getByText('Não reconhecemos esta chave').count(), 0)
    await amount(page).fill('999999999')
    await appears(page.getByText('Não reconhecemos esta chave'))
    assert.equal(await key(page).getAttribute('aria-invalid'), 'true')
    await key(page).focus()
    await appears(page.getByText('O máximo por saque é'))
    assert.equal(await amount(page).getAttribute('aria-invalid'), 'true')
    await axe(page)
    await key(page).fill('529.982.247-25')
    await page.getByText('Não reconhecemos esta chave').waitFor({ state: 'detached' })
  })

  everyday('sends exactly what is written, with the fee on top', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/saques/novo')
    await page.getByText('Enviar exatamente').click()
    await fill(page, 'exato@example.com', '12345')
    const summary = page.getByRole('region', { name: 'Confira antes de enviar' })
    for (const text of ['R$ 123,45', 'R$ 1,00', 'R$ 124,45']) await summary.getByText(text).first().waitFor()
    await axe(page)
    await send(page)
    await isPaid(page)
    assert.deepEqual(
      (await paidTo('exato@example.com')).map(one => [one.amount, one.netAmount]),
      [['124.45', '123.45']],
    )
    await page.getByRole('link', { name: 'Comprovante' }).click()
    const incomingPayment = page.getByRole('article')
    for (const text of ['Favorecido de Teste', '***.982.247-**']) await appears(incomingPayment.getByText(text))
    await axe(page)
  })

  slow(
    'shows before it is confirmed whom the key belonged to when it was last paid, or that this is not known yet',
    async () => {
      await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE })
      const { page, go } = visit
      const note = page.getByRole('note')
      await go('/saques/novo')
      await fill(page, 'conhecida@example.com', '10000')
      await appears(note.getByText('O banco só diz o nome de quem recebeu depois de pago.'))
      await axe(page)
      await send(page)
      await isPaid(page)
      await go('/saques/novo')
      await fill(page, 'CONHECIDA@example.com', '11000')
      for (const text of ['Favorecido de Teste', '***.982.247-**', 'Uma chave pode mudar de dono.'])
        await appears(note.getByText(text))
      await axe(page)
      await fits(page)
    },
  )
})

slowSuite('a request for a cashout on a network that stalls', NEEDS_BROWSER, () => {
  it('says so within five seconds, is repeated under its key, and shows the answer of whichever comes first', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    const held: Route[] = []
    await page.route('**/api/withdrawals', route =>
      route.request().method() === 'POST' ? void held.push(route) : route.continue(),
    )
    await go('/saques/novo')
    await fill(page, 'parada@example.com', '10000')
    await send(page)
    const since = performance.now()
    await unanswered(page).waitFor()
    assert.ok(performance.now() - since > 4_000)
    await appears(page.getByText('repetir não faz nada duas vezes'))
    await axe(page)
    await repeat(page)
    await until(() => held.length === 2, 'the repeat')
    const keys = held.map(route => route.request().headers()['idempotency-key'])
    assert.equal(new Set(keys).size, 1)
    assert.match(keys[0] ?? '', /^panel-/)
    await held[0]?.continue()
    await isPaid(page)
    assert.equal((await paidTo('parada@example.com')).length, 1)
  })

  it('is paid once where the first request had arrived', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await page.addInitScript(stallingTheFirstAnswer)
    await go('/saques/novo')
    await fill(page, 'chegou@example.com', '10000')
    await send(page)
    await unanswered(page).waitFor()
    await repeat(page)
    await isPaid(page)
    assert.equal((await paidTo('chegou@example.com')).length, 1)
  })

  it('that was changed after an answer was lost is refused, since the first one had arrived', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await page.addInitScript(losingTheFirstAnswer)
    await go('/saques/novo')
    await fill(page, 'mudou@example.com', '10000')
    await send(page)
    await appears(page.getByText('Não sabemos se o pedido chegou'))
    await page.getByRole('button', { name: 'Corrigir' }).click()
    await amount(page).fill('11000')
    await proceed(page)
    await send(page)
    await appears(page.getByText('O pedido anterior tinha chegado'))
    await axe(page)
    assert.equal(await page.getByRole('button', { name: /^Enviar R\$/ }).count(), 0)
    assert.deepEqual(
      (await paidTo('mudou@example.com')).map(one => one.amount),
      ['100.00'],
    )
  })
})
