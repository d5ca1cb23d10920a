// The end of a cashout, told by the PSP: paid (the hold is captured) or failed (the hold is released). The same news twice
// is counted once; news that contradicts what has been booked is kept as an anomaly and books nothing. Only what the PSP
// itself answered comes here, never a callback's word.
import type { Database, Transaction } from '#db/postgres.ts'
import { add, type Centavos } from '#kernel/money.ts'
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Outbox } from '#notification/outbox.ts'
import { type Anomaly, endAttempts, findPspOfAttempts, insertAnomaly } from './attempt-store.ts'
import { type Cashout, type CashoutKey, moved } from './cashout.ts'
import { findTerms, lockCashouts, putOff, updateCashouts } from './store.ts'
import { factOf } from './wire.ts'

export type Result =
  | { state: 'paid'; amount: Centavos; endToEndId: string | null }
  | { state: 'failed'; code: string; reason: string }

export interface Settlement {
  key: CashoutKey
  /** The attempt that ended; null for a cashout that was refused before any attempt was made. */
  payoutId: string | null
  result: Result
}

export interface SettleNeeds {
  db: Database
  outbox: Outbox
  clock: Clock
  /** Rings when two facts contradict each other. */
  alarm: (said: string, known: object) => void
}

/** What a settlement does to a cashout in its present state. */
type Decision = { end: Cashout } | { anomaly: Anomaly } | null

export async function settleCashouts(needs: SettleNeeds, settlements: Settlement[]): Promise<void> {
  const anomalies: Anomaly[] = []
  const born = await needs.db.transaction(async tx => {
    anomalies.length = 0
    const now = needs.clock()
    const accountIds = settlements.map(({ key }) => key.accountId)
    const books = await openBooks(tx, accountIds, now)
    const locked = new Map(
      (
        await lockCashouts(
          tx,
          settlements.map(({ key }) => key),
        )
      ).map(row => [keyText(row), row]),
    )
    const psps = await findPspOfAttempts(tx, settlements)

    const ended: { settlement: Settlement; cashout: Cashout }[] = []
    for (const settlement of settlements) {
      const decision = decide(locked.get(keyText(settlement.key)), settlement, now)
      if (decision === null) continue
      if ('anomaly' in decision) anomalies.push(decision.anomaly)
      else {
        locked.set(keyText(settlement.key), decision.end)
        book(books, decision.end, psps.get(settlement.payoutId ?? ''))
        ended.push({ settlement, cashout: decision.end })
      }
    }
    await books.write()
    for (const anomaly of anomalies) await insertAnomaly(tx, anomaly, now)
    await putOff(tx, anomalies, new Date(now.getTime() + HOUR_MS))
    return record(tx, needs.outbox, ended, now)
  })
  needs.outbox.send(born)
  for (const anomaly of anomalies) needs.alarm('the PSP contradicts what was booked', anomaly)
}

const keyText = (key: CashoutKey) => `${key.accountId}/${key.id}`

function decide(cashout: Cashout | undefined, { payoutId, result }: Settlement, now: Date): Decision {
  if (cashout === undefined || cashout.payoutId !== payoutId) return null
  const contradiction = contradicts(cashout, result)
  if (contradiction !== null) return { anomaly: anomalyOf(cashout, contradiction, result) }
  if (cashout.state === 'settled' || cashout.state === 'refused' || cashout.state === 'cancelled') return null
  return { end: endOf(cashout, result, now) }
}

function contradicts(cashout: Cashout, result: Result): Anomaly['kind'] | null {
  if (result.state === 'failed') return cashout.state === 'settled' ? 'FAILED_AFTER_PAID' : null
  if (result.amount !== cashout.net) return 'OTHER_AMOUNT'
  return cashout.state === 'refused' || cashout.state === 'cancelled' ? 'PAID_AFTER_END' : null
}

const anomalyOf = (cashout: Cashout, kind: Anomaly['kind'], result: Result): Anomaly => ({
  accountId: cashout.accountId,
  id: cashout.id,
  kind,
  ours: { state: cashout.state, netCentavos: cashout.net.toString(), payoutId: cashout.payoutId },
  theirs: result.state === 'paid' ? { ...result, amount: result.amount.toString() } : result,
})

const endOf = (cashout: Cashout, result: Result, now: Date): Cashout =>
  result.state === 'paid'
    ? moved(cashout, 'settled', now, { processedAt: now, endToEndId: result.endToEndId })
    : moved(cashout, 'refused', now, { processedAt: now, failure: { code: result.code, message: result.reason } })

/** Captures the hold (what was paid, and the fees) or gives it back whole. */
function book(books: Books, cashout: Cashout, pspAccountId: number | undefined): void {
  const of = { subject: 'withdrawal' as const, subjectId: cashout.id }
  const resolved = { seq: cashout.holdSeq, resolves: true }
  if (cashout.state === 'refused') {
    books.mustPost(cashout.accountId, { kind: 'CASHOUT_RELEASED', amount: cashout.amount, ...of, hold: resolved })
    return
  }
  if (pspAccountId === undefined) throw new Error('a cashout was paid by no attempt')
  books.mustPost(cashout.accountId, { kind: 'CASHOUT_PAID', amount: cashout.net, ...of, hold: resolved, pspAccountId })
  const fee = add(cashout.feeFixed, cashout.feeVariable)
  if (fee === 0n) return
  const rest = { seq: cashout.holdSeq, resolves: false }
  books.mustPost(cashout.accountId, { kind: 'CASHOUT_FEE', amount: fee, ...of, hold: rest })
}

async function record(
  tx: Transaction,
  outbox: Outbox,
  ended: { settlement: Settlement; cashout: Cashout }[],
  now: Date,
) {
  const cashouts = ended.map(({ cashout }) => cashout)
  await updateCashouts(tx, cashouts, null)
  await endAttempts(
    tx,
    ended.flatMap(({ settlement }) => endingOf(settlement) ?? []),
    now,
  )
  const terms = await findTerms(
    tx,
    cashouts.map(cashout => cashout.accountId),
  )
  const facts = cashouts.flatMap(cashout => {
    const own = terms.get(cashout.accountId)
    return own === undefined ? [] : factOf(cashout, own.holder)
  })
  return (await outbox.write(tx, facts, now)).flat()
}

function endingOf({ key, payoutId, result }: Settlement) {
  if (payoutId === null) return null
  return result.state === 'paid'
    ? { accountId: key.accountId, payoutId, outcome: 'settled' as const, detail: null }
    : { accountId: key.accountId, payoutId, outcome: 'refused' as const, detail: `${result.code}: ${result.reason}` }
}
