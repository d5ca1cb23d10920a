// A PSP's list of the charges by boleto that were paid on a day, against our books. The list names each charge once and need not tell how much
// was paid: then it is compared whether money has moved, and how much is our own word. What was paid for a charge beside that is asked about
// by the charge's id. Where nothing was ever sold by boleto nothing is asked for.
import type { Database } from '#db/postgres.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import { paymentIdOf } from '#psp/collect/payment-id.ts'
import type { CollectCharge } from '#psp/collect/port.ts'
import type { Psp } from '#psp/port.ts'
import { hasCharges } from '#psp/store.ts'
import type { Word } from '../case/difference.ts'
import { findOurBoletos } from './boletos-store.ts'
import { apart, type Listed, withCorrections } from './compare.ts'
import { doneOf, type Read } from './listed.ts'
import type { Unseen } from './ours-store.ts'
import type { Run } from './store.ts'

const NOTHING: Read = { entries: [], unread: [], more: false }

export async function readBoletos(db: Database, { collect }: Psp, run: Run): Promise<Read> {
  const { pspAccountId, day, page } = run
  if (collect === undefined || !(await hasCharges(db, pspAccountId, 'boleto'))) return NOTHING
  const query = { from: day, to: day, by: 'paid', method: 'boleto' } as const
  const { items, unread, more } = doneOf(await collect.list(query, page))
  const own = items.filter(({ ref }) => ref !== null && accountOfPspId(ref) !== null)
  const idOf = ({ chargeId }: CollectCharge) => paymentIdOf(pspAccountId, chargeId, 1)
  const ours = await findOurBoletos(db, own.map(idOf))
  const entries = own.map((charge): Listed => {
    const entryId = idOf(charge)
    const known = ours.get(entryId) ?? null
    const at = charge.payment?.at ?? null
    return {
      list: 'boleto',
      entryId,
      ours: known,
      theirs: wordOf(charge, known),
      accountId: accountOfPspId(charge.ref ?? ''),
      at,
      of: at,
      line: entryId,
    }
  })
  return { entries: await withCorrections(db, pspAccountId, apart(entries)), unread, more }
}

/** By the charge's id. */
export async function lookUpBoleto({ collect }: Psp, { askedBy, ...unseen }: Unseen): Promise<Word | null> {
  const found = collect === undefined ? null : doneOf(await collect.find(askedBy))
  return found === null ? null : wordOf(found, unseen)
}

/** Confirmed by hand no money came. */
const wordOf = ({ payment, amount }: CollectCharge, ours: Word | null): Word =>
  payment === null ? { amount, state: 'none' } : { amount: payment.amount ?? ours?.amount ?? amount, state: 'moved' }
