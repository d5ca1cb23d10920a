// A request of an authority for records (ofício): who asks, about whom, for which period, and until when it is to be answered. It belongs to no
// account, and the people of the account that it is about learn nothing of it.
import type { LocalDate } from '#kernel/calendar/local-time.ts'

export const AUTHORITY_KINDS = ['COURT', 'POLICE', 'PROSECUTOR', 'TAX', 'OTHER'] as const
export type AuthorityKind = (typeof AUTHORITY_KINDS)[number]

/** A person by CPF or CNPJ, wherever they bought, paid or were paid; an account; or single payments by their end-to-end ids. */
export const SUBJECT_KINDS = ['DOCUMENT', 'ACCOUNT', 'PAYMENTS'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export const REQUEST_STATES = ['OPEN', 'ANSWERED', 'WITHDRAWN'] as const
export type RequestState = (typeof REQUEST_STATES)[number]
export type EndState = Exclude<RequestState, 'OPEN'>

export interface LegalRequest {
  id: bigint
  authorityKind: AuthorityKind
  /** As it calls itself. */
  authority: string
  /** Of the request, as the authority counts. */
  number: string
  /** Of the case: its twenty digits. */
  processNumber: string | null
  subjectKind: SubjectKind
  /** One document, the number of one account, or end-to-end ids. */
  subjects: string[]
  /** Null: from the beginning. */
  from: Date | null
  /** Null: up to when the archive is made. */
  to: Date | null
  /** The last day for the answer, in São Paulo. */
  dueOn: LocalDate
  notes: string | null
  state: RequestState
  createdBy: string
  createdByName: string | null
  createdAt: Date
  closedByName: string | null
  closedAt: Date | null
  closeNote: string | null
}

export type NewRequest = Pick<
  LegalRequest,
  | 'authorityKind'
  | 'authority'
  | 'number'
  | 'processNumber'
  | 'subjectKind'
  | 'subjects'
  | 'from'
  | 'to'
  | 'dueOn'
  | 'notes'
>
