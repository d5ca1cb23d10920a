// Recurring PIX in the panel: a person offers a recurrence, its payer authorises it at their bank, and the person follows its cycles. The
// operator sees what is stuck.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { inApp, inDays, recurrenceBody } from '../recurrence/recurring.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { button, heading, visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let ana: Person

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
  ana = await register(gateway)
  await gateway.db.query(sql`update account set status = 'ACTIVE', seal = default where id = ${ana.accountId}`)
})
after(() => resources.disposeAsync())

const SMALL = { width: 320, height: 700 }
const field = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' })
const idOf = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? ''

/** In the form, for a variable amount that nobody has named yet. */
async function fillIn(page: Page): Promise<void> {
  await field(page, 'O que você vende').fill('Plano Ouro')
  await field(page, 'Contrato').fill('ASSINATURA-NO-PAINEL')
  await field(page, 'Nome').fill('Bia Souza')
  await field(page, 'CPF ou CNPJ').fill('529.982.247-25')
  await page.getByRole('radio', { name: 'Um valor que muda de ciclo para ciclo' }).check()
  await field(page, /^Mínimo/).fill('1000')
}

describe('recurrences in the panel', NEEDS_BROWSER, () => {
  everyday('are offered, authorised at the bank, and their cycles get an amount or are skipped', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go('/recorrencias')
    await appears(page.getByText('Nenhuma recorrência ainda'))
    await axe(page)
    await page.getByRole('link', { name: 'Nova recorrência' }).first().click()
    await heading(page, 'Nova recorrência')
    await button(page, 'Criar recorrência').click()
    await appears(page.getByText('Informe um CPF ou CNPJ.'))
    await axe(page)
    await fillIn(page)
    await page.getByLabel(/^Primeiro débito/).fill(inDays(20))
    const preview = page.getByRole('table', { name: 'Primeiros débitos' })
    await preview.waitFor()
    assert.equal(await preview.getByRole('row').count(), 7)
    await appears(page.getByText(/Para o primeiro débito sair no dia, o pagador autoriza até/))
    await button(page, 'Criar recorrência').click()
    await heading(page, 'Recorrência de Bia Souza')
    await page.getByRole('img', { name: 'QR code da recorrência' }).waitFor()
    const { body } = await ana.call('GET', `/api/recurrences/${idOf(page)}`)
    assert.deepEqual([body.status, body.jornada, body.valorMinimo], ['CRIADA', 2, 10_00])
    const bank = await page.getByRole('link', { name: 'Abrir o Banco de Teste' }).getAttribute('href')
    assert.equal(new URL(bank ?? '').searchParams.get('codigo'), body.pixCopiaECola)
    await axe(page)
    await inApp(gateway, body.idRec, 'accept')
    await appears(page.getByText('Autorizada', { exact: true }))
    const first = page.getByRole('listitem', { name: 'Ciclo 1' })
    await appears(first.getByText('Falta o valor'))
    await button(page, 'Informar o valor').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Valor a debitar').fill('500')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await appears(dialog.getByText('Está abaixo do mínimo desta recorrência.'))
    await dialog.getByLabel('Valor a debitar').fill('4990')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await appears(first.getByText(/R\$\s49,90/))
    await axe(page)
    await first.getByRole('button', { name: 'Pular este ciclo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pular este ciclo' }).click()
    await appears(first.getByText('Cancelado', { exact: true }))
    const [debit] = (await ana.call('GET', `/api/recurrences/${body.uuid}/debits?status=CANCELADA`)).body.data
    assert.deepEqual([debit.ciclo, debit.amount, debit.status], [1, 49_90, 'CANCELADA'])
    await button(page, 'Cancelar recorrência').click()
    await axe(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar recorrência' }).click()
    await appears(page.getByText('Cancelada por você'))
    await page.getByRole('link', { name: 'Todas as recorrências' }).click()
    await appears(page.getByRole('link', { name: 'ASSINATURA-NO-PAINEL' }))
  })

  slow('need attention on the first page, and fit a small screen', async () => {
    const { body } = await ana.call('POST', '/api/recurrences', recurrenceBody())
    await gateway.db.query(sql`
      update recurrence set alert = 'PSP_DESLIGADO', seal = default where uuid = ${body.uuid}::uuid`)
    await using visit = await visitOf(browser, gateway, ana, { viewport: SMALL })
    const { page, go } = visit
    await go('/')
    const attention = page.getByRole('region', { name: 'Recorrências que pedem atenção' })
    await appears(attention.getByText('Provedor desligado'))
    await fits(page)
    await attention.getByRole('link', { name: 'Abrir a recorrência' }).click()
    await heading(page, 'Recorrência de Ana Souza')
    await fits(page)
    await go('/recorrencias')
    await fits(page)
    await axe(page)
    await go('/recorrencias/nova')
    await fits(page)
  })

  slow('that are stuck are on a page of the operator, who asks the PSP about them', async () => {
    const { body } = await ana.call('POST', '/api/recurrences', recurrenceBody())
    await gateway.db.query(sql`
      update recurrence set alert = 'PAGO_SEM_AUTORIZACAO', seal = default where uuid = ${body.uuid}::uuid`)
    await using visit = await visitOf(browser, gateway, await registerOperator(gateway))
    const { page, go } = visit
    await go('/operacao/recorrencias')
    await appears(page.getByText(body.contrato))
    await appears(page.getByText('Nenhum ciclo deixou de ser cobrado.'))
    await axe(page)
    await page.getByRole('button', { name: `Perguntar ao provedor: ${body.contrato}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Perguntar ao provedor' }).click()
    await appears(page.getByText('O provedor respondeu, e a resposta foi aplicada.'))
  })
})
