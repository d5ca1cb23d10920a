// Each screen of a seller as each role sees it: what is offered is what that role may do, and no screen asks the gateway for what
// it would refuse.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Door, MAY } from '../../panel/src/api/may.ts'
import { ROLES } from '../access/doors.ts'
import { type Person, setRole } from '../access/person.ts'
import { furnish } from '../access/things.ts'
import { openScene, type Scene } from '../audit/scene.ts'
import { some } from '../long.ts'
import { axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'

type Offer = [name: string, door: Door]

describe('each role is offered what it may do', NEEDS_BROWSER, () => {
  const parts = new AsyncDisposableStack()
  let scene: Scene
  let browser: PanelBrowser
  let screens: [path: string, offers: Offer[]][]
  before(async () => {
    scene = await openScene(parts)
    await furnish(scene)
    browser = parts.use(await openPanelBrowser())
    const { shop, receiver } = scene
    const hook = await shop.ana.call('POST', '/api/webhook', { webhookUrl: receiver.url, events: ['sale.paid'] })
    const test = await shop.ana.call('POST', `/api/webhook/${hook.body.id}/test`)
    assert.equal(test.status, 202, test.text)
    const sale = (await scene.sale()).replace('/api/sales', '/vendas')
    const open = `/vendas/${(await shop.seller.sell(5_00)).uuid}`
    const waiting = `/saques${await scene.waiting()}`
    screens = [
      ['/vendas', [['Cobrar', 'POST /api/sales']]],
      // Not the first one: the visit begins there, in whichever account comes first.
      [
        '/',
        [
          ['Cobrar', 'POST /api/sales'],
          ['Sacar', 'POST /api/withdrawals'],
        ],
      ],
      [sale, [['Reembolsar', 'POST /api/sales/:id/refunds']]],
      [
        open,
        [
          ['Cancelar venda', 'POST /api/sales/:id/cancel'],
          ['Simular pagamento', 'POST /api/sales/:id/simulate-payment'],
        ],
      ],
      ['/saques', [['Novo saque', 'POST /api/withdrawals']]],
      [
        waiting,
        [
          ['Aprovar', 'POST /api/withdrawals/:id/approve'],
          ['Recusar', 'POST /api/withdrawals/:id/reject'],
          ['Cancelar saque', 'POST /api/withdrawals/:id/cancel'],
        ],
      ],
      ['/saques/favorecidos', [['Novo favorecido', 'POST /api/beneficiaries']]],
      ['/saques/regras', [['Salvar regras', 'PATCH /api/payout-rules']]],
      ['/aprovacoes', []],
      ['/extrato', []],
      [
        '/integracoes',
        [
          ['Chaves', 'GET /api/credentials'],
          ['IPs permitidos', 'GET /api/allowed-ips'],
        ],
      ],
      ['/integracoes/webhooks', [['Novo webhook', 'POST /api/webhook']]],
      [
        `/integracoes/webhooks/${hook.body.id}`,
        [
          ['Enviar teste', 'POST /api/webhook/:id/test'],
          ['Editar', 'PUT /api/webhook/:id'],
          ['Excluir', 'DELETE /api/webhook/:id'],
          ['Trocar o segredo', 'POST /api/webhook/:id/rotate-secret'],
          ['Reenviar as que falharam', 'POST /api/webhook/:id/resend-failed'],
        ],
      ],
      [
        `/integracoes/webhooks/${hook.body.id}/entregas/${test.body.id}`,
        [['Reenviar', 'POST /api/webhook/deliveries/:id/resend']],
      ],
      ['/contestacoes', []],
      [`/contestacoes${await scene.dispute()}`, [['Enviar defesa', 'POST /api/disputes/:id/defence']]],
      ['/configuracoes', [['Salvar alterações', 'PATCH /api/account']]],
      ['/equipe', [['Convidar', 'POST /api/members/invitations']]],
      ['/equipe/atividade', []],
    ]
  })
  after(() => parts.disposeAsync())

  for (const role of some(ROLES, 3))
    it(role, async () => {
      const { house, shop } = scene
      await setRole(house, shop.ana as Person, role)
      await using visit = await browser.visit(house, { reducedMotion: 'reduce' })
      const { page } = visit
      await visit.signedIn(shop.ana)
      await visit.go('/')
      await page.evaluate(`sessionStorage.setItem('porteira-account', '${shop.seller.accountId}')`)
      const refused = refusedOf(page)
      for (const [path, offers] of screens) {
        await visit.walk(path)
        for (const [name, door] of offers) {
          const offered = offerOf(page, name)
          const may = (MAY[door] as readonly string[]).includes(role)
          if (may) await offered.first().waitFor()
          else assert.equal(await offered.count(), 0, `${role} at ${path}: ${name}`)
        }
        assert.deepEqual(refused, [], `${role} at ${path}`)
      }
      const isDenied = !(MAY['POST /api/webhook'] as readonly string[]).includes(role)
      await visit.walk('/integracoes/webhooks/novo')
      assert.equal(await page.getByText('Você não tem acesso a esta parte').count(), isDenied ? 1 : 0)
      await axe(page)
    })
})

function offerOf(page: Page, name: string) {
  const main = page.locator('main')
  return main.getByRole('button', { name, exact: true }).or(main.getByRole('link', { name, exact: true }))
}

/** What the gateway has refused the page. */
function refusedOf(page: Page): string[] {
  const refused: string[] = []
  page.on('response', answer => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`)
  })
  return refused
}
