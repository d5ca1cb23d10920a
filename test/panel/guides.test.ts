// Each page of the panel leads to its part of the guides, and each part is there.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { GUIDE_OF } from '../../panel/src/ui/navigation/guide-map.ts'
import { register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
import { visitOf } from './steps.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let browser: PanelBrowser
before(async () => {
  gateway = resources.use(await openTestGateway())
  if (!NEEDS_BROWSER.skip) browser = resources.use(await openPanelBrowser())
})
after(() => resources.disposeAsync())

const get = (path: string) => fetch(gateway.url + path, { redirect: 'manual' })

/** But for those to the panel and to other sites. */
async function linksOf(guide: string): Promise<string[]> {
  const html = await (await get(`/docs/${guide}`)).text()
  const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
  return [...new Set(hrefs)].filter(href => href !== '/' && !href.startsWith('https://'))
}

describe('GET /docs', () => {
  it('has every part that a page of the panel leads to', async () => {
    const wanted = new Set<string>(Object.values(GUIDE_OF))
    assert.ok(wanted.size > 20)
    for (const guide of ['integrate', 'checkout', 'notifications', 'operate']) {
      const html = await (await get(`/docs/${guide}`)).text()
      for (const part of wanted) {
        const [name, anchor] = part.split('#')
        if (name === guide) assert.match(html, new RegExp(`<h[1-4] id="${anchor}">`), part)
      }
    }
  })

  it('leads from guide to guide and within one, and nowhere that is not there', async () => {
    for (const guide of ['integrate', 'checkout', 'notifications', 'operate', 'sandbox-bank'])
      for (const href of await linksOf(guide)) {
        const [path, anchor] = new URL(href, `${gateway.url}/docs/${guide}`).href.slice(gateway.url.length).split('#')
        assert.match(path ?? '', /^\/docs\/[a-z-]+$/, href)
        const target = await (await get(path ?? '')).text()
        assert.ok(anchor === undefined || target.includes(`id="${anchor}"`), `${guide}: ${href}`)
      }
  })

  it('is a page without scripts, whose policy allows its own style alone', async () => {
    const answer = await get('/docs/integrate')
    const html = await answer.text()
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    assert.doesNotMatch(html, /<script|javascript:|\son\w+=|style="/i)
    assert.equal((await get('/docs')).headers.get('location'), '/docs/integrate')
  })

  it('gives nothing but the guides: 404', async () => {
    for (const path of [
      ...[
        '/docs/none',
        '/docs/',
        '/docs/integrate.md',
        '/docs/..%2fdecisions%2fREADME',
        '/docs/%2e%2e%2f%2e%2e%2fpackage',
      ],
      ...[
        '/docs/constructor',
        '/docs/__proto__',

        '/docs/integrate%00',
        '/docs/x/y',
      ],
    ]) {
      const answer = await fetch(gateway.url + path, { headers: { accept: 'text/html' } })
      assert.ok([400, 404].includes(answer.status), `${path} ${answer.status}`)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, path)
    }
    assert.equal((await fetch(`${gateway.url}/docs/integrate`, { method: 'POST' })).status, 404)
  })
})

describe('a page of the panel', NEEDS_BROWSER, () => {
  it('opens its part of the guides in another tab', async () => {
    const ana = await register(gateway)
    await using visit = await visitOf(browser, gateway, ana, { viewport: PHONE })
    await visit.go('/saques/novo')
    await fits(visit.page)
    await axe(visit.page)
    const opened = visit.page.waitForEvent('popup')
    await visit.page.getByRole('link', { name: /^Guia desta página/ }).click()
    const guide = await opened
    await guide.getByRole('heading', { name: 'A cashout', exact: true }).waitFor()
    assert.match(guide.url(), /\/docs\/integrate#a-cashout$/)
    await fits(guide)
    await axe(guide)
    await guide.emulateMedia({ colorScheme: 'dark' })
    await axe(guide)
  })
})
