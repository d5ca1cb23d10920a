// The look of the checkout in the panel: the owner changes it and sees it, the others see it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { join, type Person, register } from '../access/person.ts'
import { png, webp } from '../checkout/logos.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
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

const LOOK = '/api/account/look'
/** Of a picture that a browser has read. */
const widthOf = (picture: Locator) =>
  picture.evaluate(element => (element as unknown as { naturalWidth: number }).naturalWidth)
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

describe('the look of the checkout in the panel', NEEDS_BROWSER, () => {
  it('is changed by the owner: name, colour with what can be read on it, logo, and a drawing beside it', async () => {
    await using visit = await visitOf(browser, gateway, ana, { viewport: { width: 320, height: 700 } })
    const { page, go } = visit
    await go('/links')
    await page.getByRole('link', { name: 'Aparência', exact: true }).click()
    await heading(page, 'Aparência do checkout')
    await appears(page.getByText('Sem logotipo: mostramos o nome.'))
    await axe(page)
    await fits(page)

    const color = page.getByRole('textbox', { name: 'Cor (opcional)' })
    await color.fill('verde')
    await button(page, 'Salvar').click()
    await appears(page.getByText('Escreva a cor como #1a7f5a.'))
    await color.fill('#ffff99')
    await appears(page.getByText(/O texto sobre esta cor será preto \(contraste de \d+,\d para 1\)/))
    await appears(page.getByText(/Em telas claras, o botão quase some/))
    await axe(page)
    await color.fill('#003366')
    await appears(page.getByText(/será branco/))
    const name = page.getByRole('textbox', { name: 'Nome mostrado (opcional)' })
    await name.fill('Nubank')
    visit.forgive(/400/)
    await button(page, 'Salvar').click()
    await appears(page.getByText(/Este nome não pode ser usado/))
    await name.fill('Ateliê da Ana')
    await page.getByRole('textbox', { name: /^Texto depois/ }).fill('Obrigada!\nVolte sempre.')
    await button(page, 'Salvar').click()
    await appears(page.getByText('Aparência salva.'))
    await page.getByRole('img', { name: 'Desenho da página de pagamento com o nome Ateliê da Ana' }).first().waitFor()

    const input = page.locator('input[type=file]')
    await input.setInputFiles(file('logo.svg', 'image/svg+xml', Buffer.from('<svg/>')))
    await appears(page.getByText(/Este arquivo não foi aceito/))
    await input.setInputFiles(file('logo.png', 'image/png', Buffer.alloc(65_537)))
    await appears(page.getByText(/tem mais de 64 KB/))
    await input.setInputFiles(file('logo.png', 'image/png', png({ width: 120, height: 40 })))
    const logo = page.getByRole('img', { name: 'Logotipo atual' })
    // A browser reads what the gateway has written.
    await until(async () => (await widthOf(logo)) === 120 || null, 'the logo')
    await axe(page)
    await fits(page)
    await input.setInputFiles(file('logo.webp', 'image/webp', webp.lossless))
    await until(async () => (await widthOf(logo)) === 1 || null, 'the logo')
    await button(page, 'Tirar').click()
    await logo.waitFor({ state: 'detached' })
    const { body } = await ana.call('GET', LOOK)
    assert.deepEqual(body, {
      name: 'Ateliê da Ana',
      color: '#003366',
      textColor: '#ffffff',
      thankYou: 'Obrigada! Volte sempre.',
      language: null,
      logo: null,
    })
  })

  it('is seen on the real pages before it is saved, in a tab of their own where nothing is charged', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/links/aparencia')
    await page.getByRole('textbox', { name: 'Nome mostrado (opcional)' }).fill('Doces da Ana')
    const [tab] = await Promise.all([page.waitForEvent('popup'), button(page, 'Ver as páginas de verdade').click()])
    await appears(tab.getByText('Esta é uma prévia', { exact: false }))
    await appears(tab.getByRole('banner').getByText('Doces da Ana'))
    for (const [screen, name] of [
      ['Seus dados', 'Produto de exemplo'],
      ['Pagamento', 'Produto de exemplo'],
      ['Pix', 'Pague com Pix'],
      ['Pagamento confirmado', 'Pagamento confirmado'],
    ] as const) {
      await tab
        .getByRole('navigation', { name: 'Telas da prévia' })
        .getByRole('link', { name: screen, exact: true })
        .click()
      await heading(tab, name)
      await appears(tab.getByText('Nada aqui é cobrado', { exact: false }))
      await axe(tab)
      await fits(tab)
    }
    await tab.close()
    await page.evaluate('window.open = () => null')
    await button(page, 'Ver as páginas de verdade').click()
    const link = page.getByRole('link', { name: 'O navegador não abriu a aba: abrir a prévia' })
    await appears(link)
    assert.match((await link.getAttribute('href')) ?? '', /\/v\/v2\./)
    await axe(page)
    assert.notEqual((await ana.call('GET', LOOK)).body.name, 'Doces da Ana')
  })

  it('is read by the others, in English too, with a way to the real page', async () => {
    const made = await ana.call('POST', '/api/account/payment-links', {
      title: 'Bolo',
      items: [{ title: 'Bolo', unitPrice: 25_00, quantity: 1 }],
    })
    const reader = await register(gateway, 'Rui Leitor')
    await join(gateway, reader, ana.accountId, 'READER')
    await using visit = await visitOf(browser, gateway, { ...reader, accountId: ana.accountId }, { locale: 'en-US' })
    const { page, go } = visit
    await go('/links/aparencia')
    await heading(page, 'Look of the checkout')
    await appears(page.getByText('Only an owner of the account can change the look.'))
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    assert.equal(await page.locator('input[type=file]').count(), 0)
    const real = page.getByRole('link', { name: 'Open one of the account’s links in another tab' })
    assert.equal(await real.getAttribute('href'), made.body.url)
    await axe(page)
    await fits(page)
  })
})
