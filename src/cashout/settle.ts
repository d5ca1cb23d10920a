// The end of a cashout, told by the PSP: paid (the hold is captured) or failed (the hold is released). The same news twice
// is counted once; news that contradicts what has been booked is kept as an anomaly and books nothing, and while such a
// contradiction waits for a person nothing ends the cashout. Only what the PSP itself answered comes here, never a
// callback's word.
import type { Database, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { normalisePixKey } from '#kernel/pix-key.ts'
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Born, Outbox } from '#notification/outbox.ts'
import type { Anomaly, AnomalyKind } from './anomaly.ts'
import { insertAnomaly } from './anomaly-store.ts'
import { endAttempts } from './attempt-store.ts'
import { captureOf, releaseOf } from './booking.ts'
import { type Cashout, type CashoutKey, hasEnded, keyText, moved } from './cashout.ts'
import { claimPayments, findStandings, type Standing } from './settle-guard-store.ts'
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
type Outcome = { end: Cashout } | { anomaly: Anomaly } | 'wait' | null

interface Ended {
  settlement: Settlement
  cashout: Cashout
}

/** What is known around the cashouts of a batch, as its decisions change it. */
interface Around {
  cashouts: Map<string, Cashout>
  /** By payout id. */
  standings: Map<string, Standing>
  /** Which cashout each payment pays, by end-to-end id. */
  payers: Map<string, string>
}

export async function settleCashouts(needs: SettleNeeds, settlements: Settlement[]): Promise<void> {
  const { born, alarms } = await needs.db.transaction(async tx => {
    const now = needs.clock()
    const books = await openBooks(
      tx,
      settlements.map(({ key }) => key.accountId),
      now,
    )
    const around = await lookAround(tx, settlements)
    const { ended, anomalies, waiting } = decideAll(around, settlements, now)
    for (const { settlement, cashout } of ended) book(books, cashout, standingOf(around, settlement))
    await books.write()
    const alarms = await keepAnomalies(tx, anomalies, now)
    await putOff(tx, [...anomalies, ...waiting], new Date(now.getTime() + HOUR_MS))
    return { born: await record(tx, needs.outbox, ended, now), alarms }
  })
  needs.outbox.send(born)
  for (const anomaly of alarms) needs.alarm('the PSP contradicts what was booked', anomaly)
}

async function lookAround(tx: Transaction, settlements: Settlement[]): Promise<Around> {
  const locked = await lockCashouts(
    tx,
    settlements.map(({ key }) => key),
  )
  const payments = settlements.flatMap(({ result }) => (result.state === 'paid' ? (result.endToEndId ?? []) : []))
  return {
    cashouts: new Map(locked.map(cashout => [keyText(cashout), cashout])),
    standings: await findStandings(tx, settlements),
    payers: await claimPayments(tx, payments),
  }
}

const standingOf = ({ standings }: Around, { payoutId }: Settlement) => standings.get(payoutId ?? '')

/** In order of arrival: what is decided for one is what the next one meets. */
function decideAll(around: Around, settlements: Settlement[], now: Date) {
  const ended: Ended[] = []
  const anomalies: Anomaly[] = []
  const waiting: CashoutKey[] = []
  for (const settlement of settlements) {
    const outcome = decide(around, settlement, now)
    if (outcome === null) continue
    if (outcome === 'wait') waiting.push(settlement.key)
    else if ('anomaly' in outcome) anomalies.push(outcome.anomaly)
    else {
      around.cashouts.set(keyText(settlement.key), outcome.end)
      if (outcome.end.endToEndId !== null) around.payers.set(outcome.end.endToEndId, keyText(settlement.key))
      ended.push({ settlement, cashout: outcome.end })
    }
  }
  return { ended, anomalies, waiting }
}

/** Keeps both facts. Answers those that nobody has been told of yet. */
async function keepAnomalies(tx: Transaction, anomalies: Anomaly[], now: Date): Promise<Anomaly[]> {
  const fresh: Anomaly[] = []
  for (const anomaly of anomalies) if (await insertAnomaly(tx, anomaly, now)) fresh.push(anomaly)
  return fresh
}

function decide(around: Around, settlement: Settlement, now: Date): Outcome {
  const { key, payoutId, result } = settlement
  const cashout = around.cashouts.get(keyText(key))
  if (cashout === undefined || cashout.payoutId !== payoutId) return null
  const kind = contradicts(around, cashout, result)
  const standing = standingOf(around, settlement)
  if (kind !== null) return { anomaly: anomalyOf(cashout, kind, result, standing?.pspAccountId ?? null) }
  if (hasEnded(cashout)) return null
  return standing?.contested === true ? 'wait' : { end: endOf(cashout, result, now) }
}

function contradicts({ payers }: Around, cashout: Cashout, result: Result): AnomalyKind | null {
  if (result.state === 'failed') return cashout.state === 'settled' ? 'FAILED_AFTER_PAID' : null
  const own = keyText(cashout)
  if (result.endToEndId !== null && (payers.get(result.endToEndId) ?? own) !== own) return 'DUPLICATE_PAYMENT'
  if (result.amount !== cashout.net) return 'OTHER_AMOUNT'
  if (result.pixKey !== null && !samePayee(cashout, result.pixKey)) return 'OTHER_PAYEE'
  return cashout.state === 'refused' || cashout.state === 'cancelled' ? 'PAID_AFTER_END' : null
}

/** What was restored knows its payee from nobody but the PSP. */
function samePayee({ pixKey, pixKeyType, restored }: Cashout, paid: string): boolean {
  return restored || (normalisePixKey(pixKeyType, paid) ?? paid) === normalisePixKey(pixKeyType, pixKey)
}

const anomalyOf = (cashout: Cashout, kind: AnomalyKind, result: Result, pspAccountId: number | null): Anomaly => ({
  accountId: cashout.accountId,
  id: cashout.id,
  kind,
  pspAccountId,
  ours: { state: cashout.state, netCentavos: cashout.net.toString(), payoutId: cashout.payoutId },
  theirs: result.state === 'paid' ? { ...result, amount: result.amount.toString() } : { ...result },
})

const endOf = (cashout: Cashout, result: Result, now: Date): Cashout =>
  result.state === 'paid'
    ? moved(cashout, 'settled', now, { processedAt: now, endToEndId: result.endToEndId })
    : moved(cashout, 'refused', now, { processedAt: now, failure: { code: result.code, message: result.reason } })

function book(books: Books, cashout: Cashout, standing: Standing | undefined): void {
  if (cashout.state === 'refused') {
    books.mustPost(cashout.accountId, releaseOf(cashout))
    return
  }
  if (standing === undefined) throw new Error('a cashout was paid by no attempt')
  for (const posting of captureOf(cashout, standing.pspAccountId)) books.mustPost(cashout.accountId, posting)
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
