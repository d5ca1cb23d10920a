// The thing that an alert is about, by its ids, so that the operator's panel can open it.

export const ALERT_SUBJECTS = [
  'cashout',
  'payout',
  'refund',
  'receipt',
  'sale',
  'recurrence',
  'dispute',
  'account',
  'psp',
] as const
export type AlertSubjectKind = (typeof ALERT_SUBJECTS)[number]

export interface AlertSubject<Kind extends AlertSubjectKind = AlertSubjectKind> {
  kind: Kind
  /** null for a PSP account, which belongs to no seller. */
  accountId: number | null
  /**
   * The number of a cashout, receipt, sale, recurrence or dispute in its account, the number of an account or of a PSP account. Of a refund
   * and of a payout it is the id that the PSP knows.
   */
  id: string
}

type OfAccount = Exclude<AlertSubjectKind, 'account' | 'psp'>

export const about = <Kind extends OfAccount>(
  kind: Kind,
  { accountId, id }: { accountId: number; id: bigint | string },
): AlertSubject<Kind> => ({ kind, accountId, id: String(id) })

export const aboutAccount = (accountId: number): AlertSubject<'account'> => ({
  kind: 'account',
  accountId,
  id: String(accountId),
})

export const aboutPsp = (pspAccountId: number): AlertSubject<'psp'> => ({
  kind: 'psp',
  accountId: null,
  id: String(pspAccountId),
})
