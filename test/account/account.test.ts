import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openAccount } from '#account/open.ts'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'

describe("the account's own page", () => {
  let gateway: TestGateway
  let ana: Person
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  it('shows profile, switches, and the fees, limits and reserve in force, in integer cents', async () => {
    const { status, body } = await ana.call('GET', '/api/account')
    assert.equal(status, 200)
    const { uuid, createdAt, updatedAt, ...rest } = body
    assert.match(uuid, /^[0-9a-f-]{36}$/)
    assert.equal(createdAt, updatedAt)
    assert.equal(new Date(createdAt).toISOString(), createdAt)
    assert.deepEqual(rest, {
      id: ana.accountId,
      name: 'Ana Souza',
      email: ana.email,
      environment: 'test',
      liveAccountId: null,
      testAccountId: null,
      status: 'ACTIVE',
      apiCashoutEnabled: true,
      houseApiCashoutEnabled: true,
      transferAllowed: true,
      acceptsLatePayment: true,
      returnsFeeOnRefund: false,
      unexpectedReceipts: 'RETURN',
      duplicateCashoutWindowSeconds: 0,
      membersNeedSecondFactor: false,
      fees: {
        pix: { fixedCents: 0, basisPoints: 99, minimumCents: null, maximumCents: null },
        pixAutomatico: { fixedCents: 0, basisPoints: 99, minimumCents: null, maximumCents: null },
        boleto: null,
        creditCard: null,
        debitCard: null,
        transfer: null,
        creditCardInstallments: null,
        cashout: { fixedCents: 100, basisPoints: 0, minimumCents: null, maximumCents: null },
      },
      limits: {
        cashoutMinimumCents: 10_000,
        cashoutMaximumCents: 10_000_000,
        cashoutDayCents: null,
        cashoutNightCents: null,
      },
      pendingLimits: {},
      grantedLimits: { cashoutMaximumCents: 10_000_000, cashoutDayCents: null, cashoutNightCents: null },
      reserve: { basisPoints: 0, days: 30 },
      settlement: { cardDays: 30, cardMode: 'PER_INSTALLMENT', boletoDays: 0, waitsForProvider: true },
      postbackSecretSet: false,
      payInPspAccountId: 1,
      payOutPspAccountId: 1,
      payInEnabled: true,
      payOutEnabled: true,
      recovering: false,
      boletoPspAccountId: null,
      cardPspAccountId: null,
      cardsOffUntil: null,
      soldMethods: ['PIX'],
      recurrencesNeedAttention: false,
      testBank: true,
    })
  })

  it('is renamed by its owner, and nothing else of it can be changed there', async () => {
    const renamed = await ana.call('PATCH', '/api/account', { name: 'Loja da Ana' })
    assert.deepEqual([renamed.status, renamed.body.name], [200, 'Loja da Ana'])
    assert.equal((await ana.call('PATCH', '/api/account', {})).body.name, 'Loja da Ana')
    for (const body of [
      { status: 'ACTIVE' },
      { fees: {} },
      { name: '' },
      { name: '   ' },
      { name: 5 },
      { name: 'a\nb' },
      { name: 'x'.repeat(121) },
    ]) {
      const answer = await ana.call('PATCH', '/api/account', body)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'INVALID_DATA'], JSON.stringify(body))
      assert.ok(answer.body.error.message.startsWith(`${Object.keys(body)[0]}:`))
    }
    assert.equal((await ana.call('GET', '/api/account')).body.name, 'Loja da Ana')
  })
})

describe('opening an account', () => {
  it('by many at once for one person opens one, bound to the PSP accounts of the operator', async () => {
    await using gateway = await openTestGateway()
    const person = { id: randomUUID(), name: 'Ana', email: 'ana@example.com' }
    const open = () => openAccount(gateway.db, { person, status: 'PENDING', now: new Date() })
    const ids = await Promise.all(Array.from({ length: 8 }, open))
    assert.equal(new Set(ids).size, 1)
    const rows = await gateway.db.query(sql`
      select status, role, pay_in_psp_account_id, pay_out_psp_account_id
      from account join member on member.account_id = account.id where member.user_id = ${person.id}`)
    assert.deepEqual(rows, [{ status: 'PENDING', role: 'OWNER', pay_in_psp_account_id: 1, pay_out_psp_account_id: 1 }])
  })
})
