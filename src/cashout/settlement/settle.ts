// The end of a cashout, as the PSP answered: paid (the hold is captured) or failed (the hold is released). The same answer
// twice counts once; an answer that contradicts the books is stored as an anomaly and books nothing, and while such a conflict
// waits for a person nothing ends the cashout. Only answers of the PSP itself come here, never the content of a callback.

import { pipelined } from '#db/pipeline.ts'
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { normalisePixKey } from '#kernel/pix/pix-key.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import { type Anomaly, type AnomalyKind, CONTESTING } from '../anomaly/anomaly.ts'
import { conflicts, type Result } from '../anomaly/conflict.ts'
import { insertAnomaly, recordReport } from '../anomaly/store.ts'
import { recordPayees } from '../approval/policy-store.ts'
import { type Cashout, type CashoutKey, hasEnded, keyText, moved } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import { publish } from '../events.ts'
import { insertRecipients, type PaidRecipient } from '../recipient/store.ts'
import { lockCashouts, putOff, updateCashouts } from '../store.ts'
import { endAttempts } from '../submission/attempt-store.ts'
import { findTerms, type Terms } from '../terms-store.ts'
import { recordMisses } from '../unknown-key/store.ts'
import { type Booked, paidOf, UNPAID } from './booked.ts'
import { findBooked } from './booked-store.ts'
import { findStandings, lockPayments, type Standing } from './guard-store.ts'
import { captureOf, releaseOf } from './postings.ts'

export interface Settlement {
  key: CashoutKey
  /** The attempt that ended; null for a cashout that was refused before any attempt was made. */
  payoutId: string | null
  result: Result
}

/** The effect of a settlement on a cashout in its present state. */
type Outcome = { end: Cashout } | { anomaly: Anomaly } | 'wait' | 'known' | null

interface Ended {
  settlement: Settlement
  cashout: Cashout
}

/** What is known about the cashouts of a batch, updated by each decision. */
interface Situation {
  cashouts: Map<string, Cashout>
  /** By payout id. */
  standings: Map<string, Standing>
  /** The cashout that each payment pays, by end-to-end id. */
  payers: Map<string, string>
  /** What is booked for the payments of ended cashouts, by cashout. */
  booked: Map<string, Booked>
}

export async function settleCashouts(deps: CashoutDeps, settlements: Settlement[]): Promise<void> {
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const now = deps.clock()
    const accountIds = settlements.map(({ key }) => key.accountId)
    const { books, situation, terms } = await pipelined({
      books: openBooks(tx, accountIds, now),
      situation: readSituation(tx, settlements),
      terms: findTerms(tx, accountIds),
    })
    const { ended, anomalies, waiting, reports } = decideAll(situation, settlements, now)
    for (const { settlement, cashout } of ended) book(books, cashout, standingOf(situation, settlement))
    await keepAnomalies(tx, deps, anomalies, now)
    await recordReports(tx, deps, reports)
    const written = await pipelined({
      transfers: books.write(),
      contested: putOff(tx, [...anomalies, ...waiting], new Date(now.getTime() + HOUR_MS)),
      pendingDeliveries: record(tx, deps.outbox, ended, terms, now),
    })
    return written.pendingDeliveries
  })
  deps.outbox.send(pendingDeliveries)
}

/** All of it is written in one statement, behind the locks of the wallets. */
async function readSituation(tx: Transaction, settlements: Settlement[]): Promise<Situation> {
  const keys = settlements.map(({ key }) => key)
  const payments = settlements.flatMap(({ result }) => (result.state === 'paid' ? (result.endToEndId ?? []) : []))
  const [locked, standings, payers] = await Promise.all([
    lockCashouts(tx, keys),
    findStandings(tx, settlements),
    lockPayments(tx, payments),
  ])
  const ended = locked.filter(hasEnded)
  return {
    booked: ended.length === 0 ? new Map() : await findBooked(tx, ended),
    cashouts: new Map(locked.map(cashout => [keyText(cashout), cashout])),
    standings,
    payers,
  }
}

const standingOf = ({ standings }: Situation, { payoutId }: Settlement) => standings.get(payoutId ?? '')

/** In order of arrival: each is decided on what the one before has left. */
function decideAll(situation: Situation, settlements: Settlement[], now: Date) {
  const ended: Ended[] = []
  const anomalies: Anomaly[] = []
  const waiting: CashoutKey[] = []
  const reports: Settlement[] = []
  for (const settlement of settlements) {
    const outcome = decide(situation, settlement, now)
    if (outcome === null) continue
    if (typeof outcome === 'object' && 'end' in outcome) {
      ended.push({ settlement, cashout: outcome.end })
      recordEnd(situation, settlement, outcome.end)
      continue
    }
    if (outcome === 'wait') waiting.push(settlement.key)
    if (typeof outcome === 'object') {
      anomalies.push(outcome.anomaly)
      recordAnomaly(situation, settlement, outcome.anomaly)
    }
    if (standingOf(situation, settlement)?.questioned === true) reports.push(settlement)
  }
  return { ended, anomalies, waiting, reports }
}

function recordEnd({ cashouts, payers, booked }: Situation, { key }: Settlement, cashout: Cashout): void {
  cashouts.set(keyText(key), cashout)
  if (cashout.endToEndId !== null) payers.set(cashout.endToEndId, keyText(key))
  booked.set(keyText(key), cashout.state === 'settled' ? { ...UNPAID, seller: cashout.net } : UNPAID)
}

function recordAnomaly({ standings }: Situation, { payoutId }: Settlement, { kind }: Anomaly): void {
  const standing = standings.get(payoutId ?? '')
  if (standing === undefined) return
  standing.questioned = true
  if (CONTESTING.some(contesting => contesting === kind)) standing.contested = true
}

/** Stores the report beside the stored conflicts. Raises an alert where it is new to the person who decides. */
async function recordReports(
  tx: Transaction,
  { alerts }: Pick<CashoutDeps, 'alerts'>,
  reports: Settlement[],
): Promise<void> {
  for (const { key, payoutId, result } of reports) {
    const theirs = theirsOf(result)
    if (!(await recordReport(tx, key, theirs))) continue
    const params = { accountId: key.accountId, id: key.id, payoutId, theirs }
    await alerts.raiseInTx(tx, 'CASHOUT_ANSWER_CHANGED', params, about('cashout', key))
  }
}

/** Stores both facts. Raises an alert for those that are new. */
async function keepAnomalies(
  tx: Transaction,
  { alerts }: Pick<CashoutDeps, 'alerts'>,
  anomalies: Anomaly[],
  now: Date,
): Promise<void> {
  for (const anomaly of anomalies)
    if (await insertAnomaly(tx, anomaly, now))
      await alerts.raiseInTx(tx, 'CASHOUT_CONFLICT', anomaly, about('cashout', anomaly))
}

function decide(situation: Situation, settlement: Settlement, now: Date): Outcome {
  const { key, payoutId, result } = settlement
  const cashout = situation.cashouts.get(keyText(key))
  if (cashout === undefined || cashout.payoutId !== payoutId) return null
  const booked = situation.booked.get(keyText(key)) ?? UNPAID
  const payer = result.state === 'paid' ? situation.payers.get(result.endToEndId ?? '') : undefined
  const kind = conflicts(cashout, { booked, payer }, result)
  const standing = standingOf(situation, settlement)
  if (kind !== null) return { anomaly: anomalyOf({ cashout, booked }, kind, result, standing?.pspAccountId ?? null) }
  if (hasEnded(cashout)) return 'known'
  return standing?.contested === true ? 'wait' : { end: endOf(cashout, result, now) }
}

function anomalyOf(
  { cashout, booked }: { cashout: Cashout; booked: Booked },
  kind: AnomalyKind,
  result: Result,
  pspAccountId: number | null,
): Anomaly {
  const { accountId, id, state, net, payoutId } = cashout
  const ours = { state, netCentavos: net.toString(), payoutId, paidCentavos: paidOf(booked).toString() }
  return { accountId, id, kind, pspAccountId, ours, theirs: theirsOf(result) }
}

/** The recipient is no part of a conflict: with another name the same report would look like a new one. */
function theirsOf(result: Result): Anomaly['theirs'] {
  if (result.state !== 'paid') return { ...result }
  const { recipient: _, ...report } = result
  return { ...report, amount: result.amount.toString() }
}

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

async function record(
  tx: Transaction,
  outbox: Outbox,
  ended: Ended[],
  terms: Map<number, Terms>,
  now: Date,
): Promise<PendingDeliveries> {
  const cashouts = ended.map(({ cashout }) => cashout)
  const endings = ended.flatMap(({ settlement }) => endingOf(settlement) ?? [])
  const { deliveries } = await pipelined({
    cashouts: updateCashouts(tx, cashouts, null),
    attempts: endAttempts(tx, endings, now),
    deliveries: publish(tx, outbox, cashouts, now, terms),
    misses: recordMisses(tx, cashouts, now),
    payees: recordPayees(tx, cashouts, terms),
    recipients: insertRecipients(tx, ended.flatMap(recipientOf), now),
  })
  return deliveries.flat()
}

/** A person's decision names no recipient. */
function recipientOf({ settlement: { result }, cashout }: Ended): PaidRecipient[] {
  if (result.state !== 'paid' || result.recipient === undefined) return []
  const { accountId, id, pixKey, pixKeyType } = cashout
  return [{ ...result.recipient, accountId, id, pixKey: normalisePixKey(pixKeyType, pixKey) ?? pixKey }]
}

function endingOf({ key, payoutId, result }: Settlement) {
  if (payoutId === null) return null
  return result.state === 'paid'
    ? { accountId: key.accountId, payoutId, outcome: 'settled' as const, detail: null }
    : { accountId: key.accountId, payoutId, outcome: 'refused' as const, detail: `${result.code}: ${result.reason}` }
}
