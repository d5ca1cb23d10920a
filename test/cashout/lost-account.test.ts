// Payments of accounts that a database has lost together with them: they are kept in view, and charged to no other account.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { compareSent } from '#cashout/recovery/compare.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { mintPspId } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import { HOUR_MS, systemRandom } from '#kernel/time.ts'
import type { Payout } from '#psp/port.ts'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { availableOf, openStage, paid, type Stage } from './played-psp.ts'

const PSP = 1
const OF_LOST_ACCOUNT = 'CASHOUT_OF_LOST_ACCOUNT'

let stage: Stage
before(async () => {
  stage = await openStage()
})
beforeEach(() => stage.reset())
afterEach(async () => assert.deepEqual(await offences(stage.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), []))
after(() => stage[Symbol.asyncDispose]())

const lost = (accountId: number, more: Partial<Payout> = {}): Payout =>
  paid({ payoutId: mintPspId(accountId, systemRandom), net: centavos(30_00) }, { pixKey: 'maria@example.com', ...more })

const withdrawalOf = (payoutId: string) =>
  stage.db.query<{ account_id: number; state: string; restored: boolean }>(sql`
    select withdrawal.account_id, state, restored
    from withdrawal join payout_attempt on payout_attempt.account_id = withdrawal.account_id
      and withdrawal_id = withdrawal.id
    where payout_attempt.payout_id = ${payoutId}`)

describe('a payment of an account that this database has lost', () => {
  const newAccount = async () => {
    const [sample] = stage.accountIds
    const [row] = await stage.db.query<{ id: number }>(sql`
      insert into account (name, email, status, api_cashout_enabled, transfer_allowed, fees, limits, reserve,
        pay_in_psp_account_id, pay_out_psp_account_id, created_at, updated_at)
      select name, email, status, api_cashout_enabled, transfer_allowed, fees, limits, reserve,
        pay_in_psp_account_id, pay_out_psp_account_id, ${stage.now()}, ${stage.now()} from account where id = ${sample}
      returning id`)
    return row?.id ?? assert.fail('no account')
  }
  const suspenseOwes = async () => -(await availableOf(stage, SUSPENSE_ACCOUNT_ID))

  it('is booked to the operator once, raises an alert, and is reported as lost memory', async () => {
    const payout = lost((await newAccount()) + 7)
    const before = await suspenseOwes()
    let forgotten = 0
    const deps = {
      ...stage.deps,
      forgotten: async () => {
        forgotten++
      },
    }
    assert.deepEqual(await compareSent(deps, PSP, [payout]), { orphans: 1 })
    assert.deepEqual([forgotten, stage.alerts], [1, [OF_LOST_ACCOUNT]])
    const [row] = await withdrawalOf(payout.payoutId)
    assert.deepEqual([row?.account_id, row?.state, row?.restored], [SUSPENSE_ACCOUNT_ID, 'submitted', true])
    assert.deepEqual(await compareSent(deps, PSP, [{ ...payout, state: 'processing' }]), { orphans: 0 })
    assert.deepEqual([forgotten, await suspenseOwes()], [1, before + 30_00n])
  })

  it('is looked up like any other, and ends', async () => {
    const payout = lost((await newAccount()) + 7)
    await compareSent(stage.deps, PSP, [payout])
    stage.psp.find = { kind: 'done', value: payout }
    await compareSent(stage.deps, PSP, [payout])
    const [row] = await withdrawalOf(payout.payoutId)
    assert.deepEqual([row?.account_id, row?.state], [SUSPENSE_ACCOUNT_ID, 'settled'])
  })

  it('is not charged to who opens an account later: the numbers up to its own are taken', async () => {
    const gone = (await newAccount()) + 7
    const payout = lost(gone)
    await compareSent(stage.deps, PSP, [payout])
    const fresh = await newAccount()
    assert.equal(fresh, gone + 1)
    assert.deepEqual(await compareSent(stage.deps, PSP, [payout]), { orphans: 0 })
  })

  it('is not charged to the account that has its number by now, being younger than the payment', async () => {
    const taken = await newAccount()
    const requestedAt = new Date(stage.now().getTime() - HOUR_MS)
    const payout = lost(taken, { requestedAt })
    await compareSent(stage.deps, PSP, [payout])
    const [row] = await withdrawalOf(payout.payoutId)
    assert.deepEqual([row?.account_id, await availableOf(stage, taken), stage.alerts], [1000, 0n, [OF_LOST_ACCOUNT]])
    const own = lost(taken, { requestedAt: stage.now() })
    await compareSent(stage.deps, PSP, [own])
    assert.equal((await withdrawalOf(own.payoutId))[0]?.account_id, taken)
  })

  it('does not use up the numbers for an id of no account', async () => {
    const before = await newAccount()
    await compareSent(stage.deps, PSP, [lost(2 ** 31 - 1)])
    assert.equal(await newAccount(), before + 1)
  })
})
