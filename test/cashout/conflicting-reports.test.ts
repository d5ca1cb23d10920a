// A bank that reports one outcome and then another of the same payout, in any order, by hints and by its list: no report that departs from
// our books is lost, and where a person decides every case the books end up with what the bank holds.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, it } from 'node:test'
import type { Cashout } from '#cashout/cashout.ts'
import { centavos } from '#kernel/money.ts'
import type { Payout } from '#psp/port.ts'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { decideAll, openOf, outAtBank, outInBooks, report } from './bank-reports.ts'
import { openStage, paid, type Stage } from './played-psp.ts'

const SEEDS = 30
const STEPS = 8

let stage: Stage
before(async () => {
  stage = await openStage()
})
beforeEach(() => stage.reset())
afterEach(async () => assert.deepEqual(await offences(stage.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), []))
after(() => stage[Symbol.asyncDispose]())

/** Numbers from 0 to 1 that can be thrown again. */
const dice = (seed: number) => {
  let thrown = seed
  return () => {
    thrown = (thrown * 1_103_515_245 + 12_345) % 2_147_483_648
    return thrown / 2_147_483_648
  }
}

const KINDS = ['net', 'net', 'failed', 'more', 'less', 'payee', 'return', 'return'] as const
const AMOUNTS: Record<string, bigint> = { more: 120_00n, less: 50_00n }

/** What has come back stays so: no report says that less was paid than came back. */
function nextWord(cashout: Cashout, returns: Payout['returns'], throws: () => number): Payout {
  const kind = KINDS[Math.floor(throws() * KINDS.length)] ?? 'net'
  const returned = () => returns.reduce((sum, one) => sum + one.amount, 0n)
  if (kind === 'return' && returned() + 20_00n <= 99_00n)
    returns.push({ rtrId: `D${cashout.id}/${returns.length}`, amount: centavos(20_00n), returnedAt: new Date() })
  const amount = AMOUNTS[kind] ?? 99_00n
  return paid(cashout, {
    state: kind === 'failed' ? 'failed' : 'paid',
    amount: centavos(amount > returned() ? amount : returned()),
    pixKey: kind === 'payee' ? 'joao@example.com' : null,
    endToEndId: `E${cashout.id}`,
    returns: [...returns],
  })
}

async function sent(): Promise<Cashout> {
  const cashout = await stage.requested()
  await stage.send(cashout)
  return stage.again(cashout)
}

async function isSwallowed(cashout: Cashout, word: Payout): Promise<boolean> {
  if ((await outInBooks(stage, cashout)) === outAtBank(word)) return false
  return (await openOf(stage, cashout)).length === 0
}

for (let seed = 1; seed <= SEEDS; seed++)
  it(`every report of the bank is followed or waits for a person: seed ${seed}`, async () => {
    const throws = dice(seed)
    const cashout = await sent()
    const returns: Payout['returns'] = []
    const history: string[] = []
    for (let step = 0; step < STEPS; step++) {
      const word = nextWord(cashout, returns, throws)
      await report(stage, word, cashout, throws() < 0.5 ? 'hint' : 'list')
      history.push(`${word.state} ${word.amount} with ${returns.length} returns`)
      assert.equal(await isSwallowed(cashout, word), false, history.join(', '))
      if (throws() < 0.6) history.push(...(await decideAll(stage, cashout)))
    }
    const last = paid(cashout, { endToEndId: `E${cashout.id}`, returns })
    // What was decided before the last report came may have to be corrected after it.
    for (const road of ['hint', 'list', 'hint'] as const) {
      await report(stage, last, cashout, road)
      history.push(...(await decideAll(stage, cashout)))
    }
    assert.equal(await outInBooks(stage, cashout), outAtBank(last), history.join(', '))
  })
