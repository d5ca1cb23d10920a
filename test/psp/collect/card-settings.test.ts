// Cards as the operator sets them: of a PSP account, which kinds it takes, where a buyer enters them and when the PSP pays; of an account,
// which PSP account takes its cards and what they cost. Without one of these an account sells by none.
import assert from 'node:assert/strict'
import test from 'node:test'
import { ACCOUNTS, accountsOf, bind, openScene, refusal } from '../operator.ts'

const CARDS = ['cardEnabled', 'debitEnabled', 'cardEntry', 'cardEntryOrigin', 'cardSettlement'] as const
const NONE = { collectBaseUrl: null, boletoEnabled: false, bolepix: false, cardEnabled: false, debitEnabled: false }

test('cards at a PSP account', async t => {
  const { gateway, second, olga, account } = await openScene(t)
  const change = (body: unknown, id = 1) => olga.call('PATCH', `${ACCOUNTS}/${id}`, body)
  const cardsOf = async (id: number) => {
    const one = (await accountsOf(olga)).find((row: { id: number }) => row.id === id)
    return CARDS.map(name => one[name])
  }

  await t.test('are taken by the sandbox bank from the start, in its own frame', async () => {
    assert.deepEqual(await cardsOf(1), [true, true, 'frame', gateway.bankUrl, null])
  })

  const refused: [field: string, body: object][] = [
    ['cardEntryOrigin', { cardEntryOrigin: null }],
    ['cardEntryOrigin', { cardEntryOrigin: '' }],
    ['cardEntryOrigin', { cardEntryOrigin: 'cartoes.example' }],
    ['cardEntryOrigin', { cardEntryOrigin: 'https://cartoes.example/quadro' }],
    ['cardEntryOrigin', { cardEntryOrigin: 'https://eu@cartoes.example' }],
    ['cardEntryOrigin', { cardEntryOrigin: "https://cartoes.example; script-src 'unsafe-inline'" }],
    ['cardEntryOrigin', { cardEntryOrigin: 'data:text/html,x' }],
    ['cardEntry', { cardEntry: 'popup' }],
    ['cardEnabled', { cardEnabled: 1 }],
    ['cardSettlement', { cardSettlement: { mode: 'LATER', days: 30 } }],
    ['cardSettlement', { cardSettlement: { mode: 'AT_ONCE', days: -1 } }],
    ['cardSettlement', { cardSettlement: { mode: 'AT_ONCE', days: 366 } }],
    ['cardEnabled', { ...NONE, cardEnabled: true }],
    ['debitEnabled', { ...NONE, debitEnabled: true }],
  ]
  for (const [field, body] of refused)
    await t.test(`400 ${field} for ${JSON.stringify(body)}`, async () => {
      const answer = await change(body)
      assert.equal(answer.status, 400, answer.text)
      assert.ok(answer.body.error.message.startsWith(field), answer.text)
    })

  await t.test('are set, shown and recorded', async () => {
    const set = {
      cardEnabled: false,
      cardEntry: 'redirect',
      cardEntryOrigin: 'https://Cartoes.example:443/',
      cardSettlement: { mode: 'AT_ONCE', days: 2 },
    }
    const { status, body } = await change({ ...set, reason: 'Contrato novo' })
    const stored = { ...set, cardEntryOrigin: 'https://cartoes.example' }
    assert.deepEqual([status, Object.keys(set).map(name => body[name])], [200, Object.values(stored)])
    const [entry] = (await olga.call('GET', '/api/admin/audit?action=psp-account.changed')).body.data
    assert.equal(entry.reason, 'Contrato novo')
    assert.deepEqual(entry.detail, {
      cardEnabled: { before: true, after: false },
      cardEntry: { before: 'frame', after: 'redirect' },
      cardEntryOrigin: { before: gateway.bankUrl, after: 'https://cartoes.example' },
      cardSettlement: { before: null, after: { mode: 'AT_ONCE', days: 2 } },
    })
  })

  await t.test('are off at a further account, where debit cards are taken by the sandbox bank alone', async () => {
    const own = { pixKey: 'outra-chave', collectBaseUrl: `${second.url}/v1` }
    const made = await olga.call('POST', ACCOUNTS, { ...account, ...own })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.takesDebit, false)
    assert.deepEqual(await cardsOf(made.body.id), [false, false, 'redirect', null, null])
    assert.equal((await change({ cardEnabled: true }, made.body.id)).status, 200)
    const answer = await change({ debitEnabled: true }, made.body.id)
    assert.deepEqual(refusal(answer), [400, 'INVALID_DATA', 'debitEnabled'], answer.text)
  })

  await t.test('are not for sellers to set', async () => {
    const seller = await gateway.seller()
    const byKey = await seller.api('PATCH', `${ACCOUNTS}/1`, { cardEnabled: true })
    assert.ok([401, 403].includes(byKey.status), byKey.text)
  })
})

test('the cards of an account', async t => {
  const { gateway, second, olga, account } = await openScene(t)
  const seller = await gateway.seller()
  const to = (body: object) => bind(olga, seller.accountId, body)
  const own = { pixKey: 'outra-chave', baseUrl: second.url }
  await olga.call('POST', ACCOUNTS, { ...account, ...own })
  const live = { environment: 'live', baseUrl: 'https://live.example.invalid', pixKey: 'live', clientId: 'live' }
  await olga.call('POST', ACCOUNTS, { ...account, ...live, collectBaseUrl: 'https://collect.example.invalid/v1' })

  await t.test('are taken by a PSP account that can, of the environment of the others', async () => {
    const table: [cardPspAccountId: unknown, message: RegExp][] = [
      [99, /a PSP account that is open to this account/],
      [2, /a PSP account that takes cards: it has a collectBaseUrl/],
      [3, /a PSP account of the test environment/],
      ['1', /cardPspAccountId/],
    ]
    for (const [cardPspAccountId, message] of table) {
      const answer = await to({ cardPspAccountId })
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA', 'cardPspAccountId'], answer.text)
      assert.match(answer.body.error.message, message)
    }
    assert.equal((await to({ cardPspAccountId: 1 })).body.cardPspAccountId, 1)
    const [entry] = (await olga.call('GET', `/api/admin/audit?userId=${seller.accountId}`)).body.data
    assert.deepEqual(entry.detail, { cardPspAccountId: { before: null, after: 1 } })
  })

  await t.test('of both kinds are sold with a price and a PSP account that takes them, and not without', async () => {
    const sold = async () => (await olga.call('GET', `/api/admin/accounts/${seller.accountId}`)).body.soldMethods
    assert.deepEqual(await sold(), ['PIX'], 'no price')
    const agreed = await to({ fees: { creditCard: { basisPoints: 399 }, debitCard: { basisPoints: 199 } } })
    assert.deepEqual(agreed.body.soldMethods, ['PIX', 'CREDIT_CARD', 'DEBIT_CARD'])
    await olga.call('PATCH', `${ACCOUNTS}/1`, { cardEnabled: false })
    assert.deepEqual(await sold(), ['PIX', 'DEBIT_CARD'], 'credit cards are switched off')
    await olga.call('PATCH', `${ACCOUNTS}/1`, { cardEnabled: true, debitEnabled: false })
    assert.deepEqual(await sold(), ['PIX', 'CREDIT_CARD'], 'debit cards are switched off')
    assert.deepEqual((await to({ fees: { creditCard: null } })).body.soldMethods, ['PIX'])
    const unbound = await to({ fees: { creditCard: { basisPoints: 399 } }, cardPspAccountId: null })
    assert.deepEqual(unbound.body.soldMethods, ['PIX'], 'nobody takes them')
  })
})
