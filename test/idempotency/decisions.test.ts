// A person's decision about money under a key: the answer that was lost can be had again, and the decision is one.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { anomaliesOf, hint, RARE_LOOKUPS, REASON, type Stage, untilAnomaly, WAYS } from '../cashout/anomalies.ts'
import { balanceOf } from '../cashout/requesting.ts'
import { replayOf, seen, times } from '../cashout/under-key.ts'
import type { Seller } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { listed } from '../sale/incoming.ts'
import { at, setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'

const REUSED = {
  success: false,
  error: { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Idempotency-Key: was used before, with another body' },
}

const resources = new AsyncDisposableStack()
let stage: Stage
let seller: Seller
let olga: Person

before(async () => {
  const line = resources.use(await openGatewayBehindWire(RARE_LOOKUPS))
  olga = await registerOperator(line.gateway)
  stage = { ...line, operator: olga }
  seller = await line.gateway.seller()
  await setTerms(line.gateway, seller, { unexpected: 'KEEP', acceptsLate: false })
})
after(() => resources.disposeAsync())

const post = (who: Person, path: string, body: object, key: string): Promise<Answer> =>
  who.call('POST', path, body, { 'idempotency-key': key })

/** A receipt that waits for a decision: the path to decide it. */
async function undecided(cents = 100_00): Promise<string> {
  const { gateway } = stage
  const sale = await seller.sell(cents)
  await seller.api('POST', `${at(sale)}/cancel`)
  const { body: pix } = await gateway.pay(sale.pixKey, { late: true })
  const incomingPayment = await until(async () => {
    const all = await listed(olga, '?limit=100')
    return all.find(({ endToEndId }) => endToEndId === pix.endToEndId) ?? null
  }, 'the receipt')
  return `/api/admin/receipts/${incomingPayment.accountId}/${incomingPayment.id}`
}

describe('a receipt', () => {
  for (const verb of ['return', 'credit'] as const)
    it(`is ${verb}ed once by twenty requests at once under one key, and all get the same answer`, async () => {
      const path = `${await undecided()}/${verb}`
      const answers = await times(20, () => post(olga, path, { reason: REASON }, `${verb} it`))
      assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
      assert.equal(answers[0]?.status, 202)
      assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
    })

  it('is answered as it was when it was decided, whatever has become of it since', async () => {
    const path = `${await undecided()}/return`
    const first = await post(olga, path, { reason: REASON }, 'and then')
    assert.equal(first.body.status, 'RETURNING')
    await untilIdle(stage.gateway)
    assert.deepEqual(seen(await post(olga, path, { reason: REASON }, 'and then')), replayOf(first))
    // Without the key it is what it is: decided already.
    assert.equal((await olga.call('POST', path, { reason: REASON })).status, 409)
  })

  it('is not decided by a key of another payment, another reason or another person', async () => {
    const [one, other] = [await undecided(), await undecided()]
    const first = await post(olga, `${one}/credit`, { reason: REASON }, 'mine')
    assert.equal(first.status, 202)
    const second = await registerOperator(stage.gateway)
    for (const [who, path, reason] of [
      [olga, `${other}/credit`, REASON],
      [olga, `${one}/credit`, 'another reason'],
      [second, `${one}/credit`, REASON],
    ] as const) {
      const { status, body } = await post(who, path, { reason }, 'mine')
      assert.deepEqual([status, body], [422, REUSED])
    }
    // The same key on another route is another one.
    assert.equal((await post(olga, `${other}/return`, { reason: REASON }, 'mine')).status, 202)
  })

  it('that cannot be decided is refused, and the refusal stays with the key; what is not there is not kept', async () => {
    const path = `${await undecided()}/return`
    await olga.call('POST', path, { reason: REASON })
    const refused = await post(olga, path, { reason: REASON }, 'too late')
    assert.equal(refused.status, 409)
    await untilIdle(stage.gateway)
    assert.deepEqual(seen(await post(olga, path, { reason: REASON }, 'too late')), replayOf(refused))
    const nowhere = `/api/admin/receipts/${seller.accountId}/999999/return`
    assert.equal((await post(olga, nowhere, { reason: REASON }, 'nowhere')).status, 404)
    assert.equal((await post(olga, `${await undecided()}/return`, { reason: REASON }, 'nowhere')).status, 202)
  })
})

describe('an anomaly', () => {
  it('is decided once by ten requests at once under one key, and all get the same answer', async () => {
    const { seller: owner } = await WAYS['paid after it failed'](stage)
    const { uuid } = await untilAnomaly(stage, owner)
    const before = await balanceOf(owner)
    const path = `/api/admin/anomalies/${uuid}/decide`
    const decide = () => post(olga, path, { decision: 'CHARGE_SELLER', reason: REASON }, 'charge')
    const answers = await times(10, decide)
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]?.status, 202)
    assert.deepEqual(seen(await decide()), replayOf(answers[0] as Answer))
    const after = await balanceOf(owner)
    assert.equal(before.total - after.total, 99_00)
    const other = await post(olga, path, { decision: 'BEAR_LOSS', reason: REASON }, 'charge')
    assert.deepEqual([other.status, other.body], [422, REUSED])
    assert.equal((await anomaliesOf(stage, owner)).length, 1)
    await hint(stage, owner)
  })

  it('and the books add up', async () => {
    await untilIdle(stage.gateway)
    await assertBooks(stage.gateway)
  })
})
