// What an alarm is about: the very thing, so that the operator's desk can lead to it. It travels in the alarm's context and is
// kept beside it.

export const ALERT_SUBJECTS = ['cashout', 'refund', 'receipt'] as const
export type AlertSubjectKind = (typeof ALERT_SUBJECTS)[number]

export interface AlertSubject {
  kind: AlertSubjectKind
  accountId: number
  /** The number of a cashout or of a receipt in its account; of a refund the id that the PSP knows it by. */
  id: string
}

/** To be spread into the context of an alarm. */
export const about = (kind: AlertSubjectKind, { accountId, id }: { accountId: number; id: bigint | string }) => ({
  subject: { kind, accountId, id: String(id) } satisfies AlertSubject,
})
