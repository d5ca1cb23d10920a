// The end of a cashout, told by the PSP: paid (the hold is captured) or failed (the hold is released). The same news twice
// is counted once; news that contradicts what has been booked is kept as an anomaly and books nothing. Only what the PSP
// itself answered comes here, never a callback's word.
import type { Database, Transaction } from '#db/postgres.ts'
import { add, type Centavos } from '#kernel/money.ts'
import { normalisePixKey } from '#kernel/pix-key.ts'
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Born, Outbox } from '#notification/outbox.ts'
import { type Anomaly, insertAnomaly } from './anomaly-store.ts'
import { endAttempts, findPspOfAttempts } from './attempt-store.ts'
import { type Cashout, type CashoutKey, keyText, moved } from './cashout.ts'
import { lockCashouts, putOff, updateCashouts } from './store.ts'
import { tell } from './tell.ts'

export type Result =
  | { state: 'paid'; amount: Centavos; endToEndId: string | null /** Where the PSP tells it. */; pixKey: string | null }
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

interface Ended {
  settlement: Settlement
  cashout: Cashout
}

export async function settleCashouts(needs: SettleNeeds, settlements: Settlement[]): Promise<void> {
  const { born, alarms } = await needs.db.transaction(async tx => {
    const now = needs.clock()
    const books = await openBooks(
      tx,
      settlements.map(({ key }) => key.accountId),
      now,
    )
    const { ended, anomalies } = decideAll(await lockedByKey(tx, settlements), settlements, now)
    const psps = await findPspOfAttempts(tx, settlements)
    for (const { settlement, cashout } of ended) book(books, cashout, psps.get(settlement.payoutId ?? ''))
    await books.write()
    const alarms = await keepAnomalies(tx, anomalies, now)
    return { born: await record(tx, needs.outbox, ended, now), alarms }
  })
  needs.outbox.send(born)
  for (const anomaly of alarms) needs.alarm('the PSP contradicts what was booked', anomaly)
}

async function lockedByKey(tx: Transaction, settlements: Settlement[]): Promise<Map<string, Cashout>> {
  const locked = await lockCashouts(
    tx,
    settlements.map(({ key }) => key),
  )
  return new Map(locked.map(cashout => [keyText(cashout), cashout]))
}

/** In order of arrival: what is decided for one is what the next one about the same cashout meets. */
function decideAll(cashouts: Map<string, Cashout>, settlements: Settlement[], now: Date) {
  const ended: Ended[] = []
  const anomalies: Anomaly[] = []
  for (const settlement of settlements) {
    const decision = decide(cashouts.get(keyText(settlement.key)), settlement, now)
    if (decision === null) continue
    if ('anomaly' in decision) anomalies.push(decision.anomaly)
    else {
      cashouts.set(keyText(settlement.key), decision.end)
      ended.push({ settlement, cashout: decision.end })
    }
  }
  return { ended, anomalies }
}

/** Keeps both facts, and leaves the cashout for an hour. Answers those that nobody has been told of yet. */
async function keepAnomalies(tx: Transaction, anomalies: Anomaly[], now: Date): Promise<Anomaly[]> {
  const fresh: Anomaly[] = []
  for (const anomaly of anomalies) if (await insertAnomaly(tx, anomaly, now)) fresh.push(anomaly)
  await putOff(tx, anomalies, new Date(now.getTime() + HOUR_MS))
  return fresh
}

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
  if (result.pixKey !== null && !samePayee(cashout, result.pixKey)) return 'OTHER_PAYEE'
  return cashout.state === 'refused' || cashout.state === 'cancelled' ? 'PAID_AFTER_END' : null
}

function samePayee({ pixKey, pixKeyType }: Cashout, paid: string): boolean {
  return (normalisePixKey(pixKeyType, paid) ?? paid) === normalisePixKey(pixKeyType, pixKey)
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

async function record(tx: Transaction, outbox: Outbox, ended: Ended[], now: Date): Promise<Born> {
  const cashouts = ended.map(({ cashout }) => cashout)
  await updateCashouts(tx, cashouts, null)
  await endAttempts(
    tx,
    ended.flatMap(({ settlement }) => endingOf(settlement) ?? []),
    now,
  )
  return (await tell(tx, outbox, cashouts, now)).flat()
}

function endingOf({ key, payoutId, result }: Settlement) {
  if (payoutId === null) return null
  return result.state === 'paid'
    ? { accountId: key.accountId, payoutId, outcome: 'settled' as const, detail: null }
    : { accountId: key.accountId, payoutId, outcome: 'refused' as const, detail: `${result.code}: ${result.reason}` }
}
