// What a payer disputes, in the panel of its seller: from the home to the defence and to the end of it, and for readers without
// the form. And the settings of the account: what is lowered, what is raised and waits, and what others only read.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { setRole } from '../access/person.ts'
import { decidedAtBank, disputedAtBank, disputeOf, ENV, sold } from '../dispute/disputing.ts'
import type { TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { appears, axe, DESKTOP, fits, NEEDS_BROWSER, type PanelBrowser, PHONE } from './browser.ts'
import { openPanelScene, type PanelScene } from './scene.ts'
import { button, choose, visitOf } from './steps.ts'

describe('of an account', NEEDS_BROWSER, () => {
  let scene: PanelScene
  let gateway: TestGateway
  let browser: PanelBrowser
  before(async () => {
    scene = await openPanelScene({ env: ENV })
    ;({ gateway, browser } = scene)
  })
  after(() => scene[Symbol.asyncDispose]())

  everyday('a dispute comes up at home, is defended once, and is decided before one’s eyes', async () => {
    const { person, seller } = await scene.shopOf()
    const sale = await sold(gateway, seller, 150_00, { customer: { name: 'Maria Silva' } })
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go('/')
    await appears(page.getByText('Nada espera por você agora.'))
    const infraction = await disputedAtBank(gateway, sale)
    await appears(page.getByText(/^MED com prazo até /))
    await axe(page)
    await page.getByRole('link', { name: 'Ver a contestação' }).click()
    await appears(page.getByText('Você pode se defender'))
    await appears(page.getByText(/^Até .+ \(em \d+ dias\)$/))
    assert.equal(await figure(page, 'Bloqueado agora'), 'R$\u00a0148,51')
    assert.equal(await figure(page, 'Ainda a bloquear'), 'R$\u00a01,49')
    await axe(page)

    await button(page, 'Enviar defesa').click()
    await appears(page.getByText('Escreva pelo menos 10 caracteres.'))
    await page.getByLabel('Por que o pagamento era devido').fill('A camiseta foi entregue\ne assinada pela compradora.')
    await appears(page.getByText('51 de 4.000 caracteres'))
    await button(page, 'Acrescentar prova').click()
    await page.getByLabel('Link').fill('www.example.com/recibo')
    await appears(page.getByText('Dê um título a esta prova.'))
    await appears(page.getByText('O link precisa começar com https://'))
    await button(page, 'Enviar defesa').click()
    await appears(page.getByRole('alert').getByText('Confira as provas marcadas.'))
    await axe(page)
    await page.getByLabel('Título da prova').fill('Recibo assinado')
    await page.getByLabel('Link').fill('https://example.com/recibo/1')
    await button(page, 'Enviar defesa').click()
    const dialog = page.getByRole('dialog', { name: 'Enviar esta defesa?' })
    await appears(dialog.getByText('Vai com 1 prova.'))
    await axe(page)
    await dialog.getByRole('button', { name: 'Enviar defesa' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const defence = page.getByRole('region', { name: 'Sua defesa' })
    await appears(defence.getByText('Entregue para análise'))
    await defence.getByRole('link', { name: 'https://example.com/recibo/1' }).waitFor()
    assert.equal(await button(page, 'Enviar defesa').count(), 0)
    await appears(page.getByText('Sua defesa está em análise'))
    const { defence: handed } = await disputeOf(seller, sale, 'DEFENDED')
    assert.deepEqual(handed.evidence, [{ title: 'Recibo assinado', url: 'https://example.com/recibo/1' }])
    assert.equal(handed.justification, 'A camiseta foi entregue\ne assinada pela compradora.')

    await decidedAtBank(gateway, infraction, 'reject')
    await appears(page.getByText(/^O pagamento valeu\./))
    await appears(page.getByRole('region', { name: 'O que aconteceu' }).getByText('Encerrada a seu favor'))
    assert.equal(await figure(page, 'Bloqueado agora'), 'R$\u00a00,00')
    await axe(page)
    await page.getByRole('region', { name: 'A venda' }).getByRole('link').click()
    await appears(page.getByText('Esta venda já foi contestada.'))
    await axe(page)
  })

  slow('the open ones are sorted by their deadline, and a reader of them is offered no form, on a phone', async () => {
    const { person, seller } = await scene.shopOf()
    const first = await sold(gateway, seller, 40_00)
    const second = await sold(gateway, seller, 50_00)
    await disputedAtBank(gateway, first)
    const { id } = await disputeOf(seller, first)
    await disputedAtBank(gateway, second)
    await disputeOf(seller, second)
    await setRole(gateway, person, 'READER')
    await using visit = await visitOf(browser, gateway, person, { viewport: PHONE })
    const { page, go } = visit
    await go('/contestacoes?status=OPEN')
    const cards = page.getByRole('list', { name: 'Contestações encontradas' }).getByRole('listitem')
    await cards.nth(1).waitFor()
    assert.match((await cards.first().innerText()).replaceAll('\u00a0', ' '), new RegExp(`nº ${id}`))
    await fits(page)
    await axe(page)
    await cards.first().getByRole('link').click()
    await appears(page.getByText('Só proprietários e o financeiro podem enviar a defesa.'))
    assert.equal(await button(page, 'Enviar defesa').count(), 0)
    await fits(page)
    await axe(page)
    await go('/contestacoes?kind=CHARGEBACK')
    await appears(page.getByText('Nenhuma contestação combina com estes filtros.'))
    await go('/contestacoes/999999')
    await appears(page.getByText('Não encontramos esta página'))
    await go(`/vendas/${first.uuid}`)
    await page.getByRole('link', { name: 'Ver a contestação' }).waitFor()
    await fits(page)
  })

  slow('settings are lowered at once, raised a day later, and given up again', async () => {
    const { person } = await scene.shopOf()
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go('/')
    await choose(page, 'Configurações')
    await appears(page.getByText('De uma venda de R$\u00a0100,00 você recebe R$\u00a099,01.'))
    await axe(page)
    const max = page.getByRole('textbox', { name: 'Máximo por saque' })
    await max.fill('999999999')
    await appears(page.getByText('A operação permite até R$\u00a0100.000,00.'))
    assert.equal(await button(page, 'Salvar alterações').isDisabled(), true)
    await max.fill('5000000')
    await page.getByLabel('Nome da conta').fill('Loja da Ana')
    await page.getByLabel('Saques iguais em seguida').selectOption({ label: 'Recusar por 10 minutos' })
    await button(page, 'Salvar alterações').click()
    await appears(page.getByText('Configurações salvas.'))
    const lowered = (await person.call('GET', '/api/account')).body
    assert.equal(lowered.name, 'Loja da Ana')
    assert.equal(lowered.limits.cashoutMaximumCents, 50_000_00)
    assert.equal(lowered.duplicateCashoutWindowSeconds, 600)

    await max.fill('8000000')
    await appears(page.getByText('É um aumento: vale 24 horas depois de salvo.'))
    await button(page, 'Salvar alterações').click()
    await appears(page.getByText(/^Espera: R\$\u00a080\.000,00 vale a partir de /))
    assert.equal(await max.inputValue(), 'R$\u00a050.000,00')
    await axe(page)
    await button(page, 'Desistir do aumento: Máximo por saque').click()
    await page.getByText(/^Espera: /).waitFor({ state: 'detached' })
    assert.deepEqual((await person.call('GET', '/api/account')).body.pendingLimits, {})
  })

  slow('settings are read by a member who does not own the account, on a phone', async () => {
    const { person } = await scene.shopOf()
    await setRole(gateway, person, 'FINANCE')
    await using visit = await visitOf(browser, gateway, person, { viewport: PHONE })
    const { page, go } = visit
    await go('/configuracoes')
    await appears(page.getByText('Só proprietários mudam estas configurações.'))
    assert.equal(await page.getByLabel('Nome da conta').isDisabled(), true)
    assert.equal(await button(page, 'Salvar alterações').count(), 0)
    await fits(page)
    await axe(page)
    await page.setViewportSize(DESKTOP)
    await fits(page)
  })
})

async function figure(page: Page, name: string): Promise<string> {
  const row = page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  return await row.locator('dd > :first-child').first().innerText()
}
