// The PSP's list of what it paid against our books: what the database has lost comes back once, a difference is looked up and never taken
// from the list, and the operator's own payments are left alone.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import type { Cashout } from '#cashout/cashout.ts'
import { compareSent } from '#cashout/recovery/compare.ts'
import { mintPspId } from '#kernel/ids.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { HOUR_MS, systemRandom } from '#kernel/time.ts'
import type { Payout } from '#psp/port.ts'
import { assertBooks, offences, untilIdle } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { openTestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { ABSENT, availableOf, openStage, paid, type Stage, settledAt } from './played-psp.ts'
import { balanceOf, paymentsOf, take } from './requesting.ts'

const PSP = 1
let stage: Stage
before(async () => {
  stage = await openStage(3)
})
beforeEach(() => stage.reset())
afterEach(async () => assert.deepEqual(await offences(stage.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), []))
after(() => stage[Symbol.asyncDispose]())

const accountOf = (n: number) => stage.accountIds[n] ?? assert.fail('no such seller')

const lost = (accountId: number, more: Partial<Payout> = {}): Payout =>
  paid({ payoutId: mintPspId(accountId, systemRandom), net: centavos(30_00) }, { pixKey: 'maria@example.com', ...more })

interface Row {
  account_id: number
  state: string
  amount_centavos: Centavos
  fee: bigint
  pix_key: string
  pix_key_type: string
  restored: boolean
}

const withdrawalOf = async (payoutId: string) => {
  const rows = await stage.db.query<Row>(sql`
    select withdrawal.account_id, state, amount_centavos, amount_centavos - net_centavos as fee, pix_key, pix_key_type,
      restored
    from withdrawal join payout_attempt on payout_attempt.account_id = withdrawal.account_id
      and withdrawal_id = withdrawal.id
    where payout_attempt.payout_id = ${payoutId}`)
  return rows.map(row => ({ ...row }))
}

describe('a payment that no attempt of ours knows', () => {
  it('is reported before it is restored, so that no one repairs it unseen', async () => {
    const payout = lost(accountOf(1))
    const reported: [number, number][] = []
    const dies = (...what: [number, number]) => {
      reported.push(what)
      return Promise.reject(new Error('killed'))
    }
    await assert.rejects(compareSent({ ...stage.deps, forgotten: dies }, PSP, [payout]), /killed/)
    assert.deepEqual([reported, await withdrawalOf(payout.payoutId)], [[[PSP, 1]], []])
  })

  it('is restored as a cashout under way, with its amount held and no fee, and an alert is raised', async () => {
    const payout = lost(accountOf(0))
    const before = await availableOf(stage, accountOf(0))
    assert.deepEqual(await compareSent(stage.deps, PSP, [payout]), { orphans: 1 })
    const [row] = await withdrawalOf(payout.payoutId)
    const expected = {
      account_id: accountOf(0),
      state: 'submitted',
      amount_centavos: 30_00n,
      fee: 0n,
      pix_key: 'maria@example.com',
      pix_key_type: 'EMAIL',
      restored: true,
    }
    assert.deepEqual(row, expected)
    assert.equal(await availableOf(stage, accountOf(0)), before - 30_00n)
    assert.deepEqual([stage.alerts.length, stage.psp.found], [1, 0])
  })

  it('is restored once, also when two sweep at the same moment', async () => {
    const payouts = Array.from({ length: 40 }, (_, n) => lost(accountOf(n % 3)))
    const mixed = [payouts, payouts.toReversed(), [...payouts, ...payouts], payouts.slice(20)]
    const reported = await Promise.all(mixed.map(page => compareSent(stage.deps, PSP, page)))
    assert.equal(
      reported.reduce((sum, { orphans }) => sum + orphans, 0),
      40,
    )
    for (const { payoutId } of payouts) assert.equal((await withdrawalOf(payoutId)).length, 1)
    assert.equal(stage.alerts.length, 40)
  })

  it('may leave its seller owing', async () => {
    const before = await availableOf(stage, accountOf(2))
    const payout = lost(accountOf(2), { amount: centavos(before + 1_00n) })
    await compareSent(stage.deps, PSP, [payout])
    assert.equal(await availableOf(stage, accountOf(2)), -1_00n)
    await compareSent(stage.deps, PSP, [{ ...lost(accountOf(2)), payoutId: payout.payoutId, state: 'processing' }])
    assert.equal(await availableOf(stage, accountOf(2)), -1_00n)
  })

  it('takes the type of its key from what the key looks like', async () => {
    const keys: [string | null, string][] = [
      ['529.982.247-25', 'CPF'],
      ['+5511987654321', 'PHONE'],
      ['***.982.247-**', 'RANDOM'],
      ['m***a@example.com', 'EMAIL'],
      [null, 'RANDOM'],
    ]
    for (const [pixKey, type] of keys) {
      const payout = lost(accountOf(0), { pixKey, amount: centavos(1) })
      await compareSent(stage.deps, PSP, [payout])
      const [row] = await withdrawalOf(payout.payoutId)
      assert.deepEqual([row?.pix_key, row?.pix_key_type], [pixKey ?? '', type])
    }
  })

  it("is left alone where it is the operator's own", async () => {
    const own = ['E18236120202611211200s0000000001', 'my-own-payment']
    const payouts = own.map(payoutId => ({ ...lost(accountOf(0)), payoutId }))
    assert.deepEqual(await compareSent(stage.deps, PSP, payouts), { orphans: 0 })
    assert.equal(stage.psp.found, 0)
  })
})

describe('a payment that the list reports otherwise than our books', () => {
  const compare = async (cashout: Cashout, reported: Partial<Payout>) => {
    stage.psp.found = 0
    await compareSent(stage.deps, PSP, [paid(cashout, reported)])
    return stage.psp.found
  }
  const BACK = { rtrId: 'D1', amount: centavos(1_00), returnedAt: new Date('2026-11-21T12:00:00Z') }

  it('is looked up, and the list itself settles nothing', async () => {
    const cashout = await stage.requested()
    await stage.send(cashout)
    const sent = await stage.again(cashout)
    assert.equal(await compare(sent, { state: 'processing' }), 0)
    assert.equal(await compare(sent, { state: 'paid' }), 1)
    assert.equal((await stage.again(sent)).state, 'submitted')
  })

  it('is looked up where it is settled and the list says failed, another amount or a return', async () => {
    const cashout = await settledAt(stage, accountOf(0))
    assert.equal(await compare(cashout, {}), 0)
    assert.equal(await compare(cashout, { state: 'failed' }), 1)
    assert.equal(await compare(cashout, { amount: centavos(98_00) }), 1)
    assert.equal(await compare(cashout, { returns: [BACK] }), 1)
    stage.psp.find = { kind: 'done', value: paid(cashout, { returns: [BACK] }) }
    assert.equal(await compare(cashout, { returns: [BACK] }), 1)
    assert.equal((await stage.again(cashout)).returned, 1_00n)
    assert.equal(await compare(cashout, { returns: [BACK] }), 0)
  })

  it('is looked up where it was refused and the list says paid, until that is kept for a person', async () => {
    const cashout = await stage.requested()
    stage.psp.submit = { kind: 'refused', code: 'AC03', reason: 'no such account' }
    await stage.send(cashout)
    const refused = await stage.again(cashout)
    assert.equal(refused.state, 'refused')
    assert.equal(await compare(refused, { state: 'failed' }), 0)
    stage.psp.find = { kind: 'done', value: paid(refused) }
    assert.equal(await compare(refused, {}), 1)
    assert.equal(await compare(refused, {}), 0)
    assert.equal((await stage.again(refused)).state, 'refused')
  })

  it('is not lost where the PSP does not answer: the page is to be read again', async () => {
    const cashout = await settledAt(stage, accountOf(0))
    stage.psp.find = { kind: 'unknown', reason: 'no answer in time' }
    await assert.rejects(compare(cashout, { returns: [BACK] }), /1 payments of the list could not be looked into/)
  })

  const NOT_CONFIRMED = 'PAYOUT_NOT_CONFIRMED'

  it('raises an alert where it alone cannot be looked up, and the list goes on', async () => {
    const [poisoned, other] = [await settledAt(stage, accountOf(0)), await settledAt(stage, accountOf(1))]
    stage.psp.find = ABSENT
    stage.psp.finds.set(poisoned.payoutId ?? '', { kind: 'unknown', reason: 'the answer cannot be read' })
    assert.equal(await compare(poisoned, { amount: centavos(1) }), 2, 'the second question is whether the PSP answers')
    assert.deepEqual(stage.alerts, [NOT_CONFIRMED])

    const reported = paid(other, { returns: [{ ...BACK, rtrId: 'D2' }] })
    stage.psp.finds.set(reported.payoutId, { kind: 'done', value: reported })
    await compareSent(stage.deps, PSP, [paid(poisoned, { amount: centavos(1) }), reported])
    assert.equal((await stage.again(other)).returned, 1_00n)
    assert.deepEqual(stage.alerts, [NOT_CONFIRMED, NOT_CONFIRMED])
  })

  it('raises an alert where the lookup says otherwise than the list', async () => {
    const cashout = await settledAt(stage, accountOf(0))
    await compare(cashout, { state: 'failed' })
    assert.deepEqual(stage.alerts, [NOT_CONFIRMED])
  })
})

describe('a gateway whose database has lost commits', () => {
  it('finds its payouts by the list, sends the seller how they ended once a person has looked, and the books are whole', async () => {
    await using gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '300' } })
    await using receiver = await openReceiver()
    const shop = await openShop(gateway, { funds: 300_00 })
    await shop.signed(receiver, ['withdrawal.pending', 'withdrawal.completed'])
    const { seller } = shop
    const { path } = await take(seller)
    await seller.reaches(path, 'COMPLETED')
    await untilIdle(gateway)
    const [payment] = await paymentsOf({ url: gateway.bankUrl }, seller)
    const reported = receiver.received.length

    await forget(gateway.db, seller.accountId)
    assert.equal((await balanceOf(seller)).available, 297_03)
    const uuid = await until(async () => {
      const [row] = await gateway.db.query<{ uuid: string }>(sql`
        select uuid from withdrawal where account_id = ${seller.accountId} and restored and state = 'settled'`)
      return row?.uuid ?? null
    }, 'the payout to come back')
    const found = (await seller.api('GET', `/api/public/cashout/${uuid}`)).body
    assert.deepEqual([found.status, found.amount, found.netAmount], ['COMPLETED', '99.00', '99.00'])
    // It has another uuid, and is found by the one that its seller knows; by no other account.
    assert.deepEqual((await seller.api('GET', path)).body, found)
    assert.notEqual(path, `/api/public/cashout/${uuid}`)
    assert.equal((await (await gateway.seller()).api('GET', path)).status, 404)
    assert.deepEqual(await balanceOf(seller), { available: 198_03, blocked: 0, total: 198_03 })
    // Nothing is sent before a person has looked.
    await until(() => gateway.gateway.recovery.active() || null, 'the recovery')
    assert.equal(receiver.received.length, reported)
    await gateway.gateway.recovery.resume({
      by: { id: 'olga', address: '127.0.0.1' },
      reason: 'it is one cashout',
      force: true,
    })
    gateway.advance(HOUR_MS)
    const [notification] = (await receiver.gets(reported + 1)).slice(reported)
    assert.deepEqual([notification?.body.status, notification?.body.externalId], ['COMPLETED', payment?.idEnvio])
    await untilIdle(gateway, { aheadMs: HOUR_MS })
    await assertBooks(gateway)
  })
})

/** As a backup from before the cashout would: the sale is there, the cashout and all that came of it is not. */
async function forget(db: Stage['db'], accountId: number): Promise<void> {
  await db.transaction(async tx => {
    const gone = [
      sql`alter table transfer disable trigger transfer_is_append_only`,
      sql`delete from payout_attempt where account_id = ${accountId}`,
      sql`delete from payout_recipient where account_id = ${accountId}`,
      sql`delete from withdrawal where account_id = ${accountId}`,
      sql`delete from hold where account_id = ${accountId}`,
      ...['delivery', 'attempt'].map(
        table => sql`
        delete from ${raw(table)} using event
        where event.account_id = ${accountId} and event.subject = 'withdrawal' and event.id = event_id`,
      ),
      sql`delete from event where account_id = ${accountId} and subject = 'withdrawal'`,
      sql`update wallet set available_centavos = 29703, fee_centavos = 297, clearing_centavos = -30000, seq = last.seq,
        head = last.hash, updated_at = last.created_at
        from (select * from transfer where account_id = ${accountId} and subject = 'sale' order by seq desc limit 1) last
        where wallet.account_id = ${accountId}`,
      sql`delete from transfer where account_id = ${accountId} and subject = 'withdrawal'`,
      sql`alter table transfer enable trigger transfer_is_append_only`,
    ]
    for (const statement of gone) await tx.query(statement)
  })
}
