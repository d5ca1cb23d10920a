// The timeline of one sale: what happened to it and to its money, and which events of it were published. Read from what is
// stored anyway.
import type { Queryable } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { findPublished, type PublishedEvent } from '#notification/events/published-store.ts'
import type { Sale } from '../sale.ts'
import { findSale } from '../store.ts'
import { findMoments } from './timeline-store.ts'
import { momentForm, publishedForm, type SaleWithLifeForm } from './wire.ts'

/** Beside the form of the sale. */
export async function lifeOf(db: Queryable, sale: Sale): Promise<Pick<SaleWithLifeForm, 'timeline' | 'notifications'>> {
  const [moments, published] = await Promise.all([findMoments(db, sale), publishedOf(db, sale)])
  return { timeline: moments.map(momentForm), notifications: published.map(publishedForm) }
}

function publishedOf(db: Queryable, { accountId, id: subjectId, version, createdAt }: Sale): Promise<PublishedEvent[]> {
  return findPublished(db, { accountId, subject: 'sale', subjectId, form: 'SALE' }, version, createdAt)
}

/** The ids of the deliveries of its events, to any webhook; null where the account has no such sale. */
export async function deliveriesOfSale(db: Queryable, accountId: number, id: PathId): Promise<bigint[] | null> {
  const sale = await findSale(db, accountId, id)
  if (sale === null) return null
  const published = await publishedOf(db, sale)
  return published.flatMap(({ deliveries }) => deliveries.map(delivery => delivery.id))
}
