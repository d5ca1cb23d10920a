// About whom, and which period, an archive is.
import type { Period } from '#http/request/period.ts'
import type { LegalRequest } from '../request.ts'

export type Subject =
  | { kind: 'ACCOUNT'; accountId: number }
  | { kind: 'DOCUMENT'; document: string }
  | { kind: 'PAYMENTS'; endToEndIds: readonly string[] }

/** Transfers of an account, by their numbers: above `after`, up to and with `upTo`. */
export interface Stretch {
  after: bigint
  upTo: bigint
}

/** `stretch`: of one account, the transfers of the period, as its statement divides them. */
export type Scope = Subject & Period & { stretch?: Stretch }

export function scopeOf({ subjectKind, subjects, from, to }: LegalRequest): Scope {
  const period = { from, to }
  const [first = ''] = subjects
  switch (subjectKind) {
    case 'ACCOUNT':
      return { kind: 'ACCOUNT', accountId: Number(first), ...period }
    case 'DOCUMENT':
      return { kind: 'DOCUMENT', document: first, ...period }
    case 'PAYMENTS':
      return { kind: 'PAYMENTS', endToEndIds: subjects, ...period }
  }
}
