// A seller's first hour as one way through the panel, as a person takes it who has just heard of it: from the registration to money on a
// bank account, with nothing but what the screens show. A stopwatch says how long one waits on the way.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { verifyWebhook } from '../../sdk/typescript/src/verify.ts'
import type { App } from '../access/totp.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { linkTo } from '../member/guests.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { doneAsShown } from './shown-curl.ts'
import {
  button,
  choose,
  createKey,
  expireStepUps,
  heading,
  payAtBank,
  setUpApp,
  stepUpByCode,
  stepUpDialog,
} from './steps.ts'
import { stopwatch } from './stopwatch.ts'

/** On a machine that does much else. A person's hour has room for many of these. */
const MAX_MS = 60_000
/** So that the page has finished loading. */
const STILL = { reducedMotion: 'reduce' } as const
const ANA = { name: 'Ana Souza', email: 'ana@example.com', password: 'quatro patos na lagoa' }
const RUI = { name: 'Rui Prado', email: 'rui@example.com', password: 'um sapo na outra margem' }

describe('the first hour', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  let shop: Receiver
  before(async () => {
    gateway = resources.use(await openTestGateway())
    shop = resources.use(await openReceiver())
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  it('goes from the registration to a cashout, its receipt and a webhook that was sent again', async test => {
    await using visit = await browser.visit(gateway, { ...STILL, permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visit
    const { step, aside, whole } = stopwatch(test)
    const way: Way = { page, look: () => aside(() => axe(page)) }
    await step('the first page', () => visit.go('/seguranca'))
    await way.look()
    await step('a registration', () => signUp(gateway, page, ANA))
    await way.look()
    const { app } = await step('an authenticator app', () => setUpApp(page, ANA.password))
    await expireStepUps(gateway)
    const sell = await step('a key, for which one proves who one is', () => makeKey(way, app))
    const secret = await step('a webhook', () => makeWebhook(way, `${shop.url}/loja`))
    const { uuid } = await step('a sale, by the curl as it is shown', () => doneAsShown(sell))
    const picture = await step('the sale in the list, and its QR code', () => openSale(way))
    await choose(page, 'Vendas')
    await appears(page.getByRole('row', { name: /Maria Silva/ }).getByText('Aguardando'))
    await step('a payment at the bank’s page', () => payAtBank(page, gateway.bankUrl, picture))
    await step('paid in the list that is open', () =>
      appears(page.getByRole('row', { name: /Maria Silva/ }).getByText('Paga', { exact: true })),
    )
    const [reported] = await step('the shop is notified', () => shop.gets(1, ({ body }) => body.status === 'PAGO'))
    assert.equal((await verified(reported, secret)).type, 'sale.paid')
    assert.equal(reported?.body.uuid, uuid)
    await step('the home', () => seeHome(way))
    await expireStepUps(gateway)
    await step('a cashout, for which one proves who one is', () => cashOut(way, app))
    await step('its receipt', () => openReceipt(way))
    await step('the same webhook once more', () => resend(way))
    const again = (await shop.gets(2, ({ body }) => body.status === 'PAGO')).at(-1)
    assert.equal((await verified(again, secret)).isRedelivery, true)
    assert.deepEqual(again?.raw, reported?.raw)
    assert.ok(whole() < MAX_MS)
  })

  slow('begins on a phone as well, up to the first paid sale', async test => {
    await using visit = await browser.visit(gateway, { ...STILL, viewport: PHONE, colorScheme: 'dark' })
    const { page } = visit
    const { step, aside, whole } = stopwatch(test)
    const look = () => aside(() => fits(page).then(() => axe(page)))
    const way: Way = { page, look }
    await step('the first page', () => visit.go('/integracoes/chaves'))
    await step('a registration', () => signUp(gateway, page, RUI))
    await look()
    await createKey(page, 'Loja')
    const sell = await readyCurl(page)
    await look()
    await button(page, 'Já guardei a chave').click()
    await step('a sale, by the curl as it is shown', () => doneAsShown(sell))
    await button(page, 'Abrir o menu').click()
    await look()
    await page.getByRole('dialog').getByRole('link', { name: 'Vendas' }).click()
    await heading(page, 'Vendas')
    await look()
    const picture = await step('the sale and its QR code', () => openSale(way))
    await look()
    await step('a payment at the bank’s page', () => payAtBank(page, gateway.bankUrl, picture))
    await step('paid on the screen that is open', () =>
      appears(page.getByRole('region', { name: 'O que aconteceu' }).getByText('Paga')),
    )
    await look()
    assert.ok(whole() < MAX_MS)
  })
})

interface Way {
  page: Page
  /** Whether nothing covers the way. */
  look: () => Promise<void>
}

/** With the link of the letter, and back to where the way goes on. */
async function signUp(gateway: TestGateway, page: Page, { name, email, password }: typeof ANA): Promise<void> {
  const wish = new URL(page.url()).searchParams.get('to') ?? '/'
  await page.getByRole('link', { name: 'Criar conta' }).click()
  await heading(page, 'Criar conta')
  await page.getByLabel('Seu nome').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await button(page, 'Criar conta').click()
  await heading(page, 'Confira o seu e-mail')
  await page.goto(await linkTo(gateway, email))
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await button(page, 'Confirmar e entrar').click()
  await heading(page, /^Olá/)
  await page.goto(wish)
  await heading(page, /^(Segurança|Chaves da API)$/)
}

/** Answers the curl that makes a sale. The private key goes by the clipboard, as it does in life. */
async function makeKey({ page, look }: Way, app: App): Promise<string> {
  await choose(page, 'Integrações')
  await appears(page.getByText('Nenhuma chave ainda'))
  await look()
  await createKey(page, 'Loja virtual')
  await stepUpDialog(page).waitFor()
  await look()
  await stepUpByCode(page, app)
  const shown = page.getByRole('dialog', { name: 'Sua chave nova' })
  await shown.getByRole('button', { name: 'Copiar a chave privada' }).click()
  const privateKey = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(privateKey, /^sk_/)
  const curl = await readyCurl(page)
  assert.ok(curl.includes(privateKey))
  await look()
  await button(page, 'Já guardei a chave').click()
  await appears(page.getByRole('row', { name: /Loja virtual/ }).getByText('Nunca usada'))
  assert.ok(!(await page.content()).includes(privateKey))
  return curl
}

async function readyCurl(page: Page): Promise<string> {
  const shown = page.getByRole('dialog', { name: 'Sua chave nova' })
  await shown.getByText('Cobrar R$ 150,00').click()
  return (await shown.getByRole('region', { name: 'Pronto para testar' }).textContent()) ?? ''
}

/** Answers its secret. */
async function makeWebhook({ page, look }: Way, url: string): Promise<string> {
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Novo webhook' }).first().click()
  await heading(page, 'Novo webhook')
  await page.getByLabel('Endereço (URL)').fill(url)
  await page.getByLabel('O pagamento foi confirmado').check()
  await look()
  await button(page, 'Criar webhook').click()
  await heading(page, 'Webhook criado')
  await look()
  const secret = await page.getByText(/^whsec_/).innerText()
  await button(page, 'Já guardei o segredo').click()
  await appears(page.getByText('Nenhuma entrega ainda'))
  return secret
}

/** Answers a picture of the code that its buyer scans. */
async function openSale({ page, look }: Way): Promise<Buffer> {
  if ((await page.getByRole('link', { name: 'Maria Silva' }).count()) === 0) await choose(page, 'Vendas')
  await page.getByRole('link', { name: 'Maria Silva' }).click()
  await heading(page, /^Venda \d+$/)
  const code = page.getByRole('img', { name: 'QR code para pagar com Pix' })
  await code.scrollIntoViewIfNeeded()
  // Four modules of light on each side, for cameras.
  const [, size = 0] = (await code.getAttribute('viewBox'))?.match(/^0 0 (\d+) /)?.map(Number) ?? []
  const dark = [...((await code.locator('path').getAttribute('d')) ?? '').matchAll(/M(\d+) (\d+)/g)]
  const places = dark.flatMap(([, x, y]) => [Number(x), Number(y)])
  assert.deepEqual([Math.min(...places), Math.max(...places)], [4, size - 5])
  await look()
  return code.screenshot()
}

function verified(reported: { raw: Buffer; headers: NodeJS.Dict<string | string[]> } | undefined, secret: string) {
  if (reported === undefined) throw new Error('nothing was sent')
  return verifyWebhook({ body: reported.raw, headers: reported.headers, secret })
}

async function seeHome({ page, look }: Way): Promise<void> {
  await choose(page, 'Início')
  await heading(page, 'Olá, Ana')
  await appears(page.getByText('1 de 1 cobranças pagas'))
  await page
    .getByRole('region', { name: 'Saldo' })
    .getByText(/^R\$\s148,51$/)
    .first()
    .waitFor()
  await page.locator('.recharts-surface').first().waitFor()
  await look()
}

async function cashOut({ page, look }: Way, app: App): Promise<void> {
  await choose(page, 'Saques')
  await page.getByRole('main').getByRole('link', { name: 'Novo saque' }).first().click()
  await page.getByLabel('Chave Pix').fill('529.982.247-25')
  await appears(page.getByText(/^CPF · /))
  await page.getByLabel('Valor').fill('10000')
  await appears(page.getByRole('region', { name: 'Resumo' }).getByText(/^R\$\s99,00$/))
  await look()
  await button(page, 'Continuar').click()
  await page.getByRole('heading', { name: 'Confira antes de enviar' }).waitFor()
  await look()
  await page.getByRole('button', { name: /^Enviar R\$\s99,00$/ }).click()
  await stepUpByCode(page, app)
  await appears(page.getByRole('status').getByText('Pago', { exact: true }))
  await look()
}

async function openReceipt({ page, look }: Way): Promise<void> {
  await page.getByRole('link', { name: 'Comprovante' }).click()
  const incomingPayment = page.getByRole('article')
  await appears(incomingPayment.getByText(/^E\d{8}/))
  await look()
  await page.emulateMedia({ media: 'print' })
  assert.equal(await button(page, 'Imprimir ou salvar em PDF').isVisible(), false)
  assert.equal(await incomingPayment.getByText('529.982.247-25').isVisible(), true)
  await page.emulateMedia({ media: 'screen' })
}

async function resend({ page, look }: Way): Promise<void> {
  await choose(page, 'Integrações')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: /\/loja$/ }).click()
  await page
    .getByRole('row', { name: /sale\.paid.*Entregue/ })
    .getByRole('link', { name: 'Venda paga' })
    .click()
  await appears(page.getByText('thank you'))
  await look()
  await button(page, 'Reenviar').click()
  await appears(page.getByText('Pedido por uma pessoa'))
}
