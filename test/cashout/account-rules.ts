// How the rules by which cashouts wait are changed by an account's own people: for whoever has a shop open.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Person } from '../access/person.ts'
import type { WaitingShop } from './waiting-shop.ts'

export function itKeepsRules(own: () => WaitingShop): void {
  it('are all off at first', async () => {
    const { body } = await own().ana.call('GET', '/api/payout-rules')
    assert.deepEqual([body.approvalAboveCents, body.onlyBeneficiaries, body.approvalUrl], [null, false, null])
    await own().seller.reaches(`/api/public/cashout/${(await own().asks({ amount: 900 })).uuid}`, 'COMPLETED')
  })

  it('protect more at once, and less only when others have agreed', async () => {
    assert.equal((await own().rules({ approvalAboveCents: 200_00, approvalsNeeded: 2 })).status, 200)
    const weaker = await own().rules({ approvalAboveCents: 1_000_00 })
    assert.deepEqual([weaker.status, weaker.body.approvalAboveCents], [202, 200_00])
    assert.deepEqual(weaker.body.proposal.change, { approvalAboveCents: 1_000_00 })
    const agree = (person: Person, change: object = weaker.body.proposal.change) =>
      person.call('POST', '/api/payout-rules/proposal/agree', { change })
    assert.equal((await agree(own().ana)).status, 403)
    // What was read is not what waits by now.
    assert.equal((await agree(own().bia, { approvalAboveCents: 1_000_01 })).status, 409)
    assert.equal((await agree(own().bia, { ...weaker.body.proposal.change, onlyBeneficiaries: false })).status, 409)
    assert.equal((await own().bia.call('POST', '/api/payout-rules/proposal/agree')).status, 400)
    assert.equal((await agree(own().bia)).body.approvalAboveCents, 200_00)
    assert.equal((await agree(own().bia)).body.approvalAboveCents, 200_00)
    const waiting = await own().asks({ amount: 300 })
    assert.equal((await own().read(waiting)).status, 'PENDING')
    const after = await agree(own().caio)
    assert.deepEqual([after.body.approvalAboveCents, after.body.proposal], [1_000_00, undefined])
    assert.equal((await agree(own().caio)).status, 409)
    await own().seller.reaches(`/api/public/cashout/${(await own().asks({ amount: 300 })).uuid}`, 'COMPLETED')
    assert.deepEqual((await own().read(waiting)).waitsFor, ['AMOUNT'])
    await own().reject(own().bia, waiting)
  })

  it('protect no less by the word of an account that has nobody else, and the operator is named', async () => {
    const alone = (change: object) => own().ana.call('PATCH', '/api/payout-rules', change, { 'x-account-id': null })
    assert.equal((await alone({ approvalAboveCents: 200_00 })).status, 200)
    const { status, body } = await alone({ approvalAboveCents: null })
    assert.deepEqual([status, body.error.message], [409, ALONE])
  })
  const ALONE =
    'what protects less takes 1 of the other people of this account, and there are 0: please ask the operator'

  it('are taken back, by any of them, while they wait', async () => {
    await own().rules({ approvalAboveCents: null })
    const back = await own().bia.call('POST', '/api/payout-rules/proposal/reject')
    assert.deepEqual([back.status, back.body.approvalAboveCents, back.body.proposal], [202, 1_000_00, undefined])
  })

  it('are for the owner alone, and cannot ask for more people than there are', async () => {
    assert.equal((await own().rules({ approvalAboveCents: 1 }, own().bia)).status, 403)
    const many = await own().rules({ approvalsNeeded: 5 })
    assert.deepEqual([many.status, many.body.error.code], [409, 'CONFLICT'])
    assert.equal((await own().rules({ approvalsNeeded: 0 })).status, 400)
    assert.equal((await own().rules({ unknown: 1 })).status, 400)
    assert.equal((await own().rules({ approvalUrl: 'ftp://example.com' })).status, 400)
  })

  it('stand in the audit log with what was before', async () => {
    const { body } = await own().ana.call('GET', '/api/audit?subject=payout_rule&limit=100')
    const actions = body.data.map(({ action }: { action: string }) => action)
    for (const action of ['changed', 'change-proposed', 'change-agreed', 'change-rejected'])
      assert.ok(actions.includes(`payout-rule.${action}`), action)
    assert.deepEqual(body.data.at(-1).detail, {
      approvalAboveCents: { before: null, after: 200_00 },
      approvalsNeeded: { before: 1, after: 2 },
    })
  })
}
