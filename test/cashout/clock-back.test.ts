// Decisions under a clock that is put back: the last one is the one that was made last, whatever its time says.
import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import type { Cashout } from '#cashout/cashout.ts'
import { centavos } from '#kernel/money.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { Payout } from '#psp/port.ts'
import { findings, offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { anomaliesOf, decide, decideAll, openOf, outInBooks, report } from './bank-reports.ts'
import { openStage, paid, type Stage, settledAt } from './played-psp.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
afterEach(async () => {
  assert.deepEqual(await offences(stage.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
  assert.deepEqual(await findings(stage.db), [])
})
after(() => stage[Symbol.asyncDispose]())

const settled = () => settledAt(stage, stage.accountIds[0] ?? 0, crypto.randomUUID())
const words = (cashout: Cashout, more: Partial<Payout>) => report(stage, paid(cashout, more), cashout, 'hint')
const back = (amount: bigint) => ({
  rtrId: crypto.randomUUID(),
  amount: centavos(amount),
  returnedAt: new Date('2026-11-21T12:00:00Z'),
})

/** The decision is made an hour ahead of what follows it. */
async function decidedAhead(cashout: Cashout, decision?: 'DISMISS'): Promise<void> {
  stage.advance(HOUR_MS)
  const [kept] = await openOf(stage, cashout)
  if (decision === undefined) await decideAll(stage, cashout)
  else await decide(stage, kept ?? assert.fail('nothing is open'), decision)
  stage.advance(-HOUR_MS)
}

it('the decision that was made last says what is out', async () => {
  const cashout = await settled()
  await words(cashout, { amount: centavos(120_00) })
  await decidedAhead(cashout)
  assert.equal(await outInBooks(stage, cashout), 120_00n)
  await words(cashout, { amount: centavos(50_00) })
  assert.deepEqual(await decideAll(stage, cashout), ['OTHER_AMOUNT CREDIT_SELLER'])
  assert.equal(await outInBooks(stage, cashout), 50_00n)
})

it('what had come back before a decision is known to it', async () => {
  const cashout = await settled()
  stage.advance(HOUR_MS)
  await words(cashout, { returns: [back(50_00n)] })
  stage.advance(-HOUR_MS)
  await words(cashout, { state: 'failed', failure: { code: 'AC03', reason: 'no account' } })
  assert.deepEqual(await decideAll(stage, cashout), ['FAILED_AFTER_PAID CREDIT_SELLER'])
  assert.equal(await outInBooks(stage, cashout), 0n)
})

it('what was dismissed is a case again once a later decision has changed the books', async () => {
  const cashout = await settled()
  const word = { amount: centavos(120_00) }
  await words(cashout, word)
  await decidedAhead(cashout, 'DISMISS')
  await words(cashout, { ...word, returns: [back(110_00n)] })
  await decideAll(stage, cashout)
  await words(cashout, word)
  const kinds = (await anomaliesOf(stage, cashout)).map(({ kind, verdict }) => `${kind} ${verdict?.decision ?? 'open'}`)
  assert.deepEqual(kinds, ['OTHER_AMOUNT DISMISS', 'RETURN_TOO_LARGE CREDIT_SELLER', 'OTHER_AMOUNT open'])
})
