// One key at two gateways on one database, and at a gateway that starts later: the answer of one is the answer of the other.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import { openTwoGateways, type TwoGateways } from '../two-gateways.ts'
import { cashoutsOf, replayOf, requestUnder, seen, times } from './under-key.ts'

const resources = new AsyncDisposableStack()
let on: TwoGateways['on']
let gateway: TestGateway
let neighbour: TestGateway

before(async () => {
  ;({ gateway, neighbour, on } = resources.use(await openTwoGateways()))
})
after(() => resources.disposeAsync())

/** The same seller, calling another gateway. */
const at = (other: TestGateway, { accountId, publicKey, privateKey }: Seller) =>
  sellerWith(other, accountId, publicKey, privateKey)

describe('one key at two gateways', () => {
  it('fifty requests at once make one cashout, and get fifty equal answers', async () => {
    const seller = await gateway.seller({ funds: 10_000_00 })
    const callers = [seller, at(neighbour, seller)]
    for (let round = 0; round < 10; round++) {
      const answers = await times(50, n => requestUnder(callers[n % 2] as Seller, `payout-${round}`))
      assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
      assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
      assert.equal(answers[0]?.status, 201)
    }
    assert.equal((await cashoutsOf(gateway, seller)).length, 10)
  })

  it('two bodies at once: one is made, and the sender of the other is refused at either gateway', async () => {
    const seller = await gateway.seller({ funds: 10_000_00 })
    const callers = [seller, at(neighbour, seller)]
    for (let round = 0; round < 10; round++) {
      const request = (n: number) =>
        requestUnder(callers[n % 2] as Seller, `payout-${round}`, { amount: n % 4 < 2 ? 100 : 101 })
      const answers = await times(20, request)
      const made = answers.filter(({ status }) => status === 201)
      assert.equal(new Set(made.map(({ text }) => text)).size, 1)
      assert.equal(made.length, 10)
      for (const { status, body } of answers.filter(answer => answer.status !== 201))
        assert.deepEqual([status, body.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    }
    assert.equal((await cashoutsOf(gateway, seller)).length, 10)
  })

  it('many keys in crossed order neither fail nor make anything twice', async () => {
    const seller = await gateway.seller({ funds: 10_000_00 })
    const other = at(neighbour, seller)
    const answers = await Promise.all([
      times(40, n => requestUnder(seller, `payout-${n}`)),
      times(40, n => requestUnder(other, `payout-${39 - n}`)),
    ])
    assert.deepEqual(
      answers[0].map(({ text }) => text),
      answers[1].map(({ text }) => text).toReversed(),
    )
    assert.equal((await cashoutsOf(gateway, seller)).length, 40)
  })

  it('a gateway that is opened later answers what those before it answered', async () => {
    const seller = await gateway.seller({ funds: 200_00 })
    const first = await (async () => {
      await using early = await openTestGateway({ on })
      const caller = at(early, seller)
      return [await requestUnder(caller, 'made'), await requestUnder(caller, 'refused', { amount: 5_000 })] as const
    })()
    assert.deepEqual(
      first.map(({ status }) => status),
      [201, 422],
    )
    await using late = await openTestGateway({ on })
    const caller = at(late, seller)
    assert.deepEqual(seen(await requestUnder(caller, 'made')), replayOf(first[0]))
    assert.deepEqual(seen(await requestUnder(caller, 'refused', { amount: 5_000 })), replayOf(first[1]))
    assert.equal((await requestUnder(caller, 'made', { amount: 101 })).status, 422)
  })

  it('and the books add up', async () => assertBooks(gateway))
})
