import assert from 'node:assert/strict'
import test from 'node:test'
import QRCode from 'qrcode'
import { openBrowser } from '../browser.ts'
import { BROWSER_RUNS_HERE } from '../chromium.ts'
import { openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { appears } from '../panel/browser.ts'

test('a buyer pastes the code at the bank, sees whom they pay, pays, and the sale is PAGO', {
  skip: !BROWSER_RUNS_HERE,
}, async () => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller()
  const sale = await seller.sell(150_00)
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))

  await page.goto(gateway.bankUrl)
  await page.getByRole('textbox').first().fill(sale.pixKey)
  await page.getByRole('button', { name: 'Ver cobrança' }).click()
  await page.getByRole('heading', { name: 'Confira a cobrança' }).waitFor()
  assert.match(await page.locator('main').innerText(), /R\$\s150,00.*PORTEIRA DEMONSTRACAO/s)
  await page.getByRole('button', { name: 'Pagar', exact: true }).click()
  await appears(page.getByText('Pix realizado'))

  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  assert.deepEqual(complaints, [])
})

slow('a buyer reads the code from an image', { skip: !BROWSER_RUNS_HERE }, async () => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller()
  const sale = await seller.sell(150_00)
  await using browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(gateway.bankUrl)
  const image = { name: 'codigo.png', mimeType: 'image/png', buffer: await QRCode.toBuffer(sale.pixKey) }
  await page.getByRole('button', { name: 'Ler de uma imagem' }).waitFor()
  await page.locator('#imagem').setInputFiles({ ...image, buffer: await QRCode.toBuffer('nothing to pay') })
  await appears(page.getByText('não é um código Pix'))
  await page.locator('#imagem').setInputFiles(image)
  await page.getByRole('heading', { name: 'Confira a cobrança' }).waitFor()
  assert.match(await page.locator('main').innerText(), /R\$\s150,00/)
})
