// The log: a line of JSON for each request and event, the same for people, and nothing in it that is somebody's secret or own. Values that
// nobody else has are sent through every kind of door, and looked for in what was logged at the most talkative level.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readConfig } from '#config/config.ts'
import { openLogger, prettyLine } from '../../src/startup/logger.ts'
import { personWith, register } from '../access/person.ts'
import { openTestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'

const CPF = '52998224725'
const CARD = '4012001037141112'
const canary = (name: string) => `${name}-${randomBytes(9).toString('hex')}`

test('a line of JSON for each request, and no secret or personal value in any', async () => {
  const lines: string[] = []
  const canaries: Record<string, string> = {
    key: canary('key'),
    password: canary('password'),
    cookie: canary('cookie'),
    token: canary('token'),
    query: canary('query'),
    path: canary('path'),
    name: canary('Maria'),
    mail: `${canary('mail')}@example.com`,
    pixKey: `${canary('pix')}@example.com`,
    secret: canary('secret'),
    idempotency: canary('idempotency'),
    message: canary('message'),
    cpf: CPF,
    card: CARD,
  }
  const { mail, pixKey, name, secret } = canaries as Record<string, string>
  {
    await using gateway = await openTestGateway({
      env: { LOG_LEVEL: 'trace', POSTBACK_SECRET: secret ?? '' },
      logTo: { write: line => void lines.push(line) },
    })
    await using receiver = await openReceiver()
    const seller = await gateway.seller({ funds: 500_00 })
    Object.assign(canaries, { privateKey: seller.privateKey })
    const ana = await register(gateway)
    Object.assign(canaries, { anasPassword: ana.password, anasMail: ana.email, anasCookie: ana.cookie.split('=')[1] })

    // The API of sellers: accepted, refused, unreadable, with a key that nobody has.
    const customer = { name, email: mail, document: CPF }
    const sale = await seller.sell(10_00, { customer, postbackUrl: `${receiver.url}/${canaries.path}` })
    await gateway.pay(sale.pixKey, { infoPagador: canaries.message })
    const cashout = { amount: 150, pixKey, pixKeyType: 'EMAIL', description: canaries.message }
    const headers = { 'idempotency-key': canaries.idempotency ?? '' }
    const { body: paidOut } = await seller.api('POST', '/api/public/cashout', cashout, headers)
    await seller.reaches(`/api/public/cashout/${paidOut.uuid}`, 'COMPLETED')
    const refused = [
      await seller.api('POST', '/api/public/cashout', { ...cashout, amount: canaries.message }),
      await seller.api('POST', '/api/transactions', { items: CARD, customer, cardNumber: CARD }),
      await seller.api('GET', `/api/public/cashout/${canaries.path}?${canaries.query}=1`),
      await seller.api('GET', '/api/public/balance', undefined, { 'x-api-private-key': canaries.key ?? '' }),
      await call(gateway.url, 'GET', `/${canaries.path}/%00?token=${canaries.query}`),
      await call(gateway.url, 'POST', '/api/public/cashout', {
        headers: { authorization: `Bearer ${canaries.token}` },
        body: cashout,
      }),
    ]
    for (const { status } of refused) assert.ok(status >= 400 && status < 500, String(status))
    // People: a wrong password, a cookie of nobody, a token of a letter, a request of their own.
    await call(gateway.url, 'POST', '/api/auth/sign-in/email', { body: { email: mail, password: canaries.password } })
    await personWith(gateway, { email: '', password: '', cookie: `session=${canaries.cookie}` }).call(
      'GET',
      '/api/account',
    )
    await call(gateway.url, 'POST', '/api/auth/confirm-address', {
      body: { token: canaries.token, password: canaries.password },
    })
    await ana.call('POST', '/api/webhook', { url: `${receiver.url}/${canaries.path}`, events: ['sale.paid'] })
    // PSPs.
    await call(gateway.url, 'POST', `/callbacks/psp/${canaries.token}`, {
      body: { pix: [{ chave: pixKey, pagador: { cpf: CPF } }] },
    })

    await until(
      () => lines.some(line => line.includes('"/callbacks/psp/:token"')) || null,
      'the last request to be logged',
    )
  }
  const logged = lines.map(line => JSON.parse(line))
  const requests = logged.filter(({ msg }) => msg === 'request')
  const cashedOut = requests.find(({ method, route }) => method === 'POST' && route === '/api/public/cashout')
  assert.equal(cashedOut.status, 201)
  assert.match(cashedOut.reqId, /^[\da-f-]{36}$/)
  assert.ok(requests.length > 15, `${requests.length} requests`)
  assert.equal(new Set(requests.map(({ reqId }) => reqId)).size, requests.length, 'one line for each')
  const text = lines.join('')
  for (const [kind, value] of Object.entries(canaries)) {
    const line = lines.find(line => line.includes(value)) ?? ''
    assert.ok(!text.includes(value), `the ${kind} is in the log: ${line}`)
  }
})

test('for people a line has the time, the level, the words and what belongs to them', () => {
  const line = JSON.stringify({
    level: 40,
    time: 0,
    pid: 1,
    msg: 'a thing\u001b[2J',
    count: 3,
    err: { stack: 'Error: x\n  at y' },
  })
  assert.match(prettyLine(line), /^\d\d:\d\d:\d\d WARN {2}a thing count=3\nError: x\n {2}at y$/)
})

test('what an error or a library hands over under the name of a secret is hidden', () => {
  const lines: string[] = []
  const log = openLogger({ logLevel: 'info', logFormat: 'json' }, { write: line => void lines.push(line) })
  const err = Object.assign(new Error('no'), {
    detail: 'Key (pix_key)=(hidden)',
    parameters: ['hidden'],
    code: '23505',
  })
  log.error({ err, known: { pixKey: 'hidden', inner: [{ 'X-Api-Private-Key': 'hidden' }], amount: 5 } }, 'it failed')
  const [line = ''] = lines
  assert.equal(line.replaceAll('"[hidden]"', '').includes('hidden'), false, line)
  const { err: written, known } = JSON.parse(line)
  assert.deepEqual([written.code, written.message, known.amount, known.pixKey], ['23505', 'no', 5, '[hidden]'])
})

test('every secret of the configuration is hidden under its own name, and an error under any', () => {
  const lines: string[] = []
  const log = openLogger({ logLevel: 'info', logFormat: 'json' }, { write: line => void lines.push(line) })
  const configured = Object.keys(readConfig({})).filter(name => /secret|encryptionkey|databaseurl/i.test(name))
  assert.ok(configured.length >= 6, configured.join(' '))
  const others = ['webhookSecret', 'passphrase', 'identity', 'connectionString', 'keyPem', 'credentialsSealed']
  const secrets = Object.fromEntries([...configured, ...others].map(name => [name, 'canary']))
  log.info({ ...secrets, cause: Object.assign(new Error('no'), { detail: 'canary', code: '23505' }) }, 'a line')
  const [line = ''] = lines
  assert.doesNotMatch(line, /canary/)
  assert.deepEqual([JSON.parse(line).cause.message, JSON.parse(line).cause.code], ['no', '23505'])
})
