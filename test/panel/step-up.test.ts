// A critical act in the panel, and the step-up that it requires: wrong, none, right, and used before; by a code of an app and by a passkey
// of the device.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, register, registerOperator } from '../access/person.ts'
import { secure } from '../access/totp.ts'
import { openTestGateway, sellerOf, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { button, createKey, expireStepUps, heading, stepUpDialog, visitOf } from './steps.ts'

describe('a proof in the panel', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  const code = (page: Page) => stepUpDialog(page).getByRole('textbox', { name: 'Código' })
  const cashoutsOf = async (person: Person) => (await person.call('GET', '/api/withdrawals')).body.data.length

  it('of a code releases a cashout once, and neither a wrong code nor none releases it', async () => {
    const { person, app } = await secure(gateway, await rich(gateway))
    await expireStepUps(gateway)
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go('/saques/novo')
    await writeCashout(page)
    await sendIt(page)
    await code(page).fill(app.wrong())
    await page.keyboard.press('Enter')
    await appears(page.getByText('O código não confere, ou já foi usado.'))
    assert.equal(await code(page).getAttribute('aria-invalid'), 'true')
    await axe(page)
    await page.keyboard.press('Escape')
    await appears(page.getByText('Para isso é preciso confirmar que é você'))
    assert.equal(await cashoutsOf(person), 0)
    await sendIt(page)
    const right = app.code()
    await code(page).fill(right)
    await page.keyboard.press('Enter')
    await appears(page.getByRole('status').getByText('Pago', { exact: true }))
    assert.equal(await cashoutsOf(person), 1)

    // The five minutes are over, and a code is good for one use.
    await expireStepUps(gateway)
    await go('/saques/novo')
    await writeCashout(page)
    await sendIt(page)
    await code(page).fill(right)
    await page.keyboard.press('Enter')
    await appears(page.getByText('O código não confere, ou já foi usado.'))
    await code(page).fill(await app.thirdCode())
    await page.keyboard.press('Enter')
    await appears(page.getByRole('status').getByText('Pago', { exact: true }))
    assert.equal(await cashoutsOf(person), 2)
  })

  slow('of a passkey signs in without a password, and lets a key be made', async () => {
    const named = { url: gateway.url.replace('127.0.0.1', 'localhost'), db: gateway.db }
    const ana = await register(named)
    await using visit = await visitOf(browser, named, ana)
    const { page, go } = visit
    await deviceOf(page)
    await go('/seguranca')
    await button(page, 'Criar chave de acesso').click()
    await page.getByLabel('Nome (opcional)').fill('Celular')
    await page.getByRole('dialog').getByRole('button', { name: 'Criar chave de acesso' }).click()
    await stepUpDialog(page).locator('input[name=password]').fill(ana.password)
    await page.keyboard.press('Enter')
    await button(page, 'Renomear Celular').waitFor()
    await page.getByRole('button', { name: /Ana Souza/ }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await heading(page, 'Entrar')

    await go('/integracoes/chaves')
    await button(page, 'Entrar com chave de acesso').click()
    await heading(page, 'Chaves da API')
    await expireStepUps(gateway)
    await createKey(page, 'Loja')
    await axe(page)
    await stepUpDialog(page).getByRole('button', { name: 'Usar chave de acesso' }).click()
    await page.getByRole('dialog', { name: 'Sua chave nova' }).getByText(/^sk_/).first().waitFor()
  })

  it('is asked for by what an operator only reads, where the gateway wants one first, and the desk is there after it', async () => {
    const { person, app } = await secure(gateway, await registerOperator(gateway))
    await using visit = await visitOf(browser, gateway, person)
    const { page } = visit
    let isProven = false
    page.on('response', response => {
      if (response.url().endsWith('/api/auth/step-up') && response.ok()) isProven = true
    })
    // In production, which is at an address of its own, the gateway itself refuses this.
    const error = { code: 'SECOND_FACTOR_REQUIRED', message: 'Prove your second factor' }
    await page.route('**/api/admin/**', route =>
      isProven ? route.continue() : route.fulfill({ status: 403, json: { success: false, error } }),
    )
    await page.goto('/operacao/contas')
    await stepUpDialog(page).getByRole('button', { name: 'Cancelar' }).click()
    await appears(page.getByText('Para isso é preciso confirmar que é você'))
    await page.getByRole('button', { name: 'Tentar de novo' }).first().click()
    await code(page).fill(app.code())
    await page.keyboard.press('Enter')
    await heading(page, 'Contas')
    await appears(page.getByRole('row').getByText('Ativa'))
  })
})

/** A person whose shop has sold something. */
async function rich(gateway: TestGateway): Promise<Person> {
  const person = await register(gateway)
  const seller = await sellerOf(gateway, person)
  const sale = await seller.sell(1_000_00)
  await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  return person
}

async function writeCashout(page: Page): Promise<void> {
  await page.getByLabel('Chave Pix').fill('maria@example.com')
  await page.getByLabel('Valor').fill('10000')
  await button(page, 'Continuar').click()
}

async function sendIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Enviar/ }).click()
  await stepUpDialog(page).waitFor()
}

/** One that knows its owner at once. */
async function deviceOf(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  const authenticator = { ...options, hasUserVerification: true, isUserVerified: true }
  await device.send('WebAuthn.addVirtualAuthenticator', { options: authenticator })
}
