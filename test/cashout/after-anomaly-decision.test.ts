// What follows a decision: the bank repeats its report, takes it back, or the money comes back, reported by a hint or by its list. No
// report is lost, and once a person has decided every case, our books hold what the bank does.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { Decision } from '#cashout/anomaly/anomaly.ts'
import type { Cashout } from '#cashout/cashout.ts'
import { centavos } from '#kernel/money.ts'
import type { Payout } from '#psp/port.ts'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import {
  anomaliesOf,
  decide,
  decideAll,
  openOf,
  outAtBank,
  outInBooks,
  ROADS,
  type Road,
  report,
} from './bank-reports.ts'
import { openStage, paid, REFUSED, type Stage, settledAt, WAITS_MS } from './played-psp.ts'

let stage: Stage
before(async () => {
  stage = await openStage(3)
})
beforeEach(() => stage.reset())
afterEach(async () => assert.deepEqual(await offences(stage.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), []))
after(() => stage[Symbol.asyncDispose]())

const accountOf = (n: number) => stage.accountIds[n] ?? assert.fail('no such seller')

/**
 * What the bank has paid of each cashout in the end and not got back; where a person has accepted a difference, the amount in our books.
 */
const outAtLast = new Map<bigint, bigint>()

interface Reported {
  cashout: Cashout
  word: Payout
}

const failed = (cashout: Cashout) => paid(cashout, { state: 'failed', failure: { code: 'AC03', reason: 'no account' } })

async function sent(): Promise<Cashout> {
  const cashout = await stage.requested()
  await stage.send(cashout)
  return stage.again(cashout)
}

const says = (change: (cashout: Cashout) => Partial<Payout>) => async (road: Road) => {
  const cashout = await sent()
  const word = paid(cashout, { endToEndId: `E${cashout.id}`, ...change(cashout) })
  await report(stage, word, cashout, road)
  return { cashout, word }
}

const afterwards = (change: (cashout: Cashout) => Payout) => async (road: Road) => {
  const cashout = await settledAt(stage, accountOf(0), crypto.randomUUID())
  const word = change(cashout)
  await report(stage, word, cashout, road)
  return { cashout, word }
}

const back = (cashout: Cashout, amount: bigint) => ({
  rtrId: `D${cashout.id}/${amount}`,
  amount: centavos(amount),
  returnedAt: new Date('2026-11-21T12:00:00Z'),
})

/** Each ends with one open anomaly. */
const WAYS: Record<string, (road: Road) => Promise<Reported>> = {
  'too little': says(() => ({ amount: centavos(98_99) })),
  'too much': says(() => ({ amount: centavos(120_00) })),
  'another payee': says(() => ({ pixKey: 'joao@example.com' })),
  async 'a payment of another cashout'(road) {
    const other = await settledAt(stage, accountOf(1), crypto.randomUUID())
    outAtLast.set(other.id, other.net)
    return says(() => ({ endToEndId: other.endToEndId }))(road)
  },
  async 'paid after it failed'(road) {
    stage.psp.submit = REFUSED
    return says(() => ({}))(road)
  },
  async 'another payee after it failed'(road) {
    stage.psp.submit = REFUSED
    return says(() => ({ pixKey: 'joao@example.com' }))(road)
  },
  'failed after it was paid': afterwards(failed),
  'more after it was paid': afterwards(cashout => paid(cashout, { amount: centavos(120_00) })),
  'less after it was paid': afterwards(cashout => paid(cashout, { amount: centavos(50_00) })),
  'more came back than went': afterwards(cashout => paid(cashout, { returns: [back(cashout, 99_01n)] })),
  async 'never found out'() {
    const cashout = await sent()
    for (const _wait of WAITS_MS) await stage.lookUp(cashout)
    return { cashout, word: paid(cashout, { state: 'processing' }) }
  },
}

const DECISIONS: [way: string, decisions: Decision[]][] = [
  ['too little', ['SETTLE', 'RELEASE']],
  ['too much', ['SETTLE', 'RELEASE']],
  ['another payee', ['SETTLE', 'RELEASE']],
  ['a payment of another cashout', ['SETTLE', 'RELEASE']],
  ['paid after it failed', ['CHARGE_SELLER', 'BEAR_LOSS', 'DISMISS']],
  ['another payee after it failed', ['CHARGE_SELLER', 'BEAR_LOSS', 'DISMISS']],
  ['failed after it was paid', ['CREDIT_SELLER', 'DISMISS']],
  ['more after it was paid', ['BEAR_LOSS', 'DISMISS']],
  ['less after it was paid', ['CREDIT_SELLER', 'DISMISS']],
  ['more came back than went', ['CREDIT_SELLER', 'DISMISS']],
  ['never found out', ['SETTLE', 'RELEASE']],
]

const ROWS = DECISIONS.flatMap(([way, decisions]) =>
  decisions.flatMap(decision => ROADS.map(road => ({ way, decision, road }))),
)

async function decided(way: string, decision: Decision, road: Road): Promise<Reported> {
  const reported = await (WAYS[way] ?? assert.fail(way))(road)
  const [kept, ...more] = await openOf(stage, reported.cashout)
  assert.deepEqual(more, [])
  await decide(stage, kept ?? assert.fail(`nothing is kept of: ${way}`), decision)
  stage.alerts.length = 0
  return reported
}

const OF_ANOTHER = 'a payment of another cashout'

/** A person has accepted this report as it is. */
const standsAside = (way: string, decision: Decision) =>
  decision === 'DISMISS' || (way === OF_ANOTHER && decision === 'RELEASE')

/** A person decides about the report, and the books hold what the bank does. */
async function followed(cashout: Cashout, word: Payout, road: Road, out: bigint): Promise<void> {
  await report(stage, word, cashout, road)
  await decideAll(stage, cashout)
  assert.equal(await outInBooks(stage, cashout), out, word.state)
  outAtLast.set(cashout.id, out)
}

describe('after a decision', () => {
  for (const { way, decision, road } of ROWS.filter(({ way }) => way !== 'never found out'))
    it(`the same report again changes nothing, by ${road}: ${way}, ${decision}`, async () => {
      const { cashout, word } = await decided(way, decision, road)
      const before = await outInBooks(stage, cashout)
      for (const next of [road, ...ROADS]) await report(stage, word, cashout, next)
      assert.deepEqual([(await anomaliesOf(stage, cashout)).length, stage.alerts], [1, []])
      assert.equal(await outInBooks(stage, cashout), before)
      if (!standsAside(way, decision)) assert.equal(before, outAtBank(word))
      outAtLast.set(cashout.id, standsAside(way, decision) ? before : outAtBank(word))
    })

  for (const { way, decision, road } of ROWS.filter(({ way }) => way !== 'more came back than went'))
    it(`the opposite reaches a person, and the books follow, by ${road}: ${way}, ${decision}`, async () => {
      const { cashout, word } = await decided(way, decision, road)
      const plain = paid(cashout, { endToEndId: crypto.randomUUID() })
      const opposite = word.state === 'failed' ? plain : failed(cashout)
      for (const next of [opposite, word.state === 'processing' ? plain : word, opposite])
        await followed(cashout, next, road, way === OF_ANOTHER && decision === 'RELEASE' ? 0n : outAtBank(next))
    })

  for (const { way, decision, road } of ROWS.filter(({ way }) => way !== 'more came back than went'))
    it(`what comes back reaches a person or who paid, by ${road}: ${way}, ${decision}`, async () => {
      const { cashout, word } = await decided(way, decision, road)
      const payment = word.state === 'paid' ? word : paid(cashout, { endToEndId: crypto.randomUUID() })
      const returned = { ...payment, returns: [back(cashout, 40_00n), back(cashout, payment.amount - 40_00n)] }
      const before = await outInBooks(stage, cashout)
      await report(stage, returned, cashout, road)
      const moved = (await outInBooks(stage, cashout)) !== before
      assert.ok(moved || (await openOf(stage, cashout)).length > 0, 'it is booked, or waits for a person')
      await decideAll(stage, cashout)
      if (decision !== 'DISMISS') assert.equal(await outInBooks(stage, cashout), 0n)
      // What was dismissed may become a case once more, now that the books have moved.
      await report(stage, returned, cashout, road)
      if (decision === 'DISMISS') await decideAll(stage, cashout)
      await report(stage, returned, cashout, road)
      assert.deepEqual(await openOf(stage, cashout), [])
      outAtLast.set(cashout.id, decision === 'DISMISS' ? await outInBooks(stage, cashout) : 0n)
    })
})

describe('what comes back after a decision', () => {
  const booked = async ({ accountId, id }: Cashout) => {
    const rows = await stage.db.query<{ kind: string; amount: bigint }>(sql`
      select kind, amount_centavos as amount from transfer
      where account_id = ${accountId} and subject = 'withdrawal' and subject_id = ${id} order by seq offset 1`)
    return rows.map(({ kind, amount }) => `${kind} ${amount}`)
  }
  const returnsOf = async (way: string, decision: Decision, ...amounts: bigint[]) => {
    const { cashout, word } = await decided(way, decision, 'hint')
    const returns = amounts.map(amount => back(cashout, amount))
    await report(stage, { ...word, returns }, cashout, 'hint')
    outAtLast.set(cashout.id, 0n)
    return cashout
  }

  it("is the operator's where the operator has borne the payment", async () => {
    const cashout = await returnsOf('another payee', 'RELEASE', 99_00n)
    assert.deepEqual(await booked(cashout), ['CASHOUT_RELEASED 10000', 'CASHOUT_LOSS 9900', 'CASHOUT_SURPLUS 9900'])
    assert.deepEqual(await openOf(stage, cashout), [])
  })

  it("is the seller's where the seller was charged, and a failure reported later has nothing left to undo", async () => {
    const cashout = await returnsOf('paid after it failed', 'CHARGE_SELLER', 99_00n)
    assert.deepEqual(await booked(cashout), [
      'CASHOUT_RELEASED 10000',
      'CASHOUT_CHARGED 9900',
      'CASHOUT_UNCHARGED 9900',
    ])
    await report(stage, failed(cashout), cashout, 'list')
    assert.deepEqual(await openOf(stage, cashout), [])
  })

  it('is shared by a person where both have paid, up to what is outstanding of the seller', async () => {
    const cashout = await returnsOf('too much', 'SETTLE', 120_00n)
    assert.deepEqual(await decideAll(stage, cashout), ['RETURN_TOO_LARGE CREDIT_SELLER'])
    assert.deepEqual((await booked(cashout)).slice(-2), ['CASHOUT_RETURNED 9900', 'CASHOUT_SURPLUS 2100'])
    const now = await stage.again(cashout)
    assert.deepEqual([now.state, now.returned], ['settled', 99_00n])
  })

  it('needs no decision where one return is all that the seller paid and the next all that the operator did', async () => {
    const cashout = await returnsOf('too much', 'SETTLE', 99_00n, 21_00n)
    assert.deepEqual((await booked(cashout)).slice(-2), ['CASHOUT_RETURNED 9900', 'CASHOUT_SURPLUS 2100'])
    assert.deepEqual(await openOf(stage, cashout), [])
  })

  it('waits for a person while the payment itself does, and is credited to none where it was never booked', async () => {
    const { cashout, word } = await (WAYS['paid after it failed'] ?? assert.fail())('hint')
    const returned = { ...word, returns: [back(cashout, 99_00n)] }
    await report(stage, returned, cashout, 'list')
    const [payment, comesBack] = await openOf(stage, cashout)
    assert.deepEqual([payment?.kind, comesBack?.kind], ['PAID_AFTER_END', 'RETURN_TOO_LARGE'])
    await decide(stage, payment ?? assert.fail(), 'DISMISS')
    assert.deepEqual(await decideAll(stage, cashout), ['RETURN_TOO_LARGE DISMISS'])
    assert.deepEqual(await booked(cashout), ['CASHOUT_RELEASED 10000'])
    outAtLast.set(cashout.id, 0n)
  })
})

it('leaves the wallets with what the bank holds', async () => {
  const [row] = await stage.db.query<{ held: bigint; received: bigint }>(sql`
    select (select -sum(clearing_centavos) from wallet)::bigint as held,
      (select sum(amount_centavos) from receipt)::bigint as received`)
  const out = [...outAtLast.values()].reduce((sum, one) => sum + one, 0n)
  assert.equal(row?.held, (row?.received ?? 0n) - out)
})
