// The panel without a mouse: in, to a sale, its refund, and out, where every stop of the way is seen; and without movement, for people
// whose device requests that.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../access/person.ts'
import { sold } from '../dispute/disputing.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { until } from '../until.ts'
import { appears, NEEDS_BROWSER, type PanelBrowser, PHONE } from './browser.ts'
import { openPanelScene, type PanelScene } from './scene.ts'
import { button, heading, visitOf } from './steps.ts'

/** More than any page has. */
const MAX_STOPS = 60
const MAX_ITEMS = 6

describe('without a mouse', NEEDS_BROWSER, () => {
  let scene: PanelScene
  let gateway: TestGateway
  let browser: PanelBrowser
  let ana: Person
  let shop: Seller
  before(async () => {
    scene = await openPanelScene()
    ;({ gateway, browser } = scene)
    ;({ person: ana, seller: shop } = await scene.shopOf())
  })
  after(() => scene[Symbol.asyncDispose]())

  everyday('one signs in, finds a sale, refunds it and signs out, and sees at each stop where one is', async () => {
    await sold(gateway, shop, 500_00, { customer: { name: 'Outra Pessoa' } })
    const sale = await sold(gateway, shop, 80_00, { customer: { name: 'Maria Silva' } })
    await using visit = await browser.visit(gateway, { reducedMotion: 'reduce' })
    const { page } = visit
    const keys = page.keyboard
    await visit.go('/entrar')
    await tabTo(page, 'E-mail')
    await keys.type(ana.email)
    await tabTo(page, 'Senha')
    await keys.type(ana.password)
    await keys.press('Enter')
    await heading(page, 'Olá, Ana')

    await page.reload()
    await heading(page, 'Olá, Ana')
    await keys.press('Tab')
    assert.equal((await stop(page)).name, 'Ir para o conteúdo')
    await keys.press('Enter')
    assert.equal(await page.evaluate('document.activeElement?.localName'), 'main')
    await tabTo(page, 'Vendas')
    await keys.press('Enter')
    await heading(page, 'Vendas')
    await isOn(page, 'Vendas')
    await tabTo(page, 'Buscar')
    await keys.type('maria')
    await page.waitForURL('**/vendas?q=maria')
    await page.getByRole('link', { name: 'Outra Pessoa' }).waitFor({ state: 'detached' })
    await tabTo(page, 'Maria Silva')
    await keys.press('Enter')
    await heading(page, `Venda ${sale.id}`)
    await isOn(page, `Venda ${sale.id}`)

    await tabTo(page, 'Reembolsar')
    await keys.press('Enter')
    await isOn(page, 'Quanto reembolsar')
    await keys.press('Escape')
    await isOn(page, 'Reembolsar')
    await keys.press('Enter')
    await isOn(page, 'Quanto reembolsar')
    await keys.type('3000')
    await tabTo(page, 'Reembolsar')
    await keys.press('Enter')
    await appears(page.getByText('Reembolso pedido'))
    await isOn(page, /^(Reembolsar|Venda \d+)$/)

    await tabTo(page, /Sua conta: Ana Souza$/)
    await keys.press('Enter')
    await page.getByRole('menu').waitFor()
    for (let n = 0; n < MAX_ITEMS && (await now(page)).name !== 'Sair'; n++) await keys.press('ArrowDown')
    await isOn(page, 'Sair')
    await keys.press('Enter')
    await heading(page, 'Entrar')
  })

  slow('one goes round in a dialog, and the page behind it stays where it is', async () => {
    await using visit = await visitOf(browser, gateway, ana)
    const { page } = visit
    await visit.go('/integracoes/chaves')
    await button(page, 'Criar chave').first().focus()
    await page.keyboard.press('Enter')
    await isOn(page, 'Nome')
    for (let n = 0; n < 12; n++) {
      await page.keyboard.press(n < 6 ? 'Tab' : 'Shift+Tab')
      assert.equal(await page.evaluate("document.activeElement?.closest('[role=dialog]') !== null"), true)
      await stop(page)
    }
    await page.keyboard.press('Escape')
    await isOn(page, 'Criar chave')
  })

  slow('nothing moves for a person who wants no movement, in dialogs, menus and messages', async () => {
    await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE })
    const { page } = visit
    await visit.go('/integracoes/chaves')
    const isStill = async () =>
      assert.deepEqual(await page.evaluate('document.getAnimations().map(({ effect }) => effect.target.outerHTML)'), [])
    await button(page, 'Abrir o menu').click()
    await page.getByRole('dialog').waitFor()
    await isStill()
    await page.keyboard.press('Escape')
    await button(page, 'Criar chave').first().click()
    await page.getByRole('dialog').waitFor()
    await isStill()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Ana Souza/ }).click()
    await page.getByRole('menu').waitFor()
    await isStill()
  })
})

interface Stop {
  name: string
  isSeen: boolean
}

const now = (page: Page): Promise<Stop> =>
  page.evaluate<Stop>(`(() => {
    const at = document.activeElement
    const labels = [...(at.labels ?? [])]
    const name = at.localName === 'body' ? '' : (at.ariaLabel || labels.map(label => label.innerText).join(' ') || at.innerText || '')
    // What is drawn in the place of a box or around a field has the outline in its stead.
    const around = [at, at.nextElementSibling, ...labels, at.closest('.mantine-PasswordInput-input')]
    // The link of a row has it around the whole row.
    const isSeen = element => [undefined, '::after'].some(part => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    return {
      name: name.replace(/ \\*$/, '').replace(/\\s+/g, ' ').trim(),
      // Its own button for a calendar is the browser's, and has the browser's outline.
      isSeen: ['body', 'h1', 'main'].includes(at.localName) || at.type === 'date' || around.some(element => element && isSeen(element)),
    }
  })()`)

/** Where the keyboard is, which has to be seen. */
async function stop(page: Page): Promise<Stop> {
  const at = await now(page)
  assert.ok(at.isSeen, `one does not see that the keyboard is on "${at.name}"`)
  return at
}

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let n = 0; n < MAX_STOPS; n++) {
    await page.keyboard.press('Tab')
    const at = await stop(page)
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return
    passed.push(at.name)
  }
  assert.fail(`the keyboard does not come to "${name}", but to ${passed.join(', ')}`)
}

/** The focus follows what has changed, a moment later. */
async function isOn(page: Page, name: string | RegExp): Promise<void> {
  const isThere = async () => {
    const at = await now(page)
    return (typeof name === 'string' ? at.name === name : name.test(at.name)) || null
  }
  await until(isThere, `the keyboard to be on ${name}`)
  await stop(page)
}
