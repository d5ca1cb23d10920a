// A PSP's list of the cards that it paid on a day, against our books. It names each charge once and no amounts that were credited: so it is
// compared whether the acquirer has settled the sale, and whether all of the payment has gone back. Of a part that went back it says nothing.
import type { Database } from '#db/postgres.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import { paymentIdOf } from '#psp/collect/payment-id.ts'
import type { CollectCharge } from '#psp/collect/port.ts'
import type { Psp } from '#psp/port.ts'
import { hasCharges } from '#psp/store.ts'
import type { Word } from '../case/difference.ts'
import { findOurCards, findReturnedCards, returnIdOf } from './cards-store.ts'
import { apart, type Listed, withCorrections } from './compare.ts'
import { doneOf, type Read } from './listed.ts'
import type { Unseen } from './ours-store.ts'
import type { Run } from './store.ts'

const NOTHING: Read = { entries: [], unread: [], more: false }

export async function readCards(db: Database, { collect }: Psp, { pspAccountId, day, page }: Run): Promise<Read> {
  if (collect === undefined || !(await hasCharges(db, pspAccountId, 'card'))) return NOTHING
  const { items, unread, more } = doneOf(await collect.list({ from: day, to: day, by: 'paid', method: 'card' }, page))
  const own = items.filter(({ ref, payment }) => payment !== null && ref !== null && accountOfPspId(ref) !== null)
  const idOf = ({ chargeId }: CollectCharge) => paymentIdOf(pspAccountId, chargeId, 1)
  const ids = own.map(idOf)
  const [ours, returned] = await Promise.all([findOurCards(db, ids), findReturnedCards(db, ids)])
  const entries = own.flatMap((charge): Listed[] => {
    const entryId = idOf(charge)
    const at = charge.payment?.at ?? null
    const known = ours.get(entryId) ?? null
    const theirs = { amount: known?.amount ?? charge.amount, state: 'moved' as const }
    const of = { accountId: accountOfPspId(charge.ref ?? ''), of: at }
    const settled: Listed = { ...of, list: 'card', entryId, ours: known, theirs, at, line: entryId }
    const back = returned.get(entryId) ?? null
    const theirWord = back?.isWhole === true || charge.state === 'refunded' ? returnWord(charge, back) : null
    if (theirWord === null) return [settled]
    const backId = returnIdOf(entryId)
    // It does not say when that was.
    return [settled, { ...of, list: 'refund', entryId: backId, ours: back, theirs: theirWord, at: null, line: backId }]
  })
  return { entries: await withCorrections(db, pspAccountId, apart(entries)), unread, more }
}

/** By the charge's id. */
export async function lookUpReturn({ collect }: Psp, { askedBy, ...ours }: Unseen): Promise<Word | null> {
  const found = collect === undefined ? null : doneOf(await collect.find(askedBy))
  return found === null ? null : returnWord(found, ours)
}

/** While a payment is contested its PSP says nothing of what went back before; our own word stands. */
const returnWord = ({ state, amount }: CollectCharge, ours: Word | null): Word | null =>
  state === 'contested' ? ours : { amount, state: state === 'refunded' ? 'moved' : 'none' }
