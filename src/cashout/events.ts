// The events of cashouts that have changed their state, written in the commit of that change.
import type { Transaction } from '#db/postgres.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import type { Cashout, Holder } from './cashout.ts'
import { findTerms, type Terms } from './terms-store.ts'
import { eventOf, returnedEventOf } from './wire.ts'

/** One answer for each cashout, in their order. `terms`: those of their accounts, where they were read already. */
export const publish = (tx: Transaction, outbox: Outbox, cashouts: Cashout[], now: Date, terms?: Map<number, Terms>) =>
  publishAs(eventOf, tx, outbox, cashouts, now, terms)

/** The versions of the cashout as parts of it came back; each is an event. */
export const publishReturns = (tx: Transaction, outbox: Outbox, cashouts: Cashout[], now: Date) =>
  publishAs(returnedEventOf, tx, outbox, cashouts, now)

async function publishAs(
  form: (cashout: Cashout, holder: Holder) => DomainEvent,
  tx: Transaction,
  outbox: Outbox,
  cashouts: Cashout[],
  now: Date,
  terms?: Map<number, Terms>,
): Promise<PendingDeliveries[]> {
  if (cashouts.length === 0) return []
  const accountIds = cashouts.map(cashout => cashout.accountId)
  const known = terms ?? (await findTerms(tx, accountIds))
  const events = cashouts.map(cashout => {
    const own = known.get(cashout.accountId)
    if (own === undefined) throw new Error(`the account ${cashout.accountId} of a cashout is gone`)
    return form(cashout, own.holder)
  })
  return outbox.write(tx, events, now)
}
