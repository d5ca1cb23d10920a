// Why a cashout is refused, in the order of the contract. The walk begins with everything wrong at once and corrects one thing at a time,
// so that each refusal is answered while every later one applies too.
import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import sql, { type Sql } from 'sql-template-tag'
import { FAILURE_CODES, type FailureCode } from '#kernel/failure.ts'
import { assertBooks } from '../books.ts'
import {
  CASHOUT,
  CASHOUT_REQUEST,
  inA,
  inB,
  inC,
  inD,
  keysOf,
  NO_AMOUNT,
  newKey,
  openPublicApi,
  type PublicApi,
  refuses,
} from './public-api.ts'

/** The name begins with the status; `cure` puts right what the step is about. */
type Step = [name: string, text: string, cure: () => unknown]

test('a cashout is refused for one reason at a time, in the order of the contract', async t => {
  await using httpServer = await openPublicApi({ env: { TRUST_PROXY: '127.0.0.1' } })
  const { gateway } = httpServer
  const seller = await gateway.seller({ funds: 250_00 })
  const narrow = await newKey(gateway, seller.accountId, ['balance:read', 'cashout:read'])
  const { body: earlier } = await seller.api('POST', CASHOUT, { ...CASHOUT_REQUEST, externalReference: 'order-1' })
  await seller.reaches(`${CASHOUT}/${earlier.uuid}`, 'COMPLETED')

  const change = (assignments: Sql) =>
    gateway.db.query(sql`update account set seal = default, ${assignments} where id = ${seller.accountId}`)
  await change(sql`allowed_ips = '{198.51.100.1}', status = 'BLOCKED', api_cashout_enabled = false, transfer_allowed = false,
    limits = '{"cashoutMinimumCentavos": 20000, "cashoutMaximumCentavos": 14000}',
    fees = jsonb_set(fees, '{cashout,fixedCentavos}', '15000')`)
  await gateway.db.query(sql`update house set api_cashout_enabled = false`)

  let keys: Record<string, string> = {}
  let from = '198.51.100.77'
  let body: unknown = '{"amount":'
  const send = () => httpServer.stranger('POST', CASHOUT, body, { ...keys, 'x-forwarded-for': from })

  const paySome = async () => {
    await change(sql`allowed_ips = '{}'`)
    const sale = await seller.sell(100_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  }
  const disabled = inC('API_WITHDRAWAL_DISABLED_GLOBALLY', 'Cashouts through the API are disabled for this user')

  const steps: Step[] = [
    [
      '401 UNAUTHORIZED without keys, also when the body is no JSON',
      inD('UNAUTHORIZED', 'The API keys are missing or not valid'),
      () => {
        keys = keysOf(narrow)
      },
    ],
    [
      '403 IP_NOT_ALLOWED from an address that is not on the list',
      inB('IP_NOT_ALLOWED', 'Requests from 198.51.100.77 are not allowed for this account'),
      () => {
        from = '198.51.100.1'
      },
    ],
    [
      '403 FORBIDDEN while the account is not active',
      inA('FORBIDDEN', 'This account is not active'),
      () => change(sql`status = 'ACTIVE'`),
    ],
    [
      '403 FORBIDDEN with a key that is not good for cashouts',
      inA('FORBIDDEN', 'This API key is not good for cashout:write'),
      () => {
        keys = keysOf(seller)
      },
    ],
    [
      '400 INVALID_DATA for a body that is no JSON',
      inD('INVALID_DATA', 'body: expected JSON'),
      () => {
        body = { ...CASHOUT_REQUEST, amount: 0, externalReference: 'order-1' }
      },
    ],
    [
      '400 INVALID_DATA for an amount that is not a valid number greater than zero',
      inD('INVALID_DATA', NO_AMOUNT),
      () => {
        body = { ...CASHOUT_REQUEST, externalReference: 'order-1' }
      },
    ],
    [
      '409 CONFLICT for an externalReference that names another cashout',
      inD('CONFLICT', `externalReference: already names the cashout ${earlier.uuid}`),
      () => {
        body = CASHOUT_REQUEST
      },
    ],
    [
      '403 API_WITHDRAWAL_DISABLED_GLOBALLY by the switch of the gateway',
      disabled,
      () => gateway.db.query(sql`update house set api_cashout_enabled = true`),
    ],
    [
      '403 API_WITHDRAWAL_DISABLED_GLOBALLY by the switch of the account',
      disabled,
      () => change(sql`api_cashout_enabled = true`),
    ],
    [
      '403 TRANSFER_NOT_ALLOWED while the account is stopped',
      inC('TRANSFER_NOT_ALLOWED', 'This account may not transfer'),
      () => change(sql`transfer_allowed = true`),
    ],
    [
      '422 MINIMUM_VALUE below the minimum',
      inC('MINIMUM_VALUE', 'amount: the minimum is 200.00'),
      () => change(sql`limits = jsonb_set(limits, '{cashoutMinimumCentavos}', '10000')`),
    ],
    [
      '422 MAXIMUM_VALUE above the maximum',
      inC('MAXIMUM_VALUE', 'amount: the maximum is 140.00'),
      () => change(sql`limits = jsonb_set(limits, '{cashoutMaximumCentavos}', '10000000')`),
    ],
    [
      '422 INSUFFICIENT_BALANCE above the available balance',
      inC('INSUFFICIENT_BALANCE', 'The available balance does not cover the amount'),
      paySome,
    ],
    [
      '422 GENERAL_ERROR when nothing would be left after the fees',
      inC('GENERAL_ERROR', 'amount: nothing would be left after the fees'),
      () => change(sql`fees = jsonb_set(fees, '{cashout,fixedCentavos}', '14999')`),
    ],
  ]

  for (const [name, text, cure] of steps)
    await t.test(name, async () => {
      const written = await httpServer.books()
      refuses(await send(), Number.parseInt(name, 10), text)
      assert.equal(await httpServer.books(), written)
      await cure()
    })
  await t.test('201 once everything is right', async () => {
    const { status, body: made } = await send()
    assert.equal(status, 201)
    assert.equal(made.netAmount, '0.01')
    await seller.reaches(`${CASHOUT}/${made.uuid}`, 'COMPLETED')
    await assertBooks(gateway)
  })
  await t.test('the vocabulary of refusals has the same order', () => {
    const places = steps.map(([name]) => FAILURE_CODES.indexOf(name.split(' ')[1] as FailureCode))
    assert.deepEqual(
      places,
      [...places].sort((one, other) => one - other),
    )
    assert.equal(places.includes(-1), false)
  })
})

describe('the amount of a cashout, against the limits of the contract', () => {
  let httpServer: PublicApi
  before(async () => {
    httpServer = await openPublicApi({ funds: 300_00 })
  })
  after(() => httpServer[Symbol.asyncDispose]())

  const minimum = inC('MINIMUM_VALUE', 'amount: the minimum is 100.00')
  const maximum = inC('MAXIMUM_VALUE', 'amount: the maximum is 100000.00')
  const balance = inC('INSUFFICIENT_BALANCE', 'The available balance does not cover the amount')
  const refused: [name: string, amount: string, text: string][] = [
    ['422 MINIMUM_VALUE below 100.00', '99.99', minimum],
    ['422 MINIMUM_VALUE for a single centavo', '0.01', minimum],
    ['422 MAXIMUM_VALUE above 100000.00', '100000.01', maximum],
    ['422 MAXIMUM_VALUE for more than any Pix can carry', '9007199254740993', maximum],
    ['422 MAXIMUM_VALUE for 1e21', '1e21', maximum],
    ['422 INSUFFICIENT_BALANCE for 100000.00, which is within the limits', '100000.00', balance],
    ['422 INSUFFICIENT_BALANCE one centavo above the available balance', '297.04', balance],
  ]
  for (const [name, amount, text] of refused)
    it(name, async () => {
      const written = await httpServer.books()
      refuses(
        await httpServer.request('POST', CASHOUT, JSON.stringify(CASHOUT_REQUEST).replace('150', amount)),
        422,
        text,
      )
      assert.equal(await httpServer.books(), written)
    })

  it('201 for 100.00, and for all that is available', async () => {
    for (const amount of [100, 197.03]) {
      const { status, body } = await httpServer.request('POST', CASHOUT, { ...CASHOUT_REQUEST, amount })
      assert.equal(status, 201)
      await httpServer.seller.reaches(`${CASHOUT}/${body.uuid}`, 'COMPLETED')
    }
    refuses(await httpServer.request('GET', '/api/public/balance'), 200, '{"available":0,"blocked":0,"total":0}')
    await assertBooks(httpServer.gateway)
  })

  it('422 INSUFFICIENT_BALANCE from an account that owes', async () => {
    const debtor = await httpServer.gateway.seller()
    await debtor.api('GET', '/api/public/balance')
    await httpServer.gateway.db.query(sql`
      update wallet set available_centavos = -100, fee_centavos = 100 where account_id = ${debtor.accountId}`)
    refuses(await debtor.api('POST', CASHOUT, CASHOUT_REQUEST), 422, balance)
  })
})

describe('a gateway with other rules', () => {
  let httpServer: PublicApi
  before(async () => {
    httpServer = await openPublicApi({ env: { BELOW_MINIMUM: 'TRANSFER_NOT_ALLOWED', STRICT_PIX_KEYS: 'true' } })
  })
  after(() => httpServer[Symbol.asyncDispose]())

  it('403 TRANSFER_NOT_ALLOWED below 100.00, by BELOW_MINIMUM', async () => {
    const answer = await httpServer.request('POST', CASHOUT, { ...CASHOUT_REQUEST, amount: 99.99 })
    refuses(answer, 403, inC('TRANSFER_NOT_ALLOWED', 'amount: the minimum is 100.00'))
  })

  it('400 for a key that cannot exist for its type, by STRICT_PIX_KEYS, before every business error', async () => {
    await httpServer.gateway.db.query(sql`update house set api_cashout_enabled = false`)
    for (const [pixKeyType, pixKey] of [
      ['CPF', '11111111111'],
      ['CNPJ', '11222333000182'],
      ['EMAIL', 'maria.example.com'],
      ['PHONE', '12345678'],
      ['RANDOM', 'maria@example.com'],
    ]) {
      const answer = await httpServer.request('POST', CASHOUT, { amount: 99.99, pixKey, pixKeyType })
      refuses(answer, 400, inD('INVALID_DATA', `pixKey: expected a key that can exist for the type ${pixKeyType}`))
    }
  })
})
