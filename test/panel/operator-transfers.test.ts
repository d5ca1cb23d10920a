// Transfers on the operator's pages: the bank's data of a provider, the statement that is uploaded, what nobody knows, and the assignment
// of money to a sale.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { reais } from '../sale/incoming.ts'
import { statusOf } from '../sale/selling.ts'
import { type SoldByTransfer, sellsByTransfer, soldByTransfer } from '../transfer/selling.ts'
import { until } from '../until.ts'
import { asOperator, button, confirm, eventOf } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, widthNeeded } from './browser.ts'
import { visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let shop: Shop
let seller: Seller
let olga: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  shop = await openShop(gateway)
  seller = shop.seller
  olga = await registerOperator(gateway)
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const line = (cents: number, memo: string) =>
  `<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>${dateAt(gateway.now()).replaceAll('-', '')}\n<TRNAMT>${reais(BigInt(cents))}\n<FITID>${memo}${cents}\n<MEMO>${memo}\n</STMTTRN>`
const ofx = (...lines: string[]) => ['<OFX><ACCTID>123456-7', ...lines, '</OFX>'].join('\n')

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/x-ofx', buffer: Buffer.from(text) })
}

const sold = (cents: number): Promise<SoldByTransfer> =>
  soldByTransfer(seller, { amount: cents, items: [{ title: 'Boné', unitPrice: cents, quantity: 1 }] })

async function seen(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await until(async () => (await widthNeeded(page)) <= width || null, `${name} to fit`)
}

describe('transfers', NEEDS_BROWSER, () => {
  slow('the bank’s data are set field by field, which switches transfers on, and off again', async () => {
    await using visit = await asOperator(browser, gateway, olga, '/operacao/psps/1')
    const { page } = visit
    await appears(page.getByText(/^Sem os dados da conta no banco/))
    await button(page, 'Informar dados do banco: Banco de Teste').click()
    const dialog = page.getByRole('dialog')
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
    await field('Banco').fill('364 Efí S.A.')
    await field('Agência').fill('0001')
    await field('Conta').fill('12 34')
    await appears(dialog.getByText(/^Não é uma agência ou conta/))
    await field('Conta').fill('123456-7')
    await dialog.getByLabel('Tipo da conta').selectOption('PAGAMENTO')
    await field('Titular').fill('Operadora Ltda')
    await field('CPF ou CNPJ do titular').fill('11.222.333/0001-81')
    await axe(page)
    await confirm(page, 'Alterar', 'Conta nova no banco')
    assert.equal(await eventOf(page, 'CPF ou CNPJ do titular').innerText(), '11.222.333/0001-81')
    await button(page, 'Não aceitar novas transferências').click()
    await confirm(page, 'Alterar', 'Por enquanto')
    await button(page, 'Aceitar novas transferências').click()
    await confirm(page, 'Alterar', 'De novo')
    await button(page, 'Não aceitar novas transferências').waitFor()
    const { enabled, payee } = (await olga.call('GET', '/api/admin/psp/accounts/1/transfers')).body
    assert.deepEqual([enabled, payee.account, payee.accountType], [true, '123456-7', 'PAGAMENTO'])
    await fits(page)
  })

  everyday('a statement is uploaded, refused with its line, and what is not clear is decided about', async () => {
    await sellsByTransfer(gateway, seller)
    const sale = await sold(50_01)
    await using visit = await asOperator(browser, gateway, olga, '/operacao/psps/1/extrato')
    const { page } = visit
    await appears(page.getByText('Nada por aqui ainda'))
    await upload(page, 'cortado.ofx', ofx(line(1, 'TED')).replace('</STMTTRN>', ''))
    await appears(page.getByRole('alert').getByText(/line 2: .*Nothing of it was imported/))
    const lines = [line(50_01, `TED ${sale.bankTransfer.reference}`), line(60_01, 'DEPOSITO'), line(60_02, 'CREDITO')]
    await upload(page, 'extrato.ofx', ofx(...lines, line(70_01, 'PIX RECEBIDO')))
    await appears(page.getByText('Arquivo importado: extrato.ofx'))
    assert.equal(await eventOf(page, 'Créditos lançados').innerText(), '1 (1 pagaram uma venda)')
    assert.equal(await eventOf(page, 'Não se sabe o que são').innerText(), '2')
    await axe(page)
    await seen(page, 'upload', 1280)
    assert.equal(await statusOf(seller, sale), 'PAGO')
    await upload(page, 'extrato.ofx', ofx(...lines))
    await appears(eventOf(page, 'Já eram conhecidas').getByText('3'))
    await page.getByLabel('Situação').selectOption('UNCLEAR')
    await button(page, 'Lançar: DEPOSITO').click()
    await confirm(page, 'Lançar', 'Conferido no banco')
    await button(page, 'Descartar: CREDITO').click()
    await confirm(page, 'Descartar', 'Estorno de tarifa')
    await page.getByLabel('Situação').selectOption('')
    await appears(page.getByText('Estorno de tarifa'))
    await seen(page, 'lines', 1280)
    await seen(page, 'lines', 360)
  })

  slow('the page of a sale shows where it is paid, its reference, and then what has paid it', async () => {
    await sellsByTransfer(gateway, seller)
    const sale = await sold(90_01)
    await using visit = await visitOf(browser, gateway, shop.person)
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    await appears(page.getByText(sale.bankTransfer.reference))
    await button(page, 'Copiar referência').waitFor()
    await axe(page)
    await seen(page, 'sale', 1280)
    await seen(page, 'sale', 360)
    const file = Buffer.from(ofx(line(90_01, `TED 529.982.247-25 ${sale.bankTransfer.reference}`))).toString('base64')
    await olga.call('POST', '/api/admin/psp/accounts/1/movements/ofx', { file })
    await appears(eventOf(page, 'Paga por').getByText('TED · ***.982.247-**'))
    assert.equal(await button(page, 'Copiar referência').count(), 0)
  })

  slow('money of several sales is assigned to one of them, with what agrees, and that is undone', async () => {
    await sellsByTransfer(gateway, seller)
    const [one, other] = [await sold(80_01), await sold(80_01)]
    const file = Buffer.from(ofx(line(80_01, 'TED 529.982.247-25 ANA'))).toString('base64')
    const { body } = await olga.call('POST', '/api/admin/psp/accounts/1/movements/ofx', { file })
    assert.equal(body.uncertain, 1)
    await using visit = await asOperator(
      browser,
      gateway,
      olga,
      '/operacao/recebimentos?status=UNACCEPTED&reason=UNCERTAIN_TRANSFER',
    )
    const { page } = visit
    await button(page, /^Atribuir: /).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: new RegExp(other.bankTransfer.reference) }).check()
    await appears(dialog.getByText(/mesmo valor · a mensagem não tem a referência · mesmo CPF ou CNPJ/).first())
    await axe(page)
    await confirm(page, 'Atribuir', 'O comprador ligou')
    assert.deepEqual([await statusOf(seller, one), await statusOf(seller, other)], ['PENDENTE', 'PAGO'])
    await visit.go(`/operacao/recebimentos?accountId=${seller.accountId}&status=ACCEPTED`)
    await button(page, /^Desfazer: /).click()
    await confirm(page, 'Desfazer', 'Era do outro pedido')
    assert.equal(await statusOf(seller, other), 'ESTORNADO')
  })
})
