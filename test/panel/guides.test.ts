// Each page of the panel leads to its part of the guides, and each part is there.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { GUIDE_NAMES, GUIDES, LANGUAGES } from '#http/guides/catalogue.ts'
import { GUIDE_OF } from '../../panel/src/ui/navigation/guide-map.ts'
import { register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, PHONE } from './browser.ts'
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
async function linksOf(page: string): Promise<string[]> {
  const html = await (await get(page)).text()
  const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
  return [...new Set(hrefs)].filter(href => /^(?:#|\/docs\/(?:en|pt)(?:\/|$))/.test(href))
}

interface Described {
  tags: { name: string }[]
  paths: Record<string, object>
}

interface Collection {
  info: { schema: string }
  variable: { key: string; value: string }[]
  item: {
    name: string
    item: {
      name: string
      request: { method: string; url: { raw: string; path: string[] }; body?: { raw: string } }
      response: object[]
    }[]
  }[]
}

describe('GET /docs', () => {
  it('has every part that a page of the panel leads to', async () => {
    const wanted = new Set<string>(Object.values(GUIDE_OF))
    assert.ok(wanted.size > 20)
    assert.ok(wanted.has('legal-requests#recording-a-request'))
    for (const language of ['pt', 'en'])
      for (const guide of GUIDE_NAMES) {
        const html = await (await get(`/docs/${language}/${guide}`)).text()
        for (const part of wanted) {
          const [name, anchor] = part.split('#')
          if (name === guide) assert.match(html, new RegExp(`<h[1-4] id="${anchor}">`), `${language} ${part}`)
        }
      }
  })

  it('leads from guide to guide and within one, and nowhere that is not there', async () => {
    const pages = new Map<string, string>()
    for (const language of LANGUAGES)
      for (const guide of GUIDE_NAMES)
        for (const href of await linksOf(`/docs/${language}/${guide}`)) {
          const [path = '', anchor] = new URL(href, `${gateway.url}/docs/${language}/${guide}`).href
            .slice(gateway.url.length)
            .split('#')
          assert.match(path, /^\/docs\/(?:pt|en)(?:\/[a-z-]+)?$/, href)
          const target = pages.get(path) ?? (await (await get(path)).text())
          pages.set(path, target)
          assert.ok(anchor === undefined || target.includes(`id="${anchor}"`), `${language} ${guide}: ${href}`)
        }
  })

  it('has every guide of the repository, in its lists, its search and the texts for programs', async () => {
    const files = globSync('*.md', { cwd: join(import.meta.dirname, '../../docs/guides') })
    assert.deepEqual(files.map(file => file.slice(0, -'.md'.length)).toSorted(), GUIDE_NAMES.toSorted())
    const textOf = async (path: string) => (await get(path)).text()
    const [short, whole] = [await textOf('/llms.txt'), await textOf('/llms-full.txt')]
    for (const name of GUIDE_NAMES) {
      assert.ok(short.includes(`- [${GUIDES[name].en.title}](${gateway.url}/docs/en/${name}.md): `), name)
      assert.ok(whole.includes((await textOf(`/docs/en/${name}.md`)).trim()), name)
      for (const language of LANGUAGES) {
        const links = (await textOf(`/docs/${language}`)).split(`href="/docs/${language}/${name}"`).length - 1
        assert.equal(links, 3, `${language} ${name}: two menus, for narrow and for wide, and a card`)
      }
    }
    const finds = async (search: string, address: string) =>
      assert.ok((await textOf(`/docs/${search}`)).includes(`href="/docs/${address}"`), search)
    await finds('en/search?q=point+in+time', 'en/backup#point-in-time')
    await finds('pt/search?q=primario+se+perde', 'pt/several-hosts#when-the-primary-is-lost')
    await finds('pt/search?q=conferir+um+arquivo', 'pt/legal-requests#verifying-an-archive')
  })

  it('is a page whose policy allows its own style and the scripts of the gateway, and no other', async () => {
    const answer = await get('/docs/pt/integrate')
    const html = await answer.text()
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; (?:script-src 'self'; connect-src 'self'; )?style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    )
    assert.doesNotMatch(html, /<script(?! src="\/assets\/manual\/site-\w+\.js"><)|javascript:|\son\w+=|style="/i)
  })

  it('speaks Portuguese, unless the browser would rather have English', async () => {
    const placeFor = async (path: string, language?: string) => {
      const headers = language === undefined ? {} : { 'accept-language': language }
      const answer = await fetch(gateway.url + path, { redirect: 'manual', headers })
      assert.equal(answer.headers.get('vary'), 'accept-language')
      return answer.headers.get('location')
    }
    assert.equal(await placeFor('/docs'), '/docs/pt')
    assert.equal(await placeFor('/docs', 'en-GB,en;q=0.9,pt;q=0.5'), '/docs/en')
    assert.equal(await placeFor('/docs/integrate', 'pt-BR,en;q=0.5'), '/docs/pt/integrate')
    assert.equal(await placeFor('/docs/integrate', 'fr, en;q=0.1'), '/docs/en/integrate')
    assert.equal(await placeFor('/docs', ';;q=x,,'), '/docs/pt')
    const html = await (await get('/docs/pt/integrate')).text()
    assert.match(html, /<html lang="pt-BR">/)
    assert.match(html, /<link rel="alternate" hreflang="en" href="\/docs\/en\/integrate">/)
  })

  it('finds sections without regard to accents and case, and operations of the API', async () => {
    const found = async (path: string) => (await get(path)).text()
    assert.match(await found('/docs/en/search?q=SENDING+TWÍCE'), /href="\/docs\/en\/integrate#sending-twice"/)
    assert.match(await found('/docs/pt/search?q=simulate-payment'), /href="\/docs\/reference#tag\/sales\/POST/)
    assert.match(await found('/docs/pt/search?q=zzzz%3Cb%3E'), /Nada encontrado para “zzzz&lt;b&gt;”/)
    assert.match(await found('/docs/en/search'), /Type one or more words/)
    const tooLong = await get(`/docs/en/search?q=${'x'.repeat(101)}`)
    assert.equal(tooLong.status, 400)
    assert.match(await tooLong.text(), /\bq\b/)
  })

  it('is text for language models, and a collection for Postman', async () => {
    const short = await (await get('/llms.txt')).text()
    assert.ok(short.startsWith('# Porteira\n\n> '))
    assert.ok(short.includes(`(${gateway.url}/docs/en/integrate.md)`))
    const markdown = await get('/docs/en/integrate.md')
    assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/)
    const whole = await (await get('/llms-full.txt')).text()
    assert.ok(whole.includes((await markdown.text()).trim()))
    assert.match(whole, /## createSale: POST \/api\/transactions\n/)
    const collection: Collection = (await (await get('/docs/porteira.postman_collection.json')).json()) as Collection
    assert.match(collection.info.schema, /collection\/v2\.1\.0/)
    const document: Described = (await (await get('/openapi.json')).json()) as Described
    assert.deepEqual(
      collection.item.map(one => one.name),
      document.tags.map(one => one.name),
    )
    const requests = collection.item.flatMap(folder => folder.item)
    assert.equal(requests.length, Object.values(document.paths).flatMap(one => Object.keys(one as object)).length)
    for (const { name, request, response } of requests) {
      assert.ok(name !== '' && request.method !== '', name)
      assert.equal(request.url.raw, `{{baseUrl}}/${request.url.path.join('/')}`)
      assert.ok(response.length > 0, name)
      if (request.body !== undefined) JSON.parse(request.body.raw)
    }
    assert.deepEqual(
      collection.variable.map(one => [one.key, one.value]),
      [
        ['baseUrl', gateway.url],
        ['publicKey', ''],
        ['privateKey', ''],
      ],
    )
  })

  it('gives nothing but the guides: 404', async () => {
    for (const path of [
      ...[
        '/docs/none',
        '/docs/fr/integrate',
        '/docs/en/none',
        '/docs/en/none.md',
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
    await visit.page.getByRole('link', { name: 'Guia desta página (abre em outra aba)', exact: true }).click()
    const guide = await opened
    await guide.locator('h2#a-cashout').waitFor()
    assert.match(guide.url(), /\/docs\/pt\/integrate#a-cashout$/)
    await fits(guide)
    await axe(guide)
    await guide.emulateMedia({ colorScheme: 'dark' })
    await axe(guide)
  })

  it('opens it in the language of the panel, whatever the browser asks for', async () => {
    const ana = await register(gateway)
    await using visit = await visitOf(browser, gateway, ana)
    await visit.page.addInitScript("localStorage.setItem('porteira-language', 'en')")
    await visit.go('/saques/novo')
    const opened = visit.page.waitForEvent('popup')
    await visit.page.getByRole('link', { name: /^Guide to this page/ }).click()
    const guide = await opened
    await guide.locator('h2#a-cashout').waitFor()
    assert.match(guide.url(), /\/docs\/en\/integrate#a-cashout$/)
  })
})

describe('the reference', NEEDS_BROWSER, () => {
  it('opens under its policy, reaches no other host, and tries a request with the keys of a pair that is made there', async () => {
    const ana = await register(gateway)
    await using visit = await visitOf(browser, gateway, ana)
    const { page } = visit
    const outside: string[] = []
    page.on('request', request => {
      if (!request.url().startsWith(gateway.url)) outside.push(request.url())
    })
    await page.goto('/docs/reference')
    await appears(page.getByText('Os exemplos usam a sua chave pública de teste.'))
    await page.getByRole('heading', { name: 'Sales' }).first().waitFor()
    await page.getByRole('button', { name: 'Criar um par de teste para estas páginas' }).click()
    await appears(page.getByText('Os exemplos e o teste usam um par'))
    const kept = await page.evaluate<string>("sessionStorage.getItem('porteira-docs-pair')")
    const { publicKey } = JSON.parse(kept)
    assert.match(publicKey, /^pk_test_/)
    await page.goto('/docs/reference#tag/sales/POST/api/transactions')
    await page.reload()
    // The library draws what comes into view.
    await appears(page.getByRole('button', { name: /Test Request/ }).first())
    const shown = () => page.evaluate<string>("document.querySelector('#reference').textContent")
    await until(
      async () => (await shown()).includes(`X-Api-Public-Key: ${publicKey}`) || null,
      'the samples with the keys of the pair',
    )
    assert.doesNotMatch(await shown(), /YOUR_P/)

    await page.goto('/docs/reference#tag/balance/GET/api/public/balance')
    await page.reload()
    await page.getByRole('button', { name: /Test Request \(get \/api\/public\/balance\)/i }).click()
    const answered = page.waitForResponse(answer => answer.url() === `${gateway.url}/api/public/balance`)
    await page.getByRole('button', { name: /^Send/ }).first().click()
    const answer = await answered
    assert.equal(answer.status(), 200)
    assert.equal((await answer.request().allHeaders())['x-api-public-key'], publicKey)
    await appears(page.getByText('200 OK').first())
    assert.deepEqual(
      outside.filter(url => !url.startsWith('data:')),
      [],
    )
    await fits(page)
  })
})
