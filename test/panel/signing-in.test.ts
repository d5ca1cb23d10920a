// The entrance of the panel, from both sides: the sign-in, a registration by the keyboard, an empty home, the first sale on it, and the
// language and the device of the person.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createCredential } from '#account/credential.ts'
import { RELEASE } from '#config/release.ts'
import { orThrow } from '#kernel/failure.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { openTestGateway, sellerWith, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { linkTo } from '../member/guests.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE, type Visit } from './browser.ts'

const MAX_KB = 250
const PERSON = { name: 'Ana Souza', email: 'ana@example.com', password: 'quatro patos na lagoa' }

describe('the entrance', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  after(() => resources.disposeAsync())
  let gateway: TestGateway
  let browser: PanelBrowser
  let visit: Visit
  let page: Page
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
    visit = resources.use(await browser.visit(gateway))
    page = visit.page
  })

  it('begins at the sign-in, whatever address was opened', async () => {
    await visit.go('/vendas?status=PAGO')
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/entrar')
    assert.equal(new URL(page.url()).searchParams.get('to'), '/vendas?status=PAGO')
    await axe(page)
  })

  it(`begins with less than ${MAX_KB} KB, as they come over the line`, async () => {
    await page.waitForLoadState('networkidle')
    const bytes = await page.evaluate<number>(
      "performance.getEntriesByType('resource').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)",
    )
    assert.ok(bytes > 0 && bytes < MAX_KB * 1024, `${bytes} bytes`)
  })

  it('has the language and the look that one chooses there, and keeps both', async () => {
    const scheme = () => page.getAttribute('html', 'data-mantine-color-scheme')
    await page.getByLabel('Idioma').selectOption('English')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Appearance').selectOption('Dark')
    await axe(page)
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await scheme(), 'dark')
    await page.getByLabel('Appearance').selectOption('Same as the system')
    await page.getByLabel('Language').selectOption('Português')
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    assert.equal(await scheme(), 'light')
  })

  it('shows what is wrong next to the field, and takes the keyboard there', async () => {
    await page.getByRole('link', { name: 'Criar conta' }).click()
    await page.getByRole('heading', { name: 'Criar conta' }).waitFor()
    await page.getByLabel('Seu nome').fill(PERSON.name)
    await page.getByLabel('E-mail').fill('ana@')
    await page.getByLabel('Senha', { exact: true }).fill('curta')
    await page.getByRole('button', { name: 'Criar conta' }).click()
    const email = page.getByLabel('E-mail')
    await appears(page.getByText('Escreva um e-mail completo'))
    await appears(page.getByText('A senha precisa de pelo menos 8 caracteres'))
    assert.equal(await email.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.evaluate('document.activeElement?.name'), 'email')
    await axe(page)
  })

  it('takes a registration by the keyboard alone, with a password that is hard to guess', async () => {
    await page.getByLabel('E-mail').fill(PERSON.email)
    await page.getByLabel('Senha', { exact: true }).fill('12345678')
    await appears(page.getByText('Fácil de adivinhar'))
    await page.keyboard.press('Enter')
    await appears(page.getByText('Esta senha é fácil de adivinhar'))
    await page.getByLabel('Senha', { exact: true }).fill(PERSON.password)
    await appears(page.getByText('Forte', { exact: true }))
    await axe(page)
    await page.getByLabel('Senha', { exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Confira o seu e-mail' }).waitFor()
    await axe(page)
  })

  it('is not let in by the link alone, and by the password that was chosen', async () => {
    await visit.go(await linkTo(gateway, PERSON.email))
    await page.getByLabel('Senha', { exact: true }).fill('a senha de outra pessoa')
    await page.keyboard.press('Enter')
    await appears(page.getByText('Não é a senha escolhida no cadastro'))
    await axe(page)
    await page.getByLabel('Senha', { exact: true }).fill(PERSON.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
    await page.getByRole('link', { name: 'Vendas' }).click()
    await appears(page.getByText('Nenhuma venda por aqui ainda'))
    assert.equal(await page.title(), 'Vendas · Porteira')
  })

  it('has an empty home that says what comes there', async () => {
    await page.getByRole('link', { name: 'Início' }).click()
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
    await appears(page.getByText('Sua porteira está aberta'))
    await appears(page.getByText('Nada espera por você agora.'))
    assert.match(await page.getByRole('region', { name: 'Saldo' }).innerText(), /Disponível\s+R\$\s0,00/)
    await until(
      async () => (await page.evaluate('document.activeElement?.tagName')) === 'H1',
      'the keyboard to be on the heading',
    )
    await appears(page.getByText('Sem movimento no período'))
    await axe(page)
  })

  it('signs out, and leaves nothing behind', async () => {
    await page.getByRole('button', { name: 'Ana Souza' }).click()
    await appears(page.getByText(`Porteira ${RELEASE.version}`))
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    await visit.go('/')
    assert.equal(new URL(page.url()).pathname, '/entrar')
  })

  it('is not let in by a wrong password, and by the right one', async () => {
    await page.getByLabel('E-mail').fill(PERSON.email)
    await page.getByLabel('Senha', { exact: true }).fill('cinco patos')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await appears(page.getByRole('alert').getByText('E-mail ou senha não conferem'))
    await axe(page)
    await page.getByLabel('Senha', { exact: true }).fill(PERSON.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
  })

  it('sees the first sale, made by an API key and paid at the bank', async () => {
    const { id } = await page.evaluate<{ id: number }>("fetch('/api/account').then(answer => answer.json())")
    const deps = { db: gateway.db, clock: systemClock, random: systemRandom }
    const request = { name: 'loja', scopes: null, expiresAt: null }
    const { credential, privateKey } = orThrow(await createCredential(deps, id, request))
    const shop = sellerWith(gateway, id, credential.publicKey, privateKey)
    const sale = await shop.sell(1_234_56, { customer: { name: 'João da Silva' } })
    await gateway.pay(sale.pixKey)
    await shop.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')

    await visit.go('/')
    assert.match(await page.getByRole('region', { name: 'Saldo' }).innerText(), /Disponível\s+R\$\s1\.222,34/)
    await appears(page.getByText('1 de 1 cobranças pagas'))
    await page.getByRole('link', { name: 'Vendas' }).click()
    const row = page.getByRole('row', { name: /João da Silva/ })
    assert.match(await row.innerText(), /Paga\s+R\$\s1\.234,56\s+R\$\s1\.222,34/)
    await axe(page)

    await page.getByRole('link', { name: 'João da Silva' }).click()
    await page.getByRole('heading', { name: `Venda ${sale.id}` }).waitFor()
    const life = await page.getByRole('region', { name: 'O que aconteceu' }).innerText()
    assert.match(life, /Cobrança criada[\s\S]+Paga/)
    await appears(page.getByText('sale.paid'))
    await axe(page)
  })

  it('finds it by its customer, with the search in the address, and downloads the list', async () => {
    await visit.go('/vendas')
    await page.getByLabel('Buscar').fill('joao')
    await page.waitForURL('**/vendas?q=joao')
    await page.getByRole('link', { name: 'João da Silva' }).waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar CSV' }).click()
    const download = await coming
    assert.match(download.suggestedFilename(), /^vendas-\d+\.csv$/)
  })

  slow('is the same on a phone, in English and in the dark', async () => {
    await using small = await browser.visit(gateway, { viewport: PHONE, locale: 'en-GB', colorScheme: 'dark' })
    await small.go('/entrar')
    await axe(small.page)
    await small.page.getByLabel('E-mail').fill(PERSON.email)
    await small.page.getByLabel('Password', { exact: true }).fill(PERSON.password)
    await small.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await small.page.getByRole('heading', { name: 'Hello, Ana' }).waitFor()
    await small.page.locator('.recharts-surface').first().waitFor()
    await axe(small.page)
    await fits(small.page)
    await small.page.getByRole('button', { name: 'Open the menu' }).click()
    await small.page.getByRole('link', { name: 'Sales' }).click()
    await small.page.getByRole('link', { name: 'João da Silva' }).click()
    await small.page.getByRole('heading', { name: 'What happened' }).waitFor()
    assert.equal(await small.page.getAttribute('html', 'lang'), 'en')
    await axe(small.page)
    await fits(small.page)
  })

  it('stays in the language that was chosen', async () => {
    await visit.go('/')
    await page.getByRole('button', { name: 'Idioma' }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor()
  })
})
