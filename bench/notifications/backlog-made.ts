// Events and deliveries in any number, as if the gateway had written them and been stopped before it sent them.
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The body of a sale that was paid, of about 700 bytes. SALE_ID is replaced by a number of its own in each. */
export const SALE_BODY = JSON.stringify({
  id: 'SALE_ID',
  uuid: '5f0d2a6e-9f60-4f4e-8a55-6c2b8f2f9a11',
  userId: 2001,
  amount: '15990',
  date: '2026-11-21T12:00:00.000Z',
  status: 'PAGO',
  paymentMethod: 'PIX',
  customerDocument: '52998224725',
  customerEmail: 'maria.silva@example.com',
  customerName: 'Maria da Silva',
  customerPhone: '11987654321',
  pixKey: `00020101021226${'9'.repeat(130)}6304ABCD`,
  boletoCode: null,
  shipping: null,
  saleItems: [
    {
      id: 1,
      saleId: 1,
      saleUuid: '5f0d2a6e-9f60-4f4e-8a55-6c2b8f2f9a11',
      title: 'Camiseta',
      unitPrice: '15990',
      quantity: 1,
      tangible: true,
    },
  ],
  fee: 158,
  transactionId: 1,
  type: 'TRANSACTION',
})

export const EVENT_TYPE = 'sale.paid' as const

/** `count` events, and a delivery for each, spread evenly over the first `webhooks` of the infrastructure. */
export async function makeBacklog({ db, accountIds }: Infrastructure, count: number, webhooks: number): Promise<void> {
  await db.query(sql`
    with receiver as materialized (
      select account_id, id, row_number() over (order by account_id) - 1 as place
      from webhook where account_id = any(${accountIds.slice(0, webhooks)}::int[])
    ), told as (
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      select account_id, gen_random_uuid(), ${EVENT_TYPE}, 'SALE', 'sale', n, 2,
        convert_to(replace(${SALE_BODY}, 'SALE_ID', n::text), 'UTF8'), transaction_timestamp()
      from generate_series(1, ${count}::int) n join receiver on place = n % ${webhooks}::int
      order by n
      returning account_id, id, created_at
    )
    insert into delivery (account_id, lane, channel, webhook_id, event_id, event_created_at, due_at, created_at)
    select told.account_id, receiver.id, 'SIGNED', receiver.id, told.id, told.created_at, told.created_at, told.created_at
    from told join receiver using (account_id)`)
}

/** Nothing of an earlier run burdens the next: no rows, no dead rows, no pages that are still to be written. */
export async function clearBooks(db: Database): Promise<void> {
  await db.query(sql`truncate event, delivery, attempt`)
  await settle(db)
}

export async function settle(db: Database): Promise<void> {
  for (const table of [sql`event`, sql`delivery`, sql`wallet`]) await db.query(sql`vacuum analyze ${table}`)
  await db.query(sql`checkpoint`)
}
