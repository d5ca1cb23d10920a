// The button of a payment link on a page of somebody else, in a real Chromium, under a content security policy that allows that page
// nothing but the one script.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from '../panel/browser.ts'

const SLUG = 'camiseta-azul'

describe('the button', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let browser: PanelBrowser
  let shop: { url: string }
  before(async () => {
    gateway = resources.use(await openTestGateway())
    browser = resources.use(await openPanelBrowser())
    const server = createServer((request, response) => {
      const snippet = SNIPPETS[request.url ?? ''] ?? ''
      response.setHeader('content-security-policy', `default-src 'self'; script-src ${gateway.url}`)
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(pageWith(snippet.replaceAll('BASE', gateway.url)))
    })
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    resources.defer(() => new Promise(closed => server.close(() => closed())))
    shop = { url: `http://localhost:${(server.address() as AddressInfo).port}` }
  })
  after(() => resources.disposeAsync())

  it('becomes a link to the checkout in a tab of its own, and leaves nothing else on the page', async () => {
    await using visit = await browser.visit(shop, { viewport: { width: 320, height: 640 } })
    // The page has no icon, and asks for none.
    await visit.page.goto('/none')
    const before = await visit.page.evaluate<string[]>('Object.getOwnPropertyNames(globalThis)')
    await visit.page.goto('/button')
    const link = visit.page.getByRole('link', { name: 'Pagar com Pix' })
    await link.waitFor()
    assert.deepEqual(
      await link.evaluate((a: { href: string; target: string; rel: string }) => [a.href, a.target, a.rel]),
      [`${gateway.url}/l/${SLUG}`, '_blank', 'noopener'],
    )
    assert.equal(await visit.page.locator('p > a + em').count(), 1, 'it stands where the script stood')
    assert.equal(await visit.page.locator('script').count(), 0)
    const box = await link.boundingBox()
    assert.ok((box?.height ?? 0) >= 44, `it is ${box?.height} px high`)
    const after = await visit.page.evaluate<string[]>('Object.getOwnPropertyNames(globalThis)')
    assert.deepEqual(
      after.filter(name => !before.includes(name)),
      [],
    )
    await fits(visit.page)
  })

  it('takes the seller’s words and colour, with text that can be read on it', async () => {
    await using visit = await browser.visit(shop)
    await visit.page.goto('/own')
    const link = visit.page.getByRole('link', { name: 'Quero a camiseta' })
    await link.waitFor()
    const look = (name: string) =>
      visit.page.evaluate<string>(`getComputedStyle(document.querySelector('a')).getPropertyValue('${name}')`)
    assert.deepEqual([await look('background-color'), await look('color')], ['rgb(255, 204, 0)', 'rgb(0, 0, 0)'])
  })

  it('takes the place of a link that is there for browsers without scripts, and of no other', async () => {
    await using visit = await browser.visit(shop)
    await visit.page.goto('/link')
    const links = visit.page.getByRole('link')
    await links.nth(2).waitFor()
    assert.deepEqual(await links.allTextContents(), ['Comprar', 'Outra loja', 'Pagar com Pix'])
    const targets = await visit.page.evaluate<string[]>(`[...document.links].map(link => link.target)`)
    assert.deepEqual(targets, ['_blank', '', '_blank'])
  })

  it('makes nothing of a name that is none', async () => {
    await using visit = await browser.visit(shop)
    await visit.page.goto('/evil')
    await visit.page.waitForLoadState('load')
    assert.equal(await visit.page.getByRole('link').count(), 0)
  })
})

const script = (more: string, slug = SLUG) => `<script src="BASE/botao.js" data-link="${slug}" ${more} async></script>`

const SNIPPETS: Record<string, string> = {
  '/button': script(''),
  '/own': script('data-text="Quero a camiseta" data-color="#ffcc00"'),
  '/link': `<a href="BASE/l/${SLUG}">Comprar</a>${script('')}<a href="https://loja.example/">Outra loja</a>${script('')}`,
  '/evil': ['../entrar', 'javascript:alert(1)', '//evil.example', '', 'x"><img src=x>']
    .map(slug => script('', slug))
    .join(''),
}

const pageWith = (snippet: string) => `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><link rel="icon" href="/none"><title>Loja</title></head>
<body><p>${snippet}<em>depois</em></p></body></html>`
