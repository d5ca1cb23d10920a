// What the pages of the checkout load, over HTTP: the script as its hash says, the button for foreign pages, and neither where nothing
// has been built.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { pino } from 'pino'
import { buildServer } from '#http/server.ts'
import { payPageAssetRoutes } from '#pay-page/asset-routes.ts'
import { buildIn } from '#pay-page/assets.ts'
import { buildPages } from '../built-pages.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const complaints = await buildPages()
const CURRENT = join(ROOT, 'checkout/dist/current')
const brotli = (text: string) => brotliCompressSync(text).length

test('the checkout is served as it was built, small, and to foreign pages the button alone', async t => {
  assert.equal(complaints, '')
  const place = await mkdtemp(join(tmpdir(), 'porteira-checkout-'))
  t.after(() => rm(place, { recursive: true, force: true }))
  const nobody = async () => assert.fail('nobody is asked who they are')
  const guards = { 'api-key': nobody, session: nobody, operator: nobody, person: nobody }
  const { server, close } = await buildServer({ log: pino({ level: 'silent' }), trustProxy: [], guards })
  t.after(close)
  const build = buildIn(join(place, 'current'))
  await payPageAssetRoutes(server, build)

  assert.equal(build(), null)
  for (const path of ['/botao.js', '/assets/checkout/pay.js']) assert.equal((await server.inject(path)).statusCode, 404)

  await cp(CURRENT, join(place, 'current'), { recursive: true, dereference: true })
  const found = build()
  assert.ok(found?.script, 'what was missing is looked for again')
  const script = await server.inject(found.script.path)
  assert.equal(script.statusCode, 200)
  assert.equal(found.script.integrity, `sha384-${createHash('sha384').update(script.body).digest('base64')}`)
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(script.headers['cross-origin-resource-policy'], 'same-origin')
  assert.ok(brotli(script.body) <= 4_000, `the script has ${brotli(script.body)} bytes`)
  assert.ok(brotli(found.css) <= 6_000, `the style has ${brotli(found.css)} bytes`)
  assert.doesNotMatch(found.css, /<|\$vite/)

  const button = await server.inject({ url: '/botao.js', headers: { 'accept-encoding': 'br' } })
  assert.equal(button.statusCode, 200)
  assert.equal(button.headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(button.headers['cache-control'], 'public, max-age=3600, stale-while-revalidate=86400')
  assert.equal(button.headers['content-encoding'], 'br')
  assert.match(String(button.headers['content-type']), /^(?:text|application)\/javascript/)
  const plain = await server.inject('/botao.js')
  assert.ok(plain.body.length <= 3_000, `the button has ${plain.body.length} bytes`)
  for (const path of ['/assets/checkout/..%2Fbuild.json', '/assets/checkout/.x', '/assets/checkout/none.js'])
    assert.equal((await server.inject(path)).statusCode, 404, path)
})
