// How an account's members change its approval rules, for a test that has a shop open.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { HOUR_MS } from '#kernel/time.ts'
import type { Person } from '../access/person.ts'
import type { WaitingShop } from './approval-shop.ts'

export interface RulesScene {
  own: () => WaitingShop
  advance: (ms: number) => void
  /** A member who was given the right to approve just now need not wait for it. */
  approveAtOnce: () => Promise<unknown>
}

export function itKeepsRules({ own, advance, approveAtOnce }: RulesScene): void {
  it('are all off at first', async () => {
    const { body } = await own().ana.call('GET', '/api/payout-rules')
    assert.deepEqual([body.approvalAboveCents, body.onlyBeneficiaries, body.approvalUrl], [null, false, null])
    await own().seller.reaches(`/api/public/cashout/${(await own().requestCashout({ amount: 900 })).uuid}`, 'COMPLETED')
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
    const waiting = await own().requestCashout({ amount: 300 })
    assert.equal((await own().read(waiting)).status, 'PENDING')
    const after = await agree(own().caio)
    assert.deepEqual([after.body.approvalAboveCents, after.body.proposal], [1_000_00, undefined])
    assert.equal((await agree(own().caio)).status, 409)
    await own().seller.reaches(`/api/public/cashout/${(await own().requestCashout({ amount: 300 })).uuid}`, 'COMPLETED')
    assert.deepEqual((await own().read(waiting)).waitsFor, ['AMOUNT'])
    await own().reject(own().bia, waiting)
  })

  it('require no approval of members who are missing unless the owner says so, and are taken back alone after 72 hours', async () => {
    const alone = { 'x-account-id': null }
    const change = (body: object) => own().ana.call('PATCH', '/api/payout-rules', body, alone)
    const rules = async () => (await own().ana.call('GET', '/api/payout-rules', undefined, alone)).body
    for (const body of [{ approvalAboveCents: 200_00 }, { onlyBeneficiaries: true }, { newKeyAboveCents: 0 }]) {
      const refused = await change(body)
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'RULE_LOCKS_OUT'])
      assert.match(refused.body.error.message, /asks for 1 other people, and there are 0.*changesAlone/)
    }
    assert.deepEqual([(await rules()).approvalAboveCents, (await rules()).others], [null, 0])
    assert.equal((await change({ approvalAboveCents: 200_00, changesAlone: true })).status, 200)
    const back = { approvalAboveCents: null }
    const proposed = await change(back)
    assert.deepEqual([proposed.status, proposed.body.approvalAboveCents], [202, 200_00])
    const { you } = proposed.body.proposal
    assert.deepEqual([you.mayAgree, you.mayNotBecause], [false, 'PROPOSED_BY_YOU'])
    assert.equal(Date.parse(you.mayAgreeFrom), Date.parse(proposed.body.proposal.proposedAt) + 72 * HOUR_MS)
    const confirm = () => own().ana.call('POST', '/api/payout-rules/proposal/agree', { change: back }, alone)
    const early = await confirm()
    assert.deepEqual([early.status, early.body.error.message.endsWith(you.mayAgreeFrom)], [403, true])
    advance(72 * HOUR_MS)
    const after = await confirm()
    assert.deepEqual([after.status, after.body.approvalAboveCents, after.body.proposal], [202, null, undefined])
    advance(-72 * HOUR_MS)
  })

  it('are not taken back alone by asking first for more people than there are', async () => {
    const kept = (await own().ana.call('GET', '/api/payout-rules')).body
    const knowing = await own().rules({ changesAlone: true })
    assert.equal(knowing.status, 202)
    for (const person of [own().bia, own().caio])
      await person.call('POST', '/api/payout-rules/proposal/agree', { change: { changesAlone: true } })
    const raised = await own().rules({ approvalsNeeded: 3 })
    assert.deepEqual([raised.status, raised.body.error.code], [409, 'RULE_LOCKS_OUT'], raised.text)
    assert.match(raised.body.error.message, /2 other people may agree/)
    const weaker = await own().rules({ approvalAboveCents: null })
    assert.deepEqual([weaker.status, weaker.body.proposal.you.mayAgreeFrom], [202, null])
    await own().bia.call('POST', '/api/payout-rules/proposal/reject')
    const { status, body } = await own().rules({ changesAlone: false })
    assert.deepEqual([status, body.changesAlone, body.approvalsNeeded], [200, false, kept.approvalsNeeded])
  })

  it('protect no less where too few approvers are left and the owner has not agreed: the operator is named', async () => {
    const people = (await own().ana.call('GET', '/api/members')).body.data
    const others = people.filter(({ isYou }: { isYou: boolean }) => !isYou)
    const role = (id: string, body: object) => own().ana.call('PATCH', `/api/members/${id}`, body)
    const [first, second] = others.map(({ id }: { id: string }) => id)
    const refused = await role(first, { role: 'READER' })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'RULE_LOCKS_OUT'])
    const kept = await own().ana.call('DELETE', `/api/members/${first}`)
    assert.deepEqual([kept.status, kept.body.error.code], [409, 'RULE_LOCKS_OUT'])
    for (const id of [first, second])
      assert.equal((await role(id, { role: 'READER', acceptsLockOut: true })).status, 200)
    const { status, body } = await own().rules({ approvalAboveCents: null })
    assert.deepEqual([status, body.error.message], [409, ALONE])
    for (const id of [first, second]) assert.equal((await role(id, { role: 'FINANCE' })).status, 200)
    await approveAtOnce()
  })
  const ALONE =
    'what protects less takes 2 of the other people of this account, and there are 0: please ask the operator'

  it('are taken back, by any of them, while they wait', async () => {
    await own().rules({ approvalAboveCents: null })
    const back = await own().bia.call('POST', '/api/payout-rules/proposal/reject')
    assert.deepEqual([back.status, back.body.approvalAboveCents, back.body.proposal], [202, 1_000_00, undefined])
  })

  it('are for the owner alone, and cannot require more people than there are', async () => {
    assert.equal((await own().rules({ approvalAboveCents: 1 }, own().bia)).status, 403)
    const many = await own().rules({ approvalsNeeded: 5 })
    assert.deepEqual([many.status, many.body.error.code], [409, 'CONFLICT'])
    assert.equal((await own().rules({ approvalsNeeded: 0 })).status, 400)
    assert.equal((await own().rules({ unknown: 1 })).status, 400)
    assert.equal((await own().rules({ approvalUrl: 'ftp://example.com' })).status, 400)
  })

  it('are in the audit log with the earlier values', async () => {
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
