// The operator's routes: what a seller sells under is changed here, and holds from the next request on.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'

/** Of a price. */
const NO_BOUNDS = { minimumCents: null, maximumCents: null }

const refusal = (answer: Answer) => [answer.status, answer.body?.error?.code]

describe('the operator', () => {
  let gateway: TestGateway
  let olga: Person
  let ana: Person
  before(async () => {
    gateway = await openTestGateway()
    olga = await registerOperator(gateway)
    ana = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const account = (id: unknown) => `/api/admin/accounts/${id}`
  const patch = (body: unknown, id: unknown = ana.accountId) => olga.call('PATCH', account(id), body)

  it('reads an account by number and by uuid, as its owner does', async () => {
    const own = await ana.call('GET', '/api/account')
    // What the seller's own panel asks for is no part of the account.
    const { recurrencesNeedAttention: _, testBank: __, ...body } = own.body
    const byNumber = await olga.call('GET', account(ana.accountId))
    assert.equal(byNumber.status, 200)
    assert.deepEqual(byNumber.body, body)
    assert.deepEqual((await olga.call('GET', account(own.body.uuid))).body, body)
  })

  it('finds no account under an id that does not exist', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const [id, status] of [
      [unknown, 404],
      ['1', 404],
      ['2147483647', 404],
      ['2147483648', 404],
      ['9007199254740993', 404],
      ['9223372036854775808', 404],
      ['9'.repeat(300), 404],
      ['0', 404],
      ['-1', 400],
      ['1.5', 400],
      ['abc', 400],
      ['%00', 400],
    ] as const) {
      assert.equal((await olga.call('GET', account(id))).status, status, id)
      assert.equal((await patch({ status: 'ACTIVE' }, id)).status, status, id)
    }
  })

  it('changes what is named and leaves the rest', async () => {
    const before = (await olga.call('GET', account(ana.accountId))).body
    const pix = { fixedCents: 30, basisPoints: 99, ...NO_BOUNDS }
    const changes: [object, object][] = [
      [{ fees: { pix: { fixedCents: 30 } } }, { ...before.fees, pix }],
      [
        { fees: { cashout: { basisPoints: 10_000 } } },
        { ...before.fees, pix, cashout: { fixedCents: 100, basisPoints: 10_000, ...NO_BOUNDS } },
      ],
    ]
    for (const [change, fees] of changes) assert.deepEqual((await patch(change)).body.fees, fees)
    const limits = await patch({ limits: { cashoutMinimumCents: 1 } })
    assert.deepEqual(limits.body.limits, { ...before.limits, cashoutMinimumCents: 1 })
    const reserve = await patch({ reserve: { days: 0 } })
    assert.deepEqual(reserve.body.reserve, { basisPoints: 0, days: 0 })
    const all = await patch({
      status: 'BLOCKED',
      apiCashoutEnabled: false,
      transferAllowed: false,
      fees: { pix: { fixedCents: 0, basisPoints: 0 }, cashout: { fixedCents: 0, basisPoints: 0 } },
      limits: { cashoutMinimumCents: 500, cashoutMaximumCents: 500 },
      reserve: { basisPoints: 1_000, days: 90 },
    })
    assert.equal(all.status, 200)
    assert.deepEqual(all.body, {
      ...before,
      status: 'BLOCKED',
      apiCashoutEnabled: false,
      transferAllowed: false,
      fees: {
        ...before.fees,
        pix: { fixedCents: 0, basisPoints: 0, ...NO_BOUNDS },
        cashout: { fixedCents: 0, basisPoints: 0, ...NO_BOUNDS },
      },
      limits: { ...before.limits, cashoutMinimumCents: 500, cashoutMaximumCents: 500 },
      grantedLimits: { ...before.grantedLimits, cashoutMaximumCents: 500 },
      reserve: { basisPoints: 1_000, days: 90 },
      updatedAt: all.body.updatedAt,
    })
    assert.ok(all.body.updatedAt >= before.updatedAt)
    assert.deepEqual((await ana.call('GET', '/api/account')).body, {
      ...all.body,
      recurrencesNeedAttention: false,
      testBank: true,
    })
  })

  it('loses no change to another that comes at the same time', async () => {
    const own = await register(gateway)
    await Promise.all([
      patch({ fees: { pix: { fixedCents: 7 } } }, own.accountId),
      patch({ fees: { pix: { basisPoints: 8 } } }, own.accountId),
      patch({ fees: { cashout: { fixedCents: 9 } } }, own.accountId),
      patch({ transferAllowed: false }, own.accountId),
      own.call('PATCH', '/api/account', { name: 'Outra' }),
    ])
    const { body } = await olga.call('GET', account(own.accountId))
    assert.deepEqual(body.fees.pix, { fixedCents: 7, basisPoints: 8, ...NO_BOUNDS })
    assert.deepEqual(body.fees.cashout, { fixedCents: 9, basisPoints: 0, ...NO_BOUNDS })
    assert.deepEqual([body.transferAllowed, body.name], [false, 'Outra'])
  })

  it('is refused with the field that is wrong, and nothing changes', async () => {
    const own = await register(gateway)
    const before = (await olga.call('GET', account(own.accountId))).body
    const table: [string, unknown][] = [
      ['body', {}],
      ['body', []],
      ['colour', { colour: 'blue' }],
      ['name', { name: 'X' }],
      ['status', { status: 'active' }],
      ['apiCashoutEnabled', { apiCashoutEnabled: 'true' }],
      ['transferAllowed', { transferAllowed: null }],
      ['fees', { fees: {} }],
      ['fees.card', { fees: { card: {} } }],
      ['fees.pix.fixedCents', { fees: { pix: { fixedCents: -1 } } }],
      ['fees.pix.fixedCents', { fees: { pix: { fixedCents: 1.5 } } }],
      ['fees.pix.fixedCents', { fees: { pix: { fixedCents: '1' } } }],
      ['fees.pix.fixedCents', { fees: { pix: { fixedCents: 1e12 } } }],
      ['fees.cashout.basisPoints', { fees: { cashout: { basisPoints: 10_001 } } }],
      ['fees.cashout.percent', { fees: { cashout: { percent: 1 } } }],
      ['fees.pix.minimumCents', { fees: { pix: { minimumCents: -1 } } }],
      ['fees.boleto.maximumCents', { fees: { boleto: { maximumCents: '5' } } }],
      ['fees.cashout', { fees: { cashout: { maximumCents: 99 } } }],
      ['fees.cashout', { fees: { cashout: { minimumCents: 500, maximumCents: 499 } } }],
      ['fees.creditCard', { fees: { pix: { fixedCents: 1 }, creditCard: { fixedCents: 2, maximumCents: 1 } } }],
      ['limits.cashoutMinimumCents', { limits: { cashoutMinimumCents: 0 } }],
      ['limits.cashoutMaximumCents', { limits: { cashoutMaximumCents: null } }],
      ['limits.cashoutDayCents', { limits: { cashoutDayCents: -1 } }],
      ['limits.cashoutNightCents', { limits: { cashoutNightCents: 1.5 } }],
      ['limits', { limits: { cashoutMinimumCents: 10_000_001 } }],
      ['limits', { limits: { cashoutMaximumCents: 9_999 } }],
      ['limits', { limits: { cashoutMinimumCents: 2, cashoutMaximumCents: 1 } }],
      ['reserve.basisPoints', { reserve: { basisPoints: 10_001 } }],
      ['reserve.days', { reserve: { days: -1 } }],
      ['reserve.days', { reserve: { days: 3_651 } }],
      ['postbackSecret', { postbackSecret: 'fifteen letters' }],
      ['postbackSecret', { postbackSecret: 'sixteen letters\n' }],
      ['postbackSecret', { postbackSecret: null }],
    ]
    for (const [field, body] of table) {
      const answer = await patch(body, own.accountId)
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'], JSON.stringify(body))
      assert.ok(answer.body.error.message.startsWith(`${field}:`), `${answer.text} for ${JSON.stringify(body)}`)
    }
    assert.deepEqual((await olga.call('GET', account(own.accountId))).body, before)
  })

  it('sets a postback secret that is stored encrypted and never shown', async () => {
    const own = await register(gateway)
    const postbackSecret = 'a-secret-of-the-seller'
    const answer = await patch({ postbackSecret }, own.accountId)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.postbackSecretSet, true)
    const shown = await own.call('GET', '/api/account')
    assert.equal(shown.body.postbackSecretSet, true)
    const [row] = await gateway.db.query<{ sealed: string }>(sql`
      select postback_secret_sealed as sealed from account where id = ${own.accountId}`)
    assert.match(row?.sealed ?? '', /^v2\./)
    assert.ok(![answer.text, shown.text, row?.sealed].some(text => text?.includes(postbackSecret)))
    await patch({ transferAllowed: true }, own.accountId)
    const [later] = await gateway.db.query(sql`
      select postback_secret_sealed as sealed from account where id = ${own.accountId}`)
    assert.deepEqual(later, row)
  })

  it('reads and changes the switch of the whole gateway', async () => {
    const path = '/api/admin/switches'
    assert.deepEqual((await olga.call('GET', path)).body, { apiCashoutEnabled: true })
    const off = await olga.call('PATCH', path, { apiCashoutEnabled: false })
    assert.deepEqual([off.status, off.body], [200, { apiCashoutEnabled: false }])
    assert.deepEqual((await olga.call('GET', path)).body, { apiCashoutEnabled: false })
    assert.equal((await ana.call('GET', '/api/account')).body.houseApiCashoutEnabled, false)
    for (const body of [{}, { apiCashoutEnabled: 1 }, { apiCashoutEnabled: true, more: 1 }])
      assert.deepEqual(refusal(await olga.call('PATCH', path, body)), [400, 'INVALID_DATA'], JSON.stringify(body))
    assert.deepEqual((await olga.call('PATCH', path, { apiCashoutEnabled: true })).body, { apiCashoutEnabled: true })
  })

  it('is needed: a seller gets 403 and a stranger 401', async () => {
    const routes: [string, string, unknown][] = [
      ['GET', '/api/admin/accounts', undefined],
      ['GET', account(ana.accountId), undefined],
      ['PATCH', account(ana.accountId), { transferAllowed: true }],
      ['GET', '/api/admin/switches', undefined],
      ['PATCH', '/api/admin/switches', { apiCashoutEnabled: false }],
    ]
    for (const [method, path, body] of routes) {
      assert.deepEqual(refusal(await ana.call(method, path, body)), [403, 'FORBIDDEN'], path)
      assert.deepEqual(refusal(await ana.call(method, path, body, { cookie: null })), [401, 'UNAUTHORIZED'], path)
    }
  })
})

describe('the list of accounts', () => {
  let gateway: TestGateway
  let olga: Person
  before(async () => {
    gateway = await openTestGateway()
    olga = await registerOperator(gateway)
    for (const name of ['Padaria 100%', 'Loja_A', 'LOJA B', 'Feira \\o/']) await register(gateway, name)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const list = (query: string) => olga.call('GET', `/api/admin/accounts${query}`)
  const names = async (query: string) => (await list(query)).body.data.map((account: { name: string }) => account.name)

  it('is of the newest first', async () => {
    assert.deepEqual(await names(''), ['Feira \\o/', 'LOJA B', 'Loja_A', 'Padaria 100%', 'Olga Operadora'])
  })

  it('is searched by name, e-mail and number, without any sign meaning something else', async () => {
    const { body } = await list('?limit=1&q=padaria')
    const [padaria] = body.data
    // An address is drawn, and may have the digits of the number.
    const accounts: { name: string; email: string }[] = (await list('?limit=100')).body.data
    const numbered = accounts.filter(({ name, email }) => name === padaria.name || email.includes(String(padaria.id)))
    const table: [string, string[]][] = [
      ['loja', ['LOJA B', 'Loja_A']],
      ['100%', ['Padaria 100%']],
      ['%', ['Padaria 100%']],
      ['_', ['Loja_A']],
      ['\\', ['Feira \\o/']],
      ["'", []],
      [padaria.email, ['Padaria 100%']],
      [String(padaria.id), numbered.map(({ name }) => name)],
      ['99999999999999999999', []],
    ]
    for (const [q, expected] of table) assert.deepEqual(await names(`?q=${encodeURIComponent(q)}`), expected, q)
  })

  it('comes in pages', async () => {
    const seen: string[] = []
    let query = '?limit=2'
    for (let page = 0; page < 3; page++) {
      const { body } = await list(query)
      seen.push(...body.data.map((account: { name: string }) => account.name))
      query = body.nextCursor === null ? '' : `?limit=2&cursor=${body.nextCursor}`
    }
    assert.equal(query, '')
    assert.deepEqual(seen, await names(''))
  })

  it('is refused with a limit or a cursor that cannot be', async () => {
    for (const query of [
      '?limit=0',
      '?limit=101',
      '?limit=two',
      '?cursor=!',
      '?cursor=abc',
      '?q=',
      '?q=%00',
      '?q=a&q=b',
    ])
      assert.deepEqual(refusal(await list(query)), [400, 'INVALID_DATA'], query)
  })
})
