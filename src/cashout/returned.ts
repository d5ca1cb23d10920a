// Money of a payout came back after it had been paid. Each return is credited once, by the id that the PSP gives it, and the
// cashout stays settled. More than is outstanding is an anomaly and books nothing.
import type { Database } from '#db/postgres.ts'
import type { Clock } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import type { Outbox } from '#notification/outbox.ts'
import type { PayoutReturn } from '#psp/port.ts'
import type { Anomaly } from './anomaly.ts'
import { insertAnomaly } from './anomaly-store.ts'
import { type Cashout, type CashoutKey, givenBack, outstandingOf } from './cashout.ts'
import { findBookedReturns, insertReturns } from './return-store.ts'
import { lockCashouts, updateCashouts } from './store.ts'
import { tellReturns } from './tell.ts'

export interface ReturnNeeds {
  db: Database
  outbox: Outbox
  clock: Clock
  alarm: (said: string, known: object) => void
}

export interface Returned {
  key: CashoutKey
  pspAccountId: number
  returns: PayoutReturn[]
}

export async function bookReturns(needs: ReturnNeeds, told: Returned): Promise<void> {
  const { key, pspAccountId } = told
  const { born, alarms } = await needs.db.transaction(async tx => {
    const now = needs.clock()
    const books = await openBooks(tx, [key.accountId], now)
    const [cashout] = await lockCashouts(tx, [key])
    // What was never captured cannot be given back; where it is to be settled yet, the PSP's list tells of it again.
    if (cashout?.state !== 'settled') return { born: [], alarms: [] }
    const fresh = unbooked(told.returns, await findBookedReturns(tx, told))
    const { forms, booked, anomalies } = giveBackAll(cashout, pspAccountId, fresh, now)
    const of = { subject: 'withdrawal' as const, subjectId: key.id, pspAccountId }
    for (const { amount } of booked) books.mustPost(key.accountId, { kind: 'CASHOUT_RETURNED', amount, ...of })
    await books.write()
    await insertReturns(tx, { ...told, returns: booked }, now)
    await updateCashouts(tx, forms.slice(-1), null)
    const alarms: Anomaly[] = []
    for (const anomaly of anomalies) if (await insertAnomaly(tx, anomaly, now)) alarms.push(anomaly)
    return { born: (await tellReturns(tx, needs.outbox, forms, now)).flat(), alarms }
  })
  needs.outbox.send(born)
  for (const anomaly of alarms) needs.alarm('more came back of a cashout than is outstanding', anomaly)
}

/** Each once, the earliest first. */
function unbooked(returns: PayoutReturn[], booked: Set<string>): PayoutReturn[] {
  const seen = new Set(booked)
  return returns
    .toSorted((one, other) => one.returnedAt.getTime() - other.returnedAt.getTime())
    .filter(({ rtrId, amount }) => {
      if (amount <= 0n || seen.has(rtrId)) return false
      seen.add(rtrId)
      return true
    })
}

function giveBackAll(cashout: Cashout, pspAccountId: number, returns: PayoutReturn[], now: Date) {
  const forms: Cashout[] = []
  const booked: PayoutReturn[] = []
  const anomalies: Anomaly[] = []
  for (const one of returns) {
    const present = forms.at(-1) ?? cashout
    if (one.amount > outstandingOf(present)) anomalies.push(tooLarge(present, pspAccountId, one))
    else {
      forms.push(givenBack(present, one.amount, one.returnedAt, now))
      booked.push(one)
    }
  }
  return { forms, booked, anomalies }
}

const tooLarge = (cashout: Cashout, pspAccountId: number, { rtrId, amount, returnedAt }: PayoutReturn): Anomaly => ({
  accountId: cashout.accountId,
  id: cashout.id,
  kind: 'RETURN_TOO_LARGE',
  pspAccountId,
  ours: { state: cashout.state, netCentavos: cashout.net.toString(), returnedCentavos: cashout.returned.toString() },
  theirs: { state: 'returned', rtrId, amount: amount.toString(), returnedAt: returnedAt.toISOString() },
})
