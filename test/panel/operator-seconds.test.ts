// What the second person sees at the desk: what a proposal is about and all that it takes before it is confirmed, what came of it as
// money, and of a cashout that another operator has released that it no longer waits for the operator.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, register, registerOperator } from '../access/person.ts'
import { forfeit } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { cashOut } from '../recovery/scene.ts'
import { paid } from '../sale/refunding.ts'
import { asOperator, button, confirm, eventOf } from './as-operator.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let otto: Person
let shop: Seller

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  olga = await registerOperator(gateway)
  otto = await registerOperator(gateway)
  shop = await sellerOf(gateway, await register(gateway, 'Loja da Rita'))
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

async function done(person: Person, path: string, body: object): Promise<{ id: number; uuid: string }> {
  const { status, body: answer, text } = await person.call('POST', path, body)
  assert.ok(status < 300, text)
  return answer
}

describe('a proposal that takes the whole amount', NEEDS_BROWSER, () => {
  it('says so to the second person, with the account and the hold, and what came of it as money', async () => {
    await paid(gateway, shop, 200_00)
    const order = { reason: 'CAUTELAR', amount: 50_00, note: 'Suspeita' }
    const placed = await done(olga, `/api/admin/accounts/${shop.accountId}/holds`, order)
    await done(otto, `/api/admin/proposals/${placed.id}/confirm`, { reason: 'Conferido' })
    const { body } = await olga.call('GET', '/api/admin/hold-orders')
    const hold = `${shop.accountId}/${body.data[0].id}`
    const { id } = await done(olga, `/api/admin/hold-orders/${hold}/lift`, { reason: 'Esclarecido' })
    await using visit = await asOperator(browser, gateway, otto, `/operacao/propostas/${id}`)
    const { page } = visit
    await button(page, `Confirmar: ${id}`).click()
    const dialog = page.getByRole('dialog')
    await appears(dialog.getByText('o valor inteiro'))
    await appears(dialog.getByRole('link', { name: 'Loja da Rita' }))
    assert.equal(await dialog.locator(`a[href$="/operacao/bloqueios/${hold}"]`).count(), 1)
    await axe(page)
    await confirm(page, 'Confirmar')
    await appears(eventOf(page, 'Liberado').getByText(/^R\$\s50,00$/))
    await appears(eventOf(page, 'De volta ao disponível').getByText(/^R\$\s50,00$/))
  })
})

describe('a dispute that is lost by the approval of two', NEEDS_BROWSER, () => {
  it('is a link where it is proposed, and what is returned is money', async () => {
    const sale = await paid(gateway, shop, 200_00)
    const entered = { saleId: sale.uuid, kind: 'CHARGEBACK', reason: 'A adquirente avisou' }
    const dispute = await done(olga, '/api/admin/disputes', entered)
    const { id } = (await forfeit(olga, dispute.uuid, { amount: 123_45 })).body
    await using visit = await asOperator(browser, gateway, otto, `/operacao/propostas/${id}`)
    const { page } = visit
    await button(page, `Confirmar: ${id}`).click()
    await appears(page.getByRole('dialog').getByText(/^R\$\s123,45$/))
    await confirm(page, 'Confirmar')
    await appears(eventOf(page, 'Devolvido').getByText(/^R\$\s123,45$/))
    await page
      .getByRole('link', { name: String(dispute.id), exact: true })
      .first()
      .click()
    await page.waitForURL(/\/operacao\/disputas\//)
    await appears(page.getByText('A adquirente avisou'))
  })
})

describe('a cashout that waits for the operator and for its account', NEEDS_BROWSER, () => {
  it('waits for the account alone once an operator has released it, and is no matter of the desk', async () => {
    const seller = await gateway.seller({ funds: 500_00 })
    const rules = { approval: { approvalAboveCents: 0 }, outflow: { mostHourCents: 10_00 }, reason: 'Combinado' }
    const set = await olga.call('PATCH', `/api/admin/accounts/${seller.accountId}/payout-rules`, rules)
    assert.equal(set.status, 200, set.text)
    const uuid = (await cashOut(seller, 150)).split('/').at(-1)
    const held = async () => (await otto.call('GET', '/api/admin/approvals')).body.data.length
    assert.equal(await held(), 1)
    await done(olga, `/api/admin/approvals/${uuid}/approve`, { reason: 'Conferido' })
    assert.equal(await held(), 0)
    await using visit = await asOperator(browser, gateway, otto, `/operacao/saques/${uuid}`)
    const { page } = visit
    await appears(page.getByText('Espera a conta', { exact: true }))
    await appears(page.getByText('A operação já liberou; falta a conta', { exact: true }))
    assert.equal(await page.getByText('Libere ou recuse.').count(), 0)
    await axe(page)
    await visit.go('/operacao')
    await visit.untilQuiet()
    assert.equal(await page.getByRole('link', { name: /Saques que esperam a operação/ }).count(), 0)
  })
})
