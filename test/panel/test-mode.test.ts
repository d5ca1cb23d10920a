// Test mode in the panel: a switch in the header leads to the test account and back, a band says on every page where one is, and what is
// shown on one side is never of the other.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import {
  BOLETO_PAYER_NAMES,
  CASHOUT_KEY_STARTS,
  DEBTOR_NAMES,
  DISPUTE_PAYER_NAMES,
  REFUND_PAYER_NAMES,
  TEST_CARD_NUMBERS,
} from '#kernel/sandbox/outcomes.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { inTestMode, keysOf } from '../test-mode/side.ts'
import { asOperator, eventOf } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { button, choose, heading, visitOf } from './steps.ts'

const STILL = { reducedMotion: 'reduce' } as const
const BAND = 'Ambiente de teste.'

describe('test mode in the panel', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  before(async () => {
    gateway = resources.use(await openTestGateway({ testMode: true }))
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  it('is a switch in the header and a band on every page, and shows of each side only what is its own', async () => {
    const ana = await register(gateway)
    await (await keysOf(gateway, ana)).sell(50_00, { customer: { name: 'Cliente Real' } })
    await using visit = await browser.visit(gateway, STILL)
    const { page, go } = visit
    await visit.signedIn(ana)
    await go('/vendas')
    await appears(page.getByText('Cliente Real'))
    assert.equal(await page.getByText(BAND).count(), 0)

    await button(page, 'Modo de teste').click()
    await appears(button(page, 'Voltar à conta real'))
    const inTest = await inTestMode(ana)
    await (await keysOf(gateway, inTest)).sell(70_00, { customer: { name: 'Cliente de Mentira' } })
    await choose(page, 'Vendas')
    await appears(page.getByText('Cliente de Mentira'))
    assert.equal(await page.getByText('Cliente Real').count(), 0)
    for (const path of ['/', '/saques', '/extrato', '/integracoes', '/equipe', '/configuracoes']) {
      await go(path)
      await appears(page.getByText(BAND))
    }
    await axe(page)

    await button(page, 'Voltar à conta real').click()
    await appears(button(page, 'Modo de teste'))
    await choose(page, 'Vendas')
    await appears(page.getByText('Cliente Real'))
    assert.equal(await page.getByText('Cliente de Mentira').count(), 0)
    assert.equal(await page.getByText(BAND).count(), 0)

    await using phone = await browser.visit(gateway, { ...STILL, viewport: PHONE })
    await phone.signedIn(ana)
    await phone.go('/')
    await heading(phone.page, /Olá/)
    await phone.page.getByRole('button', { name: /Sua conta/ }).click()
    await phone.page.getByRole('menuitem', { name: 'Modo de teste' }).click()
    await appears(phone.page.getByText(BAND))
    await fits(phone.page)
  })

  it('has a page of the test bank, which tells what brings about what and pays what waits or is pasted', async () => {
    const ana = await register(gateway)
    const inTest = await inTestMode(ana)
    const keys = await keysOf(gateway, inTest)
    const [open, pasted] = [await keys.sell(70_00), await keys.sell(80_00)]
    await using visit = await visitOf(browser, gateway, inTest, { permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visit
    await visit.go('/')
    await choose(page, 'Banco de testes')
    await heading(page, 'Banco de testes')
    const copies = page.getByRole('button', { name: /^Copiar / })
    assert.equal(
      await copies.count(),
      [
        CASHOUT_KEY_STARTS,
        REFUND_PAYER_NAMES,
        DISPUTE_PAYER_NAMES,
        BOLETO_PAYER_NAMES,
        TEST_CARD_NUMBERS,
        DEBTOR_NAMES,
      ].flat().length,
    )
    await button(page, 'Copiar recusada@example.com').click()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'recusada@example.com')

    await page.getByLabel('Pix copia e cola').fill(pasted.pixKey)
    await button(page, 'Pagar').click()
    await appears(page.getByRole('link', { name: 'Ver a venda' }))
    await keys.reaches(`/api/transactions/${pasted.uuid}`, 'PAGO')
    await button(page, 'Pagar a venda de R$\u00a070,00').click()
    await keys.reaches(`/api/transactions/${open.uuid}`, 'PAGO')
    await button(page, 'Pagar').click()
    await appears(page.getByText('O banco de testes recusou'))
    await button(page, 'Gerar token').click()
    await appears(button(page, 'Copiar Token do cartão'))
    await axe(page)
    await page.setViewportSize(PHONE)
    await fits(page)
    // A live account has no such page in its menu, nor anything to play with at its address.
    await using live = await visitOf(browser, gateway, ana)
    await live.go('/banco-de-teste')
    await appears(live.page.getByText('Esta conta não usa o banco de testes'))
    assert.equal(await live.page.getByRole('link', { name: 'Banco de testes', exact: true }).count(), 0)
  })

  slow(
    'gives the reference keys of the test account, for who acts live too, and never those of the live one',
    async () => {
      const ana = await register(gateway)
      await keysOf(gateway, ana)
      await using visit = await visitOf(browser, gateway, ana)
      const { page } = visit
      const keptPair = () => page.evaluate<string>("sessionStorage.getItem('porteira-docs-pair')")
      await page.goto('/docs/reference')
      await appears(page.getByText('Suas contas aqui são de produção'))
      assert.equal(await button(page, 'Esquecer o par').count(), 0)
      await button(page, 'Criar um par de teste para estas páginas').click()
      await appears(page.getByText('Os exemplos e o teste usam um par'))
      const inTest = await inTestMode(ana)
      const made = JSON.parse(await keptPair())
      assert.equal(made.accountId, inTest.accountId)
      const pairs = async (person: Person) => {
        const { data } = (await person.call('GET', '/api/credentials')).body
        return data.map(({ publicKey }: { publicKey: string }) => publicKey)
      }
      assert.deepEqual(await pairs(inTest), [made.publicKey])
      assert.ok(!(await pairs(ana)).includes(made.publicKey))

      // A pair of another account, such as that of the person before, is not used.
      const kept = { ...made, accountId: ana.accountId }
      await page.evaluate(`sessionStorage.setItem('porteira-docs-pair', '${JSON.stringify(kept)}')`)
      await page.reload()
      await appears(page.getByText('Os exemplos usam a sua chave pública de teste.'))
    },
  )

  slow('that is switched off says so in a test account that is there, and leads back', async () => {
    const ana = await register(gateway)
    const inTest = await inTestMode(ana)
    const atWork = (isOn: boolean) =>
      gateway.db.query(sql`
        update psp_account set pay_in_enabled = ${isOn}, pay_out_enabled = ${isOn}, version = version + 1, seal = default
        where environment = 'test'`)
    await atWork(false)
    await using visit = await visitOf(browser, gateway, inTest)
    await visit.go('/')
    await appears(visit.page.getByText('O modo de teste está desligado neste gateway'))
    await axe(visit.page)
    await using live = await visitOf(browser, gateway, await register(gateway))
    await live.go('/')
    await heading(live.page, /Olá/)
    assert.equal(await button(live.page, 'Modo de teste').count(), 0)
    await atWork(true)
    await using back = await visitOf(browser, gateway, inTest)
    await back.go('/')
    await button(back.page, 'Voltar à conta real').waitFor()
  })

  slow(
    'is told from the live account by operators: in the search, and on its pages, which lead from one to the other',
    async () => {
      const ana = await register(gateway, 'Zuleica Prado')
      const inTest = await inTestMode(ana)
      const olga = await registerOperator(gateway)
      await using visit = await asOperator(browser, gateway, olga, `/operacao/contas/${ana.accountId}`, STILL)
      const { page } = visit
      const badge = page.getByText('Teste', { exact: true })
      await appears(eventOf(page, 'Conta de teste').getByText(String(inTest.accountId)))
      assert.equal(await badge.count(), 0)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'O que você procura?' }).fill('Zuleica')
      const line = page
        .getByRole('dialog')
        .getByRole('option')
        .filter({ hasText: String(inTest.accountId) })
      await appears(line.getByText('Teste', { exact: true }))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await eventOf(page, 'Conta de teste').getByRole('link').click()
      await appears(eventOf(page, 'Conta real').getByText(String(ana.accountId)))
      await appears(badge)
      await page.getByRole('navigation', { name: 'Desta conta' }).getByRole('link', { name: 'Extrato' }).click()
      await appears(badge)
      await axe(page)
    },
  )
})
