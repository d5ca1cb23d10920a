// The operator's pages of requests of authorities: one is recorded, its archive made, downloaded and verified, and the request closed.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { opened, recorded } from '../legal-request/things.ts'
import { slow } from '../long.ts'
import { asOperator, button, confirm, settled } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let seller: Seller

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  olga = await registerOperator(gateway)
  seller = await gateway.seller({ funds: 100_00 })
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const at = (path: string, options = {}) => asOperator(browser, gateway, olga, path, options)

describe('requests of authorities', NEEDS_BROWSER, () => {
  it('one is recorded, answered by an archive that opens by the passphrase shown, and closed', async () => {
    await using visit = await at('/operacao/oficios')
    const { page } = visit
    await appears(page.getByText('Nenhum ofício registrado'))
    await axe(page)
    await button(page, 'Registrar ofício').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Autoridade', exact: true }).fill('2ª Vara Cível de Santos')
    await dialog.getByLabel('Número do ofício').fill('123/2026')
    await dialog.getByLabel('Número do processo').fill('0001234-73.2026.8.26.0562')
    await appears(dialog.getByText('Este número não confere.', { exact: false }))
    await dialog.getByLabel('Número do processo').fill('0001234-72.2026.8.26.0562')
    await dialog.getByLabel('Número da conta').fill('999999')
    await dialog.getByLabel('Responder até').fill('2030-12-31')
    await dialog.getByLabel('Motivo').fill('Ofício recebido')
    await dialog.getByRole('button', { name: 'Registrar ofício', exact: true }).click()
    await appears(dialog.getByText('Não há uma conta real com este número.'))
    await axe(page)
    await dialog.getByLabel('Número da conta').fill(String(seller.accountId))
    await confirm(page, 'Registrar ofício', 'Ofício recebido')

    await appears(page.getByText('Ainda não foi gerado nenhum arquivo.'))
    await button(page, 'Gerar arquivo').click()
    await dialog.getByLabel('Motivo').fill('Resposta')
    await dialog.getByRole('button', { name: 'Gerar arquivo', exact: true }).click()
    const secret = page.getByRole('dialog', { name: 'Guarde este segredo agora' })
    const passphrase = await secret.locator('code').innerText()
    assert.match(passphrase, /^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    await button(page, 'Já guardei').click()
    await appears(page.getByText('Pronto', { exact: true }))
    await axe(page)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Baixar').click()])
    assert.match(download.suggestedFilename(), /^oficio-\d+-\d+\.tar\.gz\.age$/)
    const inside = await opened(await readFile(await download.path()), passphrase)
    assert.match(inside.text('LEIA-ME.txt'), /Processo: 0001234-72\.2026\.8\.26\.0562/)

    await button(page, 'Encerrar').click()
    await dialog.getByRole('radio', { name: 'Foi respondido' }).click()
    await confirm(page, 'Encerrar', 'Protocolo 99')
    await appears(page.getByText('Respondido', { exact: true }))
    await appears(page.getByText('Arquivo baixado'))
  })

  slow('the list and a request fit a phone', async () => {
    const { id } = await recorded(olga, { subjectKind: 'ACCOUNT', accountId: seller.accountId, dueOn: '2020-01-31' })
    await using visit = await at('/operacao/oficios', { viewport: PHONE })
    const { page } = visit
    await appears(page.getByText('Vencido').first())
    await fits(page)
    await axe(page)
    await visit.go(`/operacao/oficios/${id}`)
    await settled(page)
    await fits(page)
    await axe(page)
  })
})
