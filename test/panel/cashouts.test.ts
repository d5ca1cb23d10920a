// Cashouts in the panel: requested in two steps and paid once whatever happens on the way, followed without a reload, decided by those who
// may, and proven by a receipt.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { join, type Person, register, setRole } from '../access/person.ts'
import { openTestGateway, sellerOf, type TestGateway } from '../gateway.ts'
import { everyday, slow, slowSuite } from '../long.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE, type Visit } from './browser.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway())
  browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

/** An owner whose shop has sold something. */
async function ownerWith(funds: number): Promise<Person> {
  const person = await register(gateway)
  const seller = await sellerOf(gateway, person)
  const sale = await seller.sell(funds)
  await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  return person
}

/** Another person of the same account, who works in it. */
async function colleagueOf(owner: Person): Promise<Person> {
  const person = await register(gateway, 'Bia Reis')
  await join(gateway, person, owner.accountId, 'FINANCE')
  return { ...person, accountId: owner.accountId }
}

async function visitOf(person: Person, options: Parameters<PanelBrowser['visit']>[1] = {}): Promise<Visit> {
  const visit = await browser.visit(gateway, options)
  await visit.signedIn(person)
  const chosen = String(person.accountId)
  await visit.page.addInitScript(account => sessionStorage.setItem('porteira-account', account), chosen)
  return visit
}

const cashoutsOf = async (person: Person) =>
  (await person.call('GET', '/api/withdrawals')).body.data as { uuid: string; status: string; amount: string }[]

async function write(page: Page, { key, amount }: { key: string; amount: string }): Promise<void> {
  await page.getByLabel('Chave Pix').fill(key)
  await page.getByLabel('Valor').fill(amount)
}

/** In the page: the gateway has the first request for a cashout, and its answer never reaches the panel. */
function losingAnAnswer(): void {
  const { fetch } = globalThis
  let isLost = false
  globalThis.fetch = async (address, options) => {
    const answer = await fetch(address, options)
    if (isLost || options?.method !== 'POST' || address !== '/api/withdrawals') return answer
    isLost = true
    throw new TypeError('the connection was cut')
  }
}

const review = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click()
const send = (page: Page) => page.getByRole('button', { name: /^Enviar/ })
const status = (page: Page, text: string) => appears(page.getByRole('status').getByText(text, { exact: true }))

describe('a cashout requested in the panel', NEEDS_BROWSER, () => {
  everyday('shows fee and net, is confirmed, paid once for two clicks, followed to its end and proven', async () => {
    const owner = await ownerWith(1_000_00)
    await using visit = await visitOf(owner)
    const { page, go } = visit
    await go('/saques')
    await page.getByRole('main').getByRole('link', { name: 'Novo saque' }).first().click()
    await write(page, { key: '529.982.247-25', amount: '15000' })
    await appears(page.getByText('R$ 149,00'))
    await axe(page)
    await review(page)
    await page.getByRole('heading', { name: 'Confira antes de enviar' }).waitFor()
    await axe(page)
    await send(page).dblclick()
    await status(page, 'Pago')
    assert.deepEqual(
      (await cashoutsOf(owner)).map(({ amount }) => amount),
      ['150.00'],
    )
    await axe(page)

    await page.getByRole('link', { name: 'Comprovante' }).click()
    const incomingPayment = page.getByRole('article')
    for (const reported of ['529.982.247-25', 'R$ 149,00', 'R$ 150,00', /^Emitido por Porteira/, /^E\d{8}/])
      await incomingPayment.getByText(reported).first().waitFor()
    await axe(page)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('button', { name: 'Imprimir ou salvar em PDF' }).isVisible(), false)
    assert.equal(await incomingPayment.isVisible(), true)
  })

  slow('is the same request again where the answer was lost', async () => {
    const owner = await ownerWith(1_000_00)
    await using visit = await visitOf(owner)
    const { page, go } = visit
    await page.addInitScript(losingAnAnswer)
    await go('/saques/novo')
    await write(page, { key: 'maria@example.com', amount: '10000' })
    await review(page)
    await send(page).click()
    await appears(page.getByText('Não sabemos se o pedido chegou'))
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await status(page, 'Pago')
    assert.equal((await cashoutsOf(owner)).length, 1)
  })

  slow('that cannot be is reported next to its fields', async () => {
    const owner = await ownerWith(500_00)
    await using visit = await visitOf(owner, { viewport: PHONE })
    const { page, go } = visit
    await go('/saques/novo')
    await write(page, { key: 'sem arroba', amount: '60000' })
    await review(page)
    const key = page.getByLabel('Chave Pix')
    assert.equal(await key.getAttribute('aria-invalid'), 'true')
    const about = await key.getAttribute('aria-describedby')
    const message = await page
      .locator(
        (about ?? '')
          .split(' ')
          .map(id => `[id="${id}"]`)
          .join(','),
      )
      .allInnerTexts()
    assert.match(message.join(' '), /Não reconhecemos esta chave/)
    await appears(page.getByText('Seu saldo disponível é R$ 495,05.'))
    await axe(page)
    await fits(page)
    assert.deepEqual(await cashoutsOf(owner), [])
  })

  slow('that the bank refuses says why, and that the money is back', async () => {
    const owner = await ownerWith(500_00)
    await using visit = await visitOf(owner)
    const { page, go } = visit
    await go('/saques/novo')
    await write(page, { key: 'recusada@example.com', amount: '20000' })
    await review(page)
    await send(page).click()
    await appears(page.getByText('Este saque não foi pago'))
    await appears(page.getByText('A conta de quem receberia não existe ou não é válida.'))
    await axe(page)
  })
})

describe('a cashout that waits', NEEDS_BROWSER, () => {
  everyday('is found under approvals, approved by another person with their words, and goes', async () => {
    const owner = await ownerWith(1_000_00)
    const colleague = await colleagueOf(owner)
    const request = { amount: 300, pixKey: 'fornecedor@example.com', pixKeyType: 'EMAIL' }
    await using own = await visitOf(owner)
    await own.go('/saques/regras')
    await own.page.getByRole('region', { name: 'Aprovação por valor' }).getByLabel('Saques acima de').fill('10000')
    await own.page.getByRole('button', { name: 'Salvar regras' }).click()
    await appears(own.page.getByText('Regras salvas.'))
    await axe(own.page)
    const { body } = await owner.call('POST', '/api/withdrawals', request)
    assert.deepEqual(body.waitsFor, ['AMOUNT'])
    await own.go('/saques')
    await own.page.getByLabel('Situação').selectOption({ label: 'Na fila ou aguardando aprovação' })
    await own.page.waitForURL(/status=PENDING/)
    await appears(own.page.getByRole('row').getByText('Aguardando aprovação', { exact: true }))
    await own.go(`/saques/${body.uuid}`)
    await status(own.page, 'Aguardando aprovação')

    await using visit = await visitOf(colleague, { viewport: PHONE })
    const { page, go } = visit
    await go('/aprovacoes')
    await axe(page)
    await fits(page)
    await page.getByRole('link', { name: 'fornecedor@example.com' }).click()
    await page.getByRole('button', { name: 'Aprovar' }).click()
    await page.getByLabel('Observação (opcional)').fill('nota 1234 conferida')
    await page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
    await status(page, 'Pago')
    await appears(page.getByText('Aprovado por você'))
    await appears(page.getByText('nota 1234 conferida'))
    await fits(page)
    await axe(page)
    await appears(own.page.getByText('Aprovado por Bia Reis'))
  })

  slow(
    'by a rule that no other member could satisfy is reported before it is saved; it is taken back by its author',
    async () => {
      const owner = await ownerWith(1_000_00)
      await using rules = await visitOf(owner)
      await rules.go('/saques/regras')
      const above = rules.page.getByRole('region', { name: 'Aprovação por valor' }).getByLabel('Saques acima de')
      await above.fill('10000')
      const save = rules.page.getByRole('button', { name: 'Salvar regras' })
      const reported = rules.page.getByRole('alert').filter({ hasText: 'Faltam pessoas para aprovar' })
      await reported.waitFor()
      assert.equal(await save.isDisabled(), true)
      await axe(rules.page)
      await reported.getByLabel('Entendo, e quero a regra mesmo assim').check()
      await save.click()
      await appears(rules.page.getByText('Regras salvas.'))
      await above.fill('20000')
      await save.click()
      await appears(rules.page.getByText('e pode confirmá-la sozinho a partir de'))
      assert.equal(await rules.page.getByRole('button', { name: 'Concordar' }).count(), 0)
      const request = { amount: 300, pixKey: 'fornecedor@example.com', pixKeyType: 'EMAIL' }
      const { body } = await owner.call('POST', '/api/withdrawals', request)
      await using visit = await visitOf(owner)
      await visit.go(`/saques/${body.uuid}`)
      await appears(visit.page.getByText('Você pediu este saque; quem aprova é outra pessoa da conta.'))
      assert.equal(await visit.page.getByRole('button', { name: 'Aprovar' }).count(), 0)
      await visit.page.getByRole('button', { name: 'Cancelar saque' }).click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Cancelar saque' }).click()
      await status(visit.page, 'Cancelado')
    },
  )
})

describe('rules that their owner may loosen alone', NEEDS_BROWSER, () => {
  it('say that people are too few only where they are', async () => {
    const owner = await register(gateway)
    const rule = { approvalAboveCents: 200_00, changesAlone: true }
    assert.equal((await owner.call('PATCH', '/api/payout-rules', rule)).status, 200)
    await using visit = await visitOf(owner)
    await visit.go('/saques/regras')
    await appears(visit.page.getByText('Faltam pessoas para aprovar'))
    await appears(visit.page.getByText(/Pessoas além de você que a regra pede: 1\. A conta tem: 0\./))
    await colleagueOf(owner)
    await visit.go('/saques/regras')
    await appears(visit.page.getByText('Hoje não faltam'))
    assert.equal(await visit.page.getByText('Faltam pessoas para aprovar').count(), 0)
    await appears(visit.page.getByRole('checkbox', { name: 'Entendo, e quero a regra mesmo assim', checked: true }))
  })
})

slowSuite('a reader', NEEDS_BROWSER, () => {
  it('sees cashouts, rules and beneficiaries, and no button that they may not use', async () => {
    const reader = await ownerWith(1_000_00)
    await reader.call('POST', '/api/withdrawals', { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' })
    await setRole(gateway, reader, 'READER')
    await using visit = await visitOf(reader)
    const { page, go } = visit
    await go('/saques')
    await page.getByRole('link', { name: 'maria@example.com' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Novo saque' }).count(), 0)
    await go('/saques/novo')
    await appears(page.getByText('Você não tem acesso a esta parte'))
    await go('/saques/favorecidos')
    await appears(page.getByText('Nenhum favorecido ainda'))
    assert.equal(await page.getByRole('button', { name: 'Novo favorecido' }).count(), 0)
    await go('/saques/regras')
    await appears(page.getByText('Só proprietários mudam estas regras.'))
    assert.equal(await page.getByRole('button', { name: 'Salvar regras' }).count(), 0)
  })
})

slowSuite('the beneficiaries', NEEDS_BROWSER, () => {
  it('are added with the type read from the key, chosen for a cashout, and removed', async () => {
    const owner = await ownerWith(1_000_00)
    await using visit = await visitOf(owner, { viewport: PHONE })
    const { page, go } = visit
    await go('/saques/favorecidos')
    await page.getByRole('button', { name: 'Novo favorecido' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Gráfica Sol')
    await dialog.getByLabel('Chave Pix').fill('+55 11 98765-4321')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await appears(page.getByText('+55 (11) 98765-4321'))
    await fits(page)
    await axe(page)
    await go('/saques/novo')
    await page.getByLabel('Favorecido').selectOption({ label: 'Gráfica Sol · +55 (11) 98765-4321' })
    assert.equal(await page.getByLabel('Chave Pix').inputValue(), '+5511987654321')
    await go('/saques/favorecidos')
    await page.getByRole('button', { name: 'Tirar Gráfica Sol da lista' }).click()
    await dialog.getByRole('button', { name: 'Tirar da lista' }).click()
    await appears(page.getByText('Nenhum favorecido ainda'))
  })
})
