// Many requests at the same moment, at one gateway or at two on one database: the balance is spent once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertBooks } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { times as rounds, some } from '../long.ts'
import { openTwoGateways, type TwoGateways } from '../two-gateways.ts'
import { balanceOf, requestCashout, take } from './requesting.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let atNeighbour: TwoGateways['atNeighbour']

before(async () => {
  ;({ gateway, atNeighbour: atNeighbour } = resources.use(await openTwoGateways()))
})
after(() => resources.disposeAsync())

const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

const count = (answers: Answer[]) => {
  const answer = answers.map(({ status, body }) => [status, body.errorType ?? body.error].filter(Boolean).join(' '))
  return Object.fromEntries([...Map.groupBy(answer, one => one)].map(([one, all]) => [one, all.length]))
}

describe('cashouts of 60 % of the balance at the same moment', () => {
  const crowds: [callers: number, gateways: number, repeated: number][] = [
    [2, 1, rounds(8, 25)],
    [2, 2, 25],
    [10, 1, 15],
    [10, 2, rounds(5, 15)],
    [64, 1, 6],
    [64, 2, 6],
  ]
  for (const [callers, gateways, repeated] of some(crowds, 3))
    it(`${callers} callers at ${gateways} gateways, ${repeated} times: exactly one passes`, async () => {
      for (let round = 0; round < repeated; round++) {
        const seller = await gateway.seller({ funds: 1_000_00 })
        const elsewhere = atNeighbour(seller)
        const answers = await times(callers, n =>
          requestCashout(n % gateways === 0 ? seller : elsewhere, { amount: 600 }),
        )
        assert.deepEqual(count(answers), { '201': 1, '422 INSUFFICIENT_BALANCE': callers - 1 })
        const { available, blocked, total } = await balanceOf(seller)
        assert.equal(available, 390_10)
        assert.ok(blocked === 0 || total === 990_10)
      }
      await assertBooks(gateway)
    })
})

describe('cashouts of many sizes at the same moment', () => {
  it('spend exactly the balance, and no centavo more', async () => {
    const seller = await gateway.seller({ funds: 5_000_00 })
    const elsewhere = atNeighbour(seller)
    const sizes = Array.from({ length: 60 }, (_, n) => 100 + ((n * 37) % 200) + (n % 100) / 100)
    const answers = await times(sizes.length, n =>
      requestCashout(n % 2 === 0 ? seller : elsewhere, { amount: sizes[n] }),
    )
    const given = answers.map(({ status }, n) => (status === 201 ? Math.round((sizes[n] as number) * 100) : 0))
    const sum = given.reduce((total, cents) => total + cents, 0)
    const { available } = await balanceOf(seller)
    assert.equal(available, 4_950_50 - sum)
    assert.ok(available >= 0 && available < 300_00, `${available} is left though somebody asked for less`)
    await assertBooks(gateway)
  })
})

describe('an externalReference', () => {
  const named = { externalReference: 'order-7' }

  it('names one living cashout: the second gets 409 with the uuid of the first', async () => {
    const seller = await gateway.seller({ funds: 500_00 })
    const { cashout } = await take(seller, named)
    const { status, body } = await requestCashout(seller, named)
    assert.equal(status, 409)
    assert.deepEqual(body, {
      message: `externalReference: already names the cashout ${cashout.uuid}`,
      error: 'CONFLICT',
    })
  })

  it('is reported as used also to a caller who could not afford the cashout again', async () => {
    const seller = await gateway.seller({ funds: 120_00 })
    await take(seller, named)
    assert.equal((await requestCashout(seller, named)).status, 409)
  })

  it('names one of twenty that come together, at two gateways', async () => {
    const seller = await gateway.seller({ funds: 5_000_00 })
    const elsewhere = atNeighbour(seller)
    const answers = await times(20, n => requestCashout(n % 2 === 0 ? seller : elsewhere, named))
    assert.deepEqual(count(answers), { '201': 1, '409 CONFLICT': 19 })
    const [uuid] = answers.flatMap(({ status, body }) => (status === 201 ? body.uuid : []))
    for (const { status, body } of answers) if (status === 409) assert.ok(body.message.endsWith(uuid))
  })

  it('is free again when its cashout has FAILED', async () => {
    const seller = await gateway.seller({ funds: 500_00 })
    const { path } = await take(seller, { ...named, pixKey: 'negada@example.com' })
    await seller.reaches(path, 'FAILED')
    await take(seller, named)
  })

  it("is the account's own", async () => {
    const sellers = await times(2, () => gateway.seller({ funds: 500_00 }))
    for (const seller of sellers) await take(seller, named)
  })

  it('leaves the books in order', () => assertBooks(gateway))
})
