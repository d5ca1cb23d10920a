// Another AUTH_SECRET, without a pause: while gateways know both, sessions, second steps, authenticator apps, recovery codes and links go on
// at each of them; after `porteira keys rotate` the apps need the old one no more.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import sql from 'sql-template-tag'
import { numbered } from '#access/app-secrets/app-secrets.ts'
import { openBank } from '../../sandbox/bank.ts'
import { environmentOf, porteira } from '../cli/run.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { someAddress } from '../member/guests.ts'
import { until } from '../until.ts'
import { cookieOf, type Person, personWith, register, signIn } from './person.ts'
import { type Secured, secure } from './totp.ts'

const OLD = 'a secret for tests, which is long enough'
const NEW = 'another secret for tests, which is as long'

/** The same person with the same cookies, at another gateway. */
const at = (gateway: TestGateway, person: Person) => personWith(gateway, person)

/** Whether the cookie lets in, at our own routes and at those of the library. */
async function isLetIn(gateway: TestGateway, person: Person): Promise<boolean> {
  const own = await at(gateway, person).call('GET', '/api/credentials')
  const library = await at(gateway, person).call('GET', '/api/auth/get-session')
  assert.equal(own.status === 200, library.text !== 'null', `${own.status} ${library.text}`)
  return own.status === 200
}

async function halfWay(gateway: TestGateway, { person: { email, password } }: Secured): Promise<Person> {
  const answer = await call(gateway.url, 'POST', '/api/auth/sign-in/email', { body: { email, password } })
  assert.equal(answer.body.twoFactorRedirect, true, answer.text)
  return personWith(gateway, { email, password, cookie: cookieOf(answer) })
}

/** As better-auth has written it before texts named their secret. */
async function forgetNumbers({ db }: TestGateway): Promise<void> {
  const keys = new Map(numbered({ secret: OLD, otherSecret: null }).map(({ version, value }) => [version, value]))
  const key = { keys, currentVersion: [...keys.keys()][0] as number }
  const [row] = await db.query<{ secret: string; codes: string }>(
    sql`select "secret", "backupCodes" as codes from iam."twoFactor"`,
  )
  const bare = async (data = '') => symmetricEncrypt({ key: OLD, data: await symmetricDecrypt({ key, data }) })
  await db.query(sql`
    update iam."twoFactor" set "secret" = ${await bare(row?.secret)}, "backupCodes" = ${await bare(row?.codes)}`)
}

test('AUTH_SECRET is changed beside gateways at work, and nobody has to sign in again', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const open = async (authSecret: string, otherAuthSecret: string | null) =>
    resources.use(await openTestGateway({ on: { connection, bank }, secrets: { authSecret, otherAuthSecret } }))

  const before = await open(OLD, NEW)
  const ana = await register(before)
  const bia = await secure(before, await register(before))
  await forgetNumbers(before)
  const after = await open(NEW, OLD)
  const cleo = await secure(before, await register(before))

  assert.equal(await isLetIn(after, ana), true)
  const later = await signIn(after, ana)
  assert.equal(await isLetIn(before, later), true)
  const step = at(after, await halfWay(before, bia))
  const verified = await step.call('POST', '/api/auth/two-factor/verify-totp', { code: bia.app.code() })
  assert.equal(verified.status, 200, verified.text)

  const email = someAddress()
  assert.equal((await ana.call('POST', '/api/members/invitations', { email, role: 'FINANCE' })).status, 201)
  const token = await until(
    () => /\/convite\/([\w-]+)/.exec([...before.mails, ...after.mails].find(({ to }) => to === email)?.text ?? '')?.[1],
    'the invitation',
  )
  assert.equal((await call(after.url, 'GET', `/api/invitations/${token}`)).status, 200)
  const sold = await ana.call('POST', '/api/sales', { amount: 25_00, customerName: 'Maria Silva', description: 'Bolo' })
  const { payUrl } = (await ana.call('GET', `/api/sales/${sold.body.uuid}`)).body
  assert.equal((await call(after.url, 'GET', payUrl.slice(before.url.length))).status, 200)

  const env = { ...environmentOf({ connection }), AUTH_SECRET: NEW, AUTH_SECRET_OTHER: OLD }
  const status = await porteira(['keys', 'status'], env)
  assert.match(status.out, /^authenticator apps: 1 under AUTH_SECRET, 1 under another$/m)
  assert.deepEqual([status.code, (await porteira(['keys', 'rotate'], env)).code], [1, 0])
  const alone = await open(NEW, null)
  for (const person of [bia, cleo]) {
    const half = await halfWay(alone, person)
    const code = person.recoveryCodes[0]
    const known = await half.call('POST', '/api/auth/two-factor/verify-backup-code', { code })
    assert.equal(known.status, 200, known.text)
  }
  assert.deepEqual([await isLetIn(alone, later), await isLetIn(alone, ana)], [true, false])
})
