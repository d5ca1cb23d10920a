// The operator looks: into an account as its people see it, at all receivers of notifications, at the trial balance, and for the
// account that is meant.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE, type Visit } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let shop: Shop

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway({ env: { WEBHOOK_RETRY_WAITS_MS: '600000,600000' } }))
  olga = await registerOperator(gateway)
  shop = await openShop(gateway, { funds: 150_00 })
  await shop.person.call('PATCH', '/api/account', { name: 'Loja da Ana' })
  const receiver = resources.use(await openReceiver())
  receiver.answers.splice(0, 1, 500)
  await shop.signed(receiver, ['sale.pending'])
  await shop.seller.sell(20_00)
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

async function at(path: string, person = olga, options = {}): Promise<Visit> {
  const visit = await browser.visit(gateway, options)
  await visit.signedIn(person)
  await visit.go(path)
  return visit
}

describe('the operator', NEEDS_BROWSER, () => {
  everyday(
    'sees the panel of an account and nothing to change there, and the account reads that support was here',
    async () => {
      const id = shop.person.accountId
      await using visit = await at(`/operacao/contas/${id}`)
      const { page } = visit
      await page.getByRole('button', { name: 'Ver como a conta' }).click()
      const dialog = page.getByRole('dialog')
      assert.equal(await dialog.getByRole('button', { name: 'Ver como a conta' }).isDisabled(), true)
      await dialog.getByLabel('Motivo').fill('Chamado 4711')
      await axe(page)
      await dialog.getByRole('button', { name: 'Ver como a conta' }).click()
      const banner = page.getByRole('region', { name: 'Suporte' })
      await appears(banner.getByText('Você está vendo a conta Loja da Ana'))
      await appears(banner.getByText(/Termina em (29|30) minutos/))
      await page.getByText('R$ 150,00').first().waitFor()
      await axe(page)
      await visit.go('/vendas')
      await page
        .getByRole('link', { name: /R\$|Comprador|Maria|\d/ })
        .first()
        .waitFor()
      for (const [path, verb] of [
        ['/saques', 'Pedir saque'],
        ['/integracoes/webhooks', 'Novo webhook'],
        ['/equipe', 'Convidar'],
      ] as const) {
        await visit.go(path)
        await banner.waitFor()
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
        assert.equal(await page.getByRole('button', { name: verb }).count(), 0, path)
        assert.equal(await page.getByRole('link', { name: verb }).count(), 0, path)
      }
      await banner.getByRole('button', { name: 'Encerrar' }).click()
      await page.getByRole('heading', { level: 1, name: 'Loja da Ana' }).waitFor()
      await banner.waitFor({ state: 'detached' })

      await using seller = await at('/equipe/atividade', shop.person)
      await seller.page
        .getByRole('cell', { name: /Suporte do gateway encerrou a consulta/ })
        .first()
        .waitFor()
      await seller.page
        .getByRole('cell', { name: /Suporte do gateway viu ?vendas/ })
        .first()
        .waitFor()
      await seller.page.getByText('“Chamado 4711”').first().waitFor()
      await axe(seller.page)
    },
  )

  slow('is sent back to the operator’s pages when the view is over', async () => {
    const id = shop.person.accountId
    await using visit = await at(`/operacao/contas/${id}`)
    const { page } = visit
    await page.getByRole('button', { name: 'Ver como a conta' }).click()
    await page.getByRole('dialog').getByLabel('Motivo').fill('Chamado 4712')
    await page.getByRole('dialog').getByRole('button', { name: 'Ver como a conta' }).click()
    await page.getByRole('region', { name: 'Suporte' }).waitFor()
    await gateway.db.query(sql`update support_view set expires_at = now() + interval '1 second' where ended_at is null`)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Loja da Ana' }).waitFor()
    assert.match(page.url(), new RegExp(`/operacao/contas/${id}$`))
  })

  slow('sees which receivers fail, and comes there from the start', async () => {
    await until(async () => {
      const { body } = await olga.call('GET', '/api/admin/webhooks/totals')
      return body.states.FAILING === 1 || null
    }, 'the receiver to fail')
    await using visit = await at('/operacao')
    const { page } = visit
    await appears(page.getByRole('link', { name: /Destinos sem falha 0 de 1 1 com falha/ }))
    await page.getByRole('link', { name: /Destinos de notificações com falha/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await page.getByRole('cell', { name: /HTTP 500/ }).waitFor()
    await axe(page)
    await page.getByLabel('Situação').selectOption('HEALTHY')
    await appears(page.getByText('Nada encontrado'))
  })

  slow('finds accounts that wait for approval', async () => {
    const bia = await register(gateway, 'Padaria da Bia')
    await gateway.db.query(sql`update account set status = 'PENDING', seal = default where id = ${bia.accountId}`)
    await using visit = await at('/operacao')
    const { page } = visit
    await page.getByRole('link', { name: /Contas que esperam aprovação/ }).click()
    await page.getByRole('link', { name: 'Padaria da Bia' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Loja da Ana' }).count(), 0)
    await page.getByLabel('Situação').selectOption('ACTIVE')
    await page.getByRole('link', { name: 'Loja da Ana' }).waitFor()
    await axe(page)
  })

  slow('reads the trial balance, has the lines of an account summed, and takes it as a file', async () => {
    await using visit = await at('/operacao/razao')
    const { page } = visit
    await page.getByRole('link', { name: 'Por conta' }).click()
    await page.getByRole('heading', { level: 1, name: 'Balancete por conta' }).waitFor()
    await appears(page.getByText('No gateway todo'))
    await axe(page)
    await page.getByRole('button', { name: `Conferir: ${shop.person.accountId}` }).click()
    await appears(page.getByRole('dialog').getByText(/^Quantidade: \d+ lançamentos/))
    await axe(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar CSV' }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'balancete.csv')
  })

  slow('has all of it on a phone, in the dark', async () => {
    await using visit = await at('/operacao', olga, { viewport: PHONE, colorScheme: 'dark' })
    for (const path of [
      '/operacao/webhooks',
      '/operacao/razao/balancete',
      '/operacao/razao/casa',
      '/operacao/contas',
    ]) {
      await visit.go(path)
      await visit.untilQuiet()
      assert.equal(await visit.page.getByText('Não deu certo').count(), 0, path)
      await fits(visit.page)
      await axe(visit.page)
    }
  })
})
