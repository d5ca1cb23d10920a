// People in the panel while the database is away: they are put off in the panel's shape, also where the session itself cannot be
// read, and their sessions are good again afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../access/person.ts'
import { call } from '../http.ts'
import { readSheet } from '../start/gateway.ts'
import { until } from '../until.ts'
import { openGateway, openServer, readiness } from './scene.ts'

test('who signs in or is signed in gets an answer to come back later', async () => {
  await using resources = new AsyncDisposableStack()
  const server = await openServer(resources)
  const { url, dataDir } = await openGateway(resources, { connection: server.connection })
  const { seller, operator } = await readSheet(dataDir)
  const [person, boss] = [await signIn({ url }, seller), await signIn({ url }, operator)]
  await server.stop()
  const places = {
    'a session': () => person.call('GET', '/api/account'),
    'a change': () => person.call('POST', '/api/credentials', { name: 'x' }),
    'the operator': () => boss.call('GET', '/api/admin/accounts'),
    'who am I': () => person.call('GET', '/api/auth/get-session'),
    'sign-in': () =>
      call(url, 'POST', '/api/auth/sign-in/email', { body: { email: seller.email, password: seller.password } }),
    'sign-out': () => person.call('POST', '/api/auth/sign-out'),
  }
  for (const [place, request] of Object.entries(places))
    for (let times = 0; times < 2; times++) {
      const { status, text, headers, body } = await request()
      assert.equal(`${place}: ${status} ${body?.error?.code}`, `${place}: 503 UNAVAILABLE`, text)
      assert.equal(headers.get('retry-after'), '1')
    }
  await server.start()
  await until(async () => (await readiness(url)).status === 200 || null, 'the gateway to be ready')
  assert.equal((await person.call('GET', '/api/account')).status, 200)
})
