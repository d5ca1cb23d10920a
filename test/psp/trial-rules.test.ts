// What the trial of a PSP account must not do: show a secret to a stranger, take silence for a word, or pass one of its two APIs over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CUSTOMER, DEFAULT_CLIENT_SECRET } from '../../sandbox/customer.ts'
import { registerOperator } from '../access/person.ts'
import { makeAuthority } from '../certificates.ts'
import { openGatewayBehindWire, openWire } from './faulty-wire.ts'
import { ACCOUNTS, accountsOf, refusal } from './operator.ts'

const TOKEN = '/oauth/token'
const CHARGES_TOKEN = '/v1/authorize'
/** The gateway reads its lists meanwhile, for which it asks for tokens as well. */
const MANY = 1_000

async function openScene(resources: AsyncDisposableStack) {
  const { gateway, bank, wire } = resources.use(await openGatewayBehindWire())
  const olga = await registerOperator(gateway)
  const change = (body: object) => olga.call('PATCH', `${ACCOUNTS}/1`, body)
  const { ca } = await makeAuthority()
  return { gateway, bank, wire, olga, change, ca }
}

test('a secret that is kept is tried nowhere but where it is kept for', async t => {
  await using resources = new AsyncDisposableStack()
  const { gateway, bank, change, olga, ca } = await openScene(resources)
  const stranger = resources.use(await openWire(bank.url))
  const elsewhere = [{ baseUrl: stranger.url }, { collectBaseUrl: `${stranger.url}/v1` }]

  await t.test('with another address the secret is asked for, and nobody is asked before', async () => {
    for (const address of elsewhere) {
      const answer = await change({ ca, ...address })
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA', 'clientSecret'], answer.text)
    }
    assert.deepEqual(stranger.passed, [])
  })

  await t.test('while a sale is under way the account stays, and nobody is asked before', async () => {
    const seller = await gateway.seller()
    await seller.sell(100_00)
    const answer = await change({ ca, baseUrl: stranger.url, clientSecret: DEFAULT_CLIENT_SECRET })
    assert.deepEqual(refusal(answer).slice(0, 2), [409, 'CONFLICT'], answer.text)
    assert.deepEqual(stranger.passed, [])
  })

  await t.test('who gives the secret may have it tried there', async () => {
    const collectBaseUrl = `${stranger.url}/v1`
    const answer = await change({ ca, collectBaseUrl, clientSecret: DEFAULT_CLIENT_SECRET })
    assert.deepEqual([answer.status, answer.body.certificateTried], [200, true], answer.text)
    assert.deepEqual(
      [stranger.passed[0]?.path, (await accountsOf(olga))[0].collectBaseUrl],
      [CHARGES_TOKEN, collectBaseUrl],
    )
  })
})

test('what one API of a PSP refuses is not kept because the other one does not answer', async () => {
  await using resources = new AsyncDisposableStack()
  const { wire, change, olga } = await openScene(resources)
  assert.equal((await change({ collectBaseUrl: `${wire.url}/v1` })).status, 200)
  const { cert, key } = await (await makeAuthority()).issue('gateway', { client: true })
  wire.fail('POST', TOKEN, { forwarded: false, answer: { status: 503, body: '{}' } }, MANY)
  wire.fail('POST', CHARGES_TOKEN, { forwarded: false, answer: { status: 403, body: '{}' } }, MANY)
  const answer = await change({ certificate: cert, privateKey: key, keepUntried: true })
  assert.deepEqual(refusal(answer), [400, 'INVALID_DATA', 'certificate'], answer.text)
  assert.equal((await accountsOf(olga))[0].certificateDaysLeft, null)
})

test('a line that is cut says nothing about an authority', async () => {
  await using resources = new AsyncDisposableStack()
  const { wire, change, ca } = await openScene(resources)
  wire.fail('POST', TOKEN, { forwarded: false, answer: 'cut' }, MANY)
  assert.deepEqual(refusal(await change({ ca })), [503, 'PSP_UNAVAILABLE', 'ca'])
  const kept = await change({ ca, keepUntried: true })
  assert.deepEqual([kept.status, kept.body.certificateTried], [200, false], kept.text)
  wire.heal()
  wire.fail('POST', TOKEN, { forwarded: false, answer: { status: 403, body: '{}' } }, MANY)
  const judged = await change({ ca })
  assert.deepEqual([judged.status, judged.body.certificateTried], [200, true], judged.text)
})

test('to keep untried what nothing is said of changes nothing, and is refused', async () => {
  await using resources = new AsyncDisposableStack()
  const { change } = await openScene(resources)
  for (const body of [{ keepUntried: true }, { keepUntried: true, reason: 'As agreed' }, { reason: 'As agreed' }, {}])
    assert.deepEqual(refusal(await change(body)).slice(0, 2), [400, 'INVALID_DATA'], JSON.stringify(body))
  assert.equal((await change({ keepUntried: true, name: CUSTOMER.clientId })).status, 200)
})
