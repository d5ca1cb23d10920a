// A cashout that does not end, on the pages of its account: what happened, where the money is, what the system does next, what a person can
// do, and that it must not be paid again. And a gateway that cannot send or receive now says so before somebody asks it to.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { insertAnomaly } from '#cashout/anomaly/store.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { until } from '../until.ts'
import { eventOf } from './as-operator.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { button, visitOf } from './steps.ts'

/** No lookup happens by itself for an hour. */
const ENV = { PSP_LOOKUP_WAITS_MS: '3600000', SWEEP_EVERY_MS: '3600000' }
const ENGLISH = { locale: 'en-US', viewport: PHONE, colorScheme: 'dark' } as const

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
let olga: Person
let ana: Person
let shop: Seller

before(async () => {
  if (NEEDS_BROWSER.skip) return
  gateway = resources.use(await openTestGateway({ env: ENV }))
  browser = resources.use(await openPanelBrowser())
  olga = await registerOperator(gateway)
  ana = await register(gateway)
  shop = await sellerOf(gateway, ana)
  const sale = await shop.sell(5_000_00)
  await gateway.pay(sale.pixKey)
  await shop.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
})
after(() => resources.disposeAsync())

async function cashOut(pixKey: string): Promise<string> {
  const request = { amount: 100, pixKey, pixKeyType: 'EMAIL' }
  const { status, body } = await shop.api('POST', '/api/public/cashout', request)
  assert.equal(status, 201)
  return body.uuid
}

const read = async (uuid: string) => (await ana.call('GET', `/api/withdrawals/${uuid}`)).body
const cashoutReaches = (uuid: string, status: string) => shop.reaches(`/api/public/cashout/${uuid}`, status)

const switchPsp = async (change: object) => {
  const { status, text } = await olga.call('PATCH', '/api/admin/psp/accounts/1', change)
  assert.equal(status, 200, text)
}
const recovery = async (verb: 'enter' | 'resume') => {
  const body = { reason: 'Um ensaio', ...(verb === 'resume' && { force: true }) }
  const { status, text } = await olga.call('POST', `/api/admin/recovery/${verb}`, body)
  assert.equal(status, 202, text)
}

describe('what an account reads of a cashout that does not end', NEEDS_BROWSER, () => {
  slow(
    'nothing has left while the provider is off; home and the form say that before, and it goes on by itself',
    async () => {
      await using visit = await visitOf(browser, gateway, ana)
      const { page, go } = visit
      await go('/')
      await appears(page.getByText('Nada espera por você agora.'))
      await switchPsp({ payOutEnabled: false })
      await go('/')
      await appears(page.getByText('O provedor que paga está desligado.'))
      assert.equal(await page.getByText('Nada espera por você agora.').count(), 0)
      await go('/saques/novo')
      await appears(page.getByRole('note').getByText('Novos saques são aceitos, ficam na fila'))
      await axe(page)

      const uuid = await cashOut('maria@example.com')
      assert.deepEqual((await read(uuid)).progress, {
        step: 'QUEUED',
        stoppedBy: 'PSP_OFF',
        dueAt: (await read(uuid)).progress.dueAt,
        undecided: false,
      })
      await go(`/saques/${uuid}`)
      const happened = eventOf(page, 'O que aconteceu').first()
      await appears(happened.getByText('nada dele saiu do gateway ainda. O provedor que paga está desligado.'))
      assert.match(await eventOf(page, 'O dinheiro').innerText(), /R\$\s100,00 estão bloqueados no seu saldo/)
      assert.match(await eventOf(page, 'O que o sistema faz').innerText(), /segue sozinho quando a operação religar/)
      assert.match(await eventOf(page, 'O que você pode fazer').innerText(), /^Não pague de novo\. .*cancele-o antes/)
      await appears(button(page, 'Cancelar saque'))
      await axe(page)
      await fits(page)

      await switchPsp({ payOutEnabled: true })
      await cashoutReaches(uuid, 'COMPLETED')
      await go(`/saques/${uuid}`)
      await appears(page.getByRole('status').getByText('Pago', { exact: true }))
      assert.equal(await page.getByText('Não pague de novo.').count(), 0)
      await assertBooks(gateway)
    },
  )

  everyday('one that the bank does not confirm has been sent, is held, and cannot be cancelled', async () => {
    const uuid = await cashOut('semsaldo@example.com')
    await until(async () => (await read(uuid)).progress.step === 'UNKNOWN' || null, 'the answer')
    await using visit = await visitOf(browser, gateway, ana, ENGLISH)
    const { page, go } = visit
    await go(`/saques/${uuid}`)
    await appears(eventOf(page, 'What happened').first().getByText('the bank does not confirm what it did with it'))
    assert.match(await eventOf(page, 'The money').innerText(), /R\$100\.00 is blocked in your balance, fee included/)
    assert.match(await eventOf(page, 'What the system does').innerText(), /^The bank is asked in /)
    const you = await eventOf(page, 'What you can do').innerText()
    assert.match(you, /^Do not pay again\. It may still be paid, and cannot be cancelled/)
    assert.equal(await button(page, 'Cancel cashout').count(), 0)
    await axe(page)
    await fits(page)
  })

  slow('in recovery it is not said that nothing has left, and to cancel is not offered', async () => {
    await switchPsp({ payOutEnabled: false })
    const uuid = await cashOut('joana@example.com')
    await recovery('enter')
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    await go(`/saques/${uuid}`)
    const happened = eventOf(page, 'O que aconteceu').first()
    await appears(happened.getByText('O saque foi aceito. O gateway está conferindo com o banco o que já foi pago'))
    assert.doesNotMatch(await happened.innerText(), /nada dele saiu/)
    assert.match(await eventOf(page, 'O que você pode fazer').innerText(), /Não pague de novo\. .*ou já foi/)
    assert.equal(await button(page, 'Cancelar saque').count(), 0)
    assert.equal((await ana.call('POST', `/api/withdrawals/${uuid}/cancel`)).status, 503)
    await go('/')
    await appears(page.getByText('O gateway está conferindo com os bancos o que já foi pago.'))
    await switchPsp({ payOutEnabled: true })
    await recovery('resume')
    await cashoutReaches(uuid, 'COMPLETED')
  })

  slow('while the provider for Pix is off, home offers no charge and says why', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page, go } = visit
    const charge = page.getByRole('main').getByRole('link', { name: 'Cobrar', exact: true })
    await go('/')
    await appears(charge)
    await switchPsp({ payInEnabled: false })
    assert.equal((await ana.call('POST', '/api/sales', { amount: 1_000 })).status, 422)
    await go('/')
    await appears(page.getByText('O provedor que recebe por Pix está desligado.'))
    assert.equal(await charge.count(), 0)
    await go('/vendas/nova')
    await appears(page.getByText('O provedor que recebe por Pix está desligado.'))
    await switchPsp({ payInEnabled: true })
    assert.equal((await ana.call('POST', '/api/sales', { amount: 1_000 })).status, 201)
    await go('/')
    await appears(charge)
  })

  slow('one whose end the bank contradicts must not be paid again before the operator has decided', async () => {
    const uuid = await cashOut('rita@example.com')
    await cashoutReaches(uuid, 'COMPLETED')
    const { id } = await read(uuid)
    const key = { accountId: ana.accountId, id: BigInt(id) }
    const found = { ...key, kind: 'FAILED_AFTER_PAID', pspAccountId: 1, ours: {}, theirs: {} } as const
    await gateway.db.transaction(tx => insertAnomaly(tx, found, new Date()))
    await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE })
    const { page, go } = visit
    await go(`/saques/${uuid}`)
    const happened = eventOf(page, 'O que aconteceu').first()
    await appears(happened.getByText('O saque consta como pago, mas o banco disse outra coisa depois.'))
    assert.match(await eventOf(page, 'O que o sistema faz').innerText(), /a operação confere com o banco e decide/)
    assert.match(await eventOf(page, 'O que você pode fazer').innerText(), /^Não pague de novo\. .*Espere a decisão/)
    await fits(page)
  })
})
