// A defence that no provider takes: the operator's first page counts it and leads to it, its alert too, and its seller reads where it is, before
// and after it was handed in. Without one nothing waits.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import { defended, ENV, sold } from '../dispute/disputing.ts'
import type { TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { asOperator, button, confirm } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, type PanelBrowser, PHONE } from './browser.ts'
import { openPanelScene, type PanelScene } from './scene.ts'
import { visitOf } from './steps.ts'

describe('a defence that is given to the operator', NEEDS_BROWSER, () => {
  let scene: PanelScene
  let gateway: TestGateway
  let browser: PanelBrowser
  let olga: Person
  before(async () => {
    scene = await openPanelScene({ env: ENV })
    ;({ gateway, browser } = scene)
    olga = await registerOperator(gateway)
  })
  after(() => scene[Symbol.asyncDispose]())

  async function kept(): Promise<{ person: Person; uuid: string }> {
    const { person, seller } = await scene.shopOf('Loja da Ana')
    const sale = await sold(gateway, seller, 100_00)
    const opened = { saleId: sale.id, kind: 'CHARGEBACK', reason: 'The acquirer has written' }
    const { uuid, id } = (await olga.call('POST', '/api/admin/disputes', opened)).body
    assert.equal((await defended(person, id)).status, 202)
    return { person, uuid }
  }

  it('is counted, found, read and recorded as handed in', async () => {
    await using visit = await asOperator(browser, gateway, olga, '/operacao')
    const { page } = visit
    const row = page.getByText('Defesas que esperam você entregar')
    await appears(page.getByText('Nada espera por você agora.'))
    assert.equal(await row.count(), 0)
    const { person, uuid } = await kept()
    await using mine = await visitOf(browser, gateway, person)
    await mine.go(`/contestacoes/${uuid}`)
    await appears(mine.page.getByText('Sua defesa está com a operação'))
    await appears(mine.page.getByText('Defesa com a operação', { exact: true }))
    assert.equal(await mine.page.getByText('Defesa em análise', { exact: true }).count(), 0)
    await visit.go('/operacao')
    await appears(row)
    assert.equal(await page.getByText('Nada espera por você agora.').count(), 0)
    await axe(page)
    await visit.go('/operacao/disputas?status=DEFENDED&defence=KEPT')
    await appears(page.getByText('A entregar pela operação'))
    await axe(page)
    await page.getByRole('link', { name: /^CHARGEBACK/ }).click()
    await appears(page.getByText('Esta defesa espera que a operação a entregue', { exact: false }))
    await axe(page)
    await button(page, 'Registrar entrega da defesa').click()
    await confirm(page, 'Registrar entrega da defesa', 'Entregue no portal, protocolo 4711')
    await button(page, 'Registrar entrega da defesa').waitFor({ state: 'detached' })
    await appears(page.getByText('Entregue para análise'))
    await visit.go('/operacao/disputas?defence=KEPT')
    await appears(page.getByText('Nada', { exact: false }))
    assert.equal(await page.getByRole('link', { name: /^CHARGEBACK/ }).count(), 0)
    await mine.go(`/contestacoes/${uuid}`)
    await appears(mine.page.getByText('Sua defesa está em análise'))
    await appears(mine.page.getByText('Defesa em análise', { exact: true }))
  })

  slow('is led to by its alert, in English, on a phone', async () => {
    const { person, uuid } = await kept()
    await using visit = await asOperator(browser, gateway, olga, '/operacao/alarmes?status=open', {
      locale: 'en-US',
      viewport: PHONE,
    })
    const { page } = visit
    await appears(page.getByText('A defence waits for you to hand it in: no provider takes it through the system'))
    await fits(page)
    await page.getByRole('link', { name: 'See the defence to hand in' }).first().click()
    await page.waitForURL(/\/operacao\/disputas\/[\da-f-]+$/)
    await appears(page.getByText('This defence waits for the operator to hand it in', { exact: false }))
    await fits(page)
    await using mine = await visitOf(browser, gateway, person, { locale: 'en-US', viewport: PHONE })
    await mine.go(`/contestacoes/${uuid}`)
    await appears(mine.page.getByText('The operator has your defence'))
    await olga.call('POST', `/api/admin/disputes/${uuid}/defence/handed-in`, { reason: 'At the acquirer, 4711' })
    await mine.go(`/contestacoes/${uuid}`)
    await appears(mine.page.getByText('Your defence is under review'))
    await fits(mine.page)
  })
})
