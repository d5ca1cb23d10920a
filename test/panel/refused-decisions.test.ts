// A decision on a cashout that the gateway refuses: what the dialog says is what stands in the way, of a person whose role is another by
// now, of a cashout that has moved on, and of a provider that does not answer.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { type Person, registerOperator, setRole } from '../access/person.ts'
import { openWaitingShop, payOut, type Taken, type WaitingShop } from '../cashout/approval-shop.ts'
import type { TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { appears, axe, NEEDS_BROWSER, type PanelBrowser, type Visit } from './browser.ts'
import { openPanelScene, type PanelScene } from './scene.ts'
import { button, visitOf } from './steps.ts'

describe('a decision on a cashout that is refused', NEEDS_BROWSER, () => {
  let scene: PanelScene
  let gateway: TestGateway
  let browser: PanelBrowser
  let shop: WaitingShop
  before(async () => {
    scene = await openPanelScene()
    ;({ gateway, browser } = scene)
    shop = await openWaitingShop(gateway)
    assert.equal((await shop.rules({ approvalAboveCents: 50_00 })).status, 200)
  })
  after(() => scene[Symbol.asyncDispose]())

  const dialog = (page: Page) => page.getByRole('dialog')
  const refusal = (page: Page, text: string | RegExp) => appears(dialog(page).getByRole('alert').getByText(text))

  /** A cashout that waits, before this person, with the dialog of this verb open. */
  async function asked(person: Person, verb: string, language = 'pt-BR'): Promise<{ visit: Visit; cashout: Taken }> {
    const cashout = await shop.requestCashout({ amount: 100 })
    const visit = await visitOf(browser, gateway, person, { locale: language })
    await visit.go(`/saques/${cashout.uuid}`)
    await button(visit.page, verb).click()
    return { visit, cashout }
  }
  const confirm = (page: Page, verb: string) => dialog(page).getByRole('button', { name: verb, exact: true }).click()

  everyday('to a person who may not any more says that, and not that they asked for it', async () => {
    const asking = await asked(shop.bia, 'Aprovar')
    await using visit = asking.visit
    const { page } = visit
    await setRole(gateway, shop.bia, 'READER')
    await confirm(page, 'Aprovar')
    await refusal(page, 'Você não tem permissão para isso.')
    assert.equal(await dialog(page).getByText('Quem pediu').count(), 0)
    await axe(page)
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
    await button(page, 'Aprovar').waitFor({ state: 'detached' })
    assert.equal(await button(page, 'Cancelar saque').count(), 0)
    await setRole(gateway, shop.bia, 'FINANCE')
  })

  slow('because the operator has stopped the account, or somebody was quicker, says which', async () => {
    const olga = await registerOperator(gateway)
    const at = `/api/admin/accounts/${shop.seller.accountId}`
    {
      const asking = await asked(shop.bia, 'Aprovar')
      await using visit = asking.visit
      const { page } = visit
      assert.equal((await olga.call('PATCH', at, { transferAllowed: false })).status, 200)
      await confirm(page, 'Aprovar')
      await refusal(page, 'A operação parou as transferências desta conta')
      assert.equal((await olga.call('PATCH', at, { transferAllowed: true })).status, 200)
    }
    const asking = await asked(shop.bia, 'Approve', 'en-US')
    await using visit = asking.visit
    const { page } = visit
    assert.equal((await shop.reject(shop.caio, asking.cashout, 'not ordered')).status, 202)
    await confirm(page, 'Approve')
    await refusal(page, 'This cashout waits for approval no more.')
  })

  slow('since the provider does not answer is said to have changed nothing', async () => {
    const cancelling = await asked(shop.ana, 'Cancelar saque')
    await using cancel = cancelling.visit
    const rejecting = await asked(shop.bia, 'Recusar')
    await using reject = rejecting.visit
    for (const visit of [cancel, reject]) visit.forgive(/status of 503/)
    // A copy of this database may have sent them, and the PSP that would know is switched off.
    await payOut(gateway, false)
    await gateway.db.query(sql`
      insert into recovery_log (entered_at, reason, recover_from, resumed_at, resumed_by, resume_reason)
      values (now(), 'a test', now(), now(), 'a test', 'a test')`)
    await confirm(cancel.page, 'Cancelar saque')
    await dialog(reject.page).getByLabel('Motivo').fill('não foi pedido')
    await confirm(reject.page, 'Recusar')
    for (const { page } of [cancel, reject]) {
      await refusal(page, 'O provedor não respondeu, e o saque continua como estava.')
      assert.equal(await page.getByText('Não sabemos se o pedido chegou').count(), 0)
    }
    for (const { cashout } of [cancelling, rejecting]) assert.equal((await shop.read(cashout)).status, 'PENDING')
    await gateway.db.query(sql`delete from recovery_log`)
    await payOut(gateway, true)
    await confirm(cancel.page, 'Cancelar saque')
    await appears(cancel.page.getByRole('status').getByText('Cancelado', { exact: true }))
  })
})
