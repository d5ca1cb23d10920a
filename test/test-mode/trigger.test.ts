// What is played in test mode from outside a program: by the command line with the keys of a test account, and by the button of the panel.
import assert from 'node:assert/strict'
import { register } from '../access/person.ts'
import { keysIn, run } from '../cli/seller.ts'
import { openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { inTestMode, keysOf } from './side.ts'

slow(
  '`porteira trigger` plays with the keys of a test account alone, and a test sale can be paid in the panel',
  async () => {
    await using gateway = await openTestGateway({ testMode: true, env: { SWEEP_EVERY_MS: '60' } })
    const ana = await register(gateway)
    const inTest = await inTestMode(ana)
    const [live, test] = [await keysOf(gateway, ana), await keysOf(gateway, inTest)]
    for (const event of [
      'sale.refunded',
      'withdrawal.completed',
      'withdrawal.rejected',
      'withdrawal.returned',
      'refund.failed',
      'dispute.opened',
    ]) {
      await using played = run(['trigger', event], keysIn(gateway.url, test))
      assert.deepEqual((await played.ended).code, 0, played.err())
    }
    await using refused = run(['trigger', 'sale.paid'], keysIn(gateway.url, live))
    assert.equal((await refused.ended).code, 1)
    assert.match(refused.err(), /^These are live keys/)
    assert.deepEqual((await ana.call('GET', '/api/sales')).body.data, [])

    for (const [person, keys, can] of [
      [ana, live, false],
      [inTest, test, true],
    ] as const) {
      const path = `/api/sales/${(await keys.sell(20_00)).uuid}`
      assert.equal((await person.call('GET', path)).body.canSimulatePayment, can)
      assert.equal((await person.call('POST', `${path}/simulate-payment`)).status, can ? 202 : 404)
    }
  },
)
