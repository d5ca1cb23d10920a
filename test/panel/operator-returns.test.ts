// The desk sends money back that no sale accepted and that did not come by Pix: that of a boleto and of a TED to a key of its payer, which the dialog asks for,
// that of a card to the card, for which it asks nothing.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { ANA } from '../cart/shopping.ts'
import { sellByCard, sellsByCard } from '../charge/cards.ts'
import { type BoletoShop, openBoletoShop, untilBooked, untilReported } from '../charge/paying.ts'
import { soldBoleto } from '../charge/selling.ts'
import { listed } from '../sale/incoming.ts'
import { at as saleAt } from '../sale/selling.ts'
import { CAIO, sellsByTransfer, transferred } from '../transfer/selling.ts'
import { until } from '../until.ts'
import { asOperator, button, confirm } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'

const resources = new AsyncDisposableStack()
let shop: BoletoShop
let browser: PanelBrowser
let olga: Person
before(async () => {
  if (NEEDS_BROWSER.skip) return
  shop = resources.use(await openBoletoShop({ env: { SWEEP_EVERY_MS: '150' } }))
  await sellsByCard(shop.gateway, shop.seller)
  await sellsByTransfer(shop.gateway, shop.seller)
  olga = await registerOperator(shop.gateway)
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

interface Incoming {
  id: number
  accountId: number
  endToEndId: string
  amount: number
  status: string
  needsRefundTo: boolean
}

const incoming = (amount: number, status: string): Promise<Incoming> =>
  until(async () => {
    const all: Incoming[] = await listed(olga, '?limit=100')
    return all.find(one => one.amount === amount && one.status === status) ?? null
  }, `${amount} to be ${status}`)

const atReceipts = () => asOperator(browser, shop.gateway, olga, '/operacao/recebimentos?status=UNACCEPTED')

/** The dialog of this one. */
async function opened(visit: Awaited<ReturnType<typeof atReceipts>>, { endToEndId }: Incoming) {
  await button(visit.page, `Devolver: ${endToEndId}`).click()
  const dialog = visit.page.getByRole('dialog')
  await appears(dialog.getByText(endToEndId))
  return dialog
}

/** What the bank has sent to a key. */
async function sentTo(document: string): Promise<string[]> {
  const { body } = await shop.bank('GET', '/sandbox/payments?limit=10000')
  return body.data
    .filter((payment: object) => JSON.stringify(payment).includes(document))
    .map((payment: { amount: string; status: string }) => `${payment.status} ${payment.amount}`)
}

describe('money that did not come by Pix, and that no sale accepts', NEEDS_BROWSER, () => {
  it('of a boleto goes back to a key of its payer, once one is typed that may be one', async () => {
    const sold = await soldBoleto(shop.seller)
    await shop.pay({ pixCopiaECola: sold.pixKey, amount: '123.44' })
    await untilBooked(shop, sold)
    const money = await incoming(123_44, 'UNACCEPTED')
    assert.equal(money.needsRefundTo, true)
    await using visit = await atReceipts()
    const dialog = await opened(visit, money)
    await appears(dialog.getByText('Boleto', { exact: true }))
    const verb = dialog.getByRole('button', { name: 'Devolver', exact: true })
    await dialog.getByLabel('Motivo').fill('Pagou um centavo a menos')
    assert.equal(await verb.isDisabled(), true, 'without a key')
    await dialog.getByLabel('Chave Pix de quem pagou').fill('123')
    await dialog.getByLabel('Motivo').click()
    await appears(dialog.getByText('Esta chave não é deste tipo.'))
    assert.equal(await verb.isDisabled(), true, 'with what is no key')
    await axe(visit.page)
    await fits(visit.page)
    await dialog.getByLabel('Chave Pix de quem pagou').fill('529.982.247-25')
    await confirm(visit.page, 'Devolver', 'Pagou um centavo a menos')
    await incoming(123_44, 'RETURNED')
    assert.ok((await sentTo('52998224725')).some(line => line.endsWith('123.44')))
  })

  it('of a boleto is not offered while the bank contests it, and is only recorded once the bank has taken it back', async () => {
    const sold = await soldBoleto(shop.seller)
    // Paid twice: which of both is taken back nobody knows.
    await shop.pay({ pixCopiaECola: sold.pixKey })
    await shop.pay({ pixCopiaECola: sold.pixKey, again: true, amount: '123.46' })
    await untilBooked(shop, sold, 2)
    const money = await incoming(123_46, 'UNACCEPTED')
    const says = async (state: string) => {
      const body = { chargeId: Number(sold.externalTransactionId), state }
      assert.equal((await shop.bank('POST', '/sandbox/boleto/reverse', body)).status, 200)
      await untilReported(shop, sold, state)
    }
    await says('contested')
    await using visit = await atReceipts()
    const { page } = visit
    await appears(page.getByText('O banco contesta este boleto: espere a decisão'))
    for (const verb of ['Devolver', 'Creditar', 'Registrar devolução'])
      assert.equal(await page.getByRole('button', { name: `${verb}: ${money.endToEndId}` }).count(), 0, verb)
    await says('refunded')
    await page.reload()
    await appears(page.getByText('O banco retirou o valor deste boleto'))
    assert.equal(await page.getByRole('button', { name: `Creditar: ${money.endToEndId}` }).count(), 0)
    await page.getByRole('button', { name: `Registrar devolução: ${money.endToEndId}` }).click()
    const dialog = page.getByRole('dialog')
    await appears(dialog.getByText('Boleto', { exact: true }))
    assert.equal(await dialog.getByLabel('Chave Pix de quem pagou').count(), 0)
    await axe(page)
    await fits(page)
    await confirm(page, 'Registrar devolução', 'Está no extrato do banco')
    await incoming(123_46, 'RETURNED')
    assert.ok((await sentTo('52998224725')).every(line => !line.endsWith('123.46')))
  })

  it('of a Pix that may be of a boleto is not offered before that has shown', async () => {
    await shop.bank('POST', '/sandbox/settings', { listChargePix: true })
    const items = [{ title: 'Livro', unitPrice: 45_67, quantity: 1 }]
    const sold = await soldBoleto(shop.seller, { amount: 45_67, items })
    await shop.pay({ pixCopiaECola: sold.pixKey })
    const { endToEndId } = await incoming(45_67, 'UNACCEPTED')
    await shop.bank('POST', '/sandbox/settings', { listChargePix: false })
    const offered = [`Devolver: ${endToEndId}`, `Creditar: ${endToEndId}`]
    await using visit = await atReceipts()
    const { page } = visit
    await appears(page.getByText(/Pode ser o Pix de um boleto: espere até serem lidos os boletos pagos até 24/))
    for (const name of offered) assert.equal(await button(page, name).count(), 0, name)
    const bookedEarlier = (hours: number) =>
      shop.gateway.db.query(sql`
        update receipt set created_at = created_at - ${hours} * interval '1 hour', seal = default where end_to_end_id = ${endToEndId}`)
    await bookedEarlier(27)
    await page.reload()
    for (const name of offered) await appears(button(page, name))
    assert.equal(await page.getByText(/Pode ser o Pix de um boleto/).count(), 0)
    await bookedEarlier(-27)
  })

  it('of a TED does not go to a key of another holder, which the page says, and goes to that of its payer', async () => {
    await transferred(shop.gateway, { amount: '33.03', by: 'TED', ...CAIO })
    const money = await incoming(33_03, 'UNACCEPTED')
    assert.equal(money.needsRefundTo, true)
    await using visit = await atReceipts()
    const dialog = await opened(visit, money)
    await appears(dialog.getByText('TED', { exact: true }))
    await dialog.getByLabel('Chave Pix de quem pagou').fill('111.444.777-35')
    await confirm(visit.page, 'Devolver', 'Não comprou nada')
    await until(async () => {
      const refused = await shop.gateway.db.query(sql`
        select from refund where amount_centavos = 3303 and status = 'FAILED'`)
      return refused.length > 0 || null
    }, 'the refusal of the bank')
    await incoming(33_03, 'UNACCEPTED')
    await visit.go('/operacao/recebimentos?status=UNACCEPTED')
    await appears(visit.page.getByText(/O banco não devolveu/))
    const again = await opened(visit, money)
    await again.getByLabel('Chave Pix de quem pagou').fill(CAIO.document)
    await confirm(visit.page, 'Devolver', 'A chave era de outra pessoa')
    await incoming(33_03, 'RETURNED')
    assert.ok((await sentTo(CAIO.document)).some(line => line.endsWith('33.03')))
  })

  it('of a card goes back to the card, and no key is asked for', async () => {
    const { seller, gateway } = shop
    const items = [{ title: 'Livro', unitPrice: 88_00, quantity: 1 }]
    const cart = { customer: ANA, items, recoveryUrl: 'https://loja.example/c/1' }
    const { uuid: cartId } = (await seller.api('POST', '/api/carts', cart)).body
    const { body: sold } = await sellByCard(gateway, seller, 'reviewed', { amount: 88_00, items, cartId })
    const pix = await seller.sell(88_00, { cartId })
    await gateway.pay(pix.pixKey)
    await seller.reaches(saleAt(pix), 'PAGO')
    await shop.bank('POST', '/sandbox/clock', { advanceSeconds: 31 * 60 })
    await incoming(88_00, 'RETURNING')
    // As a version has left it that did not send it back by itself.
    await gateway.db.query(sql`delete from refund where amount_centavos = 8800`)
    await gateway.db.query(sql`
      update receipt set status = 'UNACCEPTED', seal = default where amount_centavos = 8800 and reason = 'CART_PAID'`)
    const money = await incoming(88_00, 'UNACCEPTED')
    assert.equal(money.needsRefundTo, false)
    await using visit = await atReceipts()
    const dialog = await opened(visit, money)
    await appears(dialog.getByText('Cartão', { exact: true }))
    assert.equal(await dialog.getByLabel('Chave Pix de quem pagou').count(), 0)
    await axe(visit.page)
    await confirm(visit.page, 'Devolver', 'A compra foi paga por Pix')
    await incoming(88_00, 'RETURNING')
    await shop.bank('POST', '/sandbox/settle', { chargeId: Number(sold.externalTransactionId) })
    await incoming(88_00, 'RETURNED')
    assert.equal((await seller.api('GET', saleAt(sold))).body.status, 'FALHA')
  })

  it('leaves the books as they should be', async () => {
    await untilIdle(shop.gateway)
    await assertBooks(shop.gateway)
  })
})
