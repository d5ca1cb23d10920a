// A gateway whose panel could not be built says so, at the panel's place alone, and serves it as soon as it is there.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { panelFiles } from '#http/panel/files.ts'
import { buildServer } from '#http/server.ts'
import { systemRandom } from '#kernel/time.ts'

async function served(t: TestContext) {
  const place = await mkdtemp(join(tmpdir(), 'porteira-unbuilt-'))
  t.after(() => rm(place, { recursive: true, force: true }))
  const folder = join(place, 'current')
  const nobody = async () => assert.fail('no guard is called')
  const guards = { 'api-key': nobody, session: nobody, operator: nobody, person: nobody }
  const { server, close } = await buildServer({ log: pino({ level: 'silent' }), trustProxy: [], guards })
  t.after(close)
  await panelFiles(server, { folder, random: systemRandom, brand: 'Service' })
  const look = () => server.inject({ url: '/vendas', headers: { accept: 'text/html' } })
  return { server, folder, look }
}

test('a panel that is not built is replaced by a page that says so, and served once it is built', async t => {
  const { server, folder, look } = await served(t)
  const unbuilt = await look()
  assert.equal(unbuilt.statusCode, 503)
  assert.match(unbuilt.body, /O painel ainda não foi construído/)
  assert.match(unbuilt.body, /http-equiv="refresh"/)
  assert.doesNotMatch(unbuilt.body, /PORTEIRA_NONCE/)
  assert.match(String(unbuilt.headers['content-security-policy']), /style-src 'self' 'nonce-/)
  assert.equal((await server.inject('/assets/index.js')).statusCode, 404)

  await mkdir(folder)
  await writeFile(join(folder, 'index.html'), '<p nonce="__PORTEIRA_NONCE__">here it is</p>')
  const built = await look()
  assert.equal(built.statusCode, 200)
  assert.match(built.body, /^<p nonce="[\w+/=]{24}">here it is<\/p>$/)
})

test('a panel that could not be read for a moment is served after it', async t => {
  const { folder, look } = await served(t)
  await symlink(folder, folder)
  assert.equal((await look()).statusCode, 500)
  await rm(folder)
  await mkdir(folder)
  await writeFile(join(folder, 'index.html'), 'here it is')
  assert.equal((await look()).statusCode, 200)
})
