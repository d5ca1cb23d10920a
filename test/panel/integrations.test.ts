// The screens of the integrations, as an owner uses them: keys, allowed addresses, webhooks and what was sent to them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, register, setRole } from '../access/person.ts'
import { openTestGateway, sellerWith, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('the integrations', NEEDS_BROWSER, () => {
  let gateway: TestGateway
  let browser: PanelBrowser
  let shop: Receiver
  before(async () => {
    gateway = await openTestGateway()
    shop = await openReceiver()
    browser = await openPanelBrowser()
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await shop?.[Symbol.asyncDispose]()
    await gateway?.[Symbol.asyncDispose]()
  })

  const visitOf = async (person: Person, options = {}) => {
    const visit = await browser.visit(gateway, { reducedMotion: 'reduce', ...options })
    await visit.signedIn(person)
    return visit
  }

  everyday('make a key whose private half is shown once, ready to be used, and end it', async () => {
    const ana = await register(gateway)
    await using visit = await visitOf(ana)
    const { page, go } = visit
    await go('/integracoes')
    await appears(page.getByText('Nenhuma chave ainda'))
    await axe(page)
    await button(page, 'Criar chave').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Criar chave' }).click()
    await appears(dialog.getByText('Dê um nome à chave.'))
    await dialog.getByLabel('Nome').fill('Loja virtual')
    await dialog.getByLabel('Só o que eu escolher').check()
    await dialog.getByLabel('Ver saldo e extrato').check()
    await dialog.getByLabel('Validade').selectOption('90 dias')
    await axe(page)
    await dialog.getByRole('button', { name: 'Criar chave' }).click()
    const shown = page.getByRole('dialog', { name: 'Sua chave nova' })
    const curl = await shown.getByRole('region', { name: 'Pronto para testar' }).textContent()
    const [publicKey = '', privateKey = ''] =
      /Public-Key: (\S+)'[\s\S]*Private-Key: (\S+)'/.exec(curl ?? '')?.slice(1) ?? []
    const headers = { 'x-api-public-key': publicKey, 'x-api-private-key': privateKey }
    const balance = await call(gateway.url, 'GET', '/api/public/balance', { headers })
    assert.equal(balance.status, 200, balance.text)
    await axe(page)
    await page.keyboard.press('Escape')
    await shown.getByRole('button', { name: 'Já guardei a chave' }).click()

    const row = page.getByRole('row', { name: /Loja virtual/ })
    await appears(row.getByText('Ver saldo e extrato'))
    assert.ok(await page.getByText(publicKey).first().isVisible())
    assert.ok(!(await page.content()).includes(privateKey))
    await row.getByRole('button', { name: 'Revogar a chave Loja virtual' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar', exact: true }).click()
    await appears(row.getByText('Revogada'))
    await ana.call('POST', '/api/credentials', { name: 'Segunda' })
    await ana.call('POST', '/api/credentials', { name: 'A mais nova' })
    await page.reload()
    await row.waitFor()
    const names = await page.getByRole('row').locator('td:first-child').allInnerTexts()
    assert.deepEqual(names, ['A mais nova', 'Segunda', 'Loja virtual'])
    assert.equal((await call(gateway.url, 'GET', '/api/public/balance', { headers })).status, 401)
  })

  slow('take the address where one is with a click, and warn before they lock one out', async () => {
    const ana = await register(gateway)
    const kept = async () => (await ana.call('GET', '/api/allowed-ips')).body.ips
    await using visit = await visitOf(ana)
    const { page, go } = visit
    await go('/integracoes/ips')
    await appears(page.getByText('Sem restrição'))
    await page.getByLabel('Endereço IP').fill('999.1.2.3')
    await button(page, 'Adicionar').click()
    await appears(page.getByText('Isto não parece um endereço IP'))
    await page.getByLabel('Endereço IP').fill('203.0.113.9')
    await button(page, 'Adicionar').click()
    await button(page, 'Salvar').click()
    const dialog = page.getByRole('dialog')
    await appears(dialog.getByText('Seu endereço atual (127.0.0.1) não está na lista'))
    await axe(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    assert.deepEqual(await kept(), [])
    await button(page, 'Adicionar meu endereço').click()
    await button(page, 'Salvar').click()
    await appears(dialog.getByText('as chaves só funcionam dos endereços desta lista'))
    assert.equal(await dialog.getByText('não está na lista').count(), 0)
    await dialog.getByRole('button', { name: 'Salvar mesmo assim' }).click()
    await appears(page.getByText('Lista salva'))
    assert.deepEqual(await kept(), ['203.0.113.9', '127.0.0.1'])
    await axe(page)
    await button(page, 'Tirar 203.0.113.9 da lista').click()
    await button(page, 'Salvar').click()
    await page.getByText('203.0.113.9').waitFor({ state: 'detached' })
    await page.getByText('Há mudanças').waitFor({ state: 'detached' })
    assert.deepEqual(await kept(), ['127.0.0.1'])
  })

  everyday('make a webhook of events with a sentence each, test it, and show what was sent and answered', async () => {
    const ana = await register(gateway)
    await using visit = await visitOf(ana)
    const { page, go } = visit
    await go('/integracoes/webhooks')
    await page.getByRole('link', { name: 'Novo webhook' }).click()
    await page.getByRole('heading', { name: 'Novo webhook' }).waitFor()
    await button(page, 'Criar webhook').click()
    await appears(page.getByText('Escolha ao menos um evento.'))
    await page.getByLabel('Endereço (URL)').fill(`${shop.url}/loja`)
    await page.getByLabel('O pagamento foi confirmado').check()
    await appears(page.getByText('1 evento escolhido'))
    await axe(page)
    await button(page, 'Criar webhook').click()
    await page.getByRole('heading', { name: 'Webhook criado' }).waitFor()
    const secret = await page.getByText(/^whsec_/).textContent()
    await appears(page.getByText("import { verifyWebhook } from '@porteira/sdk'"))
    await axe(page)
    await button(page, 'Já guardei o segredo').click()
    await appears(page.getByText('Nenhuma entrega ainda'))
    assert.ok(!(await page.content()).includes(secret ?? '?'))

    await button(page, 'Enviar teste').click()
    const [sent] = await shop.gets(1, ({ path }) => path === '/loja')
    await page.getByRole('row', { name: /Evento de teste.*Entregue/ }).waitFor()
    await axe(page)
    await page.getByRole('link', { name: 'Evento de teste' }).click()
    await appears(page.getByText('Resposta 200'))
    await appears(page.getByRole('region', { name: 'Conteúdo enviado' }).getByText(sent?.body.id))
    await appears(page.getByRole('region', { name: 'Cabeçalhos enviados' }).getByText('X-Service-Event-Id'))
    await appears(page.getByText('thank you'))
    await axe(page)
    await button(page, 'Reenviar').click()
    await shop.gets(2, ({ path }) => path === '/loja')
    await appears(page.getByText('Pedido por uma pessoa'))
  })

  slow('send again what has failed, replace the secret with an overlap, and remove the webhook', async () => {
    const ana = await register(gateway)
    const made = await ana.call('POST', '/api/webhook', { webhookUrl: `${shop.url}/falha`, events: ['sale.pending'] })
    const { publicKey, privateKey } = (await ana.call('POST', '/api/credentials', {})).body
    shop.answers.splice(0, shop.answers.length, 400, 200)
    await sellerWith(gateway, ana.accountId, publicKey, privateKey).sell(5_000)
    await shop.gets(1, ({ path }) => path === '/falha')
    await using visit = await visitOf(ana)
    const { page, go } = visit
    await go(`/integracoes/webhooks/${made.body.id}?status=FAILED`)
    // The event in words, and its code for readers who look for it.
    const row = page.getByRole('row', { name: /Falhou/ })
    await row.getByRole('link', { name: 'Cobrança criada' }).waitFor()
    await appears(row.getByText('sale.pending', { exact: true }))
    await page.getByLabel('Evento').selectOption('Cobrança criada')
    await page.waitForURL(/event=sale\.pending/)
    await row.waitFor()
    // What it is about, and found by it.
    await row.getByRole('link', { name: 'Venda', exact: true }).waitFor()
    assert.match((await row.innerText()).replaceAll('\u00a0', ' '), /R\$ 50,00/)
    const search = page.getByLabel('Buscar', { exact: true })
    await search.fill('51,00')
    await appears(page.getByText('Nada encontrado'))
    await search.fill('R$ 50,00')
    await page.waitForURL(/q=R/)
    await row.waitFor()
    await appears(page.getByText('1 resultado', { exact: true }))
    await button(page, 'Ontem').click()
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/)
    await appears(page.getByText('Nada encontrado'))
    await button(page, 'Hoje').click()
    await row.waitFor()
    await axe(page)
    await button(page, 'Reenviar as que falharam').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Reenviar' }).click()
    await appears(page.getByText('1 notificação a caminho de novo'))
    const [, again] = await shop.gets(2, ({ path }) => path === '/falha')
    assert.equal(again?.headers['x-service-redelivery'], 'true')

    await button(page, 'Trocar o segredo').click()
    await appears(dialog.getByText('Por 24 horas os dois segredos assinam'))
    await dialog.getByRole('button', { name: 'Trocar o segredo' }).click()
    await appears(page.getByText(/^whsec_/))
    await button(page, 'Já guardei o segredo').click()
    await appears(page.getByText('Um segredo novo já assina ao lado do antigo'))
    await button(page, 'Usar só o novo agora').click()
    await dialog.getByRole('button', { name: 'Usar só o novo agora' }).click()
    await page.getByText('Um segredo novo já assina').waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByLabel('Um saque foi pago').check()
    await button(page, 'Salvar').click()
    await page.getByText('withdrawal.completed').first().waitFor()
    await button(page, 'Excluir').click()
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await appears(page.getByText('Nenhum webhook ainda'))
    assert.deepEqual((await ana.call('GET', '/api/webhook')).body, [])
  })

  slow('are one way to hear of things; mail is another, and each person chooses theirs in the settings', async () => {
    const ana = await register(gateway)
    await using visit = await visitOf(ana)
    const { page, go } = visit
    await go('/configuracoes')
    const section = page.getByRole('region', { name: 'Avisos por e-mail' })
    assert.equal(await section.getByLabel('Contestações').isChecked(), true)
    await section.getByLabel('Vendas pagas').click()
    await appears(page.getByText('Sua escolha foi salva.'))
    assert.equal((await ana.call('GET', '/api/mail-preferences')).body.moneyIn, true)
    await page.reload()
    await section.getByLabel('Vendas pagas').waitFor()
    assert.equal(await section.getByLabel('Vendas pagas').isChecked(), true)
    await axe(page)
  })

  it('show what can be done with a key on a small laptop', async () => {
    const rui = await register(gateway)
    const { body: ended } = await rui.call('POST', '/api/credentials', { name: 'Loja antiga' })
    await rui.call('DELETE', `/api/credentials/${ended.id}`)
    const { publicKey, privateKey } = (await rui.call('POST', '/api/credentials', { name: 'Loja virtual' })).body
    await sellerWith(gateway, rui.accountId, publicKey, privateKey).api('GET', '/api/public/balance')
    await using visit = await visitOf(rui, { viewport: { width: 1024, height: 768 } })
    const { page, go } = visit
    await go('/integracoes/chaves')
    const revoke = page.getByRole('button', { name: 'Revogar a chave Loja virtual' })
    await revoke.waitFor()
    const [own, below] = [
      await revoke.boundingBox(),
      await page.getByRole('region', { name: 'Pronto para testar' }).first().boundingBox(),
    ]
    assert.ok(own && below && own.x + own.width < below.x + below.width, 'the button leaves its list')
  })

  slow('say to a reader that keys are not theirs, and fit a phone in English', async () => {
    const rui = await register(gateway)
    await rui.call('POST', '/api/webhook', {
      webhookUrl: `${shop.url}/a-rather-long/path/of/a/shop`,
      events: ['sale.paid'],
    })
    await using visit = await visitOf(rui, { viewport: PHONE, locale: 'en-US', colorScheme: 'dark' })
    const { page, go } = visit
    for (const path of [
      '/integracoes/chaves',
      '/integracoes/ips',
      '/integracoes/webhooks',
      '/integracoes/webhooks/novo',
    ]) {
      await go(path)
      await visit.untilQuiet()
      await fits(page)
      await axe(page)
    }
    await setRole(gateway, rui, 'READER')
    await go('/integracoes/chaves')
    await appears(page.getByText('You have no access to this part'))
    await axe(page)
  })
})
