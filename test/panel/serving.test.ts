// The panel as files, over HTTP: what is a page and what is not, and with which headers.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { buildPages } from '../built-pages.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const BUILT = new URL('../../panel/dist/current/', import.meta.url)
const NONCE = /nonce="([^"]+)"/g

let gateway: TestGateway
let script = ''
before(async () => {
  await buildPages()
  gateway = await openTestGateway()
  script = /\/assets\/index-[\w-]+\.js/.exec((await page('/')).text)?.[0] ?? ''
})
after(() => gateway[Symbol.asyncDispose]())
const page = (path: string, headers: Record<string, string> = HTML) => call(gateway.url, 'GET', path, { headers })
const noncesOf = (text: string) => [...new Set(text.matchAll(NONCE).map(([, nonce]) => nonce))]

/** As it comes over the line. */
async function asset(path: string, encoding: string) {
  const answer = await request(gateway.url + path, { headers: { 'accept-encoding': encoding } })
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) }
}

describe('the page', () => {
  for (const path of ['/', '/vendas', '/vendas/0b7a?status=PAGO', '/apidocs', '/nowhere/at/all'])
    it(`is the file of ${path}`, async () => {
      const { status, headers, text } = await page(path)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(text, /<div id="panel">/)
    })

  it('is at / for a client that does not mention HTML', async () => {
    assert.match((await page('/', {})).text, /<div id="panel">/)
  })

  it('has a nonce of its own for each request, and a policy that knows it', async () => {
    const answers = await Promise.all([page('/'), page('/')])
    const nonces = answers.map(({ text, headers }) => {
      const found = noncesOf(text)
      assert.equal(found.length, 1)
      assert.equal(
        headers.get('content-security-policy'),
        [
          "default-src 'self'; script-src 'self'",
          `style-src 'self' 'nonce-${found[0]}'`,
          "img-src 'self' data:; connect-src 'self'",
          "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
        ].join('; '),
      )
      return found[0] ?? ''
    })
    assert.equal(new Set(nonces).size, 2)
    for (const nonce of nonces) assert.equal(Buffer.from(nonce, 'base64').length, 18)
  })

  it('shows the name of the gateway, and nothing where it has no name of its own', async () => {
    assert.match((await page('/')).text, /<meta name="house" content="" ?\/?>/)
    await using named = await openTestGateway({ env: { BRAND: 'Acme&Filhos' } })
    const { text } = await call(named.url, 'GET', '/entrar', { headers: HTML })
    assert.match(text, /<meta name="house" content="Acme&amp;Filhos" ?\/?>/)
  })

  it('holds no script of its own, and is not to be framed', async () => {
    const { text, headers } = await page('/')
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)/)
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  })
})

describe('what is no page', () => {
  const NOTHING = {
    success: false,
    error: { code: 'NOT_FOUND', message: 'There is nothing at this path and method' },
  }
  const cases: [path: string, headers: Record<string, string>][] = [
    ['/api', HTML],
    ['/api/nothing', HTML],
    ['/callbacks/psp/unknown', HTML],
    ['/health/nothing', HTML],
    ['/assets/nothing.js', HTML],
    ['/assets/', HTML],
    ['/assets/..%2Findex.html', HTML],
    ['/assets/%2e%2e%2findex.html', {}],
    ['/vendas', { accept: 'application/json' }],
    ['/vendas', {}],
  ]
  for (const [path, headers] of cases)
    it(`${path} (${headers.accept === undefined ? 'accepts anything' : headers.accept.split(',')[0]}) is refused as ever`, async () => {
      const answer = await page(path, headers)
      assert.deepEqual([answer.status, answer.body], [404, NOTHING])
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    })

  it('a POST to a page is refused as ever', async () => {
    const answer = await call(gateway.url, 'POST', '/vendas', { headers: HTML, body: {} })
    assert.deepEqual([answer.status, answer.body], [404, NOTHING])
  })
})

describe('an asset', () => {
  it('may be kept for ever', async () => {
    const { headers, statusCode } = await asset(script, 'identity')
    assert.equal(statusCode, 200)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(headers['content-type']), /javascript; charset=utf-8$/)
  })

  it('comes compressed as the browser likes it', async () => {
    const plain = await readFile(new URL(script.slice(1), BUILT))
    const [br, gzip, neither] = await Promise.all([
      asset(script, 'gzip, deflate, br'),
      asset(script, 'gzip'),
      asset(script, 'identity'),
    ])
    assert.deepEqual([br.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip'])
    assert.equal(neither.headers['content-encoding'], undefined)
    assert.deepEqual(brotliDecompressSync(br.bytes), plain)
    assert.deepEqual(gunzipSync(gzip.bytes), plain)
    assert.deepEqual(neither.bytes, plain)
    for (const { headers } of [br, gzip, neither]) assert.equal(headers.vary, 'accept-encoding')
  })

  it('has no source map next to it', async () => {
    assert.equal((await asset(`${script}.map`, 'identity')).statusCode, 404)
  })
})
