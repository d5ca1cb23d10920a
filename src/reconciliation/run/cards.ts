// A PSP's list of the cards that it paid on a day, against our books. It names each charge once and no amounts that were credited: so it is
// compared whether the acquirer has settled the sale. Refunds of cards are in no list.
import type { Database } from '#db/postgres.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import { paymentIdOf } from '#psp/collect/payment-id.ts'
import type { CollectCharge } from '#psp/collect/port.ts'
import type { Psp } from '#psp/port.ts'
import { hasCharges } from '#psp/store.ts'
import { findOurCards } from './cards-store.ts'
import { apart, type Listed, withCorrections } from './compare.ts'
import { doneOf, type Read } from './listed.ts'
import type { Run } from './store.ts'

const NOTHING: Read = { entries: [], unread: [], more: false }

export async function readCards(db: Database, { collect }: Psp, { pspAccountId, day, page }: Run): Promise<Read> {
  if (collect === undefined || !(await hasCharges(db, pspAccountId, 'card'))) return NOTHING
  const { items, unread, more } = doneOf(await collect.list({ from: day, to: day, by: 'paid', method: 'card' }, page))
  const own = items.filter(({ ref, payment }) => payment !== null && ref !== null && accountOfPspId(ref) !== null)
  const idOf = ({ chargeId }: CollectCharge) => paymentIdOf(pspAccountId, chargeId, 1)
  const ours = await findOurCards(db, own.map(idOf))
  const entries = own.map((charge): Listed => {
    const entryId = idOf(charge)
    const { amount, ref, payment } = charge
    const at = payment?.at ?? null
    const known = ours.get(entryId) ?? null
    const theirs = { amount: known?.amount ?? amount, state: 'moved' as const }
    return {
      list: 'card',
      entryId,
      ours: known,
      theirs,
      accountId: accountOfPspId(ref ?? ''),
      at,
      of: at,
      line: entryId,
    }
  })
  return { entries: await withCorrections(db, pspAccountId, apart(entries)), unread, more }
}
