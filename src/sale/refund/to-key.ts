// Money of a boleto or a TED has no way back of its own: it goes by a Pix to a key of its payer, where its PSP sends any.
import type { Queryable } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import type { PspDirectory } from '#psp/directory.ts'
import { kindsThat } from '#psp/kinds.ts'
import { findPspAccount } from '#psp/store.ts'
import type { Payment, RefundTarget } from './refund.ts'

export type PayerKey = Pick<RefundTarget, 'pixKey' | 'pixKeyType'>

/** Money of a boleto or a TED goes to a key of its payer, a Pix or a card back the way it came. */
export function targetOf(
  { way }: Pick<Payment, 'way'>,
  document: string,
  to: PayerKey | null,
): RefundTarget | null | Failure {
  if (way !== 'KEY')
    return to === null ? null : new Failure('GENERAL_ERROR', `refundTo: ${NAMES[way]} goes back the way it came`)
  return to === null ? new Failure('GENERAL_ERROR', NEEDED) : { ...to, document }
}

const NEEDED = 'refundTo: is needed for a boleto or a TED'
const NAMES = { PIX: 'a Pix', CARD: 'a payment by card' } as const

/** It would go to a key, from a PSP account that only receives. */
export async function hasNoWayBack(
  db: Queryable,
  { kinds }: Pick<PspDirectory, 'kinds'>,
  { way, pspAccountId }: Pick<Payment, 'way' | 'pspAccountId'>,
): Promise<boolean> {
  if (way !== 'KEY') return false
  const account = await findPspAccount(db, pspAccountId)
  return account === null || !kindsThat(kinds, 'paysOut').includes(account.kind)
}
