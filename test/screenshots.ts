// Makes the pictures in docs/images from the real thing: `npm run screenshots`.
import { fileURLToPath } from 'node:url'
import { type Person, register, registerOperator } from './access/person.ts'
import { sellByCard, sellsByCard } from './charge/cards.ts'
import { sellsBoletos, soldBoleto } from './charge/selling.ts'
import { openTestGateway, type Seller, sellerWith, type TestGateway } from './gateway.ts'
import { DESKTOP, openPanelBrowser, type PanelBrowser, PHONE, type Visit } from './panel/browser.ts'
import { ADDRESS, CONTACT } from './pay-page/buying.ts'
import { takesCardsInFrame, typeCard } from './pay-page/card-buying.ts'
import { globalSetup, globalTeardown } from './setup.ts'
import { until } from './until.ts'

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url))
const BUYERS = ['Maria Silva', 'João Batista', 'Padaria Pão Quente', 'Luíza Helena', 'Zé da Esquina', 'Ana Clara']

await globalSetup()
try {
  await using gateway = await openTestGateway({ env: { SIGN_UP: 'open' } })
  await using browser = await openPanelBrowser()
  const owner = await register(gateway, 'Ana Souza')
  const seller = await shopOf(gateway, owner)
  const uuid = await tradeOf(gateway, seller)
  const firstPart = await otherMethods(gateway, seller)
  await paid(gateway, browser, seller)
  await checkout(gateway, browser, seller)
  await cardAtCheckout(gateway, browser, seller)
  const agenda = `/extrato/agenda?from=${firstPart.slice(0, 7)}-01`
  const pages = { inicio: '/', venda: `/vendas/${uuid}`, saque: '/saques', extrato: '/extrato' }
  for (const [name, path] of Object.entries(pages)) await panel(gateway, browser, owner, name, path)
  // High enough for the last week of the month.
  await panel(gateway, browser, owner, 'agenda', agenda, { viewport: { ...DESKTOP, height: 1_120 } })
  await panel(gateway, browser, await registerOperator(gateway), 'operacao', '/operacao')
  await panel(gateway, browser, owner, 'celular', '/vendas', { viewport: PHONE })
  await panel(gateway, browser, owner, 'celular-escuro', '/vendas', { viewport: PHONE, colorScheme: 'dark' })
} finally {
  await globalTeardown()
}

async function shopOf(gateway: TestGateway, owner: Person): Promise<Seller> {
  const { body } = await owner.call('POST', '/api/credentials', { name: 'Loja virtual' })
  return sellerWith(gateway, owner.accountId, body.publicKey, body.privateKey)
}

/** Sales, most of them paid, and cashouts with different ends. Answers the sale that is looked at. */
async function tradeOf(gateway: TestGateway, seller: Seller): Promise<string> {
  let looked = ''
  for (const [n, name] of [...BUYERS, ...BUYERS].entries()) {
    const unitPrice = 123_45
    const items = [{ title: 'Camiseta', unitPrice, quantity: n + 1, tangible: true }]
    const sale = await seller.sell(unitPrice * (n + 1), { customer: { name }, items })
    if (n % 4 === 3) continue
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    looked = sale.uuid
  }
  for (const [amount, key, end] of [
    [350, 'maria@example.com', 'COMPLETED'],
    [120, 'recusada@example.com', 'FAILED'],
    [980, 'fornecedor@example.com', 'COMPLETED'],
  ] as const) {
    const { body } = await seller.api('POST', '/api/public/cashout', { amount, pixKey: key, pixKeyType: 'EMAIL' })
    await seller.reaches(`/api/public/cashout/${body.uuid}`, end)
  }
  return looked
}

/** Sales by card, in parts and paid, and by boleto. Answers the day of the first part that is to come. */
async function otherMethods(gateway: TestGateway, seller: Seller): Promise<string> {
  await sellsByCard(gateway, seller)
  await takesCardsInFrame(gateway, gateway.bankUrl)
  await sellsBoletos(gateway, seller)
  for (const [n, installments] of [1, 3, 6, 2].entries()) {
    const amount = 259_90 + n * 70_00
    const items = [{ title: 'Tênis', unitPrice: amount, quantity: 1, tangible: true }]
    const customer = { name: BUYERS[n], email: 'cliente@example.com', document: '529.982.247-25', phone: '11987654321' }
    const { body } = await sellByCard(gateway, seller, 'approved', { amount, items, customer, installments })
    await seller.reaches(`/api/transactions/${body.uuid}`, 'PAGO')
  }
  await soldBoleto(seller)
  return (await seller.api('GET', '/api/receivables')).body.data[0].expectedOn
}

async function paid(gateway: TestGateway, browser: PanelBrowser, seller: Seller): Promise<void> {
  const sale = await seller.sell(150_00)
  await using visit = await browser.visit(gateway, { viewport: { width: 1100, height: 820 } })
  await visit.page.goto(`${gateway.bankUrl}/?codigo=${encodeURIComponent(sale.pixKey)}`)
  await visit.page.getByRole('button', { name: 'Pagar', exact: true }).waitFor()
  await visit.page.screenshot({ path: `${IMAGES}banco-de-teste.png` })
}

/** A buyer on a phone: the link, the code, and the page that turns to paid. */
async function checkout(gateway: TestGateway, browser: PanelBrowser, seller: Seller): Promise<void> {
  const { body: link } = await seller.api('POST', '/api/payment-links', {
    title: 'Café especial, 250 g',
    slug: 'cafe-especial',
    items: [{ title: 'Café especial, 250 g', unitPrice: 32_90, quantity: 2, minQuantity: 1, maxQuantity: 10 }],
  })
  await using visit = await browser.visit(gateway, { viewport: PHONE, reducedMotion: 'reduce' })
  const { page } = visit
  const shot = (name: string) => page.screenshot({ path: `${IMAGES}checkout-${name}.png` })
  await page.goto(`${gateway.url}/l/${link.slug}?idioma=pt-BR`)
  await page.getByLabel('Nome completo').fill('Maria Silva')
  await page.getByLabel('E-mail').fill('maria@example.com')
  await shot('celular')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Pagar R$' }).click()
  await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor()
  await shot('pix-celular')
  await gateway.pay((await page.getByLabel('Pix copia e cola').inputValue()).trim())
  await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor()
  await shot('pago-celular')
}

/** The card is typed in the frame of the bank, and a boleto is made; each by a buyer on a phone. */
async function cardAtCheckout(gateway: TestGateway, browser: PanelBrowser, seller: Seller): Promise<void> {
  const { body: link } = await seller.api('POST', '/api/payment-links', {
    title: 'Tênis de corrida',
    slug: 'tenis',
    items: [{ title: 'Tênis de corrida', unitPrice: 389_90, quantity: 1 }],
    askDocument: true,
    askAddress: true,
  })
  for (const method of ['cartao', 'boleto']) {
    await using visit = await browser.visit(gateway, { viewport: PHONE, reducedMotion: 'reduce' })
    const { page } = visit
    await page.goto(`${gateway.url}/l/${link.slug}?idioma=pt-BR`)
    const typed = { ...CONTACT, nome: 'Maria Silva', email: `${method}@example.com`, documento: '529.982.247-25' }
    for (const step of [typed, ADDRESS]) {
      for (const [name, value] of Object.entries(step)) await fill(page, name, value)
      await page.getByRole('button', { name: 'Continuar' }).click()
    }
    if (method === 'cartao') {
      await typeCard(page, 'approved')
      await page.getByLabel('Parcelas').selectOption('3')
      await page.getByRole('radio', { name: 'Cartão de crédito' }).scrollIntoViewIfNeeded()
    } else {
      await page.getByRole('radio', { name: 'Boleto' }).check()
      await page.getByRole('button', { name: 'Gerar boleto' }).click()
      await page.getByRole('heading', { name: 'Pague o boleto' }).waitFor()
    }
    await page.screenshot({ path: `${IMAGES}checkout-${method}-celular.png` })
  }
}

async function fill(page: Visit['page'], name: string, value: string): Promise<void> {
  const field = page.locator(`[name=${name}]`)
  await (name === 'uf' ? field.selectOption(value) : field.fill(value))
}

async function panel(
  gateway: TestGateway,
  browser: PanelBrowser,
  person: Person,
  name: string,
  path: string,
  options: Parameters<PanelBrowser['visit']>[1] = { viewport: DESKTOP },
): Promise<void> {
  await using visit = await browser.visit(gateway, { reducedMotion: 'reduce', ...options })
  await visit.signedIn(person)
  await visit.go(path)
  await settled(visit)
  await visit.page.screenshot({ path: `${IMAGES}painel-${name}.png` })
}

/** Nothing is on its way, and no placeholder is shown. */
async function settled({ untilQuiet, page }: Visit): Promise<void> {
  await untilQuiet()
  await until(async () => (await page.locator('.mantine-Skeleton-root').count()) === 0 || null, 'the page to be whole')
}
