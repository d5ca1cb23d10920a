// What moved by our books and is missing in the PSP's list: the PSP is asked about it by its id.
import type { Period, Psp } from '#psp/port.ts'
import type { List, Word } from '../case/difference.ts'
import { lookUpBoleto } from './boletos.ts'
import { payoutWord, refundWord } from './compare.ts'
import { listsNoDebits } from './debits.ts'
import { doneOf, findListed, findListedPayout } from './listed.ts'
import type { Unseen } from './ours-store.ts'

/**
 * What the PSP says of it. Outside of what was read its word by the id counts: a payment that was asked for before midnight and made
 * after it stands in another list. Inside it has to stand in the list, which may have changed while it was read and is looked at
 * again: what is missing there is missing, whatever a look-up says. null: it is not there.
 */
export async function lookUp(psp: Psp, unseen: Unseen, list: List, read: Period): Promise<Word | null> {
  if (unseen.parentSeen) return null
  // Its statements were read whole.
  if (list === 'movement') return null
  if (list === 'boleto' || list === 'card') return lookUpBoleto(psp, unseen)
  return list === 'received' || list === 'refund'
    ? listReceived(psp, list, unseen, read)
    : listSent(psp, list, unseen, read)
}

async function listReceived(
  psp: Psp,
  list: List,
  { askedBy, refundId, ofDebit }: Unseen,
  read: Period,
): Promise<Word | null> {
  const found = doneOf(await psp.payIn.findReceived(askedBy))
  if (found === null) return null
  const isInside = isWithin(found.paidAt, read) && !(ofDebit && listsNoDebits(psp))
  const received = isInside ? await findListed(psp, found) : found
  if (received === undefined) return null
  if (list === 'received') return { amount: received.amount, state: 'moved', name: received.txid }
  const refund = received.refunds.find(one => [one.refundId, one.earlierId, one.rtrId].includes(refundId))
  if (refund !== undefined) return refundWord(refund)
  const asked = isInside ? null : doneOf(await psp.payIn.findRefund(askedBy, refundId ?? ''))
  return asked === null ? null : refundWord(asked)
}

async function listSent({ payOut }: Psp, list: List, { askedBy, entryId }: Unseen, read: Period): Promise<Word | null> {
  const found = payOut === null ? null : doneOf(await payOut.find(askedBy))
  if (payOut === null || found === null) return null
  const isInside = found.requestedAt !== null && isWithin(found.requestedAt, read)
  const payout = isInside ? await findListedPayout(payOut, found) : found
  if (payout === undefined) return null
  if (list === 'sent') return payoutWord(payout)
  const back = payout.returns.find(({ rtrId }) => rtrId === entryId)
  return back === undefined ? null : { amount: back.amount, state: 'moved' }
}

const isWithin = (at: Date, { from, to }: Period) => at >= from && at <= to
