// A process dies, or is failed, at every single step of cancelling, approving, checking and giving up a cashout. The next process does it
// again, and there is one end: the money is back, or it was paid once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test from 'node:test'
import sql from 'sql-template-tag'
import { type ApprovalClient, check } from '#cashout/approval/callback-check.ts'
import { expireApproval } from '#cashout/approval/expire.ts'
import { leaseChecks } from '#cashout/approval/store.ts'
import { voteOnCashout } from '#cashout/approval/vote.ts'
import { cancelCashout } from '#cashout/cancel.ts'
import type { Cashout } from '#cashout/cashout.ts'
import { requestCashouts } from '#cashout/request/request.ts'
import { findCashout } from '#cashout/store.ts'
import { lookupForm } from '#cashout/wire.ts'
import { keyOf } from '#kernel/crypto/signature.ts'
import { centavos } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NO_RULE } from '#payout-rule/rule.ts'
import { type CrashCase, type Deps, dieAtEveryStep, openScene, type Run, recover, type Scene } from '../crash/scene.ts'
import type { TestGateway } from '../gateway.ts'

type Act = (deps: Deps, cashout: Cashout) => Promise<unknown>

/** A seller whose cashouts all wait, for a person or for the account's address. */
async function waitingSeller(gateway: TestGateway, checked: boolean): Promise<number> {
  const { accountId } = await gateway.seller({ funds: 1_000_000_00 })
  await gateway.db.query(sql`
    insert into iam."user" (id, name, email, "emailVerified", operator)
    values (${actor.id}::uuid, 'Bia', ${`${actor.id}@example.com`}, true, false) on conflict do nothing`)
  await gateway.db.query(sql`
    insert into member (account_id, user_id, role, created_at, approves_at)
    values (${accountId}, ${actor.id}, 'FINANCE', now(), '2000-01-01')`)
  const approval = checked
    ? { ...NO_RULE.approval, approvalUrl: 'http://127.0.0.1:9' }
    : { ...NO_RULE.approval, approvalAboveCents: 0 }
  await gateway.db.query(sql`
    insert into payout_rule (account_id, approval, outflow, check_secret_sealed, updated_at)
    values (${accountId}, ${JSON.stringify(approval)}::jsonb, ${JSON.stringify(NO_RULE.outflow)}::jsonb, 'sealed', now())`)
  return accountId
}

/** In one batch, written by the test itself: no gateway sees them before the act. */
async function waiting(scene: Scene, accountId: number, count: number): Promise<Cashout[]> {
  const request = {
    accountId,
    amount: centavos(100_00),
    pixKey: 'maria@example.com',
    pixKeyType: 'EMAIL' as const,
    externalReference: null,
    description: null,
    holderDocument: null,
    postbackUrl: null,
  }
  const rules = { belowMinimum: 'MINIMUM_VALUE', strictPixKeys: false } as const
  const asked = await requestCashouts({ ...scene.deps(), ...rules }, Array(count).fill(request))
  return asked.map(one => {
    assert.ok('cashout' in one && one.cashout.waiting)
    return one.cashout
  })
}

/** `accountId`: the seller whose cashouts they are. Nothing of it needs a gateway. */
const crashCase = (act: Act, accountId: number): CrashCase<Cashout> => ({
  prepare: (scene, _gateway, count) => waiting(scene, accountId, count),
  act,
})

const actor = { kind: 'member' as const, id: randomUUID(), address: '127.0.0.1' }
const DONE = {
  cancel: (deps: Deps, { accountId, id }: Cashout) =>
    cancelCashout(deps, { accountId, id: { number: id }, actor, form: lookupForm, dialect: 'cashout' }),
  approve: (deps: Deps, cashout: Cashout) =>
    voteOnCashout(deps, { cashout, decision: 'APPROVED', reason: null, as: 'member', actor }),
  expire: (deps: Deps, cashout: Cashout) =>
    expireApproval({ ...deps, clock: () => new Date(Date.now() + DAY_MS + 1) }, cashout),
  check: (deps: Deps, { accountId, id }: Cashout) =>
    check({ ...deps, ...approving }, { accountId, id, url: 'http://127.0.0.1:9', secretSealed: 'sealed' }),
}

const approving: ApprovalClient & { released(): void } = {
  egress: { post: async () => ({ status: 200, error: null, head: '{"decision":"APPROVED"}', durationMs: 1 }) },
  courier: {
    names: {
      eventId: 'a',
      sequence: 'b',
      type: 'c',
      redelivery: 'd',
      test: 't',
      timestamp: 'e',
      signature: 'f',
      nextSignature: 'g',
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
  for (const { subject, failure: outcome } of runs) {
    const [row] = await scene.db.query<{ state: string; votes: number }>(sql`
      select state, (select count(*)::int from payout_approval
        where payout_approval.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id) as votes
      from withdrawal where uuid = ${subject.uuid}`)
    assert.equal(row?.state, end, outcome)
    assert.ok((row?.votes ?? 0) <= 1, outcome)
  }
}

async function assertStopped(scene: Scene, accountId: number): Promise<void> {
  const [cashout] = (await waiting(scene, accountId, 1)) as [Cashout]
  const { id } = cashout
  const allow = (allowed: boolean) =>
    scene.db.query(sql`update account set seal = default, transfer_allowed = ${allowed} where id = ${accountId}`)
  const due = { accountId, id, url: 'http://127.0.0.1:9', secretSealed: 'sealed' }
  const post: ApprovalClient['egress']['post'] = async (...question) => {
    await allow(false)
    return approving.egress.post(...question)
  }
  await check({ ...scene.deps(), ...approving, egress: { post } }, due)
  assert.equal((await findCashout(scene.db, accountId, { number: id }))?.waiting, true)
  const now = new Date(Date.now() + 2 * DAY_MS)
  assert.deepEqual(await leaseChecks(scene.db, { now, until: now, limit: 100, except: [] }), [])
  await allow(true)
  assert.equal((await leaseChecks(scene.db, { now, until: now, limit: 100, except: [] })).length, 1)
  await DONE.check(scene.deps(), cashout)
  assert.equal((await findCashout(scene.db, accountId, { number: id }))?.state, 'submitted')
}

async function assertNotPutOff(scene: Scene, accountId: number): Promise<void> {
  const [cashout] = (await waiting(scene, accountId, 1)) as [Cashout]
  const deps = scene.deps()
  const transaction: Deps['db']['transaction'] = async work => {
    await DONE.approve(scene.deps(), cashout)
    return deps.db.transaction(work)
  }
  await expireApproval({ ...deps, db: { ...deps.db, transaction } }, cashout)
  const [row] = await scene.db.query<{ due_at: Date }>(sql`select due_at from withdrawal where uuid = ${cashout.uuid}`)
  assert.ok(row !== undefined && row.due_at <= new Date())
}

test('a cashout that has not been sent', async t => {
  await using scene = await openScene()
  const [asking, checked] = await scene.withGateway(gateway =>
    Promise.all([waitingSeller(gateway, false), waitingSeller(gateway, true)]),
  )
  const homeless: Scene = { ...scene, withGateway: work => work(undefined as never) }
  const all: [keyof typeof DONE, Run<Cashout>[]][] = []
  for (const verb of Object.keys(DONE) as (keyof typeof DONE)[]) {
    const act: Act = DONE[verb]
    const runs = await dieAtEveryStep(homeless, crashCase(act, verb === 'check' ? checked : asking))
    for (const { subject } of runs) await act(scene.deps(), subject)
    // The one that only recorded the steps.
    all.push([verb, runs])
  }
  await t.test('is not released by its address while the operator has stopped its account', () =>
    assertStopped(scene, checked),
  )
  await t.test('and is released meanwhile is not put off by who comes too early to give it up', () =>
    assertNotPutOff(scene, asking),
  )
  await recover(scene, async () => {
    for (const [verb, runs] of all)
      await t.test(`${verb}: ${runs.length} times there is one end`, () => assertEnds(scene, runs, ENDS[verb]))
  })
})
