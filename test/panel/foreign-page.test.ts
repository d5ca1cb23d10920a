// A foreign page in a browser that is signed in here, in a real Chromium: at another port of this machine, which is the same site for the
// browser's cookies, and under another name, which is another site. It tries everything that a page can.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { changedSince, digestWhenIdle } from '../access/digest.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { NEEDS_BROWSER, openPanelBrowser, type PanelBrowser } from './browser.ts'

const HTML = { accept: 'text/html' }

describe('a foreign page', NEEDS_BROWSER, () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let ana: Person
  let browser: PanelBrowser
  let port: number
  before(async () => {
    gateway = resources.use(await openTestGateway())
    // Owner and operator at once.
    ana = await registerOperator(gateway)
    assert.equal((await ana.call('GET', '/api/balance')).status, 200)
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end('<!doctype html><title>evil</title><body>')
    })
    await new Promise<void>(listening => server.listen(0, '0.0.0.0', listening))
    resources.defer(() => new Promise(closed => server.close(() => closed())))
    port = (server.address() as AddressInfo).port
    browser = resources.use(await openPanelBrowser())
  })
  after(() => resources.disposeAsync())

  /** In the foreign page, in the browser of a user who is signed in; its complaints are what we want. */
  async function onForeignPage(host: string, work: (page: Page) => Promise<void>): Promise<void> {
    const visit = await browser.visit(gateway)
    await visit.signedIn(ana)
    await visit.page.goto(`http://${host}:${port}/`)
    await work(visit.page)
    await visit.page.context().close()
  }

  const BODIES: [path: string, body: object][] = [
    ['/api/credentials', { name: 'mallory' }],
    ['/api/members/invitations', { email: 'mallory@example.com', role: 'OWNER' }],
    ['/api/auth/sessions/end-others', {}],
    ['/api/auth/sign-out', {}],
    ['/api/admin/recovery/enter', { reason: 'just so' }],
  ]

  for (const host of ['127.0.0.1', 'localhost'])
    describe(`at ${host}`, () => {
      it('changes nothing by forms', async () => {
        const before = await digestWhenIdle(gateway.db)
        for (const [path, body] of BODIES)
          for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
            await onForeignPage(host, async page => {
              const answered = page.waitForResponse(answer => answer.url() === gateway.url + path)
              const form = { action: gateway.url + path, type, body: JSON.stringify(body) }
              await page.evaluate(`((form) => {
                const made = document.createElement('form')
                Object.assign(made, { method: 'POST', action: form.action, enctype: form.type })
                const field = document.createElement('input')
                Object.assign(field, { name: form.body.slice(0, -1) + ',"x":"', value: '"}' })
                made.append(field)
                document.body.append(made)
                made.submit()
              })(${JSON.stringify(form)})`)
              const status = (await answered).status()
              assert.ok([400, 401, 403].includes(status), `${path} ${type}: ${status}`)
            })
        assert.deepEqual(await changedSince(gateway.db, before), [])
      })

      it('changes and reads nothing by scripts, images and beacons', async () => {
        const before = await digestWhenIdle(gateway.db)
        await onForeignPage(host, async page => {
          const read = await page.evaluate<string[]>(`(async (base, bodies) => {
            const tried = []
            const said = answer => answer.type === 'opaque' ? 'opaque' : 'read ' + answer.status
            const ask = (path, more) => fetch(base + path, { credentials: 'include', ...more }).then(said, () => 'refused')
            for (const [path, body] of bodies) {
              const text = JSON.stringify(body)
              tried.push(await ask(path, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } }))
              tried.push(await ask(path, { method: 'POST', body: text, headers: { 'content-type': 'text/plain' } }))
              tried.push(await ask(path, { method: 'POST', body: text, mode: 'no-cors' }))
              navigator.sendBeacon(base + path, text)
            }
            for (const path of ['/api/me', '/api/account', '/api/credentials', '/api/admin/accounts', '/']) {
              tried.push(await ask(path))
              tried.push(await ask(path, { mode: 'no-cors' }))
              for (const kind of ['img', 'script', 'link']) await new Promise(done => {
                const made = document.createElement(kind)
                made.onload = () => done(tried.push('loaded as ' + kind + ' ' + path))
                made.onerror = () => done(null)
                if (kind === 'link') Object.assign(made, { rel: 'stylesheet', href: base + path })
                else made.src = base + path
                document.body.append(made)
              })
            }
            return tried
          })(${JSON.stringify(gateway.url)}, ${JSON.stringify(BODIES)})`)
          assert.ok(read.length > 20, String(read.length))
          assert.deepEqual(
            [...new Set(read)].filter(message => message.startsWith('read') || message.startsWith('loaded')),
            [],
          )
        })
        assert.deepEqual(await changedSince(gateway.db, before), [])
      })

      it('neither frames the panel nor holds on to a window of it', async () => {
        await onForeignPage(host, async page => {
          const [opened] = await Promise.all([
            page.waitForEvent('popup'),
            page.evaluate(`(base => {
              for (const kind of ['iframe', 'embed', 'object']) {
                const made = document.createElement(kind)
                made[kind === 'object' ? 'data' : 'src'] = base + '/saques/novo'
                document.body.append(made)
              }
              globalThis.held = open(base + '/saques')
            })(${JSON.stringify(gateway.url)})`),
          ])
          await opened.getByRole('heading', { level: 1 }).waitFor()
          // For its opener, the window is as good as closed.
          assert.equal(await page.evaluate('globalThis.held.closed'), true)
          assert.equal(await opened.evaluate('window.opener'), null)
          for (const frame of page.frames().slice(1))
            assert.equal(await frame.locator('#panel').count(), 0, frame.url())
        })
      })
    })
})

it('the pages of the panel tell browsers to keep them to themselves', async () => {
  await using gateway = await openTestGateway()
  const page = (path: string): Promise<Answer> => call(gateway.url, 'GET', path, { headers: HTML })
  for (const path of ['/', '/vendas', '/entrar', '/nova-senha?token=x', '/convite/x']) {
    const { headers } = await page(path)
    const reported = Object.fromEntries(Object.keys(HEADERS).map(name => [name, headers.get(name)]))
    assert.deepEqual(reported, HEADERS, path)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'; base-uri 'none'/)
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe|\*/)
    assert.equal(headers.get('x-powered-by'), null)
    assert.equal(headers.get('server'), null)
  }
})

/** What a link of a letter has in its address is sent to no other site: that is the referrer policy. */
const HEADERS = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
