// Each screen of a seller as each role sees it: what is offered is what that role may do, and no screen requests what the gateway would
// refuse.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { MAY, type RestrictedRoute } from '../../panel/src/api/may.ts'
import { ROLES } from '../access/every-route.ts'
import { join, type Person, register, setRole } from '../access/person.ts'
import { openScene, type Scene } from '../audit/scene.ts'
import { openWaitingShop } from '../cashout/approval-shop.ts'
import { REQUEST } from '../cashout/requesting.ts'
import { openTestGateway } from '../gateway.ts'
import { slowSuite, some } from '../long.ts'
import { joinByMail } from '../member/guests.ts'
import { appears, axe, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'
import { BESIDE, ELSEWHERE, type Screen, screensOf } from './roles-screens.ts'

describe('each role is offered what it may do', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let scene: Scene
  let browser: PanelBrowser
  let screens: Screen[]
  before(async () => {
    scene = await openScene(resources)
    browser = resources.use(await openPanelBrowser())
    screens = await screensOf(scene)
  })
  after(() => resources.disposeAsync())

  it('at each restricted route: on one of these screens, beside another offer, or elsewhere', () => {
    const shown = new Set<string>(screens.flatMap(([, offers]) => offers.map(([, route]) => route)))
    const others = [...Object.keys(BESIDE), ...Object.keys(ELSEWHERE)]
    assert.deepEqual(
      Object.keys(MAY).filter(route => !shown.has(route) && !others.includes(route)),
      [],
    )
    assert.deepEqual(
      others.filter(route => shown.has(route)),
      [],
      'these are on a screen: take them off the lists',
    )
    for (const [route, other] of Object.entries(BESIDE))
      assert.deepEqual(MAY[route as RestrictedRoute], MAY[other], `${route} is not for the roles of ${other}`)
  })

  for (const role of some(ROLES, 4))
    it(role, async () => {
      const { gateway, shop } = scene
      await setRole(gateway, shop.ana as Person, role)
      await using visit = await browser.visit(gateway, { reducedMotion: 'reduce' })
      const { page } = visit
      await visit.signedIn(shop.ana)
      await visit.go('/')
      await page.evaluate(`sessionStorage.setItem('porteira-account', '${shop.seller.accountId}')`)
      const refused = refusedOf(page)
      for (const [path, offers] of some(screens, 5)) {
        await visit.walk(path)
        for (const [name, route] of offers) {
          const offered = offerOf(page, name)
          const may = (MAY[route] as readonly string[]).includes(role)
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

/** Of one role, and yet not the same may be done: the gateway says who may do what, and the panel offers nothing else. */
slowSuite('each person is offered what that person may do', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  after(() => resources.disposeAsync())

  it('with a cashout that waits: its requester, who has approved, who is new, and who is none of these', async () => {
    const gateway = resources.use(await openTestGateway())
    const shop = await openWaitingShop(gateway)
    const { accountId } = shop.seller
    const dora = await register(gateway, 'Dora')
    await join(gateway, dora, accountId, 'FINANCE')
    assert.equal((await shop.rules({ approvalAboveCents: 100_00, approvalsNeeded: 2 })).status, 200)
    const guest = await joinByMail(gateway, shop.ana, { role: 'FINANCE' })
    const { body: cashout } = await shop.bia.call('POST', '/api/withdrawals', { ...REQUEST, amount: 300 })
    assert.equal((await shop.approve(shop.caio, cashout)).status, 202)
    const persons: [who: string, person: Person, offered: string[], said: RegExp | null][] = [
      ['who asked', shop.bia, ['Recusar', 'Cancelar saque'], /Você pediu este saque/],
      ['who has approved', shop.caio, ['Recusar', 'Cancelar saque'], /Você já aprovou/],
      ['who is new', guest, ['Recusar', 'Cancelar saque'], /Você pode aprovar a partir de/],
      ['another', shop.ana, ['Aprovar', 'Recusar', 'Cancelar saque'], null],
    ]
    const browser = resources.use(await openPanelBrowser())
    for (const [who, person, offered, message] of persons) {
      await using visit = await browser.visit(gateway, { reducedMotion: 'reduce' })
      await visit.signedIn(person)
      await visit.go('/')
      await visit.page.evaluate(`sessionStorage.setItem('porteira-account', '${accountId}')`)
      await visit.walk(`/saques/${cashout.uuid}`)
      await offerOf(visit.page, 'Recusar').first().waitFor()
      for (const name of ['Aprovar', 'Recusar', 'Cancelar saque'])
        assert.equal(await offerOf(visit.page, name).count(), Number(offered.includes(name)), `${who}: ${name}`)
      if (message !== null) await appears(visit.page.getByText(message))
      // What is not offered would be refused, or change nothing.
      const headers = { 'x-account-id': String(accountId) }
      if (!offered.includes('Aprovar')) {
        const { status, body } = await person.call('POST', `/api/withdrawals/${cashout.uuid}/approve`, {}, headers)
        assert.ok(status >= 400 || body.approval.votes.length === 1, `${who}: ${status}`)
      }
    }
    assert.equal((await shop.approve(shop.ana, cashout)).body.approval.outcome, 'APPROVED')
  })
})

function offerOf(page: Page, name: string | RegExp) {
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
