// A process dies, or is failed, at every single step of a cashout under a key, or loses the answer to its COMMIT. A caller who repeats the
// request under the same key gets the answer that was given, if one was, and there is one cashout or one refusal.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { type CashoutRequest, type Requested, requestCashouts } from '#cashout/request/request.ts'
import { createdForm } from '#cashout/wire.ts'
import { CommitInDoubt } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { hashOf } from '#idempotency/key.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { type CrashCase, type Deps, dieAtEveryStep, openScene, recover, type Scene } from '../crash/scene.ts'
import { losingAnswer } from '../db/lost-answer.ts'
import { openTestGateway } from '../gateway.ts'
import { manySellers } from '../many-sellers.ts'
import { cashoutDepsOf } from './deps.ts'
import { keysOf } from './under-key.ts'

let numbers = 0

function keyed(accountId: number, reais = 100): CashoutRequest {
  const input = {
    accountId,
    amount: centavos(BigInt(reais) * 100n),
    pixKey: 'maria@example.com',
    pixKeyType: 'EMAIL' as const,
    externalReference: null,
    description: null,
    holderDocument: null,
    postbackUrl: null,
  }
  const key = { accountId, route: 'POST /api/public/cashout', key: `payout-${++numbers}`, askHash: hashOf(input) }
  return { ...input, key }
}

const crashCase = (reais: number): CrashCase<CashoutRequest> => ({
  // One seller for each, whose cashouts are then counted.
  prepare: async (_scene, gateway, count) => {
    const sellers = await manySellers(gateway, count, { funds: 250_00 })
    return sellers.map(({ accountId }) => keyed(accountId, reais))
  },
  act: request,
})

type Answered = Requested | Replayed | Failure

async function request(
  { db, outbox, clock, random }: Pick<Deps, 'db' | 'outbox' | 'clock' | 'random'>,
  input: CashoutRequest,
): Promise<Answered> {
  return (await requestCashouts(cashoutDepsOf({ db, outbox, clock, random }), [input]))[0] as Answered
}

const textOf = (answer: unknown): string => {
  if (answer instanceof Failure) return `${answer.code} ${answer.message}`
  const known = answer as Requested | Replayed
  return `${('replayed' in known ? known.replayed : known.answer).body}`
}

/** The code of a refusal, with whether it was answered before. */
const refusalIn = (answer: Answered) => {
  if (answer instanceof Failure) return { code: answer.code, kept: false }
  return { code: JSON.parse(textOf(answer)).errorType, kept: 'replayed' in answer }
}

const stored = (scene: Scene, { accountId }: CashoutRequest) =>
  scene.db.query<{ uuid: string; state: string }>(sql`
    select uuid, state from withdrawal where account_id = ${accountId}`)

test('repeating the request of a cashout that was cut off anywhere, under its key', async t => {
  await using scene = await openScene()
  const runs = await dieAtEveryStep(scene, crashCase(100))
  const again: Answered[] = []
  for (const { subject } of runs) again.push(await request(scene.deps(), subject))

  await t.test(`${runs.length} times: there is one cashout, and it is answered`, async () => {
    for (const [n, { subject, failure: outcome }] of runs.entries()) {
      const cashouts = await stored(scene, subject)
      assert.equal(cashouts.length, 1, outcome)
      assert.equal(JSON.parse(textOf(again[n])).uuid, cashouts[0]?.uuid, outcome)
    }
  })

  await t.test('who was answered before gets the same answer', () => {
    const answered = runs.flatMap(({ answer, failure: outcome }, n) =>
      answer === undefined ? [] : [{ answer, outcome, n }],
    )
    assert.ok(answered.length > 0 && answered.length < runs.length)
    for (const { answer, outcome, n } of answered) assert.equal(textOf(again[n]), textOf(answer), outcome)
  })

  await t.test('a third time is a replay of the second', async () => {
    for (const [n, { subject, failure: outcome }] of runs.entries()) {
      const third = await request(scene.deps(), subject)
      assert.ok('replayed' in third, outcome)
      assert.equal(textOf(third), textOf(again[n]), outcome)
    }
  })

  await recover(scene, () =>
    t.test('and each is paid once', async () => {
      for (const { subject, failure: outcome } of runs)
        assert.deepEqual(
          (await stored(scene, subject)).map(({ state }) => state),
          ['settled'],
          outcome,
        )
    }),
  )
})

test('repeating a request whose refusal was cut off anywhere, under its key', async t => {
  await using scene = await openScene()
  const runs = await dieAtEveryStep(scene, crashCase(5_000))
  await t.test(
    `${runs.length} times: what was refused once stays refused, though it would be refused for another reason by now`,
    async () => {
      await scene.db.query(
        sql`update account set seal = default, limits = jsonb_set(limits, '{cashoutMinimumCentavos}', '99999999')`,
      )
      for (const { subject, answer, failure: outcome } of runs) {
        const { code, kept } = refusalIn(await request(scene.deps(), subject))
        assert.equal(code, kept ? 'INSUFFICIENT_BALANCE' : 'MINIMUM_VALUE', outcome)
        if (answer !== undefined) assert.ok(kept, outcome)
        assert.deepEqual(await stored(scene, subject), [], outcome)
      }
    },
  )
})

test('the answer to the COMMIT of keyed requests is lost', async t => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 1_000_00 })
  // Nothing works on them meanwhile.
  await gateway.db.query(sql`update psp_account set seal = default, pay_out_enabled = false`)
  const deps = (committed: boolean) => cashoutDepsOf({ db: losingAnswer(gateway.db, committed) })
  const quiet = cashoutDepsOf({ db: gateway.db })

  await t.test('what was committed is read and answered, and its key replays it', async () => {
    const input = keyed(seller.accountId)
    const [first, twin] = await requestCashouts(deps(true), [input, input])
    assert.ok(first !== undefined && 'cashout' in first)
    assert.ok(twin !== undefined && 'replayed' in twin)
    assert.equal(textOf(first), JSON.stringify(createdForm(first.cashout)))
    assert.equal(textOf(await request(quiet, input)), textOf(first))
    assert.equal(textOf(twin), textOf(first))
  })

  await t.test('a refusal that was committed is read and answered, and its key replays it', async () => {
    const input = keyed(seller.accountId, 50_000)
    const [first] = await requestCashouts(deps(true), [input])
    assert.equal((first as Failure).code, 'INSUFFICIENT_BALANCE')
    assert.equal(JSON.parse(textOf(await request(quiet, input))).errorType, 'INSUFFICIENT_BALANCE')
  })

  for (const [what, reais] of [
    ['a cashout', 100],
    ['a refusal', 50_000],
  ] as const)
    await t.test(`${what} that was not committed is an error, and nothing is kept`, async () => {
      const [input, before] = [keyed(seller.accountId, reais), await keysOf(gateway, seller)]
      await assert.rejects(requestCashouts(deps(false), [input]), CommitInDoubt)
      assert.deepEqual(await keysOf(gateway, seller), before)
    })
})
