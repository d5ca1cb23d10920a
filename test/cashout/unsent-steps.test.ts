// A process dies, or is failed, at every single step of cancelling, approving, checking and giving up a cashout. Whoever comes
// after it does it again, and there is one end: the money is back, or it was paid once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test from 'node:test'
import sql from 'sql-template-tag'
import { voteOnCashout } from '#cashout/approve.ts'
import { cancelCashout } from '#cashout/cancel.ts'
import type { Cashout } from '#cashout/cashout.ts'
import { type CheckNeeds, check } from '#cashout/check.ts'
import { expireWait } from '#cashout/expire.ts'
import { requestCashouts } from '#cashout/request.ts'
import { lookupForm } from '#cashout/wire.ts'
import { centavos } from '#kernel/money.ts'
import { keyOf } from '#kernel/signature.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NO_RULE } from '#payout-rule/rule.ts'
import { type Deed, dieAtEveryStep, type Needs, openScene, type Run, recover, type Scene } from '../crash/scene.ts'
import type { TestHouse } from '../house.ts'

type Act = (needs: Needs, cashout: Cashout) => Promise<unknown>

/** A seller whose cashouts all wait, for a person or for the account's address. */
async function waitingSeller(house: TestHouse, checked: boolean): Promise<number> {
  const { accountId } = await house.seller({ funds: 1_000_000_00 })
  const approval = checked
    ? { ...NO_RULE.approval, approvalUrl: 'http://127.0.0.1:9' }
    : { ...NO_RULE.approval, approvalAboveCents: 0 }
  await house.db.query(sql`
    insert into payout_rule (account_id, approval, outflow, check_secret_sealed, updated_at)
    values (${accountId}, ${JSON.stringify(approval)}::jsonb, ${JSON.stringify(NO_RULE.outflow)}::jsonb, 'sealed', now())`)
  return accountId
}

/** In one batch, by nobody's process: no house sees them before the deed. */
async function waiting(scene: Scene, accountId: number, count: number): Promise<Cashout[]> {
  const ask = {
    ...{ accountId, amount: centavos(100_00), pixKey: 'maria@example.com', pixKeyType: 'EMAIL' as const },
    ...{ externalReference: null, description: null, holderDocument: null, postbackUrl: null },
  }
  const rules = { belowMinimum: 'MINIMUM_VALUE', strictPixKeys: false } as const
  const asked = await requestCashouts({ ...scene.needs(), ...rules }, Array(count).fill(ask))
  return asked.map(one => {
    assert.ok('cashout' in one && one.cashout.waiting)
    return one.cashout
  })
}

const deed = (act: Act, checked: boolean): Deed<Cashout> => ({
  prepare: async (scene, house, count) => {
    const accountId = await waitingSeller(house, checked)
    const cashouts = await waiting(scene, accountId, count)
    // The house's own check leaves them alone.
    await scene.db.query(sql`
      update payout_wait set check_due_at = now() + interval '1 day' where account_id = ${accountId} and check_due_at is not null`)
    return cashouts
  },
  act,
})

const actor = { kind: 'member' as const, id: randomUUID(), address: '127.0.0.1' }
const DONE = {
  cancel: (needs: Needs, { accountId, id }: Cashout) =>
    cancelCashout(needs, { accountId, id: { number: id }, actor, form: lookupForm, dialect: 'cashout' }),
  approve: (needs: Needs, cashout: Cashout) =>
    voteOnCashout(needs, { cashout, decision: 'APPROVED', reason: null, as: 'member', actor }),
  expire: (needs: Needs, cashout: Cashout) =>
    expireWait({ ...needs, clock: () => new Date(Date.now() + DAY_MS + 1) }, cashout),
  check: (needs: Needs, { accountId, id }: Cashout) =>
    check({ ...needs, ...approving }, { accountId, id, url: 'http://127.0.0.1:9', secretSealed: 'sealed' }),
}

const approving: Pick<CheckNeeds, 'egress' | 'courier' | 'released'> = {
  egress: { post: async () => ({ status: 200, error: null, head: '{"decision":"APPROVED"}', durationMs: 1 }) },
  courier: {
    names: {
      ...{
        eventId: 'a',
        sequence: 'b',
        type: 'c',
        redelivery: 'd',
        timestamp: 'e',
        signature: 'f',
        nextSignature: 'g',
      },
    },
    userAgent: 'test',
    keyOf: () => keyOf('secret'),
  },
  released() {},
}

const ENDS: Record<keyof typeof DONE, 'cancelled' | 'settled'> = {
  cancel: 'cancelled',
  approve: 'settled',
  expire: 'cancelled',
  check: 'settled',
}

async function assertEnds(scene: Scene, runs: Run<Cashout>[], end: string): Promise<void> {
  for (const { subject, fate } of runs) {
    const [row] = await scene.db.query<{ state: string; votes: number }>(sql`
      select state, (select count(*)::int from payout_approval
        where payout_approval.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id) as votes
      from withdrawal where uuid = ${subject.uuid}`)
    assert.equal(row?.state, end, fate)
    assert.ok((row?.votes ?? 0) <= 1, fate)
  }
}

test('a cashout that has not been sent', async t => {
  await using scene = await openScene()
  const all: [keyof typeof DONE, Run<Cashout>[]][] = []
  for (const verb of Object.keys(DONE) as (keyof typeof DONE)[]) {
    const act: Act = DONE[verb]
    const runs = await dieAtEveryStep(scene, deed(act, verb === 'check'))
    for (const { subject } of runs) await act(scene.needs(), subject)
    // The one that only told the steps.
    all.push([verb, runs])
  }
  await recover(scene, async () => {
    for (const [verb, runs] of all)
      await t.test(`${verb}: ${runs.length} times there is one end`, () => assertEnds(scene, runs, ENDS[verb]))
  })
})
