// Makes the pictures in docs/images from the real thing: `npm run screenshots`.
import { fileURLToPath } from 'node:url'
import { type Person, register, registerOperator } from './access/person.ts'
import { openTestGateway, type Seller, sellerWith, type TestGateway } from './gateway.ts'
import { DESKTOP, openPanelBrowser, type PanelBrowser, PHONE, type Visit } from './panel/browser.ts'
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
  await paid(gateway, browser, seller)
  await checkout(gateway, browser, seller)
  const pages = { inicio: '/', venda: `/vendas/${uuid}`, saque: '/saques', extrato: '/extrato' }
  for (const [name, path] of Object.entries(pages)) await panel(gateway, browser, owner, name, path)
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
