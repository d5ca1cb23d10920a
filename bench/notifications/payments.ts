// Payments as the ledger books them: the wallet is locked, the sale and its fee are posted, and where the caller wants it the event is
// published with the same commit.
import type { Database, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Clock } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { type DomainEvent, eventUid } from '#notification/events/event.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import { EVENT_TYPE, SALE_BODY } from './backlog-made.ts'

export interface PaymentDeps {
  db: Database
  outbox: Outbox
  clock: Clock
  accountIds: number[]
}

export interface PayGiven {
  forMs: number
  /** How many pay at the same time. */
  clients: number
  withEvent: boolean
}

const PSP_ACCOUNT = 1
const GROSS = 159_90n as Centavos
const FEE = 1_58n as Centavos

export function openPayments({ db, outbox, clock, accountIds }: PaymentDeps) {
  let count = 0n

  async function payOne(tx: Transaction, accountId: number, saleId: bigint): Promise<void> {
    const books = await openBooks(tx, [accountId], clock())
    const of = { subject: 'sale' as const, subjectId: saleId }
    books.mustPost(accountId, { kind: 'SALE', amount: GROSS, ...of, pspAccountId: PSP_ACCOUNT })
    books.mustPost(accountId, { kind: 'SALE_FEE', amount: FEE, ...of, forced: true })
    await books.write()
  }

  async function payAndPublish(place: number, withEvent: boolean): Promise<void> {
    const accountId = accountIds[place % accountIds.length] as number
    const saleId = ++count
    const pendingDeliveries = await db.transaction(async tx => {
      await payOne(tx, accountId, saleId)
      return withEvent ? await outbox.write(tx, [eventOf(accountId, saleId)], clock()) : []
    })
    outbox.send(pendingDeliveries.flat())
  }

  return {
    /** Payments as fast as so many clients can make them. Answers how many there were a second, and in all. */
    async pay({ forMs, clients, withEvent }: PayGiven): Promise<{ count: number; perSecond: number }> {
      const startedAt = performance.now()
      let begun = 0
      const client = async () => {
        while (performance.now() - startedAt < forMs) await payAndPublish(begun++, withEvent)
      }
      await Promise.all(Array.from({ length: clients }, client))
      return { count: begun, perSecond: (begun / (performance.now() - startedAt)) * 1_000 }
    },
    /** One transaction that publishes an event of each of the accounts; `committed` is called right after its commit. */
    async publishSome(places: number[], committed: (eventIds: string[]) => void): Promise<void> {
      const events = places.map(place => eventOf(accountIds[place] as number, ++count))
      const pendingDeliveries = await db.transaction(tx => outbox.write(tx, events, clock()))
      committed(events.map(eventUid))
      outbox.send(pendingDeliveries.flat())
    },
  }
}

// Each sale has one event here, so its first version differs from those of other runs by its number alone.
export const eventOf = (accountId: number, saleId: bigint): DomainEvent => ({
  accountId,
  subject: 'sale',
  subjectId: saleId,
  version: 2,
  form: 'SALE',
  type: EVENT_TYPE,
  body: Buffer.from(SALE_BODY.replace('SALE_ID', String(saleId))),
  signedEvent: EVENT_TYPE,
  unsigned: false,
  postbackUrl: null,
})
