// A kind of PSP is declared in one place: what is checked, required, offered and opened follows. Proven with a kind that exists in this
// file only, through the routes that the operator's pages use, the settings and the database.
import assert from 'node:assert/strict'
import test from 'node:test'
import { openEfi } from '#psp/adapters/efi.ts'
import { PSP_KINDS, type PspKinds } from '#psp/kinds.ts'
import { openBank } from '../../sandbox/bank.ts'
import { CUSTOMER, DEFAULT_CLIENT_SECRET } from '../../sandbox/customer.ts'
import { readConfig } from '../../src/config/config.ts'
import { registerOperator } from '../access/person.ts'
import { openTestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { openHttp } from './fake-psp.ts'
import { ACCOUNTS, bind, refusal } from './operator.ts'

const opened: Readonly<Record<string, string | undefined>>[] = []

const KINDS: PspKinds = {
  ...PSP_KINDS,
  invented: {
    title: { pt: 'Inventado', en: 'Invented' },
    paysOut: true,
    listsDisputes: true,
    recurrences: null,
    collect: null,
    tokenRequest: 'json',
    credentials: {
      ...PSP_KINDS.efi.credentials,
      branch: { form: 'text', required: true, label: { pt: 'Agência', en: 'Branch' }, setting: 'PSP_BRANCH' },
    },
    open(settings) {
      opened.push(settings.credentials)
      return openEfi(settings)
    },
  },
}

test('a kind that is declared in one place', async t => {
  const resources = new AsyncDisposableStack()
  t.after(() => resources.disposeAsync())
  const gateway = resources.use(await openTestGateway({ pspKinds: KINDS, env: { SWEEP_EVERY_MS: '100' } }))
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const olga = await registerOperator(gateway)
  const account = {
    kind: 'invented',
    environment: 'test',
    name: 'Banco inventado',
    baseUrl: bank.url,
    pixKey: CUSTOMER.pixKey,
    clientId: CUSTOMER.clientId,
    clientSecret: DEFAULT_CLIENT_SECRET,
  }
  const branch = '0001'

  await t.test('is offered with its title and its fields', async () => {
    const { data } = (await olga.call('GET', '/api/admin/psp/kinds')).body
    assert.deepEqual(
      data.map(({ kind }: { kind: string }) => kind),
      ['bcb', 'efi', 'invented'],
    )
    const [, , { title, paysOut, credentials }] = data
    assert.deepEqual([title, paysOut], [{ pt: 'Inventado', en: 'Invented' }, true])
    const named = credentials.map(({ name, required }: { name: string; required: boolean }) => [name, required])
    assert.deepEqual(named.slice(0, 2), [
      ['clientId', true],
      ['clientSecret', true],
    ])
    assert.deepEqual(credentials.at(-1), {
      name: 'branch',
      form: 'text',
      required: true,
      label: { pt: 'Agência', en: 'Branch' },
      help: null,
    })
  })

  await t.test('requires what it declares, and refuses what another kind does not take', async () => {
    const message = ({ body }: { body: { error?: { message: string } } }) => body.error?.message
    assert.equal(message(await olga.call('POST', ACCOUNTS, account)), 'branch: expected a value: invented requires it')
    assert.equal(
      message(await olga.call('POST', ACCOUNTS, { ...account, kind: 'efi', branch })),
      'branch: expected nothing: efi does not take it',
    )
    assert.deepEqual(refusal(await olga.call('POST', ACCOUNTS, { ...account, kind: 'unheard' })).slice(0, 2), [
      400,
      'INVALID_DATA',
    ])
  })

  await t.test('is opened with its credentials, sells, pays out and is swept in both directions', async () => {
    const made = await olga.call('POST', ACCOUNTS, { ...account, branch })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual([made.body.kind, made.body.payOutEnabled, made.body.callbacks.told], ['invented', true, true])
    assert.deepEqual([opened[0]?.branch, opened[0]?.clientId], [branch, CUSTOMER.clientId])
    const seller = await gateway.seller()
    const to = { payInPspAccountId: made.body.id, payOutPspAccountId: made.body.id }
    assert.equal((await bind(olga, seller.accountId, to)).status, 200)
    await seller.sell(100_00)
    await until(async () => {
      const { data } = (await olga.call('GET', ACCOUNTS)).body
      return data[0].sweeps.received !== null && data[0].sweeps.sent !== null ? true : null
    }, 'both lists to be swept')
  })

  await t.test('keeps a required field, and changes it', async () => {
    const change = (body: object) => olga.call('PATCH', `${ACCOUNTS}/2`, body)
    assert.deepEqual((await change({ branch: null })).status, 400)
    assert.equal((await change({ branch: '0002' })).status, 200)
    await until(() => opened.find(credentials => credentials.branch === '0002') ?? null, 'the adapter with the new one')
  })

  await t.test('is a value of PSP, with its own settings', () => {
    const own = {
      PSP: 'invented',
      PSP_BASE_URL: bank.url,
      PSP_PIX_KEY: 'k',
      PSP_CLIENT_ID: 'a',
      PSP_CLIENT_SECRET: 'b',
    }
    assert.throws(() => readConfig(own, KINDS), /PSP_BRANCH must be set when PSP is invented/)
    const { psp } = readConfig({ ...own, PSP_BRANCH: branch }, KINDS)
    assert.deepEqual(psp.credentials, { clientId: 'a', clientSecret: 'b', branch })
    assert.throws(() => readConfig({ ...own, PSP_BRANCH: branch }), /PSP must be sandbox, bcb or efi/)
  })
})

for (const [name, kind] of Object.entries(PSP_KINDS))
  test(`${name} does what it is declared to do`, t => {
    const psp = kind.open({ http: openHttp(t, 'http://127.0.0.1:1'), pixKey: 'key', mtlsCallbacks: false })
    assert.deepEqual([psp.payOut !== null, psp.disputes !== undefined], [kind.paysOut, kind.listsDisputes])
  })
