// Makes the pictures in docs/images from the real thing: `npm run screenshots`.
import { fileURLToPath } from 'node:url'
import { openBrowser } from './browser.ts'
import { openTestHouse } from './house.ts'
import { globalSetup, globalTeardown } from './setup.ts'

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url))
const WIDE = { width: 1100, height: 820 }

await globalSetup()
try {
  await using house = await openTestHouse()
  await using browser = await openBrowser()
  const seller = await house.seller({ funds: 2_499_00 })
  for (const [amount, key] of [
    [350, 'maria@example.com'],
    [120, 'recusada@example.com'],
  ] as const) {
    const { body } = await seller.api('POST', '/api/public/cashout', { amount, pixKey: key, pixKeyType: 'EMAIL' })
    await seller.reaches(`/api/public/cashout/${body.uuid}`, key.startsWith('recusada') ? 'FAILED' : 'COMPLETED')
  }
  const sale = await seller.sell(150_00)
  const page = await browser.newPage({ viewport: WIDE })
  await page.goto(`${house.bankUrl}/?codigo=${encodeURIComponent(sale.pixKey)}`)
  await page.getByRole('button', { name: 'Pagar', exact: true }).waitFor()
  await page.screenshot({ path: `${IMAGES}banco-de-teste.png` })
} finally {
  await globalTeardown()
}
