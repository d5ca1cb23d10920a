// What the screens say is so: each sentence where it holds, and where it does not.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { openPrinter } from '#mail/printed.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { sold } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { someAddress } from '../member/guests.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { asOperator, eventOf } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
  olga = await registerOperator(gateway)
})
after(() => resources.disposeAsync())

async function shopOf(): Promise<{ person: Person; seller: Seller }> {
  const person = await register(gateway)
  return { person, seller: await sellerOf(gateway, person) }
}

const region = (page: Page, name: string) => page.getByRole('region', { name })

describe('the first screen', NEEDS_BROWSER, () => {
  it('says that nothing waits only where nothing does, and says what keeps the account from working', async () => {
    const { person } = await shopOf()
    const change = async (body: object) =>
      assert.equal((await olga.call('PATCH', `/api/admin/accounts/${person.accountId}`, body)).status, 200)
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    const needsYou = region(page, 'Precisa de você')
    const main = page.locator('main')
    const [charge, cashOut] = ['Cobrar', 'Sacar'].map(name => main.getByRole('link', { name, exact: true }))
    const everywhere = main.getByRole('status').getByText(/^Esta conta/)
    await go('/')
    await appears(needsYou.getByText('Nada espera por você agora.'))
    await appears(page.getByText('Sua porteira está aberta'))
    assert.deepEqual([await charge?.count(), await cashOut?.count(), await everywhere.count()], [1, 1, 0])
    assert.equal(await needsYou.getByText('bloqueada').count(), 0)
    for (const [body, says, band, offers] of [
      [{ status: 'BLOCKED' }, 'Sua conta está bloqueada pela operação.', /está bloqueada/, [0, 0]],
      [{ status: 'CLOSING' }, 'Sua conta está em encerramento.', /em encerramento/, [0, 0]],
      [{ status: 'CLOSED' }, 'Sua conta está encerrada.', /está encerrada\.$/, [0, 0]],
      [{ status: 'PENDING' }, 'Sua conta espera a aprovação da operação.', /espera a aprovação/, [0, 0]],
      [{ status: 'ACTIVE', transferAllowed: false }, /^Os saques desta conta estão suspensos/, null, [1, 0]],
      [{ transferAllowed: true, apiCashoutEnabled: false }, /^Os saques desta conta estão desligados/, null, [1, 0]],
      [{ apiCashoutEnabled: true, payOutPspAccountId: null }, 'Esta conta não tem provedor para pagar.', null, [1, 0]],
      [{ payInPspAccountId: null }, 'Esta conta não tem provedor para receber.', null, [0, 0]],
    ] as const) {
      await change(body)
      await go('/')
      await appears(needsYou.getByText(says))
      assert.equal(await page.getByText('Nada espera por você agora.').count(), 0, String(says))
      assert.deepEqual([await charge?.count(), await cashOut?.count()], offers, String(says))
      assert.equal(await page.getByText('Sua porteira está aberta').count(), offers[0], String(says))
      if (band === null) assert.equal(await everywhere.count(), 0)
      else await appears(everywhere.and(page.getByText(band)))
    }
    await axe(page)
    await go('/vendas/nova')
    await appears(main.getByText('Esta conta não tem provedor para receber.'))
    await go('/saques/novo')
    await appears(main.getByText('Esta conta não tem provedor para pagar.'))
  })

  it('says that nothing is blocked only where that is known', async () => {
    const { person, seller } = await shopOf()
    await sold(gateway, seller, 100_00)
    await using visit = await visitOf(browser, gateway, person)
    visit.forgive(/Failed to load resource/)
    const { page, go } = visit
    await go('/')
    await appears(region(page, 'Saldo').getByText('Nada está bloqueado.'))
    await page.route('**/api/balance/blocked', route => route.fulfill({ status: 503, json: {} }))
    await go('/')
    await appears(region(page, 'Saldo').getByText('Não conseguimos ler os motivos agora.'))
    assert.equal(await page.getByText('Nada está bloqueado.').count(), 0)
  })
})

describe('the notifications of a sale', NEEDS_BROWSER, () => {
  it('give the reason why no webhook was called, by the state of the account’s webhooks', async () => {
    await using receiver = await openReceiver()
    const { person, seller } = await shopOf()
    const sale = await seller.sell(100_00)
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    const says = async (uuid: string, text: string | RegExp) => {
      await go(`/vendas/${uuid}`)
      await appears(region(page, 'Notificações desta venda').getByText(text))
    }
    await says(sale.uuid, /^Sua conta não tem webhook\./)
    const made = await person.call('POST', '/api/webhook', { webhookUrl: `${receiver.url}/a`, events: ['sale.paid'] })
    await says(sale.uuid, /^Nenhum webhook ligado pede estes eventos\./)
    assert.equal(await page.getByText('Sua conta não tem webhook').count(), 0)
    await person.call('PUT', `/api/webhook/${made.body.id}`, { events: ['sale.pending'] })
    await says(sale.uuid, 'O webhook que pede estes eventos não estava ligado quando eles aconteceram.')
    const reported = await seller.sell(100_00)
    await says(reported.uuid, 'Entregue')
    assert.equal(await page.getByText(/webhook que pede|Nenhum webhook/).count(), 0)
    await person.call('PUT', `/api/webhook/${made.body.id}`, { active: false })
    await says(sale.uuid, 'Os webhooks da sua conta estão desligados.')
  })
})

describe('a sale that was refunded in part', NEEDS_BROWSER, () => {
  it('looks so in the list and on its page, with what is left of it', async () => {
    const { person, seller } = await shopOf()
    await sold(gateway, seller, 500_00)
    const sale = await sold(gateway, seller, 100_00)
    await using visit = await visitOf(browser, gateway, person)
    const { page, go } = visit
    await go(`/vendas/${sale.uuid}`)
    const fee = await eventOf(page, 'Tarifa').innerText()
    const whole = await eventOf(page, 'Líquido para você').innerText()
    assert.equal(centavosIn(whole), 100_00 - centavosIn(fee))
    const refund = await seller.api('POST', `/api/transactions/${sale.uuid}/refunds`, { amount: 30_00 })
    await seller.reaches(`/api/transactions/${sale.uuid}/refunds/${refund.body.uuid}`, 'COMPLETED')

    await go(`/vendas/${sale.uuid}`)
    await appears(page.getByText('Paga, reembolsada em parte', { exact: true }))
    const left = await eventOf(page, 'Líquido depois do reembolso').innerText()
    assert.equal(centavosIn(left), centavosIn(whole) - 30_00)
    assert.equal(await eventOf(page, 'Líquido para você').count(), 0)
    await go('/vendas')
    const rows = page.getByRole('row')
    await appears(rows.filter({ hasText: 'Paga, reembolsada em parte' }).getByText(left))
    await appears(rows.filter({ hasText: 'R$ 500,00' }).getByText('Paga', { exact: true }))
  })
})

const centavosIn = (text: string) => Number(text.replaceAll(/\D/g, ''))

describe('a list under another filter, while the gateway does not answer', NEEDS_BROWSER, () => {
  it('shows no row of the filter before, and those of its own when it does', async () => {
    const { person, seller } = await shopOf()
    await seller.sell(77_00, { customer: { name: 'Maria Silva' } })
    await using visit = await visitOf(browser, gateway, person)
    visit.forgive(/net::ERR_|Failed to load resource/)
    const { page, go } = visit
    await go('/vendas')
    const maria = page.getByRole('link', { name: 'Maria Silva' })
    await maria.waitFor()
    const total = page.getByText('1 resultado · total de R$ 77,00')
    await appears(total)
    for (const path of ['**/api/sales?**', '**/api/sales/totals?**']) await page.route(path, route => route.abort())
    await page.getByLabel('Situação').selectOption('PAGO')
    await maria.waitFor({ state: 'detached' })
    await total.waitFor({ state: 'detached' })
    await page.unrouteAll()
    await appears(page.getByText('Nada encontrado'))
    await page.getByLabel('Situação').selectOption('PENDENTE')
    await maria.waitFor()
  })
})

describe('the operator’s page of receivers', NEEDS_BROWSER, () => {
  it('count attempts and what was given up by their own names', async () => {
    await using receiver = await openReceiver()
    receiver.answers.splice(0, 1, 500)
    const { person, seller } = await shopOf()
    await person.call('POST', '/api/webhook', { webhookUrl: `${receiver.url}/x`, events: ['sale.pending'] })
    await seller.sell(10_00)
    await until(
      async () => (await olga.call('GET', '/api/admin/webhooks/totals')).body.failedIn24Hours === 1 || null,
      'the failure to be known',
    )
    await using visit = await asOperator(browser, gateway, olga, `/operacao/webhooks?accountId=${person.accountId}`)
    const { page } = visit
    await page.getByText('Falhando').first().waitFor()
    assert.equal(await eventOf(page, 'Destinos com tentativa sem sucesso em 24 h').innerText(), '1')
    await page.getByRole('columnheader', { name: 'Desistências em 24 h' }).waitFor()
    assert.equal(await page.getByText('Falhas em 24 h').count(), 0)
    const right = async (what: Locator) => {
      const { x, width } = (await what.boundingBox()) ?? assert.fail('it is not shown')
      return x + width
    }
    const last = page.getByRole('columnheader', { name: /^Última tentativa/ })
    assert.ok((await right(last)) <= (await right(page.getByRole('region', { name: 'No gateway todo' }).first())))
    await axe(page)
  })
})

describe('the books of the gateway', NEEDS_BROWSER, () => {
  it('show what is at the providers as money, and the rest as what it is', async () => {
    const { seller } = await shopOf()
    await sold(gateway, seller, 100_00)
    const { body } = await olga.call('GET', '/api/admin/ledger')
    const { sides } = body.trialBalance
    await using visit = await asOperator(browser, gateway, olga, '/operacao/razao')
    const { page } = visit
    const shown = async (name: string) => centavosIn(await eventOf(page, name).innerText())
    assert.equal(await shown('Nos provedores e a liquidar'), -Number(sides.clearing))
    assert.ok((await shown('Nos provedores e a liquidar')) > 0)
    assert.equal(await page.getByText(/-\s?R\$|R\$\s?-/).count(), 0)
    await appears(page.getByText('Recebido, à espera de decisão'))
    const { available, blocked, fee, received } = sides
    assert.equal(Number(available) + Number(blocked) + Number(fee) + Number(received), -Number(sides.clearing))
    await appears(eventOf(page, 'Diferença').getByText('R$ 0,00'))
  })
})

describe('a letter that no mail can carry', NEEDS_BROWSER, () => {
  it('is not announced: neither to who has forgotten the password nor to who registers', async () => {
    await using mute = await openTestGateway({ sendMail: openPrinter(() => {}) })
    await using visit = await browser.visit(mute, { viewport: PHONE })
    const { page, go } = visit
    await go('/esqueci-a-senha')
    await page.getByLabel('E-mail').fill(someAddress())
    await page.getByRole('button', { name: 'Enviar link' }).click()
    await page.getByRole('heading', { level: 1, name: 'Fale com a operação' }).waitFor()
    await appears(page.getByText(/não envia e-mails.+o link aparece no console/))
    assert.equal(await page.getByText(/a caminho/).count(), 0)
    await fits(page)
    await go('/criar-conta')
    await page.getByLabel('Seu nome').fill('Ana Souza')
    await page.getByLabel('E-mail').fill(someAddress())
    await page.getByLabel('Senha', { exact: true }).fill('uma frase bem comprida')
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await page.getByRole('heading', { level: 1, name: 'Fale com a operação' }).waitFor()
    assert.equal(await page.getByText(/a caminho/).count(), 0)
    await fits(page)
  })
})

describe('an invitation', NEEDS_BROWSER, () => {
  it('that no mail can carry is not called sent, and its link is there to be handed over', async () => {
    await using mute = await openTestGateway({ sendMail: openPrinter(() => {}) })
    const ana = await register(mute)
    const email = someAddress()
    await using visit = await visitOf(browser, mute, ana, { viewport: PHONE })
    const { page, go } = visit
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await go('/equipe')
    await page.getByRole('button', { name: 'Convidar' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill(email)
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar convite' }).click()
    await appears(page.getByText(/Este gateway não envia e-mails: copie o link/))
    const open = region(page, 'Convites em aberto')
    await appears(open.getByText('Sem e-mail: não enviado'))
    await until(
      async () => (await mute.db.query(sql`select from mail where sent_at is not null`)).length > 0 || null,
      'the printed mail',
    )
    await go('/equipe')
    await appears(open.getByText('Sem e-mail: não enviado'))
    assert.equal(await open.getByText('Enviado', { exact: true }).count(), 0)
    await fits(page)
    await open.getByRole('button', { name: 'Copiar link' }).click()
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    await page.goto(link)
    await appears(page.getByText('Ana Souza convidou você para a conta Ana Souza.'))
  })

  it('that went out by mail is called sent, and its link is not shown', async () => {
    const { person } = await shopOf()
    const email = someAddress()
    const { body } = await person.call('POST', '/api/members/invitations', { email, role: 'READER' })
    assert.equal(body.link, null)
    await until(() => gateway.mails.some(({ to }) => to === email) || null, 'the letter')
    await using visit = await visitOf(browser, gateway, person)
    await visit.go('/equipe')
    const open = region(visit.page, 'Convites em aberto')
    await appears(open.getByText('Enviado', { exact: true }))
    assert.equal(await open.getByRole('button', { name: 'Copiar link' }).count(), 0)
  })
})
