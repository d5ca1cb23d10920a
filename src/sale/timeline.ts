// The timeline of one sale: what happened to it and to its money, and which events of it were published. Read from what is
// stored anyway.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { type Centavos, toCentsNumber } from '#kernel/money.ts'
import { findPublished, type PublishedEvent } from '#notification/events/published-store.ts'
import type { Sale } from './sale.ts'
import { findSale } from './store.ts'

interface Moment {
  type: string
  at: Date
  amount: Centavos | null
  /** Of a refund or a dispute: which. */
  uuid: string | null
}

/** The sale and its receipt, its refunds and disputes, and what of its reserve was released. */
const findMoments = (db: Queryable, { accountId, id }: Sale) =>
  db.query<Moment>(sql`
    select 'CREATED' as type, created_at as at, amount_centavos as amount, null::uuid as uuid
      from sale where account_id = ${accountId} and id = ${id}
    union all select status, updated_at, null, null from sale
      where account_id = ${accountId} and id = ${id} and status in ('CANCELADO', 'RECUSADO', 'FALHA')
    union all select 'PAID', created_at, amount_centavos, null from receipt
      where account_id = ${accountId} and sale_id = ${id} and status = 'ACCEPTED'
    union all select case when unasked then 'REFUND_TOLD' else 'REFUND_REQUESTED' end, created_at, amount_centavos, uuid
      from refund where account_id = ${accountId} and sale_id = ${id}
    union all select 'REFUND_' || status, coalesce(completed_at, updated_at), amount_centavos, uuid from refund
      where account_id = ${accountId} and sale_id = ${id} and status <> 'PENDING'
    union all select kind || '_OPENED', opened_at, amount_centavos, uuid from dispute
      where account_id = ${accountId} and sale_id = ${id}
    union all select kind || '_' || status, closed_at, forfeited_centavos, uuid from dispute
      where account_id = ${accountId} and sale_id = ${id} and closed_at is not null
    union all select kind, created_at, amount_centavos, null from transfer
      where account_id = ${accountId} and subject = 'sale' and subject_id = ${id} and kind in ('RESERVE_HELD', 'RESERVE_RELEASED')
    order by 2`)

/** Beside the form of the sale. */
export async function lifeOf(db: Queryable, sale: Sale) {
  const [moments, published] = await Promise.all([findMoments(db, sale), publishedOf(db, sale)])
  return { timeline: moments.map(momentForm), notifications: published.map(publishedForm) }
}

function publishedOf(db: Queryable, { accountId, id: subjectId, version, createdAt }: Sale): Promise<PublishedEvent[]> {
  return findPublished(db, { accountId, subject: 'sale', subjectId, form: 'SALE' }, version, createdAt)
}

/** The ids of the deliveries of its events, to whatever webhook; null where the account has no such sale. */
export async function deliveriesOfSale(db: Queryable, accountId: number, id: PathId): Promise<bigint[] | null> {
  const sale = await findSale(db, accountId, id)
  if (sale === null) return null
  const published = await publishedOf(db, sale)
  return published.flatMap(({ deliveries }) => deliveries.map(delivery => delivery.id))
}

const momentForm = ({ type, at, amount, uuid }: Moment) => ({
  type,
  date: at.toISOString(),
  amount: amount === null ? null : toCentsNumber(amount),
  uuid,
})

const publishedForm = ({ uid, type, createdAt, deliveries }: PublishedEvent) => ({
  eventId: uid,
  event: type,
  date: createdAt.toISOString(),
  deliveries: deliveries.map(({ id, webhookId, outcome }) => ({
    id: Number(id),
    webhookId: Number(webhookId),
    status: outcome ?? ('PENDING' as const),
    link: `/api/webhook/deliveries/${id}`,
  })),
})
