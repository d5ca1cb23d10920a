// The operator's pages of one account: its statement, what is blocked, its rules, its providers and its members.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { type Person, register, registerOperator } from '../access/person.ts'
import { secure } from '../access/totp.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { asOperator, button, confirm, eventOf, settled } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let shop: Seller

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  olga = await registerOperator(gateway)
  shop = await gateway.seller({ funds: 300_00 })
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const at = (path = '', options = {}) =>
  asOperator(browser, gateway, olga, `/operacao/contas/${shop.accountId}${path}`, options)
const account = async () => (await olga.call('GET', `/api/admin/accounts/${shop.accountId}`)).body
const rules = async () => (await olga.call('GET', `/api/admin/accounts/${shop.accountId}/payout-rules`)).body

describe('an account on the operator’s pages', NEEDS_BROWSER, () => {
  slow('has its statement, with the balance behind each line and at the end of a day', async () => {
    await using visit = await at()
    const { page } = visit
    await page.getByRole('navigation', { name: 'Desta conta' }).getByRole('link', { name: 'Extrato' }).click()
    const { body: reported } = await olga.call('GET', `/api/admin/accounts/${shop.accountId}/statement`)
    const rows = page.getByRole('table', { name: 'Lançamentos, do mais novo ao mais antigo' }).locator('tbody tr')
    await rows.first().waitFor()
    assert.equal(await rows.count(), reported.data.length)
    const [newest] = reported.data
    const reais = (cents: number) => new RegExp(`R\\$\\s${(cents / 100).toFixed(2).replace('.', ',')}`)
    assert.match(await rows.first().innerText(), reais(newest.balanceAfter))
    assert.match(await eventOf(page, 'Total').innerText(), reais(newest.balanceAfter))
    assert.equal(await rows.getByRole('link').count(), 0, 'an operator has no way to the screens of sellers')
    await page.getByLabel('Ao fim do dia').fill('2020-01-01')
    await page.waitForURL(/on=2020-01-01/)
    await appears(eventOf(page, 'Total').getByText(/R\$\s0,00/))
    await page.getByLabel('Tipo').selectOption({ label: 'Saques' })
    await appears(page.getByText('Nada encontrado'))
    await axe(page)
  })

  everyday('shows what is blocked, and holds and releases by the approval of two', async () => {
    const otto = await registerOperator(gateway)
    const confirmed = async () => {
      const { body } = await olga.call('GET', '/api/admin/proposals?state=OPEN')
      const { id } = body.data[0]
      assert.equal((await otto.call('POST', `/api/admin/proposals/${id}/confirm`, { reason: 'Conferido' })).status, 202)
      return id
    }
    await using visit = await at('/bloqueios')
    const { page } = visit
    await page.getByText('Nada por aqui').first().waitFor()
    await button(page, 'Bloquear valor').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tipo').selectOption({ label: 'Ordem judicial' })
    await dialog.getByRole('textbox', { name: 'Valor' }).fill('50,00')
    await dialog.getByLabel('Número da ordem ou referência').fill('0001234-56.2026')
    await dialog.getByLabel('Libera sozinho em').fill('2099-12-31')
    await confirm(page, 'Bloquear valor', 'Ofício recebido')
    const proposal = await confirmed()
    await page.reload()
    await page.getByRole('link', { name: 'Ordem judicial', exact: true }).waitFor()
    await axe(page)
    await page.getByRole('link', { name: 'Ordem judicial', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^Bloqueio / }).waitFor()
    await appears(page.getByText('Ofício recebido'))
    assert.match(await eventOf(page, 'Libera sozinho em').innerText(), /31\/12\/2099/)
    await axe(page)
    await button(page, /^Liberar: /).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Valor' }).fill('20,00')
    await confirm(page, 'Liberar', 'Parte já foi paga')
    await confirmed()
    await page.reload()
    await appears(eventOf(page, 'Já liberado').getByText(/R\$\s20,00/))
    await button(page, /^Levar à Justiça: /).click()
    await confirm(page, 'Levar à Justiça', 'O juiz mandou levar')
    await confirmed()
    await page.reload()
    await appears(eventOf(page, 'Já levado à Justiça').getByText(/R\$\s30,00/))
    await visit.go(`/operacao/propostas/${proposal}`)
    await appears(page.getByText('Conferido'))
    await axe(page)
  })

  slow('sets the rules of its cashouts and the limits of what leaves, at once and with a reason', async () => {
    await using visit = await at('/regras')
    const { page } = visit
    await page.getByLabel('Saques acima de').first().fill('1.000,00')
    await page.getByLabel('Prazo para aprovar, em horas').fill('12')
    await button(page, 'Alterar regras').click()
    await appears(page.getByRole('dialog').getByText(/R\$\s1\.000,00/))
    await axe(page)
    await confirm(page, 'Alterar', 'Pedido por ofício')
    assert.deepEqual([(await rules()).approvalAboveCents, (await rules()).waitHours], [1_000_00, 12])
    await button(page, 'Alterar: Limites de saída').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Em uma hora').fill('500,00')
    await dialog.getByLabel('Vezes o usual de uma hora').fill('5')
    await confirm(page, 'Alterar', 'Conta nova')
    await appears(eventOf(page, 'Em uma hora').getByText(/R\$\s500,00/))
    const { mostHourCents, timesUsual } = (await rules()).outflow
    assert.deepEqual([mostHourCents, timesUsual], [500_00, 5])
    await axe(page)
  })

  slow('shows the secret of the check once, where the operator gives it an address', async () => {
    await using visit = await at('/regras')
    const { page } = visit
    await page.getByLabel('Endereço', { exact: true }).fill('https://example.com/conferir')
    await button(page, 'Alterar regras').click()
    await page.getByRole('dialog').getByLabel('Motivo').fill('A conta pediu')
    await page.getByRole('dialog').getByRole('button', { name: 'Alterar' }).click()
    await appears(page.getByText('Guarde este segredo agora'))
    await axe(page)
    await button(page, 'Já guardei').click()
    assert.equal((await rules()).approvalUrl, 'https://example.com/conferir')
    assert.equal((await rules()).approvalSecret, undefined)
  })

  slow('sells by boleto once a provider makes them and a price is agreed, and no more without a price', async () => {
    await using visit = await at()
    const { page } = visit
    await appears(page.getByText('Pix', { exact: true }))
    await button(page, 'Alterar: Provedores').click()
    await page.getByRole('dialog').getByLabel('Boletos por').selectOption('1')
    await confirm(page, 'Alterar', 'Boleto contratado')
    await button(page, 'Alterar: Tarifas').click()
    await page.getByRole('dialog').getByLabel('Forma de pagamento').selectOption('boleto')
    await page.getByRole('dialog').getByLabel('Fixa').fill('3,50')
    await confirm(page, 'Alterar', 'Preço combinado')
    await appears(page.getByText('Pix, boleto', { exact: true }))
    assert.deepEqual([(await account()).boletoPspAccountId, (await account()).fees.boleto.fixedCents], [1, 350])
    await button(page, 'Alterar: Tarifas').click()
    await page.getByRole('dialog').getByLabel('Forma de pagamento').selectOption('boleto')
    await page.getByRole('dialog').getByLabel('Sem preço').check()
    await axe(page)
    await confirm(page, 'Alterar', 'Deixou de vender')
    await page.getByText('Pix, boleto', { exact: true }).waitFor({ state: 'hidden' })
    assert.equal((await account()).fees.boleto, null)
  })

  slow('sells by card in parts, at a price for each band of them', async () => {
    await using visit = await at()
    const { page } = visit
    await button(page, 'Alterar: Provedores').click()
    await page.getByRole('dialog').getByLabel('Cartões por').selectOption('1')
    await confirm(page, 'Alterar', 'Cartão contratado')
    await button(page, 'Alterar: Tarifas').click()
    await page.getByRole('dialog').getByLabel('Forma de pagamento').selectOption('creditCard')
    await page.getByRole('dialog').getByLabel('Percentual').fill('3,99')
    await confirm(page, 'Alterar', 'Preço combinado')
    await appears(page.getByText(/cartão de crédito/).first())
    await button(page, 'Faixas do parcelado').click()
    const dialog = page.getByRole('dialog')
    await button(page, 'Acrescentar faixa a partir de 2').click()
    await dialog.getByLabel('Até quantas parcelas').selectOption('6')
    await dialog.getByLabel('Percentual').fill('4,49')
    await button(page, 'Acrescentar faixa a partir de 7').click()
    await dialog.getByLabel('Percentual').nth(1).fill('4,99')
    await axe(page)
    await confirm(page, 'Alterar', 'Parcelado combinado')
    await appears(page.getByText('Cartão de crédito, 7 a 12 parcelas'))
    const { creditCardInstallments } = (await account()).fees
    assert.deepEqual(
      creditCardInstallments.map(
        ({ from, to, price }: { from: number; to: number; price: { basisPoints: number } }) => [
          from,
          to,
          price.basisPoints,
        ],
      ),
      [
        [2, 6, 449],
        [7, 12, 499],
      ],
    )
    await button(page, 'Faixas do parcelado').click()
    await button(page, 'Remover a última faixa').click()
    await button(page, 'Remover a última faixa').click()
    await confirm(page, 'Alterar', 'Só à vista')
    await page.getByText('Cartão de crédito, 7 a 12 parcelas').waitFor({ state: 'hidden' })
    assert.equal((await account()).fees.creditCardInstallments, null)
  })

  slow(
    'binds it to a provider or to none, keeps equal cashouts apart, and sets the secret of its postbacks',
    async () => {
      await using visit = await at()
      const { page } = visit
      await button(page, 'Alterar: Provedores').click()
      await page.getByRole('dialog').getByLabel('Paga por').selectOption({ label: 'Nenhum: a conta não saca' })
      await confirm(page, 'Alterar', 'Provedor em manutenção')
      assert.equal((await account()).payOutPspAccountId, null)
      await button(page, 'Alterar: Saques iguais').click()
      await page.getByRole('dialog').getByLabel('Segundos em que um saque igual é recusado').fill('90')
      await confirm(page, 'Alterar')
      await appears(page.getByText('recusados por 90 segundos'))
      assert.equal((await account()).duplicateCashoutWindowSeconds, 90)
      await button(page, 'Definir: Segredo dos postbacks').click()
      await page.getByLabel('Segredo novo').fill('um-segredo-bem-longo-0123')
      await confirm(page, 'Definir')
      await appears(page.getByText('Definido', { exact: true }))
      assert.equal((await account()).postbackSecretSet, true)
      const { text } = await olga.call('GET', `/api/admin/audit?userId=${shop.accountId}`)
      assert.equal(text.includes('um-segredo-bem-longo'), false)
    },
  )

  slow('helps a person who has lost the second factor', async () => {
    const { person } = await secure(gateway, await register(gateway, 'Lia Perdida'))
    const members = (id: number) => olga.call('GET', `/api/admin/accounts/${id}/members`)
    assert.deepEqual(
      (await members(person.accountId)).body.data.map(({ email, role }: Record<string, string>) => [email, role]),
      [[person.email, 'OWNER']],
    )
    for (const nobody of [1000, 999_999]) assert.equal((await members(nobody)).status, 404)
    await using visit = await asOperator(browser, gateway, olga, `/operacao/contas/${person.accountId}/pessoas`)
    const { page } = visit
    await axe(page)
    await button(page, `Perdeu o segundo fator: ${person.email}`).click()
    await confirm(page, 'Remover segundo fator', 'Vista em vídeo com o documento')
    await appears(page.getByText('Segundo fator removido.'))
    const { body } = await olga.call('GET', '/api/admin/audit?action=second-factor.removed')
    assert.equal(body.data[0].reason, 'Vista em vídeo com o documento')
  })

  slow('closes an account that was closing', async () => {
    const old = await register(gateway, 'Loja Antiga')
    await olga.call('PATCH', `/api/admin/accounts/${old.accountId}`, { status: 'CLOSING', reason: 'Pediu' })
    await using visit = await asOperator(browser, gateway, olga, `/operacao/contas/${old.accountId}`)
    const { page } = visit
    await button(page, 'Encerrar conta').click()
    await appears(page.getByRole('dialog').getByText(/R\$\s0,00/))
    await confirm(page, 'Encerrar conta', 'Saldo zerado')
    await appears(page.getByText('Encerrada', { exact: true }))
    await button(page, 'Desbloquear conta').click()
    await confirm(page, 'Desbloquear conta', 'Voltou atrás')
    await appears(page.getByText('Ativa', { exact: true }))
  })

  slow('fits a phone at each of its addresses, and says what is not there', async () => {
    await using visit = await at('', { viewport: PHONE, colorScheme: 'dark' })
    for (const path of ['', '/extrato', '/bloqueios', '/regras', '/pessoas']) {
      await visit.go(`/operacao/contas/${shop.accountId}${path}`)
      await settled(visit.page)
      await fits(visit.page)
      await axe(visit.page)
    }
    await visit.page.goto('/operacao/contas/999999/extrato')
    await appears(visit.page.getByText('Não encontramos esta página'))
  })
})
