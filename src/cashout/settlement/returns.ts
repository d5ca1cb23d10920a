// Money of a payout came back after it had been paid. Each return is booked once, by the id that the PSP gives it: credited to
// the seller who paid for it, or to the operator who did. The cashout stays as it ended. A return that exceeds the payment, or
// belongs to a payment that is not booked, is an anomaly and books nothing.

import { about } from '#kernel/alert-subject.ts'
import { add, type Centavos, subtract } from '#kernel/money.ts'
import { openBooks } from '#ledger/books.ts'
import type { Posting } from '#ledger/ledger.ts'
import type { PayoutReturn } from '#psp/port.ts'
import type { Anomaly } from '../anomaly/anomaly.ts'
import { insertAnomaly } from '../anomaly/store.ts'
import { type Cashout, type CashoutKey, givenBack } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import { publishReturns } from '../events.ts'
import { lockCashouts, updateCashouts } from '../store.ts'
import { type Booked, giveBack, leftOf, type Share, shareOfReturn } from './booked.ts'
import { bookedIn, findBooked } from './booked-store.ts'
import { findKnownReturns, insertReturns } from './returns-store.ts'

export interface Returned {
  key: CashoutKey
  pspAccountId: number
  returns: PayoutReturn[]
}

export async function bookReturns(deps: CashoutDeps, reported: Returned): Promise<void> {
  const { key, pspAccountId } = reported
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const now = deps.clock()
    const books = await openBooks(tx, [key.accountId], now)
    const [cashout] = await lockCashouts(tx, [key])
    if (cashout === undefined) return []
    const booked = bookedIn(await findBooked(tx, [key]), key)
    const fresh = unbooked(reported.returns, await findKnownReturns(tx, reported))
    const back = takeBack({ cashout, booked }, pspAccountId, fresh, now)
    for (const posting of back.postings) books.mustPost(key.accountId, posting)
    await books.write()
    await insertReturns(tx, { ...reported, returns: back.returns }, now)
    await updateCashouts(tx, back.forms.slice(-1), null)
    for (const anomaly of back.anomalies)
      if (await insertAnomaly(tx, anomaly, now))
        await deps.alerts.raiseInTx(tx, 'CASHOUT_RETURN_TOO_LARGE', anomaly, about('cashout', anomaly))
    return (await publishReturns(tx, deps.outbox, back.forms, now)).flat()
  })
  deps.outbox.send(pendingDeliveries)
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

interface Standing {
  cashout: Cashout
  booked: Booked
}

/** In order: each return is decided on what the one before has left. */
function takeBack(of: Standing, pspAccountId: number, all: PayoutReturn[], now: Date) {
  let { cashout, booked } = of
  const forms: Cashout[] = []
  const postings: Posting[] = []
  const returns: PayoutReturn[] = []
  const anomalies: Anomaly[] = []
  for (const one of all) {
    const share = ofOneAlone(booked, one.amount)
    if (share === null) {
      anomalies.push(tooLarge({ cashout, booked }, pspAccountId, one))
      continue
    }
    const given = giveBack(cashout, share, pspAccountId)
    postings.push(...given.postings)
    returns.push(one)
    booked = {
      seller: subtract(booked.seller, share.seller),
      operator: subtract(booked.operator, share.operator),
      back: add(booked.back, one.amount),
    }
    if (given.ofNet === 0n) continue
    cashout = givenBack(cashout, given.ofNet, one.returnedAt, now)
    forms.push(cashout)
  }
  return { forms, postings, returns, anomalies }
}

/** The side that gets the money, where it is certain: all of it the seller's, or all of it the operator's. */
function ofOneAlone(booked: Booked, amount: Centavos): Share | null {
  if (amount > leftOf(booked)) return null
  const share = shareOfReturn(booked, amount)
  if (share.operator === 0n) return share
  return share.seller === 0n ? share : null
}

const tooLarge = (of: Standing, pspAccountId: number, { rtrId, amount, returnedAt }: PayoutReturn): Anomaly => ({
  accountId: of.cashout.accountId,
  id: of.cashout.id,
  kind: 'RETURN_TOO_LARGE',
  pspAccountId,
  ours: {
    state: of.cashout.state,
    netCentavos: of.cashout.net.toString(),
    returnedCentavos: of.cashout.returned.toString(),
    outCentavos: leftOf(of.booked).toString(),
  },
  theirs: { state: 'returned', rtrId, amount: amount.toString(), returnedAt: returnedAt.toISOString() },
})
