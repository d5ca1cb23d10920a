// What was published of one sale or cashout: its events by their ids, which derive from their subjects, and where each went.
import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Ending } from '../delivery-log/half-store.ts'
import { type DomainEvent, eventUid } from './event.ts'

export interface PublishedDelivery {
  id: bigint
  webhookId: bigint
  /** null: an attempt is still to come. */
  outcome: Ending | null
}

export interface PublishedEvent {
  id: bigint
  uid: string
  type: string
  createdAt: Date
  /** To webhooks; those of an event that was sent again are among them. */
  deliveries: PublishedDelivery[]
}

export type About = Pick<DomainEvent, 'accountId' | 'subject' | 'subjectId' | 'form'>

/** Up to and with the version that it has now, in order; without those that are past their retention. */
export async function findPublished(
  db: Queryable,
  about: About,
  version: number,
  since: Date,
): Promise<PublishedEvent[]> {
  const uids = Array.from({ length: version + 1 }, (_, published) => eventUid({ ...about, version: published }))
  const events = await db.query<Omit<PublishedEvent, 'deliveries'>>(sql`
    select id, uid, type, created_at as "createdAt" from event
    where account_id = ${about.accountId} and uid = any(${uids}::uuid[]) and created_at >= ${since} order by id`)
  const deliveries = events.length === 0 ? [] : await deliveriesOf(db, about.accountId, events)
  return events.map(event => ({
    ...event,
    deliveries: deliveries.filter(({ eventId }) => eventId === event.id).map(placed),
  }))
}

interface DeliveryRow extends PublishedDelivery {
  eventId: bigint
}

const placed = ({ id, webhookId, outcome }: DeliveryRow): PublishedDelivery => ({ id, webhookId, outcome })

/** An event's first deliveries have the numbers behind its own. Those of others that are created at the same time lie between. */
const NUMBERS_AT_ONE_TIME = raw('20000')

/** By webhook: the numbers of deliveries that are created at one time follow no order. Of several attempts one at most has closed it. */
const deliveriesOf = (db: Queryable, accountId: number, events: { id: bigint }[]) =>
  db.query<DeliveryRow>(sql`
    with fact as materialized (select id from unnest(${events.map(({ id }) => id)}::bigint[]) as fact (id)),
    row as (
      select delivery.id, webhook_id, event_id, 'RETRY' as outcome from fact join delivery
        on account_id = ${accountId} and delivery.id between fact.id and fact.id + ${NUMBERS_AT_ONE_TIME} and event_id = fact.id
      where webhook_id is not null
      union all
      select delivery_id, webhook_id, event_id, outcome from fact
        join attempt on webhook_id = any(array(select id from webhook where account_id = ${accountId}))
          and delivery_id between fact.id and fact.id + ${NUMBERS_AT_ONE_TIME} and event_id = fact.id
      union all
      select delivery_id, webhook_id, event_id, outcome from attempt
      where account_id = ${accountId} and event_id in (select id from fact) and redelivery and webhook_id is not null
    )
    select id, webhook_id as "webhookId", event_id as "eventId", max(outcome) filter (where outcome <> 'RETRY') as outcome
    from row group by id, webhook_id, event_id order by webhook_id, id`)
